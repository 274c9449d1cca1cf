//! The vote about a player who does not move in a game without a clock.

use std::time::Duration;

use leptos::prelude::*;
use shangrila_protocol::{ClientMessage, TableState, TimeControl, VoteChoice};
use shangrila_rules::Seat;

use super::table::OnlineTable;
use super::table_text::{player_name, vote_text};
use crate::preferences::preferences;

/// How often to look whether a vote has become possible.
const TICK: Duration = Duration::from_secs(10);
/// When a vote is offered if the player is not connected, in milliseconds. A server can be set to another time; it decides.
const OFFER_AFTER_ABSENT: u64 = 600_000;
/// When a vote is offered if the player is connected, in milliseconds.
const OFFER_AFTER_CONNECTED: u64 = 86_400_000;

/// The choices, with their names in the page.
const CHOICES: [(VoteChoice, &str); 3] =
    [(VoteChoice::Replace, "vote-replace"), (VoteChoice::Skip, "vote-skip"), (VoteChoice::End, "vote-end")];

/// What the note is about.
#[derive(Clone, PartialEq)]
enum Ballot {
    /// The others vote about us.
    AboutUs,
    /// We can vote about this player.
    About(String),
}

/// Offers a vote about the player to move once it is possible, and shows how the others have voted.
#[component]
pub(super) fn VoteNote(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let now = RwSignal::new(table.connection.server_now());
    let ticking = set_interval_with_handle(move || now.set(table.connection.server_now()), TICK);
    on_cleanup(move || ticking.into_iter().for_each(|handle| handle.clear()));
    let ballot = Memo::new(move |_| {
        let me = table.my_seat.get()?;
        let is_free = table.stand_in().is_none();
        let is_connected = |seat: Seat| table.presence.with(|presence| presence.seats.get(seat.index()) == Some(&true));
        let silent = table.read(|state| silent_player(state, now.get(), is_connected))??;
        if silent == me {
            let has_votes = table.read(|state| !state.votes.is_empty()) == Some(true);
            return has_votes.then_some(Ballot::AboutUs);
        }
        let name = table.read(|state| {
            player_name(preferences.words(), state.seats.get(silent.index()).and_then(|seat| seat.player.as_ref()))
        });
        name.filter(|_| is_free).map(Ballot::About)
    });
    let votes = Memo::new(move |_| {
        let words = preferences.words();
        let vote = |state: &TableState| {
            let line = |vote: &shangrila_protocol::Vote| {
                let player = state.seats.get(vote.seat.index()).and_then(|seat| seat.player.as_ref());
                words.online.voted(player_name(words, player), vote_text(words, vote.choice))
            };
            state.votes.iter().map(line).collect::<Vec<_>>()
        };
        table.read(vote).unwrap_or_default()
    });
    let button = move |(choice, name): (VoteChoice, &'static str)| {
        let vote = move |_| table.command(|id, table| ClientMessage::Vote { id, table, choice });
        view! {
            <button type="button" class="button small" data-do=name on:click=vote>
                {vote_text(preferences.words(), choice)}
            </button>
        }
    };
    move || {
        let words = &preferences.words().online;
        ballot.get().map(|ballot| {
            let (text, may_vote) = match ballot {
                Ballot::AboutUs => (words.vote_about_you.to_string(), false),
                Ballot::About(name) => (words.vote_about(name), true),
            };
            view! {
                <div class="note" data-note="vote">
                    <p>{text}</p>
                    {votes.get().into_iter().map(|line| view! { <p data-vote="">{line}</p> }).collect_view()}
                    {may_vote.then(|| CHOICES.map(button).collect_view())}
                </div>
            }
        })
    }
}

/// The player to move, if the others can vote about them or are voting already.
fn silent_player(state: &TableState, now: u64, is_connected: impl FnOnce(Seat) -> bool) -> Option<Seat> {
    let seat = state.player_to_move().filter(|seat| state.seats[seat.index()].level().is_none())?;
    let patience = if is_connected(seat) { OFFER_AFTER_CONNECTED } else { OFFER_AFTER_ABSENT };
    let is_late = now.saturating_sub(state.turn_since) >= patience;
    (state.settings.clock == TimeControl::None && (is_late || !state.votes.is_empty())).then_some(seat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_protocol::{
        Event, EventEnvelope, LevelId, Person, PersonKind, PersonOrLevel, SeatedPlayer, TableSettings,
    };

    fn game(clock: TimeControl) -> TableState {
        let ada = Person { id: "ada".parse().unwrap(), name: "Ada".to_string(), kind: PersonKind::Guest };
        let seats = vec![
            SeatedPlayer::new('r', Some(PersonOrLevel::Person(ada.clone()))),
            SeatedPlayer::new('b', Some(PersonOrLevel::Level(LevelId::Guide))),
            SeatedPlayer::new('y', Some(PersonOrLevel::Level(LevelId::Guide))),
        ];
        let settings = TableSettings { seats: 3, clock, ..TableSettings::default() };
        let numbered = |number, event| EventEnvelope { number, at: 1000, id: None, by: None, event };
        let events = [
            numbered(1, Event::Opened { settings, host: ada.id, seats: seats.clone() }),
            numbered(2, Event::Started { seats, next: Seat::First, rules: 1 }),
        ];
        TableState::replay("t".parse().unwrap(), &events).unwrap().unwrap()
    }

    #[test]
    fn a_vote_is_offered_only_about_a_late_player_without_a_clock() {
        let state = game(TimeControl::None);
        let late = 1000 + OFFER_AFTER_ABSENT;
        assert_eq!(silent_player(&state, late - 1, |_| false), None);
        assert_eq!(silent_player(&state, late, |_| false), Some(Seat::First));
        assert_eq!(silent_player(&state, late, |_| true), None, "still thinking");
        assert_eq!(silent_player(&state, 1000 + OFFER_AFTER_CONNECTED, |_| true), Some(Seat::First));
        assert_eq!(silent_player(&game(TimeControl::Days { days: 3 }), u64::MAX, |_| false), None);
    }
}
