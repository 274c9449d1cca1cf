//! Text windows: the board in words, the keyboard shortcuts, the whole log.

use leptos::prelude::*;
use shangrila_rules::map::villages_in_play;
use shangrila_rules::{Guild, Position, Space, Village};
use shangrila_table::wording;

use super::board_text;
use super::game::Game;
use super::log::LatestTurns;
use super::{Windows, windows};
use crate::dialog::Dialog;
use crate::preferences::preferences;

/// The board as text, village by village.
#[component]
pub(crate) fn BoardTextWindow() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let Windows { words: open, .. } = windows();
    let village = move |position: &Position, village: Village| {
        let words = preferences.words();
        let spaces = Guild::ALL.map(|guild| {
            let space = Space::new(village, guild);
            view! { <li>{board_text::space_words(words, space, position.occupant(space))}</li> }
        });
        view! {
            <section>
                <h3>{board_text::village_words(words, position, village)}</h3>
                <p class="quiet">
                    {wording::bridges_to(words, position, village)}
                </p>
                <ul>{spaces.collect_view()}</ul>
            </section>
        }
    };
    let text = move || {
        let position = game.displayed.get();
        let clans = position.seats().count();
        view! {
            <p>{wording::state(preferences.words(), &position)}</p>
            {villages_in_play(clans).into_iter().map(|name| village(&position, name)).collect_view()}
        }
    };
    let title = Signal::derive(move || preferences.words().table.board_in_words.to_string());
    view! {
        <Dialog open title name="board-words">
            <div class="reading">{text}</div>
        </Dialog>
    }
}

/// The list of keyboard shortcuts.
#[component]
pub(crate) fn ShortcutWindow() -> impl IntoView {
    let preferences = preferences();
    let Windows { keys: open, .. } = windows();
    let rows = move || {
        let help = &preferences.words().help;
        let table = &preferences.words().table;
        let key = &preferences.words().keys;
        [
            ("← ↑ → ↓".to_string(), help.cursor),
            (key.enter.to_string(), table.key_enter),
            (key.escape.to_string(), help.back),
            ("p r j".to_string(), help.actions),
            (": /".to_string(), help.notation),
            ("u".to_string(), help.undo),
            ("U".to_string(), help.redo),
            ("h".to_string(), help.hint),
            (format!(", . {} {}", key.home, key.end), help.history),
            ("t".to_string(), table.threats),
            ("c".to_string(), preferences.words().online.chat),
            ("b".to_string(), table.board_in_words),
            ("l".to_string(), table.log),
            ("m".to_string(), preferences.words().app.menu),
        ]
        .map(|(keys, meaning)| view! { <tr><th scope="row"><kbd>{keys}</kbd></th><td>{meaning}</td></tr> })
        .collect_view()
    };
    let title = Signal::derive(move || preferences.words().table.keys.to_string());
    view! {
        <Dialog open title name="keys">
            <table class="key-table"><tbody>{rows}</tbody></table>
        </Dialog>
    }
}

/// The whole log, for screens whose panel has no room for it.
#[component]
pub(crate) fn LogWindow() -> impl IntoView {
    let preferences = preferences();
    let Windows { log: open, .. } = windows();
    let title = Signal::derive(move || preferences.words().table.log.to_string());
    view! {
        <Dialog open title name="log-window">
            <LatestTurns/>
        </Dialog>
    }
}
