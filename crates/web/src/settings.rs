//! The settings window: language, theme, motion, pace, sound and more.

use leptos::prelude::*;
use shangrila_i18n::{Language, SettingsWords, StoryWords};

use crate::controls::{SignalSwitch, Switch};
use crate::dialog::Dialog;
use crate::erased::click;
use crate::notices::notices;
use crate::online::allow_notifications;
use crate::preferences::{Motion, Pace, Theme, preferences};
use crate::sound::{self, Sound};

/// The settings window.
#[component]
pub(crate) fn Settings(open: RwSignal<bool>) -> impl IntoView {
    let preferences = preferences();
    let notices = notices();
    let title = Signal::derive(move || preferences.words().app.settings.to_string());
    let theme_name = |theme: Theme, words: &SettingsWords| match theme {
        Theme::Device => words.system_theme,
        Theme::Day => words.light,
        Theme::Night => words.dark,
    };
    let motion_name = |motion: Motion, words: &SettingsWords| match motion {
        Motion::Off => words.off,
        Motion::Quick => words.fast,
        Motion::Calm => words.slow,
    };
    let pace_name = |pace: Pace, words: &StoryWords| match pace {
        Pace::Calm => words.calm,
        Pace::Quick => words.quick,
        Pace::Instant => words.instant,
    };
    view! {
        <Dialog open title name="settings">
            <fieldset>
                <legend>{move || preferences.words().settings.language}</legend>
                <div class="segments languages">
                    {Language::ALL.map(|language| view! {
                        <button
                            type="button"
                            lang=language.code()
                            data-language=language.code()
                            aria-pressed=move || (preferences.language.get() == language).to_string()
                            on:click=click(move || preferences.choose_language(language, move || {
                                notices.show(preferences.words_now().app.not_downloaded.to_string());
                            }))
                        >
                            {language.own_name()}
                        </button>
                    }).collect_view()}
                </div>
            </fieldset>
            <fieldset>
                <legend>{move || preferences.words().settings.theme}</legend>
                <div class="segments">
                    {Theme::ALL.map(|theme| view! {
                        <button
                            type="button"
                            aria-pressed=move || (preferences.theme.get() == theme).to_string()
                            on:click=click(move || preferences.theme.set(theme))
                        >
                            {move || theme_name(theme, &preferences.words().settings)}
                        </button>
                    }).collect_view()}
                </div>
            </fieldset>
            <fieldset>
                <legend>{move || preferences.words().settings.motion}</legend>
                <div class="segments">
                    {Motion::ALL.map(|motion| view! {
                        <button
                            type="button"
                            data-motion=motion.id()
                            aria-pressed=move || (preferences.motion() == motion).to_string()
                            on:click=click(move || preferences.chosen_motion.set(Some(motion)))
                        >
                            {move || motion_name(motion, &preferences.words().settings)}
                        </button>
                    }).collect_view()}
                </div>
            </fieldset>
            <fieldset>
                <legend>{move || preferences.words().story.bot_pace}</legend>
                <div class="segments">
                    {Pace::ALL.map(|pace| view! {
                        <button
                            type="button"
                            data-pace=pace.id()
                            aria-pressed=move || (preferences.pace.get() == pace).to_string()
                            on:click=click(move || preferences.pace.set(pace))
                        >
                            {move || pace_name(pace, &preferences.words().story)}
                        </button>
                    }).collect_view()}
                </div>
            </fieldset>
            <SignalSwitch
                signal=preferences.sound
                label=Signal::derive(move || preferences.words().settings.sound)
                name="sound"
            />
            <div class="volume">
                <span id="volume-label">{move || preferences.words().settings.volume}</span>
                <input
                    aria-labelledby="volume-label"
                    type="range"
                    min="10"
                    max="100"
                    step="10"
                    data-option="volume"
                    disabled=move || !preferences.sound.get()
                    prop:value=move || preferences.volume.get().to_string()
                    on:input=move |event| {
                        if let Ok(percent) = event_target_value(&event).parse() {
                            preferences.volume.set(percent);
                        }
                    }
                    // Effects run first, so that this is heard at the new volume.
                    on:change=move |_| request_animation_frame(|| sound::play(Sound::Place))
                />
            </div>
            <SignalSwitch
                signal=preferences.confirm
                label=Signal::derive(move || preferences.words().settings.confirm)
                name="confirm"
            />
            <SignalSwitch
                signal=preferences.tips
                label=Signal::derive(move || preferences.words().settings.tips)
                name="tips"
            />
            <SignalSwitch
                signal=preferences.teaching
                label=Signal::derive(move || preferences.words().settings.teaching)
                name="teaching"
            />
            <Switch
                on=preferences.notify
                set=Callback::new(move |on| allow_notifications(on, notices, preferences))
                label=Signal::derive(move || preferences.words().settings.notify)
                name="notify"
            />
        </Dialog>
    }
}
