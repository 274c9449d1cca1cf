//! The screens of the app that pictures are taken of, and how to get to each.

use std::time::Duration;

use crate::{Page, Result};
use Step::{Click, Press, Rest, Type, WaitFor};

/// A screen and the way to it.
pub struct Screen {
    /// Its name, and that of its pictures.
    pub name: &'static str,
    /// Where the way begins: a fragment of the address.
    pub fragment: &'static str,
    /// What a person does from there.
    pub steps: &'static [Step],
}

/// One thing a person does.
pub enum Step {
    /// Clicks what a CSS selector finds.
    Click(&'static str),
    /// Presses a key, such as `Escape` or `Shift+Tab`.
    Press(&'static str),
    /// Writes into what has the focus.
    Type(&'static str),
    /// Waits until a CSS selector finds something visible.
    WaitFor(&'static str),
    /// Lets an animation come to its end.
    Rest(Duration),
}

const SETTLE: Step = Rest(Duration::from_millis(600));

/// All screens. A line here is a picture more.
pub const SCREENS: &[Screen] = &[
    Screen { name: "home", fragment: "", steps: &[] },
    Screen { name: "settings", fragment: "", steps: &[Click("[data-do=settings]"), WaitFor("dialog[open]"), SETTLE] },
    Screen { name: "games", fragment: "#/games", steps: &[] },
    Screen { name: "rules", fragment: "#/rules", steps: &[] },
    Screen { name: "table", fragment: "", steps: &[Click("[data-do=start]"), WaitFor("[data-village]"), SETTLE] },
    Screen { name: "village", fragment: "", steps: &[Click("[data-do=start]"), Click("[data-village=e]"), SETTLE] },
];

impl Screen {
    /// The screen of a name.
    pub fn named(name: &str) -> Result<&'static Screen> {
        let names = || SCREENS.iter().map(|screen| screen.name).collect::<Vec<_>>().join(", ");
        let found = SCREENS.iter().find(|screen| screen.name == name);
        found.ok_or_else(|| format!("there is no screen {name}; there are {}", names()))
    }

    /// Goes the way, from a page that shows the first screen.
    pub async fn reach(&self, page: &Page) -> Result<()> {
        for step in self.steps {
            match step {
                Click(selector) => page.click(selector).await?,
                Press(keys) => page.press(keys).await?,
                Type(text) => page.type_text(text).await?,
                WaitFor(selector) => page.wait_for(selector).await?,
                Rest(time) => tokio::time::sleep(*time).await,
            }
        }
        Ok(())
    }
}
