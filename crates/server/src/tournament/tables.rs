//! The tables of a round: who sits where, and with which set-up.

use shangrila_protocol::{
    Event, FairOpening, LevelId, Opening, Person, PersonId, PersonOrLevel, SeatedPlayer, TableSettings,
    TournamentFormat, TournamentOpening, TournamentSettings, Visibility,
};
use shangrila_rules::Seats;
use shangrila_table::FairSetups;
use shangrila_tournament::EntryNumber;

use super::document::{Document, EntryPlayer};

/// Returns the first event of a table. Its host is the director.
pub(super) fn opened(document: &Document, director: &PersonId, seats: &[EntryNumber], people: &[Person]) -> Event {
    let clans = if seats.len() == 3 { Seats::THREE } else { Seats::FOUR };
    let seated = clans
        .iter()
        .zip(seats)
        .map(|(clan, &number)| SeatedPlayer::new(clan.letter(), Some(player(document, number, people))));
    let settings = table_settings(&document.settings, seats.len(), opening(document, seats.len()));
    Event::Opened { settings, host: director.clone(), seats: seated.collect() }
}

/// Who plays for an entry: nobody else but the person, unless they have dropped out of a duplicate.
fn player(document: &Document, number: EntryNumber, people: &[Person]) -> PersonOrLevel {
    let substitute = document.settings.fill.unwrap_or(LevelId::Guide);
    match document.entries.get(usize::from(number)) {
        Some(entry) if !entry.dropped => match &entry.player {
            EntryPlayer::Level(level) => PersonOrLevel::Level(*level),
            EntryPlayer::Person(id) => match people.iter().find(|person| person.id == *id) {
                Some(person) => PersonOrLevel::Person(person.clone()),
                None => PersonOrLevel::Level(substitute),
            },
        },
        _ => PersonOrLevel::Level(substitute),
    }
}

/// The settings of the tables of a tournament.
pub(super) fn table_settings(settings: &TournamentSettings, seats: usize, opening: Opening) -> TableSettings {
    TableSettings {
        seats: seats as u8,
        opening,
        options: settings.options,
        visibility: Visibility::Public,
        clock: settings.clock,
        rated: settings.rated,
        ..TableSettings::default()
    }
}

/// The set-up of the next round.
fn opening(document: &Document, seats: usize) -> Opening {
    let settings = &document.settings;
    // In a duplicate, a set-up stays until everyone has had every seat.
    let number = match settings.format {
        TournamentFormat::Duplicate => document.rounds.len() / usize::from(settings.seats),
        _ => document.rounds.len(),
    };
    match settings.opening {
        TournamentOpening::Card => Opening::Card,
        TournamentOpening::Free => Opening::Free,
        TournamentOpening::Fair => {
            fair_opening(seats, document.seed.wrapping_add(number as u64)).map_or(Opening::Card, Opening::Fair)
        }
    }
}

fn fair_opening(seats: usize, random: u64) -> Option<FairOpening> {
    let setup = FairSetups::stored().pick(seats, random)?;
    let letters = |villages: &shangrila_rules::SeatVillages| villages.iter().map(|village| village.letter()).collect();
    Some(FairOpening {
        masters: setup.villages().iter().map(letters).collect(),
        chances: setup.chances().map(|chance| (chance * 1000.0).round() as u16).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_up_that_is_drawn_can_be_played() {
        for seats in [3, 4] {
            for random in 0..50 {
                let opening = fair_opening(seats, random).map(Opening::Fair).expect("there are some for both sizes");
                let settings = table_settings(&TournamentSettings::default(), seats, opening);
                assert_eq!(settings.check(), Ok(()));
            }
        }
    }

    #[test]
    fn a_duplicate_keeps_its_set_up_until_everyone_has_had_every_seat() {
        let settings = TournamentSettings {
            format: TournamentFormat::Duplicate,
            rounds: 8,
            fill: Some(LevelId::Pilgrim),
            ..TournamentSettings::default()
        };
        let mut document = Document::new(settings, 99);
        let mut openings = Vec::new();
        for _ in 0..8 {
            openings.push(opening(&document, 4));
            document.add_round(&Default::default(), &[], 0, false);
        }
        assert!(openings[..4].iter().all(|one| *one == openings[0]));
        assert!(openings[4..].iter().all(|one| *one == openings[4]));
        assert_ne!(openings[0], openings[4]);
    }
}
