//! A word for newcomers at the moment they need it.

use leptos::prelude::*;
use shangrila_i18n::TableWords;
use shangrila_table::{Choice, Session};

use super::game::Game;
use crate::preferences::preferences;

/// What a person should know now; `None` for those who have found their way.
fn tip(words: &TableWords, game: Game, session: &Session) -> Option<&'static str> {
    let position = session.position();
    let is_own = |clan| game.is_mine(clan);
    let turns = session.turns().filter(|(before, ..)| before.to_move().is_some_and(is_own) && !before.in_opening());
    match session.choice {
        _ if position.in_opening() => Some(words.tip_opening),
        Choice::Place => Some(words.tip_place),
        Choice::Recruit | Choice::SecondStudent { .. } => Some(words.tip_recruit),
        Choice::Journey | Choice::Destination { .. } => Some(words.tip_journey),
        // One thing at a time.
        Choice::Open => {
            [words.tip_goal, words.tip_recruit, words.tip_journey, words.tip_strength].get(turns.count()).copied()
        }
    }
}

/// The word for newcomers, until they want no more of them.
#[component]
pub(crate) fn Tip() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    move || {
        let words = &preferences.words().table;
        let text = game.session.with(|session| tip(words, game, session)).filter(|_| preferences.tips.get())?;
        Some(view! {
            <div class="tip">
                <p>{text}</p>
                <button type="button" class="link" data-do="no-tips" on:click=move |_| preferences.tips.set(false)>
                    {words.no_tips}
                </button>
            </div>
        })
    }
}
