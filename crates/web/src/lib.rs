//! The web app. It contains the rules and the computer players, so local games need no server.
//!
//! [`start`] mounts the app; [`start_worker`] runs the computer players in a web worker. `app` picks the screen. `home`, `table`,
//! `games_page`, `record_page`, `rules_page`, `strategy_page`, `tutorial`, `puzzles`, `analysis` and `online` are the screens;
//! everything else is shared between them.

#![deny(unsafe_code)]
#![allow(unreachable_pub, reason = "leptos generates `pub` component structs")]

mod analysis;
mod app;
mod browser;
mod controls;
mod dialog;
mod engine_worker;
mod erased;
mod games_page;
mod guided;
mod home;
mod lazy;
mod line_graph;
mod notices;
mod online;
mod own_results;
mod page;
mod pictures;
mod player_names;
mod practice;
mod preferences;
mod puzzles;
mod rated_games;
mod record_page;
mod report;
mod route;
mod rules_page;
mod saved_games;
mod settings;
mod setup_controls;
mod share;
mod shared_game;
mod sound;
mod strategy_page;
mod tab_sync;
mod table;
mod thumbnail;
mod tutorial;

use std::future::Future;
use std::task::Poll;

use leptos::prelude::*;
use shangrila_i18n::Language;
use shangrila_rules::record::Date;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use app::App;

/// Mounts the app, and resolves once the part with the table has been downloaded too. `worker_url` is the script that runs
/// [`start_worker`] in a web worker.
#[wasm_bindgen]
pub async fn start(worker_url: String) {
    let language = preferences::saved_language();
    // Without a connection, or where that part was never cached, the app at least speaks English.
    let words = lazy::words(language).await.unwrap_or(const { Language::English.words() });
    // Requested before the home screen is built, so that the network is not idle meanwhile.
    let mut table = std::pin::pin!(lazy::preload_table());
    let requested = std::future::poll_fn(|context| Poll::Ready(table.as_mut().poll(context)));
    let is_there = requested.await.is_ready();
    if let Ok(Some(splash)) = document().query_selector(".splash") {
        splash.remove();
    }
    mount_to_body(move || view! { <App worker_url=worker_url.clone() words/> });
    // For tests and measurements: from here on the app responds to clicks.
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-ready", "1");
    }
    if let Some(performance) = window().performance() {
        let _ = performance.mark("playable");
    }
    if !is_there {
        // Whoever starts a game without it is told.
        let _ = table.await;
    }
}

/// Starts serving search requests. Called inside the engine worker, with the weights of the network if they could be
/// downloaded.
#[wasm_bindgen]
pub async fn start_worker(network: Option<Vec<u8>>) -> Result<(), JsError> {
    lazy::engine(network).await.map_err(JsError::from)
}

/// Today's date, for game records.
fn today() -> Option<Date> {
    let now = js_sys::Date::new_0();
    Date::new(now.get_full_year() as u16, now.get_month() as u8 + 1, now.get_date() as u8)
}
