//! Vacations at one table over days: the log gets an event with the times that are stored about a person.

use shangrila_protocol::{Event, PersonId, PersonKind, PersonOrLevel, Phase, TimeControl, Vacation};

use super::actor::Room;
use super::elsewhere::Uncommitted;
use crate::store::StoreError;

/// How often the events are tried again because another process was faster.
const MOST_ATTEMPTS: usize = 10;

impl Room {
    /// Looks up who is on vacation, if that matters here, and notes what the log does not say yet. Returns whether everything is noted.
    pub(super) async fn note_vacations(&mut self) -> bool {
        self.check_vacations = false;
        for _ in 0..MOST_ATTEMPTS {
            let events = match self.new_vacations().await {
                Ok(events) if events.is_empty() => return true,
                Ok(events) => events,
                Err(error) => {
                    tracing::error!(table = %self.id, %error, "cannot read vacations");
                    return false;
                }
            };
            match self.commit_events(None, events).await {
                Ok(_) => return true,
                Err(Uncommitted::Overtaken) => {}
                Err(Uncommitted::Refused(_)) => return false,
            }
        }
        false
    }

    async fn new_vacations(&self) -> Result<Vec<Event>, StoreError> {
        let state = self.table.state();
        let Some(store) = self.rooms.vacations() else { return Ok(Vec::new()) };
        if state.phase != Phase::Playing || !matches!(state.settings.clock, TimeControl::Days { .. }) {
            return Ok(Vec::new());
        }
        let mut events = Vec::new();
        for (seat, seated) in state.players() {
            let Some(person) = seated.player.as_ref().and_then(PersonOrLevel::person) else { continue };
            if person.kind != PersonKind::Account {
                continue;
            }
            let known = seated.vacation;
            // Those that may have to do with the present turn, and the known one, which may have ended early.
            let after = known.map_or(state.turn_since, |known| known.from.min(state.turn_since));
            let is_new = |time: &Vacation| {
                known.is_none_or(|known| time.from > known.from || time.from == known.from && *time != known)
            };
            let times = store.vacations(&person.id, after).await?.into_iter().filter(is_new);
            events.extend(times.map(|time| Event::Vacation { seat, time }));
        }
        Ok(events)
    }

    /// Notes a vacation of a player. If it is over, their clock runs again, which they should hear of. Returns whether it is noted.
    pub(super) async fn told_of_vacation(&mut self, person: &PersonId, is_over: bool) -> bool {
        let is_noted = self.note_vacations().await;
        let state = self.table.state();
        let waits = state.next.is_some_and(|seat| {
            let seated = &state.seats[seat.index()];
            seated.is_of(person) && seated.stand_in.is_none()
        });
        let is_over_days = matches!(state.settings.clock, TimeControl::Days { .. });
        if is_noted
            && is_over
            && waits
            && is_over_days
            && let Some(notices) = self.rooms.notices()
        {
            notices.queue(person, &self.id);
        }
        is_noted
    }
}
