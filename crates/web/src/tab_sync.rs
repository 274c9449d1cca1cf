//! Coordinates tabs that show the same game: the tab that opened it last plays, the others watch.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{BroadcastChannel, MessageEvent};

const CHANNEL: &str = "shangrila";

/// Something another tab did with the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TabEvent {
    /// It plays the game now.
    Claimed,
    /// It saved the game.
    Saved,
}

/// The channel to the other tabs.
pub(crate) struct TabSync {
    id: String,
    tab: String,
    channel: Option<BroadcastChannel>,
    _listener: Closure<dyn FnMut(MessageEvent)>,
    storage: Option<leptos::prelude::WindowListenerHandle>,
}

impl TabSync {
    /// Starts listening to the other tabs. `id` is the game, `tab` a random id of this tab.
    pub(crate) fn open(id: String, tab: String, on_event: impl Fn(TabEvent) + Clone + 'static) -> TabSync {
        let channel = BroadcastChannel::new(CHANNEL).ok();
        let (own_id, own_tab, on_claim) = (id.clone(), tab.clone(), on_event.clone());
        let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let text = event.data().as_string().unwrap_or_default();
            if text.split_once(' ').is_some_and(|(game, sender)| game == own_id && sender != own_tab) {
                on_claim(TabEvent::Claimed);
            }
        });
        if let Some(channel) = &channel {
            channel.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        }
        let suffix = format!(".{id}");
        let storage = leptos::prelude::window_event_listener(leptos::ev::storage, move |event| {
            if event.key().is_some_and(|key| key.ends_with(&suffix)) {
                on_event(TabEvent::Saved);
            }
        });
        TabSync { id, tab, channel, _listener: listener, storage: Some(storage) }
    }

    /// Tells the other tabs that this one plays the game now.
    pub(crate) fn claim(&self) {
        if let Some(channel) = &self.channel {
            let _ = channel.post_message(&format!("{} {}", self.id, self.tab).into());
        }
    }
}

impl Drop for TabSync {
    fn drop(&mut self) {
        if let Some(channel) = &self.channel {
            channel.close();
        }
        if let Some(storage) = self.storage.take() {
            storage.remove();
        }
    }
}
