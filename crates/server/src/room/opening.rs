//! The first event of a table: a new one, or a rematch of a finished game.

use shangrila_protocol::{
    Event, EventEnvelope, FairOpening, NewSeat, NewSeatPlayer, NewTable, Opening, OutOfSequence, Person, PersonId,
    PersonKind, PersonOrLevel, Refusal, SeatedPlayer, TableId, TableSettings, TableState,
};
use shangrila_rules::{Clan, Seat, Seats};
use shangrila_table::FairSetups;

use super::table_logic::{append, with_consequences};
use crate::store::Append;

/// Returns the first event of a table as its host wants it.
///
/// # Errors
/// If the settings or seats are invalid, or a guest wants a rated game.
pub(super) fn opened(host: &Person, new: &NewTable) -> Result<Event, Refusal> {
    let bad = |message: String| Refusal::BadMessage { message };
    new.settings.check().map_err(|error| bad(error.to_string()))?;
    if let Opening::Fair(fair) = &new.settings.opening
        && !is_known(fair)
    {
        return Err(bad("opening.fair: not one of the set-ups that were judged to be fair".to_string()));
    }
    if new.settings.rated && host.kind == PersonKind::Guest {
        return Err(Refusal::NeedsAccount);
    }
    let default = default_seats(&new.settings);
    let seats = if new.seats.is_empty() { &default } else { &new.seats };
    if seats.len() != usize::from(new.settings.seats) {
        return Err(bad(format!("seats: got {}, but settings.seats is {}", seats.len(), new.settings.seats)));
    }
    if new.settings.pairs.is_some() {
        check_pairs(seats).map_err(|message| bad(message.to_string()))?;
    } else if seats.iter().filter(|seat| seat.player == NewSeatPlayer::Me).count() > 1 {
        return Err(bad("seats: the host can take only one seat".to_string()));
    }
    let seats: Vec<SeatedPlayer> = seats
        .iter()
        .map(|seat| {
            let player = match seat.player {
                NewSeatPlayer::Free => None,
                NewSeatPlayer::Me => Some(PersonOrLevel::Person(host.clone())),
                NewSeatPlayer::Level(level) => Some(PersonOrLevel::Level(level)),
            };
            SeatedPlayer::new(seat.clan, player)
        })
        .collect();
    if clans_of(&seats).is_none() {
        return Err(bad("seats: each clan must be one of r, b, v, y and appear only once".to_string()));
    }
    if seats.iter().all(|seat| matches!(seat.player, Some(PersonOrLevel::Level(_)))) {
        return Err(bad("seats: at least one must be free or the host's".to_string()));
    }
    Ok(Event::Opened { settings: new.settings.clone(), host: host.id.clone(), seats })
}

/// Checks the seats of two players with two clans each.
fn check_pairs(seats: &[NewSeat]) -> Result<(), &'static str> {
    let (first, opposite) = seats.split_at(seats.len() / 2);
    if first.iter().zip(opposite).any(|(one, other)| one.player != other.player) {
        return Err("seats: with pairs, the first and the third seat have the same player, and so have the others");
    }
    match (first[0].player, first[1].player) {
        (NewSeatPlayer::Level(_), _) | (_, NewSeatPlayer::Level(_)) => Err("seats: only people play two clans each"),
        (NewSeatPlayer::Me, NewSeatPlayer::Me) => Err("seats: the host can take only one pair of seats"),
        _ => Ok(()),
    }
}

/// Whether a set-up is one of those that come with the game: players trust the chances that a table shows.
fn is_known(fair: &FairOpening) -> bool {
    let chances = fair.chances.iter().map(u16::to_string);
    let line: Vec<String> = fair.masters.iter().cloned().chain(chances).collect();
    line.join(" ").parse().is_ok_and(|setup| FairSetups::stored().contains(&setup))
}

/// The host on the first seat, the others free.
fn default_seats(settings: &TableSettings) -> Vec<NewSeat> {
    let seats = if settings.seats == 3 { Seats::THREE } else { Seats::FOUR };
    let seat = |(index, clan): (usize, Clan)| NewSeat {
        clan: clan.letter(),
        player: if index == 0 || settings.pairs.is_some() && index == 2 {
            NewSeatPlayer::Me
        } else {
            NewSeatPlayer::Free
        },
    };
    seats.iter().enumerate().map(seat).collect()
}

