//! `cargo xtask figures`: the app's size, loading time, response time, frame rate, and the speed of its computer players.

mod measure;
mod native;
mod size;

use std::process::ExitCode;

use shangrila_browser::{Browser, Page, Result, Screen, TestServer, Visit};

/// How often each time is measured; the median is shown.
const RUNS: usize = 5;

/// Clicks whose response is timed: a description, the screen, the selector to click, and what is then on the screen.
const CLICKS: &[(&str, &str, &str, &str)] = &[
    ("opens the table", "home", "[data-do=start]", "[data-village] .space.target"),
    ("chooses a space", "middle", "[data-space='A@d']", ".space.chosen"),
    ("chooses a village", "middle", "[data-village=m] .village-badge", ".village.origin"),
    ("previews a journey", "middle", "[data-bridge=jm]", "[data-confirm]"),
    ("plays a move", "recruit", "[data-confirm]", "main:not(:has([data-confirm]))"),
    ("lists all journeys", "menu", "[data-menu=threats]", "[data-journey]"),
];

/// Clicks that start an animation: a description, the screen, the selector to click.
const MOTIONS: &[(&str, &str, &str)] = &[
    ("the camera goes near", "middle", "[data-bridge=jm]"),
    ("students walk", "journey", "[data-confirm]"),
    ("tiles are placed", "recruit", "[data-confirm]"),
];

/// What is measured. The names of some can be given as arguments; without arguments it is everything.
const SECTIONS: [&str; 10] = [
    "sizes",
    "downloads",
    "loading",
    "slow-phone",
    "responses",
    "computer-player",
    "search",
    "analysis",
    "layout-shift",
    "motion",
];

/// A position in the middle of a game of four clans.
const MIDDLE_GAME: &str = "rR2vb1/1Yy4/v2B3/7/2rrb2/1v3bb/1b1y1r1/rY1v3/y1b3y/v1R1r2/7/2v2yv/b2by2 7ffff7 rbvy b 40 0";

/// Positions on which the search in the browser is compared with the native one: the beginning of the set-up, the printed set-ups, and the
/// middle of a game.
const SEARCHED: [(&str, &str); 4] = [
    ("set-up", "7/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 0 0"),
    ("four clans", "4vvr/1ry4/7/7/3rb2/1v3bb/1b1y1r1/ry1v3/y1b3y/v1r1r2/7/2v2yv/b2by2 7fffff rbvy r 28 0"),
    ("three clans", "b3r2/7/7/1b3r1/3rb2/5yb/3by2/yr5/2b3y/2ry3/r1y4/5br/1y5 7fff2f rby r 21 0"),
    ("middle", MIDDLE_GAME),
];

/// Visits to each of them, and how often they are made: short and often, so that the fastest run was not interrupted even on a busy machine.
const SEARCH_VISITS: u32 = 300;
const SEARCH_RUNS: u64 = 60;

/// The share of the native speed that is the goal.
const SEARCH_GOAL: f64 = 0.4;

#[tokio::main]
async fn main() -> ExitCode {
    match show().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("figures: {message}");
            ExitCode::FAILURE
        }
    }
}

async fn show() -> Result<()> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = wanted.iter().find(|name| !SECTIONS.contains(&name.as_str())) {
        return Err(format!("there is no section {unknown}; there are {}", SECTIONS.join(", ")));
    }
    for section in SECTIONS.iter().filter(|name| wanted.is_empty() || wanted.iter().any(|wanted| wanted == *name)) {
        match *section {
            "sizes" => size::show()?,
            "downloads" => show_downloads().await?,
            "loading" => show_loading().await?,
            "slow-phone" => show_slow_phone().await?,
            "responses" => show_responses().await?,
            "computer-player" => show_computer_player().await?,
            "search" => show_search().await?,
            "analysis" => show_analysis().await?,
            "layout-shift" => show_layout_shift().await?,
            _ => show_motion().await?,
        }
        println!();
    }
    Ok(())
}

async fn show_downloads() -> Result<()> {
    println!("Bytes that a first visit downloads, as sent");
    let downloads = with_page("home", &Visit::desktop(), async |page| measure::downloads(page).await).await?;
    println!("  until the home screen responds {:8}", downloads.home);
    println!("  until a game is on the table   {:8}", downloads.table);
    Ok(())
}

async fn show_loading() -> Result<()> {
    println!("From the address to the game, in ms (median of {RUNS} first visits on this machine)");
    let mut loads = Vec::new();
    for _ in 0..RUNS {
        loads.push(with_page("home", &Visit::desktop(), async |page| measure::load(page).await).await?);
    }
    println!("  first contents shown {:6.0}", median(loads.iter().map(|load| load.painted)));
    println!("  playable             {:6.0}", median(loads.iter().map(|load| load.playable)));
    Ok(())
}

async fn show_slow_phone() -> Result<()> {
    println!(
        "A first game on a slow phone, in ms: 1.6 Mbit/s, 150 ms latency, a quarter of the speed (median of {RUNS})"
    );
    let mut games = Vec::new();
    for _ in 0..RUNS {
        games.push(on_blank_page(&Visit::phone().slow(), async |page| measure::first_game(page).await).await?);
    }
    println!("  the start button responds {:6.0}", median(games.iter().map(|game| game.start)));
    println!("  the board is usable       {:6.0}", median(games.iter().map(|game| game.board)));
    Ok(())
}

async fn show_responses() -> Result<()> {
    println!("From a click to the picture that answers it, in ms (median of {RUNS})");
    for (what, screen, selector, answer) in CLICKS {
        let answered = format!("document.querySelector({answer:?})");
        let mut times = Vec::new();
        for _ in 0..RUNS {
            let visit = Visit::desktop();
            let time = with_page(screen, &visit, async |page| measure::answer(page, selector, &answered).await);
            times.push(time.await?);
        }
        println!("  {what:22} {:6.1}", median(times));
    }
    Ok(())
}

