//! Play now: a seat with whoever is waiting, or a new table that others will find.

use std::time::Duration;

use shangrila_protocol::{
    NewSeat, NewSeatPlayer, NewTable, Opening, Options, Person, PersonId, PersonOrLevel, Phase, PlayNow, Refusal,
    TableId, TableSettings, TableSummary, TimeControl, Visibility,
};
use shangrila_rules::Seats;
use tokio::sync::oneshot;

use super::{RoomMessage, Rooms, TableCommand, failed};
use crate::client_address::ClientAddress;
use crate::clock::now;

/// The number of moves per seat after which nobody is sent to a running game any more.
const EARLY: u32 = 2;
/// How many tables are asked at most whether anyone is there.
const MOST_ASKED: usize = 20;
/// How long other processes have to say who watches a table there.
const ANSWER_TIME: Duration = Duration::from_millis(500);

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
            tables.retain(|table| suits(wish, table) && (is_own(table, &person.id) || has_seat(table)));
            let tables = self.promising(person, wish, tables).await;
            let (own, others): (Vec<_>, Vec<_>) = tables.iter().partition(|table| is_own(table, &person.id));
            if let Some(own) = own.first() {
                return Ok(own.table.clone());
            }
            for table in others {
                if self.act(&table.table, person, TableCommand::Join { seat: None }).await.is_ok() {
                    return Ok(table.table.clone());
                }
            }
        }
        self.create(person, from, new_table(wish)).await
    }

    /// Returns those of the tables at which a person does not wait in vain: their games start as soon as the person wishes, or somebody else is there.
    async fn promising(&self, person: &Person, wish: &PlayNow, tables: Vec<TableSummary>) -> Vec<TableSummary> {
        let now = now();
        let starts = |table: &TableSummary| {
            // Whoever wants no computer players waits at their own table for people to come.
            starts_in_time(wish, table, now) || wish.fill.is_none() && is_own(table, &person.id)
        };
        let mut asked: Vec<&TableId> =
            tables.iter().filter(|table| !starts(table)).map(|table| &table.table).take(MOST_ASKED).collect();
        if self.peers().exist() {
            for table in &asked {
                // It asks the other processes as soon as it is in memory.
                self.people_at(table).await;
            }
            if !asked.is_empty() {
                tokio::time::sleep(ANSWER_TIME).await;
            }
        } else {
            // Nobody watches a table that is not in memory.
            let loaded = self.loaded();
            asked.retain(|table| loaded.contains_key(*table));
        }
        let mut with_people = Vec::new();
        for table in asked {
            if self.people_at(table).await.iter().any(|one| *one != person.id) {
                with_people.push(table.clone());
            }
        }
        tables.into_iter().filter(|table| starts(table) || with_people.contains(&table.table)).collect()
    }

    /// Returns the players of a table who are connected to it.
    async fn people_at(&self, table: &TableId) -> Vec<PersonId> {
        let (answer, people) = oneshot::channel();
        self.send(table, RoomMessage::WhoIsThere { answer }).await;
        people.await.unwrap_or_default()
    }
}

/// Whether a game is running, or will start as soon as someone wishes even if nobody else comes. In a game over days, nobody has to be there.
fn starts_in_time(wish: &PlayNow, table: &TableSummary, now: u64) -> bool {
    if table.phase == Phase::Playing || !matches!(wish.clock, TimeControl::Live { .. }) {
        return true;
    }
    let due = |after: u32| 1000 * u64::from(after);
    match (table.settings.fill, wish.fill) {
        (Some(fill), Some(wished)) => table.opened + due(fill.after) <= now + due(wished.after),
        (Some(_), None) => true,
        (None, _) => false,
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
