//! Tips for new players at the moment they need them.

use leptos::prelude::*;
use shangrila_i18n::TableWords;
use shangrila_table::{PendingMove, Session};

use super::game::Game;
use crate::erased::{click, memo};
use crate::preferences::preferences;
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

/// Offers sound in the first round of a game, once. Making a move is an answer, too. Later, as in a game from a link, its room belongs
/// to what has happened.
#[component]
pub(crate) fn SoundOffer() -> impl IntoView {
    let preferences = preferences();
    let begun =
        expect_context::<Game>().session.with_untracked(|session| session.turns().len() >= session.players().len());
    if begun || preferences.sound_offered.get_untracked() {
        return None;
    }
    on_cleanup(move || {
        let _ = preferences.sound_offered.try_set(true);
    });
    let answer = move |yes: bool| {
        preferences.sound.set(yes);
        preferences.sound_offered.set(true);
        if yes {
            // Effects run first, so that this is heard.
            request_animation_frame(|| sound::play(Sound::Journey));
        }
    };
    Some(move || {
        let words = &preferences.words().settings;
        (!preferences.sound_offered.get()).then(|| {
            view! {
                <div class="sound-offer">
                    <p>{words.sound_offer}</p>
                    <button type="button" class="button small main" data-do="sound-on" on:click=click(move || answer(true))>
                        {words.sound_yes}
                    </button>
                    <button type="button" class="button small" data-do="sound-off" on:click=click(move || answer(false))>
                        {words.sound_no}
                    </button>
                </div>
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
