//! The same game in two tabs: the one that opened it last plays, the others look on.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{BroadcastChannel, MessageEvent};

const CHANNEL: &str = "shangrila";

/// What another tab did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// It plays the game now.
    TakenOver,
    /// It wrote the game.
    Changed,
}

/// The line to the other tabs.
pub(crate) struct Tabs {
    id: String,
    tab: String,
    channel: Option<BroadcastChannel>,
    _listener: Closure<dyn FnMut(MessageEvent)>,
    storage: Option<leptos::prelude::WindowListenerHandle>,
}

impl Tabs {
    /// Listens to what other tabs do with this game.
    pub(crate) fn open(id: String, tab: String, heard: impl Fn(Event) + Clone + 'static) -> Tabs {
        let channel = BroadcastChannel::new(CHANNEL).ok();
        let (own_id, own_tab, tell) = (id.clone(), tab.clone(), heard.clone());
        let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let text = event.data().as_string().unwrap_or_default();
            if text.split_once(' ').is_some_and(|(game, sender)| game == own_id && sender != own_tab) {
                tell(Event::TakenOver);
            }
        });
        if let Some(channel) = &channel {
            channel.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        }
        let suffix = format!(".{id}");
        let storage = leptos::prelude::window_event_listener(leptos::ev::storage, move |event| {
            if event.key().is_some_and(|key| key.ends_with(&suffix)) {
                heard(Event::Changed);
            }
        });
        Tabs { id, tab, channel, _listener: listener, storage: Some(storage) }
    }

    /// Tells the others that the game is played here now.
    pub(crate) fn take_over(&self) {
        if let Some(channel) = &self.channel {
            let _ = channel.post_message(&format!("{} {}", self.id, self.tab).into());
        }
    }
}

impl Drop for Tabs {
    fn drop(&mut self) {
        if let Some(channel) = &self.channel {
            channel.close();
        }
        if let Some(storage) = self.storage.take() {
            storage.remove();
        }
    }
}
