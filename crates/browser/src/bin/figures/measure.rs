//! Measurements by the browser's own clock.

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use shangrila_browser::{Page, Result};

use crate::native::Searched;

/// The longest that the others take until it is the visitor's turn again.
const TURN: Duration = Duration::from_secs(60);

/// Times in milliseconds since the navigation started.
#[derive(Deserialize)]
pub(crate) struct Load {
    /// When the first content was on the screen.
    pub(crate) painted: f64,
    /// When the app was ready for input.
    pub(crate) playable: f64,
}

/// Measures how long a page took to load.
pub(crate) async fn load(page: &Page) -> Result<Load> {
    // The browser records the first paint after it has happened, which may be after the app is ready.
    page.wait_until("performance.getEntriesByName('first-contentful-paint').length").await?;
    page.eval(
        "({ painted: performance.getEntriesByName('first-contentful-paint')[0].startTime,
            playable: performance.getEntriesByName('playable')[0]?.startTime ?? NaN })",
    )
    .await
}

/// The bytes that the page has downloaded, as sent. What workers download is not among them.
#[derive(Deserialize)]
pub(crate) struct Downloads {
    /// Until the home screen responds.
    pub(crate) home: u64,
    /// Until a game is on the table.
    pub(crate) table: u64,
}

/// Starts a game on a first visit and counts.
pub(crate) async fn downloads(page: &Page) -> Result<Downloads> {
    page.click("[data-do=start]").await?;
    page.wait_for("main.table").await?;
    page.eval(
        "(() => {
            const sum = (entries) => entries.reduce((sum, entry) => sum + entry.encodedBodySize, 0);
            const all = ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind));
            const home = all.filter((entry) => !/(split|chunk)_/.test(entry.name));
            return { home: sum(home), table: sum(all) };
        })()",
    )
    .await
}

/// Times in milliseconds since the navigation started, for someone who starts a game as soon as possible.
#[derive(Deserialize)]
pub(crate) struct FirstGame {
    /// When the start button responds.
    pub(crate) start: f64,
    /// When the board has been drawn and takes moves.
    pub(crate) board: f64,
}

/// Presses the start button as soon as it responds, and waits for the board.
const PRESS_START: &str = "
    window.firstGame = new Promise((done) => {
        let start;
        new MutationObserver((_, observer) => {
            if (start === undefined && document.documentElement.dataset.ready === '1') {
                start = performance.now();
                document.querySelector('[data-do=start]').click();
            }
            if (document.querySelector('main.table [data-village]')) {
                observer.disconnect();
                requestAnimationFrame(() => {
                    // The first task after a frame has been drawn.
                    const { port1, port2 } = new MessageChannel();
                    port1.onmessage = () => done({ start, board: performance.now() });
                    port2.postMessage(null);
                });
            }
        }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-ready'] });
    });";

/// Starts the first game on a blank page, which then shows it.
pub(crate) async fn first_game(page: &Page) -> Result<FirstGame> {
    page.run_first(PRESS_START).await?;
    page.go_to("").await?;
    page.eval("window.firstGame").await
}

/// Counts how far the page's contents jump: the sum of all layout shifts that do not answer a click, over a whole game.
pub(crate) async fn layout_shift(page: &Page) -> Result<f64> {
    let settings = "language=en;theme=device;motion=quick;pace=quick;sound=off;confirm=on;tips=on;notify=off";
    page.eval::<()>(&format!("localStorage.setItem('shangrila.preferences', {})", json!(settings))).await?;
    page.reload().await?;
    page.eval::<()>(
        "void (window.shift = 0, new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
        }).observe({ type: 'layout-shift', buffered: true }))",
    )
    .await?;
    page.click("[data-do=start]").await?;
    loop {
        // A turn of the visitor, who follows every hint.
        let turn = "document.querySelector('[data-do=hint]:enabled, [data-result]')";
        page.wait_at_most(TURN, turn).await?;
        if page.count("[data-result]").await? > 0 {
            return page.eval("window.shift").await;
        }
        let help = "[data-do=more-help]";
        for button in ["[data-do=hint]", help, help, "[data-do=play-hint]", "[data-confirm]"] {
            page.click(button).await?;
        }
        page.wait_until("!document.querySelector('[data-confirm], [data-do=hint]:enabled')").await?;
    }
}

/// Measures the milliseconds from a press of the mouse button until the first frame in which an expression is true has been drawn.
pub(crate) async fn answer(page: &Page, selector: &str, answered: &str) -> Result<f64> {
    page.eval::<()>(&format!(
        "void (window.answered = new Promise((done) => {{
            addEventListener('pointerdown', (down) => {{
                const look = () => {{
                    if (!({answered})) return requestAnimationFrame(look);
                    // The first task after a frame has been drawn.
                    const {{ port1, port2 }} = new MessageChannel();
                    port1.onmessage = () => done(performance.now() - down.timeStamp);
                    port2.postMessage(null);
                }};
                addEventListener('click', () => requestAnimationFrame(look), {{ once: true, capture: true }});
            }}, {{ once: true, capture: true }});
        }}))"
    ))
    .await?;
    page.click(selector).await?;
    page.eval("window.answered").await
}

/// How smooth an animation was.
#[derive(Deserialize)]
pub(crate) struct Motion {
    /// Frames per second.
    pub(crate) rate: f64,
    /// The longest time between two frames, in milliseconds.
    pub(crate) longest: f64,
}

