//! The game in the browser. It runs the rules and the computer players itself, so playing needs no server.

#![forbid(unsafe_code)]

use leptos::prelude::*;
use wasm_bindgen::prelude::wasm_bindgen;

/// Shows the app. `worker_url` is the script that runs [`start_worker`] in a thread of its own.
#[wasm_bindgen]
pub fn start(worker_url: String) {
    mount_to_body(move || view! { <main data-worker=worker_url.clone()>"Shangrila"</main> });
    if let Some(root) = document().document_element() {
        // Refused only for names that are none.
        let _ = root.set_attribute("data-ready", "1");
    }
}

/// Waits for questions to the computer players, inside a web worker.
#[wasm_bindgen]
pub fn start_worker() {}
