//! Votes about a player who does not move in a game without a clock: the others can go on without them.

use shangrila_protocol::{Event, LevelId, Refusal, StandInReason, TableState, TimeControl, VoteChoice};
use shangrila_rules::Seat;

use super::TableLogic;

/// How long a player who is connected may think before the others can vote, in milliseconds: a day.
const VOTE_AFTER_CONNECTED: u64 = 86_400_000;
/// After this time the votes of players who are not connected are not needed either, in milliseconds: a week. Otherwise two players who
/// have vanished would keep each other's game open.
const VOTE_WITHOUT_ABSENT: u64 = 7 * 86_400_000;

/// What a table's events do not say, but decisions depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Surroundings {
    /// The computer player that stands in for people.
    pub(crate) stand_in: LevelId,
    /// The time by the server's clock.
    pub(crate) now: u64,
    /// How long a player who is not connected may think before the others can vote, in milliseconds.
    pub(crate) vote_after: u64,
    /// The seats whose players are not connected; nobody right after the table was loaded, when players may not have reconnected yet.
    pub(crate) absent: Vec<Seat>,
    /// The seats whose players are connected.
    pub(crate) present: Vec<Seat>,
}

impl TableLogic {
    /// Returns the events of a vote: the vote itself, and what follows if everyone needed agrees.
    pub(super) fn vote(
        &self,
        voter: Option<Seat>,
        choice: VoteChoice,
        around: &Surroundings,
    ) -> Result<Vec<Event>, Refusal> {
        let voter = self.playing_seat(voter)?;
        self.not_stood_in(voter)?;
        let state = &self.state;
        let is_person = |seat: Seat| state.seats[seat.index()].level().is_none();
        let silent =
            state.player_to_move().filter(|&seat| seat != voter && is_person(seat)).ok_or(Refusal::WrongPhase)?;
        let waited = around.now.saturating_sub(state.turn_since);
        let patience = if around.absent.contains(&silent) { around.vote_after } else { VOTE_AFTER_CONNECTED };
        let has_voted = state.votes.iter().any(|vote| vote.seat == voter && vote.choice == choice);
        if state.settings.clock != TimeControl::None || waited < patience || has_voted {
            return Err(Refusal::WrongPhase);
        }
        let counts = |seat: &Seat| waited < VOTE_WITHOUT_ABSENT || !around.absent.contains(seat);
        let needed = state.settings.player_seats().filter(|&seat| seat != silent && is_person(seat));
        let agrees = |seat: Seat| seat == voter || has_chosen(state, seat, choice);
        let decided = needed.filter(counts).all(agrees);
        let mut events = vec![Event::Voted { seat: voter, choice }];
        let stood_in = |reason| Event::StoodIn { seat: silent, reason, level: around.stand_in };
        events.extend(decided.then(|| match choice {
            VoteChoice::Replace => stood_in(StandInReason::Voted),
            VoteChoice::Skip => stood_in(StandInReason::Skipped),
            VoteChoice::End => Event::Ended,
        }));
        Ok(events)
    }
}

fn has_chosen(state: &TableState, seat: Seat, choice: VoteChoice) -> bool {
    state.votes.iter().any(|vote| vote.seat == seat && vote.choice == choice)
}
