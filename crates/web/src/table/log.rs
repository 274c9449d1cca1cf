//! The log of turns.

use leptos::prelude::*;
use shangrila_rules::{Clan, Move, Position, Seats};
use shangrila_scene::Icon;
use shangrila_table::{FairStart, RecapTurn, Session, wording};

use super::game::Game;
use crate::browser;
use crate::erased::{click, memo};
use crate::pictures::{emblem_picture, icon_picture};
use crate::preferences::{Preferences, preferences};

/// The height of the log's heading in pixels.
const HEADING: i32 = 32;

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
    let turns = memo(move || {
        let mut entries = game.session.with(entries);
        entries.reverse();
        entries
    });
    let shown = memo(move || game.session.with(Session::shown_turns));
    let (fair_start, seats) = game.session.with_untracked(|session| (session.fair_start(), session.position().seats()));
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
            {fair_start.map(|start| view! {
                <p class="quiet log-start" data-fair-start="">{move || start_words(preferences, seats, &start)}</p>
            })}
        </section>
    }
}

/// The icon of a kind of move.
pub(crate) const fn turn_icon(mv: Move) -> Option<Icon> {
    match mv {
        Move::Place { .. } => Some(Icon::Place),
        Move::Recruit { .. } => Some(Icon::Recruit),
        Move::Journey { .. } => Some(Icon::Journey),
        Move::Pass => None,
    }
}

/// How a game with a fair start began, with each clan's chance.
pub(super) fn start_words(preferences: Preferences, seats: Seats, start: &FairStart) -> String {
    let words = preferences.words();
    let chance = |(clan, percent): (Clan, u16)| {
        format!("{} {}", words.clans[clan as usize].colour, words.table.percent(percent))
    };
    let chances = seats.iter().zip(start.percents()).map(chance).collect::<Vec<_>>().join(", ");
    match start.day() {
        Some(day) => {
            words.table.setup_of_day(browser::date_words(&day.to_string(), preferences.language.get()), chances)
        }
        None => words.table.fair_start(chances),
    }
}

/// Scrolls the log so that a line of it is in sight.
fn scroll_to(line: &web_sys::HtmlElement) {
    let Some(list) = line.closest(".log").ok().flatten() else { return };
    // Below the heading, which sticks to the top of the list, and clear of the lower edge: these sizes are rounded.
    let (top, bottom) = (line.offset_top() - HEADING, line.offset_top() + line.offset_height() + 2);
    let (shown_top, height) = (list.scroll_top(), list.client_height());
    list.set_scroll_top(shown_top.min(top).max(bottom - height));
}

#[component]
fn LogEntry(entry: Entry, shown: Memo<usize>) -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let Entry { index, clan, before, mv, after } = entry;
    let (text, brief) = game.session.with_untracked(|session| {
        let words = preferences.words();
        let who = |clan| session.who(words, clan);
        let brief = RecapTurn::of(1, &before, mv).map(|turn| turn.brief_words(words, &who));
        (wording::turn_words(words, &before, mv, &after, &who), brief)
    });
    let conditional = move || {
        let table = game.online().filter(|table| table.is_conditional(index))?;
        Some(view! { <small class="conditional-mark" data-conditional="">{table.conditional_words()}</small> })
    };
    let icon = turn_icon(mv);
    let point = move |to: Option<usize>| game.hovered_turn.set(to);
    let line = NodeRef::<leptos::html::Li>::new();
    // The log follows the review. Asking for sizes makes the browser work out the layout, so it waits until everything has changed.
    Effect::new(move || {
        if shown.get() == index + 1 {
            request_animation_frame(move || line.try_get_untracked().flatten().iter().for_each(|line| scroll_to(line)));
        }
    });
    view! {
        <li node_ref=line class:current=move || shown.get() == index + 1 class:future=move || { shown.get() <= index }>
            <button
                type="button"
                title=text.clone()
                on:click=click(move || game.view(index + 1))
                on:mouseenter=move |_| point(Some(index))
                on:mouseleave=move |_| point(None)
                on:focus=move |_| point(Some(index))
                on:blur=move |_| point(None)
            >
                {emblem_picture(clan)}
                // The panel shows the short form to the eye, the window the sentence.
                <span class="brief" aria-hidden="true">{icon.map(icon_picture)} {brief}</span>
                <span class="full">{text.clone()}</span>
                {conditional}
            </button>
        </li>
    }
}
