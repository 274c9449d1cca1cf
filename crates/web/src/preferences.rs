//! The user's preferences: language, theme, motion, pace, sound. Saved in the browser and applied at once everywhere.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_i18n::{Language, Words};

use crate::{browser, lazy, sound};

const KEY: &str = "shangrila.preferences";
/// The volume in percent until the user chooses another one.
const VOLUME: u8 = 70;
/// The least time between two moves at a calm pace.
const CALM_TURN: Duration = Duration::from_millis(900);

/// The colour theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Theme {
    /// Follow the device.
    Device,
    Day,
    Night,
}

/// The speed of animations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Motion {
    Off,
    Quick,
    Calm,
}

/// How fast computer players move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    Calm,
    Quick,
    Instant,
}

impl Pace {
    pub(crate) const ALL: [Pace; 3] = [Pace::Calm, Pace::Quick, Pace::Instant];

    pub(crate) const fn id(self) -> &'static str {
        match self {
            Pace::Calm => "calm",
            Pace::Quick => "quick",
            Pace::Instant => "instant",
        }
    }

    /// How long a computer player takes at least, given what its level takes.
    pub(crate) fn of_turn(self, level: Duration) -> Duration {
        match self {
            Pace::Calm => level.max(CALM_TURN),
            Pace::Quick => level / 2,
            Pace::Instant => Duration::ZERO,
        }
    }

    /// How long a forced pass is shown before it is played. It stays readable at every pace.
    pub(crate) const fn of_pass(self) -> Duration {
        match self {
            Pace::Calm => Duration::from_millis(2000),
            Pace::Quick => Duration::from_millis(1500),
            Pace::Instant => Duration::from_millis(900),
        }
    }
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

    pub(crate) const fn id(self) -> &'static str {
        match self {
            Motion::Off => "off",
            Motion::Quick => "quick",
            Motion::Calm => "calm",
        }
    }

    /// The factor applied to all durations.
    pub(crate) const fn factor(self) -> f64 {
        match self {
            Motion::Off => 0.0,
            Motion::Quick => 0.55,
            Motion::Calm => 1.0,
        }
    }
}

/// The user's preferences.
#[derive(Clone, Copy)]
pub(crate) struct Preferences {
    pub(crate) language: RwSignal<Language>,
    /// The texts in that language.
    words: RwSignal<&'static Words>,
    pub(crate) theme: RwSignal<Theme>,
    /// The speed of animations that the user has chosen; without a choice they follow the device.
    pub(crate) chosen_motion: RwSignal<Option<Motion>>,
    pub(crate) pace: RwSignal<Pace>,
    pub(crate) sound: RwSignal<bool>,
    /// The volume of the sounds, in percent.
    pub(crate) volume: RwSignal<u8>,
    /// Whether the user has been offered sound.
    pub(crate) sound_offered: RwSignal<bool>,
    /// Whether a complete move waits for confirmation.
    pub(crate) confirm: RwSignal<bool>,
    /// Whether tips for new players are shown.
    pub(crate) tips: RwSignal<bool>,
    /// Whether the coach warns before a blunder in local games.
    pub(crate) teaching: RwSignal<bool>,
    /// Whether the browser notifies the user when it is their turn at an online table.
    pub(crate) notify: RwSignal<bool>,
    /// Whether the device prefers a dark theme right now.
    device_dark: RwSignal<bool>,
    /// Whether the device asks for reduced motion right now.
    device_still: RwSignal<bool>,
}

const DARK: &str = "(prefers-color-scheme: dark)";
const STILL: &str = "(prefers-reduced-motion: reduce)";

impl Preferences {
    /// Loads the saved preferences; anything missing or unknown follows the browser's settings. `words` are the texts in
    /// [`saved_language`].
    pub(crate) fn load(words: &'static Words) -> Preferences {
        let saved = saved_preferences();
        let value = |name: &str| value_of(&saved, name);
        let by_id = |all: &[Motion]| value("motion").and_then(|id| all.iter().copied().find(|one| one.id() == id));
        let preferences = Preferences {
            language: RwSignal::new(saved_language()),
            words: RwSignal::new(words),
            theme: RwSignal::new(
                value("theme")
                    .and_then(|id| Theme::ALL.into_iter().find(|one| one.id() == id))
                    .unwrap_or(Theme::Device),
            ),
            chosen_motion: RwSignal::new(by_id(&Motion::ALL)),
            pace: RwSignal::new(
                value("pace").and_then(|id| Pace::ALL.into_iter().find(|one| one.id() == id)).unwrap_or(Pace::Calm),
            ),
            sound: RwSignal::new(value("sound").is_some_and(|on| on == "on")),
            volume: RwSignal::new(value("volume").and_then(|percent| percent.parse().ok()).unwrap_or(VOLUME).min(100)),
            // Whoever has been here before sound was offered has found the setting.
            sound_offered: RwSignal::new(!saved.is_empty() && value("offered").is_none_or(|on| on == "on")),
            confirm: RwSignal::new(value("confirm").is_none_or(|on| on == "on")),
            tips: RwSignal::new(value("tips").is_none_or(|on| on == "on")),
            teaching: RwSignal::new(value("teaching").is_some_and(|on| on == "on")),
            notify: RwSignal::new(value("notify").is_some_and(|on| on == "on")),
            device_dark: RwSignal::new(browser::matches_media(DARK)),
            device_still: RwSignal::new(browser::matches_media(STILL)),
        };
        preferences.save_and_apply();
        preferences
    }

