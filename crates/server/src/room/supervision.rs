//! Runs a room so that a panic at its table ends nothing else: the table is loaded again from its events, and everyone watching stays
//! connected.

use std::panic::AssertUnwindSafe;

use futures::FutureExt;
use shangrila_protocol::{CommandId, Refusal, TableId};
use tokio::sync::mpsc;

use super::Rooms;
use super::actor::{RETRY, Room, RoomMessage, refuse_all};
use super::requester::Requester;
use crate::metrics::METRICS;

/// After many panics in a row, a table rests this many times longer before it is loaded again.
const LONGEST_REST: u32 = 60;

/// A message that a room is working on, and who waits for the answer.
#[derive(Clone)]
pub(super) struct Pending {
    requester: Requester,
    command: Option<CommandId>,
}

impl Pending {
    /// Returns who waits for the answer to a message, if anyone does.
    pub(super) fn of(message: &RoomMessage) -> Option<Pending> {
        let (requester, command) = match message {
            RoomMessage::Watch { requester, .. } => (requester, None),
            RoomMessage::Command { requester, id, .. } | RoomMessage::Say { requester, id, .. } => {
                (requester, Some(id.clone()))
            }
            _ => return None,
        };
        Some(Pending { requester: requester.clone(), command })
    }
}

/// Runs a room until nobody needs it.
pub(super) async fn run(id: TableId, rooms: Rooms, mut inbox: mpsc::Receiver<RoomMessage>) {
    let mut crashed: Option<Room> = None;
    for panics in 1.. {
        let refusal = match AssertUnwindSafe(Room::load(&id, &rooms)).catch_unwind().await {
            Ok(Ok(Some(mut room))) => {
                if let Some(crashed) = crashed.take() {
                    room.take_over(crashed).await;
                }
                if AssertUnwindSafe(room.run(&mut inbox)).catch_unwind().await.is_ok() {
                    return;
                }
                METRICS.panics.inc();
                tracing::error!(table = %id, "a table has panicked and is loaded again");
                crashed = Some(room);
                tokio::time::sleep(RETRY * panics.min(LONGEST_REST)).await;
                continue;
            }
            Ok(Ok(None)) => Refusal::NotFound,
            Ok(Err(error)) => {
                tracing::error!(table = %id, %error, "cannot load a table");
                Refusal::Failed
            }
            Err(_) => Refusal::Failed,
        };
        if let Some(crashed) = crashed {
            rooms.fan_out().disconnect(&crate::fan_out::Topic::Table(id.clone()));
            drop(crashed);
        }
        return refuse_all(&id, &rooms, &mut inbox, &refusal).await;
    }
}

impl Room {
    /// Continues where a room stopped that has panicked: with the same people watching, who are sent the stored state. Whoever waits
    /// for an answer gets it.
    async fn take_over(&mut self, crashed: Room) {
        self.watchers = crashed.watchers;
        self.chat_limits = crashed.chat_limits;
        self.refused = crashed.refused;
        self.publish_state();
        self.publish_presence();
        let Some(Pending { requester, command }) = crashed.pending else { return };
        let stored = requester.id().zip(command.as_ref()).and_then(|(person, id)| self.table.answer(person, id));
        match (command, stored) {
            (Some(id), Some(number)) => self.answer_again(&requester, id, number).await,
            (command, _) => requester.refuse(command, &self.id, Refusal::Failed),
        }
    }
}