/// Clicks and measures the frames of the following second.
pub(crate) async fn motion(page: &Page, selector: &str) -> Result<Motion> {
    page.eval::<()>(&format!(
        "void (window.moved = new Promise((done) => {{
            document.querySelector({}).addEventListener('click', () => {{
                const times = [];
                const note = (time) => {{
                    times.push(time);
                    if (time - times[0] < 1000) return requestAnimationFrame(note);
                    const waits = times.slice(1).map((time, index) => time - times[index]);
                    const whole = times.at(-1) - times[0];
                    done({{ rate: 1000 * waits.length / whole, longest: Math.max(...waits) }});
                }};
                requestAnimationFrame(note);
            }}, {{ once: true, capture: true }});
        }}))",
        json!(selector)
    ))
    .await?;
    page.click(selector).await?;
    page.eval("window.moved").await
}

/// How the strongest computer player does in this browser.
#[derive(Deserialize)]
pub(crate) struct Engine {
    /// Milliseconds from starting the worker to its first answer, with the network downloaded and one position visited.
    pub(crate) ready: f64,
    /// Milliseconds until the answer when it is given a second.
    pub(crate) answer: f64,
    /// Positions visited in a second.
    pub(crate) speed: f64,
}

/// Starts a worker of its own, as the app does: `window.engineWorker`, begun at `window.engineBegan`.
const START_WORKER: &str = r#"(async () => {
    const boot = [...document.scripts].map((script) => script.src).find((address) => address.includes("boot-"));
    const names = await (await fetch(boot)).text();
    const file = (pattern) => new URL(names.match(pattern)[0], boot);
    const module = await WebAssembly.compileStreaming(fetch(file(/app-[0-9a-f]+[.]wasm/)));
    window.engineBegan = performance.now();
    window.engineWorker = new Worker(file(/engine-worker-[0-9a-f]+[.]js/), { type: "module" });
    window.engineWorker.postMessage(module);
})()"#;

/// Starts a worker for [`search`], and waits until it and its network are there.
pub(crate) async fn start_engine(page: &Page) -> Result<()> {
    page.eval::<()>(START_WORKER).await?;
    search(page, crate::MIDDLE_GAME, 200, 0).await.map(drop)
}

/// Lets the worker search a position from nothing.
pub(crate) async fn search(page: &Page, position: &str, visits: u32, seed: u64) -> Result<Searched> {
    page.eval(&format!(
        r#"new Promise((done) => {{
            const worker = window.engineWorker;
            const asked = performance.now();
            worker.onmessage = ({{ data }}) => {{
                const fields = data.split(" ");
                if (fields.length > 2) {{
                    const milliseconds = performance.now() - asked;
                    done({{ move: fields[1], visits: Number(fields.at(-1)), milliseconds }});
                }}
            }};
            worker.postMessage(["1", "sage", {seed}, 0, {position}, "----", "", {visits}].join("\n"));
        }})"#,
        position = json!(position)
    ))
    .await
}

/// What the analysis board does while its engine is thinking.
pub(crate) struct Analysing {
    /// Milliseconds from a move to the first lines about the new position.
    pub(crate) lines: f64,
    /// Milliseconds from a click that goes back a move to the picture that shows it.
    pub(crate) click: f64,
}

/// Plays the engine's best move on the analysis board, and clicks while it thinks about the next.
pub(crate) async fn analysis(page: &Page) -> Result<Analysing> {
    page.wait_for("[data-line='1'][data-move]").await?;
    page.click("[data-line='1'] .line-move").await?;
    page.wait_until("document.querySelector('.engine').dataset.first").await?;
    page.wait_for("[data-line='1'][data-move]").await?;
    let first = page.attribute(".engine", "data-first").await?.unwrap_or_default();
    let lines = first.parse().map_err(|error| format!("{first:?}: {error}"))?;
    let before = page.attribute("main", "data-position").await?.unwrap_or_default();
    let changed = format!("document.querySelector('main').dataset.position !== {}", json!(before));
    let click = answer(page, "[data-do=previous]", &changed).await?;
    Ok(Analysing { lines, click })
}

/// Notes when the engine's first line is on the screen.
const AWAIT_LINES: &str = "
    window.firstLines = new Promise((done) => {
        new MutationObserver((_, observer) => {
            if (document.querySelector(\"[data-line='1'][data-move]\")) {
                observer.disconnect();
                requestAnimationFrame(() => done(performance.now()));
            }
        }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-move'] });
    });";

/// Opens the analysis board on a blank page, with nothing downloaded before. Returns the milliseconds from the address to the first lines.
pub(crate) async fn first_lines(page: &Page, fragment: &str) -> Result<f64> {
    page.run_first(AWAIT_LINES).await?;
    page.go_to(fragment).await?;
    page.eval("window.firstLines").await
}

/// Lets a worker of its own think about the position.
pub(crate) async fn engine(page: &Page, position: &str) -> Result<Engine> {
    page.eval::<()>(START_WORKER).await?;
    page.eval(&format!(
        r#"(async () => {{
            const [worker, began] = [window.engineWorker, window.engineBegan];
            const ask = (id, seed, time) => new Promise((done) => {{
                worker.onmessage = ({{ data }}) => {{
                    const fields = data.split(" ");
                    if (fields[0] === id && fields.length > 2) done(Number(fields.at(-1)));
                }};
                worker.postMessage([id, "sage", seed, time, {position}, "----", "", ""].join("\n"));
            }});
            await ask("1", "1", "1");
            const ready = performance.now() - began;
            const asked = performance.now();
            await ask("2", "1", "1000");
            const answer = performance.now() - asked;
            // The search reads the clock only now and then, so what counts is the time it really took. Every seed is
            // another player, who starts from nothing.
            let [visits, time] = [0, 0];
            for (const seed of ["2", "3", "4", "5", "6"]) {{
                const asked = performance.now();
                visits += await ask("1" + seed, seed, "300");
                time += performance.now() - asked;
            }}
            worker.terminate();
            return {{ ready, answer, speed: 1000 * visits / time }};
        }})()"#,
        position = json!(position)
    ))
    .await
}