/// Returns the first event of a rematch: its host is seated, the other people have their seats reserved, and the player who moved second
/// moves first.
pub(super) fn rematch(state: &TableState, host: &Person) -> Event {
    let mut seats: Vec<SeatedPlayer> = state
        .seats
        .iter()
        .map(|seat| {
            let (player, kept_for) = match &seat.player {
                Some(PersonOrLevel::Level(level)) => (Some(PersonOrLevel::Level(*level)), None),
                Some(PersonOrLevel::Person(person)) if person.id == host.id => {
                    (Some(PersonOrLevel::Person(host.clone())), None)
                }
                Some(PersonOrLevel::Person(person)) if !person.name.is_empty() => (None, Some(person.id.clone())),
                _ => (None, None),
            };
            SeatedPlayer { kept_for, ..SeatedPlayer::new(seat.clan, player) }
        })
        .collect();
    seats.rotate_left(1);
    let mut settings = state.settings.clone();
    // Earlier versions allowed rated games that this one does not.
    settings.rated &= settings.check().is_ok();
    Event::Opened { settings, host: host.id.clone(), seats }
}

/// Keeps the seats of a rematch for those who are welcome and frees the others. Returns for whom seats are kept.
pub(super) fn keep_seats_for(opened: &mut Event, is_welcome: impl Fn(&PersonId) -> bool) -> Vec<PersonId> {
    let Event::Opened { seats, .. } = opened else { return Vec::new() };
    for seat in seats.iter_mut() {
        seat.kept_for = seat.kept_for.take().filter(&is_welcome);
    }
    seats.iter().filter_map(|seat| seat.kept_for.clone()).collect()
}

/// Prepares a new table for the store: its first event, and the start if every seat is taken already.
///
/// # Errors
/// If `opened` cannot be the first event of a table.
pub(super) fn draft_table(
    id: TableId,
    host: &PersonId,
    opened: Event,
    at: u64,
    draw: &mut dyn FnMut(usize) -> usize,
) -> Result<Append, OutOfSequence> {
    draft_with(id, Some(host), opened, at, |state| with_consequences(state, Vec::new(), draw))
}

/// Prepares a new table for the store that nobody has opened for themselves: whoever sits down first becomes its host.
///
/// # Errors
/// If `opened` cannot be the first event of a table.
pub(super) fn draft_for_anyone(id: TableId, opened: Event, at: u64) -> Result<Append, OutOfSequence> {
    draft_with(id, None, opened, at, |_| Vec::new())
}

/// Prepares a table for the store at which everyone is seated. The game starts at once, unless the people there first have to say that they are ready.
///
/// # Errors
/// If `opened` cannot be the first event of a table.
pub(super) fn draft_seated(
    id: TableId,
    host: &PersonId,
    opened: Event,
    at: u64,
    draw: &mut dyn FnMut(usize) -> usize,
) -> Result<Append, OutOfSequence> {
    draft_with(id, Some(host), opened, at, |state| {
        let started = with_consequences(state, Vec::new(), draw);
        if !started.is_empty() {
            return started;
        }
        let computers = Seat::ALL.into_iter().zip(&state.seats).filter(|(_, seat)| seat.level().is_some());
        // Whoever has opened the table decides how long to wait.
        vec![Event::ReadyCheck { ready: computers.map(|(seat, _)| seat).collect(), until: None }]
    })
}

/// Prepares a new table for the store, with the events that follow its first one.
fn draft_with(
    id: TableId,
    by: Option<&PersonId>,
    opened: Event,
    at: u64,
    following: impl FnOnce(&TableState) -> Vec<Event>,
) -> Result<Append, OutOfSequence> {
    let first = EventEnvelope { number: 1, at, id: None, by: by.cloned(), event: opened };
    let mut state = TableState::open(id, &first)?;
    let mut events = vec![first];
    for event in following(&state) {
        let envelope = EventEnvelope { number: state.number + 1, at, id: None, by: None, event };
        state.apply(&envelope)?;
        events.push(envelope);
    }
    Ok(append(&state, at, events, None))
}

/// Returns the clans in turn order; `None` if they cannot be seated like this.
pub(super) fn clans_of(seats: &[SeatedPlayer]) -> Option<Seats> {
    let clans: Vec<Clan> = seats.iter().map(|seat| Clan::from_letter(seat.clan)).collect::<Option<_>>()?;
    Seats::new(&clans).ok()
}
