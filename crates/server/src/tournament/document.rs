//! What is stored of a tournament: its settings, who has entered, and who has played whom. Pure. Results are not among it: they are those of the
//! tables, so that no game can count twice.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use shangrila_protocol::{
    LevelId, MOST_TOURNAMENT_COMPUTERS, Person, PersonId, PersonKind, PersonOrLevel, Phase, Refusal, TableId,
    TableSummary, TournamentFormat, TournamentPhase, TournamentSettings,
};
use shangrila_tournament::{
    Entrant, EntryNumber, FEWEST_PLAYERS, Format, History, Pairing, Plan, PlayedRound, PlayedTable, TableResult,
};

/// How long players of a live game have to say that they are ready, in milliseconds. Then a computer player stands in until they come.
pub(crate) const READY_TIME: u64 = 120_000;
const DAY: u64 = 86_400_000;

/// Who has entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EntryPlayer {
    Person(PersonId),
    Level(LevelId),
}

/// An entry. Its number is its place in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) player: EntryPlayer,
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub(crate) dropped: bool,
}

/// A table of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct RoundTable {
    pub(crate) table: TableId,
    /// The numbers of the entries, in turn order.
    pub(crate) seats: Vec<EntryNumber>,
    /// The result given when the round ended before the game did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) adjudicated: Option<TableResult>,
}

/// A round that has begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Round {
    pub(crate) tables: Vec<RoundTable>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) byes: Vec<EntryNumber>,
    /// When it ends even if games are not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) deadline: Option<u64>,
    /// When games start without those who are not ready; `None` once that is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ready_until: Option<u64>,
}

/// Everything about a tournament but its name, director and stage, which lists need as well.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Document {
    /// Without the name.
    pub(crate) settings: TournamentSettings,
    pub(crate) seed: u64,
    pub(crate) entries: Vec<Entry>,
    pub(crate) rounds: Vec<Round>,
    /// When the next round begins, once the games of the last one are over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) next_round: Option<u64>,
    /// Those whom the director has removed. They cannot enter again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) removed: Vec<PersonId>,
}

/// The tables of a tournament as they are stored, by id.
pub(crate) type StoredTables = HashMap<TableId, TableSummary>;

impl Document {
    pub(crate) fn new(settings: TournamentSettings, seed: u64) -> Document {
        let settings = TournamentSettings { name: String::new(), ..settings };
        Document { settings, seed, entries: Vec::new(), rounds: Vec::new(), next_round: None, removed: Vec::new() }
    }

    /// Everyone who has not dropped out.
    pub(crate) fn active(&self) -> usize {
        self.entries.iter().filter(|entry| !entry.dropped).count()
    }

    /// The people who have entered and not dropped out.
    pub(crate) fn people(&self) -> Vec<&PersonId> {
        self.entries.iter().filter(|entry| !entry.dropped).filter_map(Entry::person).collect()
    }

    fn entry_of(&self, person: &PersonId) -> Option<usize> {
        self.entries.iter().position(|entry| entry.person() == Some(person))
    }

    /// Whether players can still enter.
    fn is_open(&self, phase: TournamentPhase) -> bool {
        match phase {
            TournamentPhase::Open => true,
            // Latecomers can still catch up.
            TournamentPhase::Running => {
                self.settings.format == TournamentFormat::Swiss
                    && 2 * self.rounds.len() <= usize::from(self.settings.rounds)
            }
            TournamentPhase::Finished | TournamentPhase::Cancelled => false,
        }
    }

    pub(crate) fn enter(&mut self, phase: TournamentPhase, person: &Person) -> Result<(), Refusal> {
        if self.settings.rated && person.kind != PersonKind::Account {
            return Err(Refusal::NeedsAccount);
        }
        if self.removed.contains(&person.id) {
            return Err(Refusal::Blocked);
        }
        if !self.is_open(phase) {
            return Err(Refusal::WrongPhase);
        }
        let known = self.entry_of(&person.id);
        if known.is_some_and(|entry| !self.entries[entry].dropped) {
            return Err(Refusal::AlreadySeated);
        }
        if self.active() >= usize::from(self.settings.most_players) {
            return Err(Refusal::TooMany);
        }
        match known {
            Some(entry) => self.entries[entry].dropped = false,
            None => self.entries.push(Entry { player: EntryPlayer::Person(person.id.clone()), dropped: false }),
        }
        Ok(())
    }

