//! `cargo xtask pictures`: screenshots of every screen, in every size and in both themes, in `target/pictures`.
//!
//! Arguments are names of screens, languages such as `de` if not English, and sizes such as `844x390` if not the usual three.

use std::process::ExitCode;

use shangrila_browser::{Browser, Page, Result, SCREENS, Screen, TestServer, Visit, root};

#[tokio::main]
async fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    match take(&names).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("pictures: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Takes screenshots of the named screens, or of all if none is named.
async fn take(names: &[String]) -> Result<()> {
    let (languages, names): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| name.len() == 2);
    let (sizes, names): (Vec<_>, Vec<_>) =
        names.into_iter().map(|name| (name, size(name))).partition(|(_, size)| size.is_some());
    let named = names.iter().map(|(name, _)| Screen::named(name)).collect::<Result<Vec<_>>>()?;
    let screens = if named.is_empty() { SCREENS.iter().collect() } else { named };
    let languages = if languages.is_empty() { vec!["en"] } else { languages.into_iter().map(String::as_str).collect() };
    let usual = [("phone", Visit::phone()), ("tablet", Visit::tablet()), ("desktop", Visit::desktop())];
    let sizes: Vec<(&str, Visit)> = match sizes.is_empty() {
        true => usual.into(),
        false => sizes.into_iter().filter_map(|(name, visit)| Some((name.as_str(), visit?))).collect(),
    };
    let mut failures = Vec::new();
    for (screen, language) in screens.iter().flat_map(|screen| languages.iter().map(move |language| (screen, language)))
    {
        for (size, visit) in &sizes {
            let visit = visit.clone().language(language);
            for (light, visit) in [("light", visit.clone()), ("dark", visit.dark())] {
                let name = match *language {
                    "en" => format!("{}-{size}-{light}", screen.name),
                    language => format!("{}-{size}-{light}-{language}", screen.name),
                };
                match picture(screen, &visit.at(screen.fragment), &name).await {
                    Ok(()) => println!("{name}.png"),
                    Err(error) => failures.push(format!("{name}: {error}")),
                }
            }
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// A window of a size such as `844x390`.
fn size(name: &str) -> Option<Visit> {
    let (width, height) = name.split_once('x')?;
    Some(Visit::window(width.parse().ok()?, height.parse().ok()?))
}

/// Takes one screenshot, even if the screen could not be reached: it shows how far the steps got.
async fn picture(screen: &Screen, visit: &Visit, name: &str) -> Result<()> {
    let browser = Browser::start().await?;
    let taken = async {
        let page = Page::open(&browser, TestServer::start()?, visit).await?;
        let reached = screen.reach(&page).await;
        page.save_screenshot(&root().join("target/pictures").join(format!("{name}.png"))).await?;
        match page.take_complaints() {
            complaints if complaints.is_empty() => reached,
            complaints => Err(complaints.join("\n")),
        }
    };
    let taken = taken.await;
    browser.close().await;
    taken
}