async fn show_computer_player() -> Result<()> {
    println!("The strongest computer player in the middle of a game (median of {RUNS})");
    let mut engines = Vec::new();
    for _ in 0..RUNS {
        let visit = Visit::desktop();
        engines.push(with_page("home", &visit, async |page| measure::engine(page, MIDDLE_GAME).await).await?);
    }
    println!("  ready after          {:6.0} ms", median(engines.iter().map(|engine| engine.ready)));
    println!("  given a second, answers after {:6.0} ms", median(engines.iter().map(|engine| engine.answer)));
    println!("  positions a second   {:6.0}", median(engines.iter().map(|engine| engine.speed)));
    Ok(())
}

/// Lets one thread of the program and a worker in the browser make the same searches in turn.
async fn show_search() -> Result<()> {
    let mut program = native::Engine::start()?;
    println!(
        "The strongest level's search, one thread: {SEARCH_VISITS} visits, {SEARCH_RUNS} times, native and in the browser in turn"
    );
    let visit = Visit::desktop();
    let totals = with_page("home", &visit, async |page| {
        measure::start_engine(page).await?;
        let mut totals = (0.0, 0.0);
        for (name, position) in SEARCHED {
            let (mut native, mut browser) = (f64::INFINITY, f64::INFINITY);
            for seed in 1..=SEARCH_RUNS {
                let here = program.search(position, SEARCH_VISITS, seed)?;
                let there = measure::search(page, position, SEARCH_VISITS, seed).await?;
                if (&here.mv, here.visits) != (&there.mv, there.visits) {
                    return Err(format!("{name}, seed {seed}: {} natively, {} in the browser", here.mv, there.mv));
                }
                native = native.min(here.milliseconds);
                browser = browser.min(there.milliseconds);
            }
            print_search(name, native, browser);
            totals = (totals.0 + native, totals.1 + browser);
        }
        Ok(totals)
    });
    let (native, browser) = totals.await?;
    print_search("all", native / SEARCHED.len() as f64, browser / SEARCHED.len() as f64);
    println!("  goal {:19.0}%; the fastest run of each counts, and every answer was the same", 100.0 * SEARCH_GOAL);
    Ok(())
}

/// Prints the speeds that the times for one search stand for.
fn print_search(name: &str, native: f64, browser: f64) {
    let speed = |milliseconds: f64| f64::from(SEARCH_VISITS) / milliseconds * 1000.0;
    let (here, there) = (speed(native), speed(browser));
    println!("  {name:12} {here:7.0} a second natively, {there:6.0} in the browser: {:3.0}%", 100.0 * there / here);
}

async fn show_analysis() -> Result<()> {
    println!("The analysis board while its engine is thinking, in ms (median of {RUNS})");
    let fragment = Screen::named("analysis")?.fragment;
    let visits = [("desktop", Visit::desktop()), ("phone", Visit::phone()), ("slow phone", Visit::phone().slow())];
    for (size, visit) in visits {
        let (mut opening, mut lines, mut clicks) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..RUNS {
            opening.push(on_blank_page(&visit, async |page| measure::first_lines(page, fragment).await).await?);
            let figures = with_page("analysis", &visit, async |page| measure::analysis(page).await).await?;
            lines.push(figures.lines);
            clicks.push(figures.click);
        }
        println!("  {size:10}  from the address to first lines {:6.0}", median(opening));
        println!("  {size:10}  first lines after a move        {:6.0} (goal 300)", median(lines));
        println!("  {size:10}  a click changes the board after {:6.1} (goal 50)", median(clicks));
    }
    Ok(())
}

async fn show_layout_shift() -> Result<()> {
    println!("Cumulative layout shift over a whole game");
    for (size, visit) in [("desktop", Visit::desktop()), ("phone", Visit::phone())] {
        let shift = with_page("home", &visit, async |page| measure::layout_shift(page).await).await?;
        println!("  {size:20} {shift:6.3}");
    }
    Ok(())
}

async fn show_motion() -> Result<()> {
    println!("Pictures a second while something moves, drawn without a graphics card");
    for (what, screen, selector) in MOTIONS {
        for (size, visit) in [("desktop", Visit::desktop()), ("phone", Visit::phone())] {
            let motion = with_page(screen, &visit, async |page| measure::motion(page, selector).await).await?;
            let (rate, longest) = (motion.rate, motion.longest);
            println!("  {what:22} {size:8} {rate:5.0} a second, the longest wait {longest:.0} ms");
        }
    }
    Ok(())
}

/// Opens a screen in a fresh browser and measures something there.
async fn with_page<T>(screen: &str, visit: &Visit, measure: impl AsyncFnOnce(&Page) -> Result<T>) -> Result<T> {
    let screen = Screen::named(screen)?;
    let browser = Browser::start().await?;
    let measured = async {
        let page = Page::open(&browser, TestServer::start()?, &visit.clone().at(screen.fragment)).await?;
        screen.reach(&page).await?;
        measure(&page).await
    };
    let measured = measured.await;
    browser.close().await;
    measured
}

/// Measures something that begins with an empty page.
async fn on_blank_page<T>(visit: &Visit, measure: impl AsyncFnOnce(&Page) -> Result<T>) -> Result<T> {
    let browser = Browser::start().await?;
    let measured = async { measure(&Page::blank(&browser, TestServer::start()?, visit).await?).await };
    let measured = measured.await;
    browser.close().await;
    measured
}

fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
