//! Tips for new players at the moment they need them.

use leptos::prelude::*;
use shangrila_i18n::TableWords;
use shangrila_scene::Icon;
use shangrila_table::{PendingMove, Session};

use super::game::Game;
use crate::erased::{click, memo};
use crate::pictures::icon_picture;
use crate::preferences::{Preferences, preferences};
use crate::sound::{self, Sound};

/// The tip for the current situation; `None` once the first turns are over.
fn tip(words: &TableWords, game: Game, session: &Session) -> Option<&'static str> {
    let position = session.position();
    let is_own = |clan| game.is_mine(clan);
    let turns = session.turns().filter(|(before, ..)| before.to_move().is_some_and(is_own) && !before.in_opening());
    match session.pending {
        _ if position.in_opening() => Some(words.tip_setup),
        PendingMove::Place => Some(words.tip_place),
        PendingMove::Recruit | PendingMove::SecondStudent { .. } => Some(words.tip_recruit),
        PendingMove::Journey | PendingMove::Destination { .. } => Some(words.tip_journey),
        // One tip per turn.
        PendingMove::Open => {
            [words.tip_goal, words.tip_recruit, words.tip_journey, words.tip_strength].get(turns.count()).copied()
        }
    }
}

/// Whether sound is to be offered: in the first round of a game, once. A game from a link has begun long ago.
fn may_offer_sound() -> bool {
    let game = expect_context::<Game>();
    let begun = game.session.with_untracked(|session| session.turns().len() >= session.players().len());
    !begun && !preferences().sound_offered.get_untracked()
}

fn answer_sound_offer(preferences: Preferences, yes: bool) {
    preferences.sound.set(yes);
    preferences.sound_offered.set(true);
    if yes {
        // Effects run first, so that this is heard.
        request_animation_frame(|| sound::play(Sound::Journey));
    }
}

/// Making a move is an answer, too.
fn take_silence_for_no(preferences: Preferences) {
    on_cleanup(move || {
        let _ = preferences.sound_offered.try_set(true);
    });
}

/// Offers sound where nothing has happened that could be told.
#[component]
pub(crate) fn SoundOffer() -> impl IntoView {
    let preferences = preferences();
    if !may_offer_sound() {
        return None;
    }
    take_silence_for_no(preferences);
    Some(move || {
        let words = &preferences.words().settings;
        (!preferences.sound_offered.get()).then(|| {
            view! {
                <div class="sound-offer">
                    <p>{words.sound_offer}</p>
                    <button type="button" class="button small main" data-do="sound-on"
                        on:click=click(move || answer_sound_offer(preferences, true))>
                        {words.sound_yes}
                    </button>
                    <button type="button" class="button small" data-do="sound-off"
                        on:click=click(move || answer_sound_offer(preferences, false))>
                        {words.sound_no}
                    </button>
                </div>
            }
        })
    })
}

/// Offers sound in the heading of the recap, to players before whom others have moved.
#[component]
pub(crate) fn BriefSoundOffer() -> impl IntoView {
    let preferences = preferences();
    if !may_offer_sound() {
        return None;
    }
    take_silence_for_no(preferences);
    Some(move || {
        (!preferences.sound_offered.get()).then(|| {
            view! {
                <button type="button" class="link" data-do="sound-on"
                    on:click=click(move || answer_sound_offer(preferences, true))>
                    {icon_picture(Icon::SoundOn)}
                    {preferences.words().settings.sound_yes}
                </button>
            }
        })
    })
}

/// Shows the tip for this turn or the next own one, unless tips are turned off.
#[component]
pub(crate) fn Tip() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let text = memo(move || {
        let words = &preferences.words().table;
        let plays = preferences.tips.get() && game.viewer().is_some() && !game.has_ended();
        game.session.with(|session| tip(words, game, session).filter(|_| plays && !session.is_viewing()))
    });
    move || {
        let words = &preferences.words().table;
        let text = text.get()?;
        Some(view! {
            <div class="tip">
                <p>{text}</p>
                <button type="button" class="link" data-do="no-tips" on:click=click(move || preferences.tips.set(false))>
                    {words.no_tips}
                </button>
            </div>
        })
    }
}
