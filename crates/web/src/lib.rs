//! The game in the browser. It runs the rules and the computer players itself, so playing needs no server.
//!
//! [`start`] shows the app; [`start_worker`] is the thread in which computer players think. `app` chooses the screen,
//! `home`, `table`, `games`, `rules` and `online` are the screens, the rest is what they share.

#![forbid(unsafe_code)]
#![allow(unreachable_pub, reason = "leptos writes components as `pub`")]

mod app;
mod browser;
mod controls;
mod dialog;
mod drawing;
mod games;
mod home;
mod names;
mod notices;
mod online;
mod page;
mod preferences;
mod route;
mod rules;
mod saves;
mod settings;
mod setup;
mod share;
mod sound;
mod table;
mod tabs;
mod thinking;

use leptos::prelude::*;
use shangrila_rules::record::Date;
use wasm_bindgen::prelude::wasm_bindgen;

use app::App;

/// Shows the app. `worker_url` is the script that runs [`start_worker`] in a thread of its own.
#[wasm_bindgen]
pub fn start(worker_url: String) {
    if let Ok(Some(splash)) = document().query_selector(".splash") {
        splash.remove();
    }
    mount_to_body(move || view! { <App worker_url=worker_url.clone()/> });
    // For those who measure, and for tests: from here on a click is answered.
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-ready", "1");
    }
    if let Some(performance) = window().performance() {
        let _ = performance.mark("playable");
    }
}

/// Waits for questions to the computer players, inside a web worker.
#[wasm_bindgen]
pub fn start_worker() {
    thinking::worker::listen();
}

/// The day, for the record of a game.
fn today() -> Option<Date> {
    let now = js_sys::Date::new_0();
    Date::new(now.get_full_year() as u16, now.get_month() as u8 + 1, now.get_date() as u8)
}
