//! `cargo xtask pictures`: pictures of every screen, for every size, by day and by night, in `target/pictures`.

use std::process::ExitCode;

use shangrila_browser::{Browser, Page, Result, SCREENS, Screen, Server, Visit, root};

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

/// Takes the pictures of some screens, or of all when none is named.
async fn take(names: &[String]) -> Result<()> {
    let named = names.iter().map(|name| Screen::named(name)).collect::<Result<Vec<_>>>()?;
    let screens = if named.is_empty() { SCREENS.iter().collect() } else { named };
    let sizes = [("phone", Visit::phone()), ("tablet", Visit::tablet()), ("desktop", Visit::desktop())];
    let mut failures = Vec::new();
    for screen in screens {
        for (size, visit) in &sizes {
            for (light, visit) in [("light", visit.clone()), ("dark", visit.clone().dark())] {
                let name = format!("{}-{size}-{light}", screen.name);
                match picture(screen, &visit.at(screen.fragment), &name).await {
                    Ok(()) => println!("{name}.png"),
                    Err(error) => failures.push(format!("{name}: {error}")),
                }
            }
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// Takes one picture, even of a way that leads nowhere: it shows how far it went.
async fn picture(screen: &Screen, visit: &Visit, name: &str) -> Result<()> {
    let browser = Browser::start().await?;
    let taken = async {
        let page = Page::open(&browser, Server::start()?, visit).await?;
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
