//! Who the user is to the server, and whether there is a server at all.

use leptos::prelude::*;
use shangrila_client_core::ConnectionStatus;
use shangrila_protocol::{Me, PersonId, PersonKind, Refusal, SanctionNotice, WhoAmI};

use super::api::{self, ApiError};
use super::connection::TabConnection;
use crate::route::Route;

/// Whether a server answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ServerStatus {
    /// No answer yet.
    Unknown,
    Reachable,
    /// The app is served without the game's server.
    NoServer,
    /// No answer: most likely offline.
    Unreachable,
}

/// The status of a connection that could not be opened, after that of the attempt.
const REFUSED: (ConnectionStatus, Option<ConnectionStatus>) =
    (ConnectionStatus::Waiting, Some(ConnectionStatus::Connecting));

/// The user as the server knows them.
#[derive(Clone, Copy)]
pub(crate) struct Identity {
    /// `None` if the user has neither an account nor a guest name.
    pub(crate) me: RwSignal<Option<Me>>,
    pub(crate) server: RwSignal<ServerStatus>,
    /// The table that asked for an account.
    pub(crate) table_after_sign_in: StoredValue<Option<String>>,
    connection: TabConnection,
}

impl Identity {
    pub(crate) fn new(connection: TabConnection) -> Identity {
        let identity = Identity {
            me: RwSignal::new(None),
            server: RwSignal::new(ServerStatus::Unknown),
            table_after_sign_in: StoredValue::new(None),
            connection,
        };
        Effect::new(move |before: Option<ConnectionStatus>| {
            let status = connection.status.get();
            // A browser does not say why a WebSocket was refused. An ordinary request tells a ban from an outage, and knows the reason.
            if status == ConnectionStatus::Stopped || (status, before) == REFUSED {
                identity.look_for_ban();
            }
            status
        });
        // Somebody may have signed in or out in another tab.
        Effect::new(move || {
            let person = connection.person.get().map(|person| person.id);
            if person != identity.person_now() {
                identity.refresh();
            }
        });
        identity
    }

    /// The user's id, without tracking it.
    pub(super) fn person_now(self) -> Option<PersonId> {
        self.me.with_untracked(|me| me.as_ref().map(|me| me.person.id.clone()))
    }

    /// Asks the server who the user is: only the server can read the cookie. Screens for local games never do this.
    pub(crate) fn refresh(self) {
        leptos::task::spawn_local(async move {
            let answer = api::who_am_i().await;
            let server = server_status(answer.as_ref().map(drop));
            self.note_ban(&answer);
            if let Ok(answer) = answer
                && self.me.with_untracked(|me| *me != answer.me)
            {
                self.me.set(answer.me);
            }
            self.server.set(server);
        });
    }

    fn look_for_ban(self) {
        leptos::task::spawn_local(async move { self.note_ban(&api::who_am_i().await) });
    }

    fn note_ban(self, answer: &Result<WhoAmI, ApiError>) {
        match answer {
            Ok(answer) => self.connection.set_ban(answer.banned.clone()),
            // The address is banned.
            Err(ApiError::Refused(Refusal::Banned { until })) => {
                self.connection.set_ban(Some(SanctionNotice { until: *until, reason: String::new() }));
            }
            Err(_) => {}
        }
    }

    /// Signs in, and returns to the table that asked for an account.
    pub(crate) fn sign_in(self, me: Me) {
        self.set_person(Some(me));
        if let Some(table) = self.table_after_sign_in.get_value() {
            self.table_after_sign_in.set_value(None);
            Route::Table(table).go();
        }
    }

    /// Changes who the user is. An open connection still belongs to the previous identity, so it reconnects.
    pub(crate) fn set_person(self, me: Option<Me>) {
        let person = |me: &Option<Me>| me.as_ref().map(|me| me.person.clone());
        let changed = self.me.with_untracked(person) != person(&me);
        self.me.set(me);
        if changed {
            self.connection.set_ban(None);
            self.connection.reconnect();
        }
    }

    /// Whether the user has muted this person.
    pub(crate) fn has_muted(self, person: &PersonId) -> bool {
        self.me.with(|me| me.as_ref().is_some_and(|me| me.muted.contains(person)))
    }

    /// Whether the user has blocked this person.
    pub(crate) fn has_blocked(self, person: &PersonId) -> bool {
        self.me.with(|me| me.as_ref().is_some_and(|me| me.blocked.contains(person)))
    }

    pub(crate) fn is_account(self) -> bool {
        self.me.with(is_account)
    }

    /// [`Identity::is_account`] without tracking, for event handlers.
    pub(crate) fn is_account_now(self) -> bool {
        self.me.with_untracked(is_account)
    }
}

fn is_account(me: &Option<Me>) -> bool {
    me.as_ref().is_some_and(|me| me.person.kind == PersonKind::Account)
}

fn server_status(answer: Result<(), &ApiError>) -> ServerStatus {
    match answer {
        Ok(()) | Err(ApiError::Refused(_) | ApiError::NoPasskey | ApiError::PasskeyNotAdded) => ServerStatus::Reachable,
        Err(ApiError::Unreachable) => ServerStatus::Unreachable,
        Err(ApiError::Unexpected) => ServerStatus::NoServer,
    }
}

/// The user's identity, from anywhere inside the app.
pub(crate) fn identity() -> Identity {
    expect_context()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_server_is_told_apart_from_an_unreachable_one() {
        assert_eq!(server_status(Ok(())), ServerStatus::Reachable);
        assert_eq!(server_status(Err(&ApiError::Refused(Refusal::TooFast { wait: 1 }))), ServerStatus::Reachable);
        assert_eq!(server_status(Err(&ApiError::Unexpected)), ServerStatus::NoServer);
        assert_eq!(server_status(Err(&ApiError::Unreachable)), ServerStatus::Unreachable);
    }
}