    /// The texts in the chosen language. Reading them in a view makes the view follow the choice.
    pub(crate) fn words(self) -> &'static Words {
        self.words.get()
    }

    /// The texts in the chosen language without tracking, for event handlers.
    pub(crate) fn words_now(self) -> &'static Words {
        self.words.get_untracked()
    }

    /// Changes the language as soon as its texts are there. Without a connection everything stays as it is.
    pub(crate) fn choose_language(self, language: Language, on_failure: impl FnOnce() + 'static) {
        spawn_local(async move {
            match lazy::words(language).await {
                Ok(words) => {
                    self.words.set(words);
                    self.language.set(language);
                }
                Err(_) => on_failure(),
            }
        });
    }

    pub(crate) fn is_dark(self) -> bool {
        match self.theme.get() {
            Theme::Device => self.device_dark.get(),
            Theme::Day => false,
            Theme::Night => true,
        }
    }

    /// The speed of animations.
    pub(crate) fn motion(self) -> Motion {
        let by_device = || if self.device_still.get() { Motion::Off } else { Motion::Calm };
        self.chosen_motion.get().unwrap_or_else(by_device)
    }

    /// The factor applied to all durations now, without tracking.
    pub(crate) fn motion_now(self) -> f64 {
        untrack(|| self.motion()).factor()
    }

    /// Saves every change, and applies it to the root element for the style sheet.
    fn save_and_apply(self) {
        Effect::new(move || {
            let on = |yes: bool| if yes { "on" } else { "off" };
            // What follows the device is not saved, so that it goes on following it.
            let motion = self.chosen_motion.get().map_or(String::new(), |motion| format!("motion={};", motion.id()));
            let text = format!(
                "language={};theme={};{motion}pace={};sound={};volume={};offered={};confirm={};tips={};teaching={};notify={}",
                self.language.get().code(),
                self.theme.get().id(),
                self.pace.get().id(),
                on(self.sound.get()),
                self.volume.get(),
                on(self.sound_offered.get()),
                on(self.confirm.get()),
                on(self.tips.get()),
                on(self.teaching.get()),
                on(self.notify.get()),
            );
            // Without storage the preferences last until the page is closed.
            let _ = browser::storage().map(|storage| storage.set_item(KEY, &text));
        });
        Effect::new(move || {
            let Some(root) = document().document_element() else { return };
            let _ = root.set_attribute("lang", self.language.get().code());
            let _ = root.class_list().toggle_with_force("dark", self.is_dark());
            let _ = root.class_list().toggle_with_force("still", self.motion() == Motion::Off);
            let factor = self.motion().factor().to_string();
            let _ = root.set_attribute("style", &format!("--motion:{factor}"));
        });
        Effect::new(move || {
            let percent = if self.sound.get() { self.volume.get() } else { 0 };
            sound::set_volume(f32::from(percent) / 100.0);
        });
        follow_device(DARK, self.device_dark);
        follow_device(STILL, self.device_still);
    }
}

/// Keeps the signal up to date with what the device prefers.
fn follow_device(query: &str, prefers: RwSignal<bool>) {
    if let Ok(Some(list)) = window().match_media(query) {
        let listener = wasm_bindgen::closure::Closure::<dyn Fn(web_sys::MediaQueryListEvent)>::new(
            move |event: web_sys::MediaQueryListEvent| prefers.set(event.matches()),
        );
        let _ = list.add_event_listener_with_callback("change", wasm_bindgen::JsCast::unchecked_ref(listener.as_ref()));
        listener.forget();
    }
}

/// The language of the saved preferences; if there is none, the browser's.
pub(crate) fn saved_language() -> Language {
    let browser_language = || {
        let tags = window().navigator().languages();
        tags.iter().filter_map(|tag| Language::from_locale(&tag.as_string()?)).next().unwrap_or_default()
    };
    value_of(&saved_preferences(), "language").and_then(|code| code.parse().ok()).unwrap_or_else(browser_language)
}

fn saved_preferences() -> String {
    browser::storage().and_then(|storage| storage.get_item(KEY).ok().flatten()).unwrap_or_default()
}

/// A value in a text of `name=value` pairs, separated by semicolons.
pub(crate) fn value_of(saved: &str, name: &str) -> Option<String> {
    let pair = saved.split(';').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name);
    pair.map(|(_, value)| value.to_string())
}

/// The user's preferences, from anywhere inside the app.
pub(crate) fn preferences() -> Preferences {
    expect_context()
}
