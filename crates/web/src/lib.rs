//! The web app. It contains the rules and the computer players, so local games need no server.
//!
//! [`start`] mounts the app; [`start_worker`] runs the computer players in a web worker. `app` picks the screen. `home`, `table`,
//! `games_page`, `rules_page` and `online` are the screens; everything else is shared between them.

#![forbid(unsafe_code)]
#![allow(unreachable_pub, reason = "leptos generates `pub` component structs")]

mod app;
mod browser;
mod controls;
mod dialog;
mod engine_worker;
mod games_page;
mod home;
mod notices;
mod online;
mod page;
mod pictures;
mod player_names;
mod preferences;
mod route;
mod rules_page;
mod saved_games;
mod settings;
mod setup_controls;
mod share;
mod sound;
mod tab_sync;
mod table;

use leptos::prelude::*;
use shangrila_rules::record::Date;
use wasm_bindgen::prelude::wasm_bindgen;

use app::App;

/// Mounts the app. `worker_url` is the script that runs [`start_worker`] in a web worker.
#[wasm_bindgen]
pub fn start(worker_url: String) {
    if let Ok(Some(splash)) = document().query_selector(".splash") {
        splash.remove();
    }
    mount_to_body(move || view! { <App worker_url=worker_url.clone()/> });
    // For tests and measurements: from here on the app responds to clicks.
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-ready", "1");
    }
    if let Some(performance) = window().performance() {
        let _ = performance.mark("playable");
    }
}

/// Starts serving search requests. Called inside the engine worker, with the weights of the network if they could be
/// downloaded.
#[wasm_bindgen]
pub fn start_worker(network: Option<Vec<u8>>) {
    if let Some(bytes) = network
        && let Err(error) = shangrila_ai::network::install(&bytes)
    {
        leptos::logging::warn!("the computer players do without their network: {error}");
    }
    engine_worker::worker::listen();
}

/// Today's date, for game records.
fn today() -> Option<Date> {
    let now = js_sys::Date::new_0();
    Date::new(now.get_full_year() as u16, now.get_month() as u8 + 1, now.get_date() as u8)
}
