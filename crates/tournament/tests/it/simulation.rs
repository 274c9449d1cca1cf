//! Plays tournaments with made-up results.

use shangrila_tournament::{
    Entrant, EntryNumber, Format, History, Pairing, Plan, PlayedRound, PlayedTable, StandingLine, TableResult,
    next_round, standings,
};

/// A tournament in which the stronger player tends to win.
pub(crate) struct Simulation {
    pub(crate) plan: Plan,
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) rounds: Vec<PlayedRound>,
    pub(crate) chance: fastrand::Rng,
    /// What each seat adds to the masters of whoever sits there.
    pub(crate) seat_bonus: [u8; 4],
    /// How much luck there is, in masters.
    pub(crate) luck: u8,
}

impl Simulation {
    pub(crate) fn new(format: Format, players: usize, seats: u8, rounds: u16, seed: u64) -> Simulation {
        Simulation {
            plan: Plan { format, seats, rounds, seed },
            entrants: vec![Entrant { active: true }; players],
            rounds: Vec::new(),
            chance: fastrand::Rng::with_seed(seed ^ 0xabcd),
            seat_bonus: [0; 4],
            luck: 8,
        }
    }

    pub(crate) fn history(&self) -> History<'_> {
        History { plan: &self.plan, entrants: &self.entrants, rounds: &self.rounds }
    }

    pub(crate) fn standings(&self) -> Vec<StandingLine> {
        standings(&self.history())
    }

    pub(crate) fn active(&self) -> Vec<EntryNumber> {
        let numbers = 0..self.entrants.len() as EntryNumber;
        numbers.filter(|&number| self.entrants[usize::from(number)].active).collect()
    }

    /// Pairs the next round and plays it.
    pub(crate) fn play_round(&mut self) -> Option<Pairing> {
        let pairing = next_round(&self.history())?;
        assert_eq!(next_round(&self.history()), Some(pairing.clone()), "the same answer every time");
        let tables = pairing.tables.iter().map(|seats| self.play(seats)).collect();
        self.rounds.push(PlayedRound { tables, byes: pairing.byes.clone() });
        Some(pairing)
    }

    /// Strength falls with the number, by at most ten masters.
    fn play(&mut self, seats: &[EntryNumber]) -> PlayedTable {
        let field = self.entrants.len() as u32;
        let masters: Vec<u8> = seats
            .iter()
            .enumerate()
            .map(|(seat, &number)| {
                let skill = 10 * (field - u32::from(number)) / field;
                skill as u8 + self.seat_bonus[seat] + self.chance.u8(0..=self.luck)
            })
            .collect();
        let most = masters.iter().max().copied().unwrap_or(0);
        let winners = (0..masters.len() as u8).filter(|&seat| masters[usize::from(seat)] == most).collect();
        let counts = vec![true; masters.len()];
        PlayedTable { seats: seats.to_vec(), pending: false, result: Some(TableResult { winners, masters, counts }) }
    }

    pub(crate) fn drop_out(&mut self, number: EntryNumber) {
        self.entrants[usize::from(number)].active = false;
    }

    /// How often each two players have met, for all who have.
    pub(crate) fn repeats(&self) -> usize {
        let mut met = std::collections::HashMap::new();
        for table in self.rounds.iter().flat_map(|round| &round.tables) {
            for (place, &one) in table.seats.iter().enumerate() {
                for &other in &table.seats[place + 1..] {
                    *met.entry((one.min(other), one.max(other))).or_insert(0_usize) += 1;
                }
            }
        }
        met.values().map(|count| count - 1).sum()
    }

    /// How often each player has sat on each seat.
    pub(crate) fn seat_counts(&self) -> Vec<[u32; 4]> {
        let mut counts = vec![[0; 4]; self.entrants.len()];
        for table in self.rounds.iter().flat_map(|round| &round.tables) {
            for (seat, &number) in table.seats.iter().enumerate() {
                counts[usize::from(number)][seat] += 1;
            }
        }
        counts
    }
}