    pub(crate) fn add_computers(&mut self, phase: TournamentPhase, level: LevelId, count: u16) -> Result<(), Refusal> {
        if phase != TournamentPhase::Open {
            return Err(Refusal::WrongPhase);
        }
        let computers = self.entries.iter().filter(|entry| entry.person().is_none()).count();
        let most = usize::from(self.settings.most_players).saturating_sub(self.active());
        if count == 0 || usize::from(count) > most || computers + usize::from(count) > MOST_COMPUTERS {
            return Err(Refusal::TooMany);
        }
        self.entries.extend((0..count).map(|_| Entry { player: EntryPlayer::Level(level), dropped: false }));
        Ok(())
    }

    /// Lets a person drop out. Before the start, it is as if they had never entered.
    pub(crate) fn withdraw(&mut self, phase: TournamentPhase, person: &PersonId) -> Result<(), Refusal> {
        let entry = self.entry_of(person).filter(|&entry| !self.entries[entry].dropped).ok_or(Refusal::NotSeated)?;
        self.drop_entry(phase, entry)
    }

    /// Removes an entry. Returns the person behind it.
    pub(crate) fn remove(&mut self, phase: TournamentPhase, entry: EntryNumber) -> Result<Option<PersonId>, Refusal> {
        let entry = usize::from(entry);
        let found = self.entries.get(entry).filter(|entry| !entry.dropped).ok_or(Refusal::NotFound)?;
        let person = found.person().cloned();
        self.drop_entry(phase, entry)?;
        self.removed.extend(person.clone());
        Ok(person)
    }

    fn drop_entry(&mut self, phase: TournamentPhase, entry: usize) -> Result<(), Refusal> {
        match phase {
            TournamentPhase::Open => drop(self.entries.remove(entry)),
            TournamentPhase::Running => self.entries[entry].dropped = true,
            TournamentPhase::Finished | TournamentPhase::Cancelled => return Err(Refusal::WrongPhase),
        }
        Ok(())
    }

    /// Drops people who can no longer play, such as those who were deleted.
    pub(crate) fn drop_where(&mut self, is_gone: impl Fn(&PersonId) -> bool) {
        for entry in &mut self.entries {
            entry.dropped |= entry.person().is_some_and(&is_gone);
        }
    }

    /// Closes the entries and fills the tables with computer players, if they may. Returns whether there are enough players.
    pub(crate) fn close_entries(&mut self) -> bool {
        self.entries.retain(|entry| !entry.dropped);
        let seats = usize::from(self.settings.seats);
        if let Some(level) = self.settings.fill.filter(|_| !self.entries.is_empty()) {
            let missing = (seats - self.entries.len() % seats) % seats;
            self.entries.extend((0..missing).map(|_| Entry { player: EntryPlayer::Level(level), dropped: false }));
        }
        self.entries.len() >= FEWEST_PLAYERS
    }

    /// The settings as pairing needs them.
    pub(crate) fn plan(&self) -> Plan {
        let format = match self.settings.format {
            TournamentFormat::Swiss => Format::Swiss,
            TournamentFormat::Knockout { advance } => Format::Knockout { advance },
            TournamentFormat::Duplicate => Format::Duplicate,
        };
        Plan { format, seats: self.settings.seats, rounds: self.settings.rounds, seed: self.seed }
    }

