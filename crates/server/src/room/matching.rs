//! Play now: a seat with whoever is waiting, or a new table that others will find.

use shangrila_protocol::{
    NewSeat, NewSeatPlayer, NewTable, Opening, Options, Person, PersonId, PersonOrLevel, Phase, PlayNow, Refusal,
    TableId, TableSettings, TableSummary, Visibility,
};
use shangrila_rules::Seats;

use super::{Rooms, TableCommand, failed};
use crate::client_address::ClientAddress;

/// The number of moves per seat after which nobody is sent to a running game any more.
const EARLY: u32 = 2;

impl Rooms {
    /// Finds a seat for a person: at a table that is waiting, in a game that has just begun against computer players, or at a new table.
    pub(crate) async fn play_now(
        &self,
        person: &Person,
        from: ClientAddress,
        wish: &PlayNow,
    ) -> Result<TableId, Refusal> {
        if !wish.alone {
            let mut tables = self.store().open_tables().await.map_err(failed)?;
            // Those who have waited longest come first.
            tables.reverse();
            tables.extend(self.shared.lobby.running_tables().await.map_err(failed)?);
            if let Some(own) = tables.iter().find(|table| is_own(table, &person.id) && suits(wish, table)) {
                return Ok(own.table.clone());
            }
            for table in tables.iter().filter(|table| suits(wish, table) && has_seat(table)) {
                if self.act(&table.table, person, TableCommand::Join { seat: None }).await.is_ok() {
                    return Ok(table.table.clone());
                }
            }
        }
        self.create(person, from, new_table(wish)).await
    }
}

/// The table that is opened if nobody is waiting.
fn new_table(wish: &PlayNow) -> NewTable {
    let seats = wish.seats.unwrap_or(4);
    let fill = wish.fill.filter(|_| !wish.alone);
    let settings = TableSettings {
        seats,
        clock: wish.clock,
        visibility: Visibility::Public,
        fill,
        open_seats: true,
        draw_seats: !wish.alone,
        ..TableSettings::default()
    };
    let clans = if seats == 3 { Seats::THREE } else { Seats::FOUR };
    let opponent = wish.fill.unwrap_or_default().level;
    let seat = |(index, clan): (usize, shangrila_rules::Clan)| NewSeat {
        clan: clan.letter(),
        player: match (index, wish.alone) {
            (0, _) => NewSeatPlayer::Me,
            (_, true) => NewSeatPlayer::Level(opponent),
            (_, false) => NewSeatPlayer::Free,
        },
    };
    NewTable { settings, seats: clans.iter().enumerate().map(seat).collect() }
}

fn is_own(table: &TableSummary, person: &PersonId) -> bool {
    table.phase == Phase::Waiting && table.seats.iter().any(|seat| seat.is_of(person))
}

/// Whether a game is of the kind that someone wishes for.
fn suits(wish: &PlayNow, table: &TableSummary) -> bool {
    let TableSettings { seats, opening, options, clock, rated, pairs, .. } = &table.settings;
    wish.seats.is_none_or(|wanted| wanted == *seats)
        && (opening, options) == (&Opening::Card, &Options::default())
        && *clock == wish.clock
        && !rated
        && pairs.is_none()
}

/// Whether there is a seat for anyone.
fn has_seat(table: &TableSummary) -> bool {
    table.seats.iter().any(|seat| match (table.phase, &seat.player) {
        (Phase::Waiting, None) => seat.kept_for.is_none(),
        (Phase::Playing, Some(PersonOrLevel::Level(_))) => {
            table.settings.open_seats && table.moves < EARLY * table.seats.len() as u32
        }
        _ => false,
    })
}
