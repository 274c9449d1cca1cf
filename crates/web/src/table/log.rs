//! The log of turns.

use leptos::prelude::*;
use shangrila_rules::{Clan, Move, Position};
use shangrila_table::{Session, wording};

use super::game::Game;
use crate::pictures::emblem_picture;
use crate::preferences::preferences;

/// An entry of the log.
#[derive(Clone, PartialEq)]
struct Entry {
    /// The number of turns played before it.
    index: usize,
    clan: Clan,
    before: Position,
    mv: Move,
    after: Position,
}

fn entries(session: &Session) -> Vec<Entry> {
    let entry = |(index, (before, mv, after)): (usize, (&Position, Move, &Position))| {
        Some(Entry { index, clan: before.to_move()?, before: *before, mv, after: *after })
    };
    session.turns().enumerate().filter_map(entry).collect()
}

/// The log, latest turn first. Hovering an entry marks it on the board; clicking it reviews that turn.
#[component]
pub(crate) fn LatestTurns() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let turns = Memo::new(move |_| {
        let mut entries = game.session.with(entries);
        entries.reverse();
        entries
    });
    let shown = Memo::new(move |_| game.session.with(Session::shown_turns));
    on_cleanup(move || {
        let _ = game.hovered_turn.try_set(None);
    });
    view! {
        <section class="log">
            <h2>{move || preferences.words().table.what_happened}</h2>
            {move || turns.with(Vec::is_empty).then(|| view! {
                <p class="quiet">{preferences.words().table.nothing_yet}</p>
            })}
            <ol reversed=true>
                <For
                    each=move || turns.get()
                    key=move |entry| (entry.index, entry.mv, preferences.language.get())
                    let:entry
                >
                    <LogEntry entry shown/>
                </For>
            </ol>
        </section>
    }
}

#[component]
fn LogEntry(entry: Entry, shown: Memo<usize>) -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let Entry { index, clan, before, mv, after } = entry;
    let text = game.session.with_untracked(|session| {
        let words = preferences.words();
        wording::turn_words(words, &before, mv, &after, &|clan| session.who(words, clan))
    });
    let point = move |to: Option<usize>| game.hovered_turn.set(to);
    view! {
        <li class:current=move || shown.get() == index + 1 class:future=move || { shown.get() <= index }>
            <button
                type="button"
                on:click=move |_| game.view(index + 1)
                on:mouseenter=move |_| point(Some(index))
                on:mouseleave=move |_| point(None)
                on:focus=move |_| point(Some(index))
                on:blur=move |_| point(None)
            >
                {emblem_picture(clan)}
                <span>{text}</span>
            </button>
        </li>
    }
}
