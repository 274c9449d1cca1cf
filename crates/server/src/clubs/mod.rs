//! The weekly events of clubs: tables that open by themselves.
//!
//! One process at a time looks after them, but nothing depends on that: every table of an event has a number, and the key of the claims
//! allows each number once. A claim names the id of the table before it exists. Whoever finds a claim without its table, after a crash,
//! opens the table with that id; the key of its first event refuses a second attempt.

mod schedule;

use std::sync::Arc;
use std::time::Duration;

use shangrila_protocol::{ClubEvent, NewSeat, NewSeatPlayer, NewTable, Person, Refusal};
use shangrila_rules::{Clan, Seats};

use crate::background::keep_running;
use crate::clock::now;
use crate::notices::Notices;
use crate::room::{Rooms, new_table_id};
use crate::store::{ClubStore, Evening, StoreError};
pub(crate) use schedule::{current_or_next, is_time_zone, season};

/// How often events are looked after.
const INTERVAL: Duration = Duration::from_secs(2);
/// The most tables of one event.
const MOST_TABLES: u32 = 30;

/// Looks after the events for as long as the server runs.
pub(crate) fn start(rooms: &Rooms, clubs: &Arc<dyn ClubStore>, notices: &Notices) {
    let (rooms, clubs, notices) = (rooms.clone(), Arc::clone(clubs), notices.clone());
    keep_running("club events", move || {
        let (rooms, clubs, notices) = (rooms.clone(), Arc::clone(&clubs), notices.clone());
        async move {
            let mut interval = tokio::time::interval(INTERVAL);
            loop {
                interval.tick().await;
                if rooms.peers().lead("club events").await
                    && let Err(error) = look_after_events(&rooms, &*clubs, &notices).await
                {
                    tracing::error!(%error, "cannot look after the events of clubs");
                }
            }
        }
    });
}

/// Opens the tables of the events that are going on, tells the members, and closes the empty ones of those that are over.
async fn look_after_events(rooms: &Rooms, clubs: &dyn ClubStore, notices: &Notices) -> Result<(), StoreError> {
    let time = now();
    for (club, owner) in clubs.clubs_with_events().await? {
        let Some(event) = &club.event else { continue };
        // Nobody needs an event that took place while no server was running.
        if let Some(occurrence) = current_or_next(event, time).filter(|occurrence| occurrence.starts <= time) {
            let evening = Evening { club: club.summary.club.clone(), starts: occurrence.starts, ends: occurrence.ends };
            open_tables(rooms, clubs, event, &owner, &evening).await?;
            tell_members(clubs, notices, &evening).await?;
        }
    }
    for evening in clubs.ended_evenings(time).await? {
        for table in clubs.evening_tables(&evening).await? {
            if table.is_waiting == Some(true) && table.is_empty {
                rooms.close_unused(&table.table).await;
            }
        }
        clubs.end_evening(&evening).await?;
    }
    Ok(())
}

async fn open_tables(
    rooms: &Rooms,
    clubs: &dyn ClubStore,
    event: &ClubEvent,
    owner: &Person,
    evening: &Evening,
) -> Result<(), StoreError> {
    clubs.begin_evening(evening).await?;
    let known = clubs.evening_tables(evening).await?;
    // A claim whose table is missing is about to become one.
    let is_waiting = known.iter().any(|table| table.is_waiting != Some(false));
    // As many as planned, and another one whenever all have begun.
    let another = u32::from(known.len() >= usize::from(event.tables) && !is_waiting);
    let wanted = (known.len() as u32 + another).max(u32::from(event.tables)).min(MOST_TABLES);
    for number in 0..wanted {
        let claimed = match known.get(number as usize) {
            Some(table) if table.is_waiting.is_some() => continue,
            _ => clubs.claim_table(evening, number, &new_table_id(), now()).await?,
        };
        if claimed.is_waiting.is_none() {
            match rooms.open_for_club(claimed.table, owner, new_table(event)).await {
                Ok(()) => {}
                Err(Refusal::NotStored) => return Err(StoreError::CannotWrite("a table of a club".to_string())),
                Err(refusal) => tracing::error!(%refusal, "cannot open a table of a club"),
            }
        }
    }
    Ok(())
}

/// Tells the members that their event has begun. After a crash in the middle, those whose notice was already delivered get another one.
async fn tell_members(clubs: &dyn ClubStore, notices: &Notices, evening: &Evening) -> Result<(), StoreError> {
    let members = clubs.members_to_tell(evening).await?;
    if members.is_empty() {
        return Ok(());
    }
    if let Some(first) = clubs.evening_tables(evening).await?.first() {
        for member in &members {
            notices.queue_event(member, &first.table).await?;
        }
    }
    clubs.members_told(evening).await
}

/// A table at which everybody is welcome.
fn new_table(event: &ClubEvent) -> NewTable {
    let clans = if event.settings.seats == 3 { Seats::THREE } else { Seats::FOUR };
    let seat = |clan: Clan| NewSeat { clan: clan.letter(), player: NewSeatPlayer::Free };
    NewTable { settings: event.settings.clone(), seats: clans.iter().map(seat).collect() }
}
