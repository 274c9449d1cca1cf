//! Who the user is to the server, and whether there is a server at all.

use leptos::prelude::*;
use shangrila_protocol::{Me, PersonId, PersonKind};

use super::api::{self, ApiError};
use super::connection::TabConnection;

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

/// The user as the server knows them.
#[derive(Clone, Copy)]
pub(crate) struct Identity {
    /// `None` if the user has neither an account nor a guest name.
    pub(crate) me: RwSignal<Option<Me>>,
    pub(crate) server: RwSignal<ServerStatus>,
    connection: TabConnection,
}

impl Identity {
    pub(crate) fn new(connection: TabConnection) -> Identity {
        Identity { me: RwSignal::new(None), server: RwSignal::new(ServerStatus::Unknown), connection }
    }

    /// Asks the server who the user is: only the server can read the cookie. Screens for local games never do this.
    pub(crate) fn refresh(self) {
        leptos::task::spawn_local(async move {
            let answer = api::who_am_i().await;
            let server = server_status(answer.as_ref().map(drop));
            if let Ok(answer) = answer
                && self.me.with_untracked(|me| *me != answer.me)
            {
                self.me.set(answer.me);
            }
            self.server.set(server);
        });
    }

    /// Changes who the user is. An open connection still belongs to the previous identity, so it reconnects.
    pub(crate) fn set_person(self, me: Option<Me>) {
        let person = |me: &Option<Me>| me.as_ref().map(|me| me.person.clone());
        let changed = self.me.with_untracked(person) != person(&me);
        self.me.set(me);
        if changed {
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
        Ok(()) | Err(ApiError::Refused(_)) => ServerStatus::Reachable,
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
    use shangrila_protocol::Refusal;

    #[test]
    fn a_missing_server_is_told_apart_from_an_unreachable_one() {
        assert_eq!(server_status(Ok(())), ServerStatus::Reachable);
        assert_eq!(server_status(Err(&ApiError::Refused(Refusal::TooFast { wait: 1 }))), ServerStatus::Reachable);
        assert_eq!(server_status(Err(&ApiError::Unexpected)), ServerStatus::NoServer);
        assert_eq!(server_status(Err(&ApiError::Unreachable)), ServerStatus::Unreachable);
    }
}
