//! What everyone sees of a tournament.

use shangrila_protocol::{
    Person, PersonId, PersonKind, PersonOrLevel, TournamentEntry, TournamentRound, TournamentSettings,
    TournamentStanding, TournamentSummary, TournamentTable, TournamentView,
};
use shangrila_tournament::{game_scores, standings};

use super::Tournament;
use super::document::{EntryPlayer, StoredTables};

/// Someone by their id, with their name if they have not been deleted.
fn person(id: &PersonId, people: &[Person]) -> Person {
    let found = people.iter().find(|person| person.id == *id).cloned();
    found.unwrap_or_else(|| Person { id: id.clone(), name: String::new(), kind: PersonKind::Guest })
}

impl Tournament {
    /// Everyone whose name is shown.
    pub(super) fn shown_people(&self) -> Vec<&PersonId> {
        let entered = self.document.entries.iter().filter_map(|entry| entry.person());
        entered.chain([&self.director]).collect()
    }

    pub(super) fn summary(&self, people: &[Person]) -> TournamentSummary {
        TournamentSummary {
            tournament: self.id.clone(),
            settings: TournamentSettings { name: self.name.clone(), ..self.document.settings.clone() },
            director: person(&self.director, people),
            phase: self.phase,
            players: self.document.active() as u16,
            round: self.document.rounds.len() as u16,
            created: self.created,
        }
    }

    pub(super) fn view(&self, tables: &StoredTables, people: &[Person]) -> TournamentView {
        let document = &self.document;
        let entries = document.entries.iter().map(|entry| TournamentEntry {
            player: match &entry.player {
                EntryPlayer::Person(id) => PersonOrLevel::Person(person(id, people)),
                EntryPlayer::Level(level) => PersonOrLevel::Level(*level),
            },
            dropped: entry.dropped,
        });
        let (scores, lines) = document.with_history(tables, |history| (game_scores(history), standings(history)));
        let rounds = document.rounds.iter().enumerate().map(|(round, played)| TournamentRound {
            tables: played
                .tables
                .iter()
                .enumerate()
                .map(|(number, table)| {
                    let result = document.result(table, tables);
                    let score = |seat| scores.get(&(round, number, seat)).copied().unwrap_or(0);
                    let seats = 0..table.seats.len();
                    TournamentTable {
                        table: table.table.clone(),
                        seats: table.seats.clone(),
                        phase: document.phase_at(table, tables),
                        points: if result.is_some() { seats.map(score).collect() } else { Vec::new() },
                        masters: result.as_ref().map(|result| result.masters.clone()).unwrap_or_default(),
                        winners: result.map(|result| result.winners).unwrap_or_default(),
                    }
                })
                .collect(),
            byes: played.byes.clone(),
            deadline: played.deadline,
        });
        let standing = |line: &shangrila_tournament::StandingLine| TournamentStanding {
            entry: line.number,
            place: line.place as u16,
            score: line.score,
            wins: line.wins,
            opposition: line.opposition,
            masters: line.masters,
            games: line.games,
        };
        TournamentView {
            summary: self.summary(people),
            entries: entries.collect(),
            rounds: rounds.collect(),
            standings: if document.rounds.is_empty() { Vec::new() } else { lines.iter().map(standing).collect() },
            next_round: document.next_round,
        }
    }
}
