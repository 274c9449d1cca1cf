//! Moderation: who is banned or muted, and what follows from the audit log.
//!
//! The audit log is also how an action reaches the server. The routes of the app and the commands on the host both write to it, together
//! with what the action changes in the database; [`Moderation::catch_up`] then carries out the rest: it closes connections and tables, and
//! shows changed chat lines. Every process does so for its own connections. How far they have come is stored, so that nothing is left out when no server was
//! running.

mod fair_play;
mod sanctions;

use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

use axum::http::Method;
use axum::http::request::Parts;
use shangrila_protocol::{AuditEntry, ModerationAction, PersonId, Refusal};
use tokio::sync::{Mutex, oneshot};

use crate::background::keep_running;
use crate::client_address::ClientAddress;
use crate::clock::now;
use crate::fan_out::{CloseReason, Topic};
use crate::room::{RoomMessage, Rooms};
use crate::store::{ModerationStore, StoreError};
pub(crate) use fair_play::FairPlayDesk;
pub(crate) use sanctions::Sanction;
use sanctions::Sanctions;
pub use sanctions::parse_network;

/// How often the audit log is searched for what was done on the host.
const INTERVAL: Duration = Duration::from_millis(500);

/// Who is banned or muted.
#[derive(Clone)]
pub(crate) struct Moderation {
    shared: Arc<ModerationState>,
}

struct ModerationState {
    store: Arc<dyn ModerationStore>,
    sanctions: RwLock<Sanctions>,
    /// Up to which number this process has carried out the log. Held meanwhile, so that every entry is carried out once and in order.
    carried_out: Mutex<u64>,
}

