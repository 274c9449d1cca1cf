//! Conditional moves: what the server answers for a player while others move. The lines are the server's; this knows what it last said.

mod draft;
mod screen;

use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_protocol::{ConditionalLine, ConditionalMoves, Phase, TableState, TimeControl};

use super::api::{self, Answer};
use super::error_text::error_text;
use super::table::OnlineTable;
use crate::preferences::preferences;
pub(super) use screen::ConditionalScreen;

/// Styles that only these parts need.
pub(super) const STYLE: &str = include_str!("conditional.css");

/// The conditional moves of the user at a table.
#[derive(Clone, Copy)]
pub(super) struct Conditional {
    moves: RwSignal<ConditionalMoves>,
    /// Whether the screen on which they are entered is open.
    pub(super) open: RwSignal<bool>,
}

impl Conditional {
    pub(super) fn new() -> Conditional {
        Conditional { moves: RwSignal::new(ConditionalMoves::default()), open: RwSignal::new(false) }
    }
}

/// Whether the user can have conditional moves in the game: nobody waits at the board, and no computer player stands in for them.
fn is_possible(table: OnlineTable) -> bool {
    let is_slow =
        |state: &TableState| state.phase == Phase::Playing && !matches!(state.settings.clock, TimeControl::Live { .. });
    table.read(is_slow) == Some(true) && table.my_seat.get().is_some() && table.stand_in().is_none()
}

/// Whether the user waits for others in such a game.
fn may_prepare(table: OnlineTable) -> bool {
    let person = table.connection.person.get();
    let is_own_turn = |state: &TableState| {
        let seat = state.next.and_then(|seat| state.seats.get(seat.index()));
        seat.zip(person.as_ref()).is_some_and(|(seat, person)| seat.is_of(&person.id))
    };
    is_possible(table) && table.sent.with(Option::is_none) && table.read(is_own_turn) == Some(false)
}

/// Keeps what is known of the lines in step with the game.
pub(super) fn follow(table: OnlineTable) {
    let Conditional { moves, open } = table.conditional;
    let game = Memo::new(move |_| {
        is_possible(table).then(|| table.read(|state| (state.moves.len(), state.conditional.len())))
    });
    Effect::new(move || match game.get() {
        Some(_) => {
            let id = table.id();
            spawn_local(async move {
                // Without an answer, the next move brings another attempt.
                if let Ok(known) = api::conditional_moves(&id).await {
                    let _ = moves.try_set(known);
                }
            });
        }
        None => moves.set(ConditionalMoves::default()),
    });
    // Who is to move plays on the board.
    let may_prepare = Memo::new(move |_| may_prepare(table));
    Effect::new(move || {
        if !may_prepare.get() {
            open.set(false);
        }
    });
}

/// The lines as the server knows them.
fn lines(table: OnlineTable) -> Vec<ConditionalLine> {
    table.conditional.moves.with(|moves| moves.lines.iter().filter_map(|line| line.parse().ok()).collect())
}

/// Replaces the lines, and says why if the server refuses. `done` is called if it does not.
fn save(table: OnlineTable, lines: &[ConditionalLine], done: impl FnOnce() + 'static) {
    let ply = table.read(|state| state.moves.len() as u32).unwrap_or_default();
    let wish = ConditionalMoves { ply, lines: lines.iter().map(ToString::to_string).collect() };
    let (id, moves) = (table.id(), table.conditional.moves);
    spawn_local(async move {
        let known: Answer<ConditionalMoves> = api::set_conditional_moves(&id, &wish).await;
        match known {
            Ok(known) => {
                let _ = moves.try_set(known);
                done();
            }
            Err(error) => table.notices.show(error_text(table.preferences.words_now(), &error)),
        }
    });
}

/// A line among those there are: instead of those that it continues, and not twice.
fn added(mut lines: Vec<ConditionalLine>, line: ConditionalLine) -> Vec<ConditionalLine> {
    lines.retain(|known| !line.plies().starts_with(known.plies()));
    lines.push(line);
    lines
}

/// The button that opens the screen, while others are to move.
#[component]
pub(super) fn ConditionalButton(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let is_shown = Memo::new(move |_| may_prepare(table));
    let count = move || table.conditional.moves.with(|moves| moves.lines.len());
    move || {
        is_shown.get().then(|| {
            view! {
                <button
                    type="button"
                    class="button small"
                    data-do="conditional"
                    data-lines=count
                    on:click=move |_| table.conditional.open.set(true)
                >
                    {move || preferences.language.get().days().conditional_moves}
                    {move || (count() > 0).then(|| format!(" ({})", count()))}
                </button>
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_takes_the_place_of_those_it_continues() {
        let line = |text: &str| text.parse::<ConditionalLine>().unwrap();
        let known = vec![line("b>c R@a"), line("* R@a")];
        let after = |text: &str| added(known.clone(), line(text)).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(after("b>c R@a * a>b"), ["* R@a", "b>c R@a * a>b"]);
        assert_eq!(after("* R@a"), ["b>c R@a", "* R@a"]);
    }
}