    /// Calls a function with everything that has happened so far, by the results of the tables.
    pub(crate) fn with_history<R>(&self, tables: &StoredTables, look: impl FnOnce(&History<'_>) -> R) -> R {
        let plan = self.plan();
        let entrants: Vec<Entrant> = self.entries.iter().map(|entry| Entrant { active: !entry.dropped }).collect();
        let played = |round: &Round| PlayedRound {
            tables: round
                .tables
                .iter()
                .map(|table| PlayedTable {
                    seats: table.seats.clone(),
                    pending: matches!(self.phase_at(table, tables), Phase::Waiting | Phase::Playing),
                    result: self.result(table, tables),
                })
                .collect(),
            byes: round.byes.clone(),
        };
        let rounds: Vec<PlayedRound> = self.rounds.iter().map(played).collect();
        look(&History { plan: &plan, entrants: &entrants, rounds: &rounds })
    }

    /// The stage of the game at a table, as far as the tournament is concerned.
    pub(crate) fn phase_at(&self, table: &RoundTable, tables: &StoredTables) -> Phase {
        match (&table.adjudicated, tables.get(&table.table)) {
            (Some(_), _) => Phase::Finished,
            (None, Some(summary)) => summary.phase,
            // Deleted, because nobody had played there for a long time.
            (None, None) => Phase::Closed,
        }
    }

    /// The result of a table, if its game has ended with one.
    pub(crate) fn result(&self, table: &RoundTable, tables: &StoredTables) -> Option<TableResult> {
        if table.adjudicated.is_some() {
            return table.adjudicated.clone();
        }
        let summary = tables.get(&table.table).filter(|summary| summary.phase == Phase::Finished)?;
        Some(TableResult {
            winners: summary.winners.iter().map(|&seat| u8::from(seat)).collect(),
            masters: summary.masters.clone(),
            counts: self.counts(table, summary),
        })
    }

    /// Whether the result of each seat counts for its entry: nobody else has chosen a move there.
    pub(crate) fn counts(&self, table: &RoundTable, summary: &TableSummary) -> Vec<bool> {
        let seats = table.seats.iter().zip(&summary.seats);
        let counts = seats.map(|(&number, seat)| match self.entries.get(usize::from(number)).map(|one| &one.player) {
            Some(EntryPlayer::Person(person)) => seat.is_of(person) && seat.plays_alone(),
            Some(EntryPlayer::Level(level)) => seat.player == Some(PersonOrLevel::Level(*level)),
            None => false,
        });
        counts.collect()
    }

    /// Whether every game of the last round is over.
    pub(crate) fn round_is_over(&self, tables: &StoredTables) -> bool {
        let is_over = |table: &RoundTable| !matches!(self.phase_at(table, tables), Phase::Waiting | Phase::Playing);
        self.rounds.last().is_some_and(|round| round.tables.iter().all(is_over))
    }

    /// Adds a round with these tables.
    pub(crate) fn add_round(&mut self, pairing: &Pairing, tables: &[TableId], now: u64, is_live: bool) {
        let tables = tables.iter().zip(&pairing.tables).map(|(table, seats)| RoundTable {
            table: table.clone(),
            seats: seats.clone(),
            adjudicated: None,
        });
        self.rounds.push(Round {
            tables: tables.collect(),
            byes: pairing.byes.clone(),
            deadline: self.settings.round_days.map(|days| now + u64::from(days) * DAY),
            ready_until: is_live.then_some(now + READY_TIME),
        });
        self.next_round = None;
    }

    /// When the server next has to act, apart from the end of the games.
    pub(crate) fn wake(&self, phase: TournamentPhase) -> Option<u64> {
        match phase {
            TournamentPhase::Open => self.settings.starts,
            TournamentPhase::Running => {
                let round = self.rounds.last();
                let times = [round.and_then(|round| round.deadline), round.and_then(|round| round.ready_until)];
                times.into_iter().flatten().min()
            }
            TournamentPhase::Finished | TournamentPhase::Cancelled => None,
        }
    }
}

const MOST_COMPUTERS: usize = MOST_TOURNAMENT_COMPUTERS as usize;

impl Entry {
    pub(crate) fn person(&self) -> Option<&PersonId> {
        match &self.player {
            EntryPlayer::Person(person) => Some(person),
            EntryPlayer::Level(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(settings: TournamentSettings) -> Document {
        Document::new(settings, 1)
    }

    fn person(name: &str, kind: PersonKind) -> Person {
        Person { id: name.parse().unwrap(), name: name.to_string(), kind }
    }

    #[test]
    fn people_enter_once_until_it_is_full_and_can_leave_before_the_start() {
        let mut one = document(TournamentSettings { most_players: 3, ..TournamentSettings::default() });
        let (ada, bob) = (person("ada", PersonKind::Guest), person("bob", PersonKind::Account));
        one.enter(TournamentPhase::Open, &ada).unwrap();
        assert_eq!(one.enter(TournamentPhase::Open, &ada), Err(Refusal::AlreadySeated));
        one.enter(TournamentPhase::Open, &bob).unwrap();
        one.add_computers(TournamentPhase::Open, LevelId::Pilgrim, 1).unwrap();
        assert_eq!(one.enter(TournamentPhase::Open, &person("eve", PersonKind::Guest)), Err(Refusal::TooMany));
        assert_eq!(one.add_computers(TournamentPhase::Open, LevelId::Pilgrim, 1), Err(Refusal::TooMany));
        one.withdraw(TournamentPhase::Open, &ada.id).unwrap();
        assert_eq!(one.withdraw(TournamentPhase::Open, &ada.id), Err(Refusal::NotSeated));
        assert_eq!(one.people(), [&bob.id]);
    }

    #[test]
    fn whoever_was_removed_cannot_enter_again() {
        let mut one = document(TournamentSettings::default());
        let ada = person("ada", PersonKind::Account);
        one.enter(TournamentPhase::Open, &ada).unwrap();
        assert_eq!(one.remove(TournamentPhase::Open, 0), Ok(Some(ada.id.clone())));
        assert_eq!(one.enter(TournamentPhase::Open, &ada), Err(Refusal::Blocked));
        assert_eq!(one.remove(TournamentPhase::Open, 0), Err(Refusal::NotFound));
    }

    #[test]
    fn latecomers_can_enter_a_swiss_tournament_until_half_of_it_is_played() {
        let mut one = document(TournamentSettings { rounds: 4, ..TournamentSettings::default() });
        let round = || Round { tables: Vec::new(), byes: Vec::new(), deadline: None, ready_until: None };
        one.rounds = vec![round(), round()];
        one.enter(TournamentPhase::Running, &person("ada", PersonKind::Guest)).unwrap();
        one.rounds.push(round());
        let late = one.enter(TournamentPhase::Running, &person("bob", PersonKind::Guest));
        assert_eq!(late, Err(Refusal::WrongPhase));
        for format in [TournamentFormat::Duplicate, TournamentFormat::Knockout { advance: 1 }] {
            let mut other = document(TournamentSettings { format, ..TournamentSettings::default() });
            let late = other.enter(TournamentPhase::Running, &person("ada", PersonKind::Guest));
            assert_eq!(late, Err(Refusal::WrongPhase));
        }
    }

    #[test]
    fn guests_cannot_enter_a_rated_tournament() {
        let mut one = document(TournamentSettings { rated: true, ..TournamentSettings::default() });
        let refused = one.enter(TournamentPhase::Open, &person("ada", PersonKind::Guest));
        assert_eq!(refused, Err(Refusal::NeedsAccount));
        one.enter(TournamentPhase::Open, &person("bob", PersonKind::Account)).unwrap();
    }

    #[test]
    fn computer_players_fill_the_last_table_if_they_may() {
        for (fill, players) in [(None, 5), (Some(LevelId::Goatherd), 8)] {
            let mut one = document(TournamentSettings { fill, ..TournamentSettings::default() });
            one.add_computers(TournamentPhase::Open, LevelId::Pilgrim, 5).unwrap();
            assert!(one.close_entries());
            assert_eq!(one.entries.len(), players);
        }
        let mut few = document(TournamentSettings::default());
        few.add_computers(TournamentPhase::Open, LevelId::Pilgrim, 2).unwrap();
        assert!(!few.close_entries());
    }
}
