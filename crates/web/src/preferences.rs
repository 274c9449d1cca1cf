//! What a person likes: language, light, motion, sound. Kept in the browser, changed at once everywhere.

use leptos::prelude::*;
use shangrila_i18n::{Language, Words};

use crate::{browser, sound};

const KEY: &str = "shangrila.preferences";

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Theme {
    /// As the device wants it.
    Device,
    Day,
    Night,
}

/// How fast things move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Motion {
    Off,
    Quick,
    Calm,
}

impl Theme {
    pub(crate) const ALL: [Theme; 3] = [Theme::Device, Theme::Day, Theme::Night];

    const fn id(self) -> &'static str {
        match self {
            Theme::Device => "device",
            Theme::Day => "day",
            Theme::Night => "night",
        }
    }
}

impl Motion {
    pub(crate) const ALL: [Motion; 3] = [Motion::Off, Motion::Quick, Motion::Calm];

    const fn id(self) -> &'static str {
        match self {
            Motion::Off => "off",
            Motion::Quick => "quick",
            Motion::Calm => "calm",
        }
    }

    /// By what all durations are multiplied.
    pub(crate) const fn factor(self) -> f64 {
        match self {
            Motion::Off => 0.0,
            Motion::Quick => 0.55,
            Motion::Calm => 1.0,
        }
    }
}

/// What a person likes.
#[derive(Clone, Copy)]
pub(crate) struct Preferences {
    pub(crate) language: RwSignal<Language>,
    pub(crate) theme: RwSignal<Theme>,
    pub(crate) motion: RwSignal<Motion>,
    pub(crate) sound: RwSignal<bool>,
    /// Whether a whole move waits for a second yes.
    pub(crate) confirm: RwSignal<bool>,
    /// Whether newcomers' questions are answered before they are asked.
    pub(crate) tips: RwSignal<bool>,
    /// Whether the browser calls when it is the person's turn at a table of the server.
    pub(crate) notify: RwSignal<bool>,
    /// Whether the device wants it dark just now.
    device_dark: RwSignal<bool>,
}

impl Preferences {
    /// Reads what was kept; what is missing or unknown is as the browser likes it.
    pub(crate) fn load() -> Preferences {
        let kept = browser::storage().and_then(|storage| storage.get_item(KEY).ok().flatten()).unwrap_or_default();
        let value = |name: &str| {
            let pair = kept.split(';').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name);
            pair.map(|(_, value)| value.to_string())
        };
        let of_browser = || {
            let tags = window().navigator().languages();
            tags.iter().filter_map(|tag| Language::from_locale(&tag.as_string()?)).next().unwrap_or_default()
        };
        let usual_motion =
            if browser::matches_media("(prefers-reduced-motion: reduce)") { Motion::Off } else { Motion::Calm };
        let by_id = |all: &[Motion]| value("motion").and_then(|id| all.iter().copied().find(|one| one.id() == id));
        let preferences = Preferences {
            language: RwSignal::new(value("language").and_then(|code| code.parse().ok()).unwrap_or_else(of_browser)),
            theme: RwSignal::new(
                value("theme")
                    .and_then(|id| Theme::ALL.into_iter().find(|one| one.id() == id))
                    .unwrap_or(Theme::Device),
            ),
            motion: RwSignal::new(by_id(&Motion::ALL).unwrap_or(usual_motion)),
            sound: RwSignal::new(value("sound").is_some_and(|on| on == "on")),
            confirm: RwSignal::new(value("confirm").is_none_or(|on| on == "on")),
            tips: RwSignal::new(value("tips").is_none_or(|on| on == "on")),
            notify: RwSignal::new(value("notify").is_some_and(|on| on == "on")),
            device_dark: RwSignal::new(browser::matches_media("(prefers-color-scheme: dark)")),
        };
        preferences.keep_and_apply();
        preferences
    }

    /// The words of the chosen language; asking inside a view makes it follow the choice.
    pub(crate) fn words(self) -> &'static Words {
        self.language.get().words()
    }

    /// The words of the chosen language at this moment, for what happens once.
    pub(crate) fn words_now(self) -> &'static Words {
        self.language.get_untracked().words()
    }

    pub(crate) fn is_dark(self) -> bool {
        match self.theme.get() {
            Theme::Device => self.device_dark.get(),
            Theme::Day => false,
            Theme::Night => true,
        }
    }

    /// Writes every change to the browser, and to the root of the page, where the style sheet sees it.
    fn keep_and_apply(self) {
        Effect::new(move || {
            let on = |yes: bool| if yes { "on" } else { "off" };
            let text = format!(
                "language={};theme={};motion={};sound={};confirm={};tips={};notify={}",
                self.language.get().code(),
                self.theme.get().id(),
                self.motion.get().id(),
                on(self.sound.get()),
                on(self.confirm.get()),
                on(self.tips.get()),
                on(self.notify.get()),
            );
            // A browser that keeps nothing still shows everything.
            let _ = browser::storage().map(|storage| storage.set_item(KEY, &text));
        });
        Effect::new(move || {
            let Some(root) = document().document_element() else { return };
            let _ = root.set_attribute("lang", self.language.get().code());
            let _ = root.class_list().toggle_with_force("dark", self.is_dark());
            let _ = root.class_list().toggle_with_force("still", self.motion.get() == Motion::Off);
            let factor = self.motion.get().factor().to_string();
            let _ = root.set_attribute("style", &format!("--motion:{factor}"));
        });
        Effect::new(move || sound::switch(self.sound.get()));
        let device_dark = self.device_dark;
        if let Ok(Some(list)) = window().match_media("(prefers-color-scheme: dark)") {
            let listener = wasm_bindgen::closure::Closure::<dyn Fn(web_sys::MediaQueryListEvent)>::new(
                move |event: web_sys::MediaQueryListEvent| device_dark.set(event.matches()),
            );
            let _ =
                list.add_event_listener_with_callback("change", wasm_bindgen::JsCast::unchecked_ref(listener.as_ref()));
            listener.forget();
        }
    }
}

/// What the person likes, from anywhere inside the app.
pub(crate) fn preferences() -> Preferences {
    expect_context()
}