impl Moderation {
    /// Reads the bans and mutes in force.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub(crate) async fn open(store: Arc<dyn ModerationStore>) -> Result<Moderation, StoreError> {
        let carried_out = Mutex::new(store.carried_out().await?);
        let sanctions = RwLock::new(Sanctions::new(store.sanctions().await?));
        Ok(Moderation { shared: Arc::new(ModerationState { store, sanctions, carried_out }) })
    }

    /// Follows the audit log for as long as the server runs.
    pub(crate) fn follow_log(&self, rooms: &Rooms) {
        let (moderation, rooms) = (self.clone(), rooms.clone());
        keep_running("moderation", move || {
            let (moderation, rooms) = (moderation.clone(), rooms.clone());
            async move {
                let (mut interval, mut failing) = (tokio::time::interval(INTERVAL), false);
                loop {
                    interval.tick().await;
                    match moderation.catch_up(&rooms).await {
                        Ok(()) => failing = false,
                        Err(error) => {
                            if !std::mem::replace(&mut failing, true) {
                                tracing::error!(%error, "cannot follow the audit log");
                            }
                        }
                    }
                }
            }
        });
    }

    /// Refuses a banned person.
    pub(crate) fn check_person(&self, person: &PersonId) -> Result<(), Refusal> {
        match self.ban_of(person) {
            Some(ban) => Err(Refusal::Banned { until: ban.until }),
            None => Ok(()),
        }
    }

    /// Refuses the request of a banned person, except to learn why, to sign out, to download their data and to delete themselves.
    pub(crate) fn check_caller(&self, person: &PersonId, request: &Parts) -> Result<(), Refusal> {
        let path = request.uri.path();
        let is_allowed = match path.strip_prefix("/api").unwrap_or(path) {
            "/me" | "/me/export" | "/me/deletion" => request.method != Method::PATCH,
            "/session" => request.method == Method::DELETE,
            _ => false,
        };
        if is_allowed { Ok(()) } else { self.check_person(person) }
    }

    /// Refuses a banned address.
    pub(crate) fn check_address(&self, address: &ClientAddress) -> Result<(), Refusal> {
        match self.sanctions().ban_at(address.0, now()) {
            Some(ban) => Err(Refusal::Banned { until: ban.until }),
            None => Ok(()),
        }
    }

    /// Returns until when a person or an address is banned, if either is.
    pub(crate) fn banned_until(&self, person: Option<&PersonId>, address: Option<IpAddr>) -> Option<Option<u64>> {
        let (sanctions, now) = (self.sanctions(), now());
        let by_person = person.and_then(|person| sanctions.ban_of(person, now));
        by_person.or_else(|| sanctions.ban_at(address?, now)).map(|ban| ban.until)
    }

    /// Refuses a chat line of a muted person.
    pub(crate) fn check_chat(&self, person: &PersonId) -> Result<(), Refusal> {
        match self.sanctions().mute_of(person, now()) {
            Some(mute) => Err(Refusal::Muted { until: mute.until }),
            None => Ok(()),
        }
    }

    /// Returns who has blocked a person.
    pub(crate) async fn blockers_of(&self, person: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        self.shared.store.blockers_of(person).await
    }

    /// Returns whom a person has blocked.
    pub(crate) async fn blocked_by(&self, person: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        Ok(self.shared.store.blocked_by(person).await?.into_iter().map(|blocked| blocked.id).collect())
    }

    /// Returns the ban of a person.
    pub(crate) fn ban_of(&self, person: &PersonId) -> Option<Sanction> {
        self.sanctions().ban_of(person, now()).cloned()
    }

    fn sanctions(&self) -> RwLockReadGuard<'_, Sanctions> {
        self.shared.sanctions.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Carries out what is new in the audit log.
    ///
    /// # Errors
    /// If something cannot be read or stored; the next call continues there.
    pub(crate) async fn catch_up(&self, rooms: &Rooms) -> Result<(), StoreError> {
        let mut carried_out = self.shared.carried_out.lock().await;
        let store = &self.shared.store;
        loop {
            let entries = store.audit_after(*carried_out).await?;
            let Some(last) = entries.last().map(|entry| entry.number) else { return Ok(()) };
            let sanctions = Sanctions::new(store.sanctions().await?);
            *self.shared.sanctions.write().unwrap_or_else(PoisonError::into_inner) = sanctions;
            for entry in &entries {
                self.carry_out(entry, rooms).await?;
            }
            *carried_out = last;
            store.set_carried_out(last).await?;
        }
    }

    async fn carry_out(&self, entry: &AuditEntry, rooms: &Rooms) -> Result<(), StoreError> {
        match &entry.action {
            ModerationAction::Ban { person, .. } => {
                let Some(ban) = self.ban_of(person) else { return Ok(()) };
                let reason = CloseReason::Banned { until: ban.until };
                for id in self.shared.store.person_and_bots(person).await? {
                    rooms.fan_out().close(&Topic::Person(id), reason);
                }
            }
            ModerationAction::BanNetwork { .. } => {
                let (sanctions, now) = (self.sanctions(), now());
                rooms.fan_out().close_where(&|topic| match topic {
                    Topic::Address(address) => {
                        sanctions.ban_at(*address, now).map(|ban| CloseReason::Banned { until: ban.until })
                    }
                    _ => None,
                });
            }
            ModerationAction::CloseTable { table } => {
                let (answer, closed) = oneshot::channel();
                rooms.send(table, RoomMessage::CloseByModerator { reason: entry.reason.clone(), answer }).await;
                match closed.await {
                    Ok(Err(Refusal::NotStored)) | Err(_) => {
                        return Err(StoreError::CannotWrite("a table could not be closed".to_string()));
                    }
                    // A table that has ended meanwhile needs no closing.
                    Ok(_) => {}
                }
            }
            ModerationAction::HideLine { table, line }
            | ModerationAction::ShowLine { table, line }
            | ModerationAction::RemoveLine { table, line } => {
                rooms.send(table, RoomMessage::ChatLineChanged { number: *line }).await;
            }
            // Done when the log was written.
            ModerationAction::CloseClub { .. }
            | ModerationAction::CloseTournament { .. }
            | ModerationAction::Grant { .. }
            | ModerationAction::Revoke { .. }
            | ModerationAction::Mute { .. }
            | ModerationAction::Unmute { .. }
            | ModerationAction::Unban { .. }
            | ModerationAction::UnbanNetwork { .. }
            | ModerationAction::ResetLink { .. }
            | ModerationAction::TakeReport { .. }
            | ModerationAction::ResolveReport { .. } => {}
        }
        Ok(())
    }
}
