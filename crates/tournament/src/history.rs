//! What has happened in a tournament so far.

use serde::{Deserialize, Serialize};

/// The number of an entrant, counted from 0 in the order in which they entered.
pub type EntryNumber = u16;

/// How a tournament is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// A fixed number of rounds, each with opponents who have done about as well.
    Swiss,
    /// The best of each table go on until one table is left.
    Knockout {
        /// How many of each table go on: 1 or 2.
        advance: u8,
    },
    /// Everyone plays the same set-up once from every seat.
    Duplicate,
}

/// The settings that pairing depends on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// How it is played.
    pub format: Format,
    /// The usual number of players at a table: 3 or 4.
    pub seats: u8,
    /// The number of rounds, except in a knockout.
    pub rounds: u16,
    /// Decides everything that is drawn by lot.
    pub seed: u64,
}

/// Someone who has entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// Whether they have not dropped out.
    pub active: bool,
}

/// How the game at a table ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableResult {
    /// The seats that won.
    pub winners: Vec<u8>,
    /// The masters of each seat.
    pub masters: Vec<u8>,
    /// Whether the result of a seat counts for its entrant. It does not if somebody else has made moves there.
    pub counts: Vec<bool>,
}

/// A table of an earlier round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedTable {
    /// The entrants in turn order.
    pub seats: Vec<EntryNumber>,
    /// Whether the game is not over. It counts for nothing yet.
    pub pending: bool,
    /// How the game ended; `None` if it has no result, which counts as a tie of everyone.
    pub result: Option<TableResult>,
}

/// A round that has been played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayedRound {
    /// Its tables.
    pub tables: Vec<PlayedTable>,
    /// Those who had nobody to play with.
    pub byes: Vec<EntryNumber>,
}

/// Everything that pairing and standings depend on.
#[derive(Clone, Copy, Debug)]
pub struct History<'a> {
    /// The settings.
    pub plan: &'a Plan,
    /// Everyone who has entered, by number.
    pub entrants: &'a [Entrant],
    /// The rounds so far.
    pub rounds: &'a [PlayedRound],
}

/// Who plays whom in a round.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pairing {
    /// The entrants of each table, in turn order.
    pub tables: Vec<Vec<EntryNumber>>,
    /// Those who have nobody to play with in this round.
    pub byes: Vec<EntryNumber>,
}

impl History<'_> {
    /// Those who have not dropped out.
    pub(crate) fn active(&self) -> Vec<EntryNumber> {
        let numbers = 0..self.entrants.len() as EntryNumber;
        numbers.filter(|&number| self.is_active(number)).collect()
    }

    pub(crate) fn is_active(&self, number: EntryNumber) -> bool {
        self.entrants.get(usize::from(number)).is_some_and(|entrant| entrant.active)
    }

    /// The source of everything drawn by lot in the next round.
    pub(crate) fn lots(&self) -> fastrand::Rng {
        fastrand::Rng::with_seed(self.plan.seed.wrapping_add(0x9e37_79b9 * (self.rounds.len() as u64 + 1)))
    }

    /// All tables so far.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &PlayedTable> {
        self.rounds.iter().flat_map(|round| &round.tables)
    }

    /// How often each entrant had a bye.
    pub(crate) fn byes(&self) -> Vec<u32> {
        let mut byes = vec![0; self.entrants.len()];
        for &number in self.rounds.iter().flat_map(|round| &round.byes) {
            byes[usize::from(number)] += 1;
        }
        byes
    }
}
