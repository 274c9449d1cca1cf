//! Who the person at this browser is to the server, and whether there is a server at all.

use leptos::prelude::*;
use shangrila_protocol::{Me, PersonKind};

use super::api::{self, ApiError};
use super::connection::Connection;

/// Whether there is a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// It has not answered yet.
    Asking,
    Here,
    /// The app comes from a place without one.
    Absent,
    /// It does not answer: offline, most likely.
    Lost,
}

/// Who one is, and whether somebody knows.
#[derive(Clone, Copy)]
pub(crate) struct Identity {
    /// None where nobody is known. Changed by [`Identity::become_person`] alone.
    pub(crate) me: RwSignal<Option<Me>>,
    pub(crate) reach: RwSignal<Reach>,
    connection: Connection,
}

impl Identity {
    pub(crate) fn new(connection: Connection) -> Identity {
        Identity { me: RwSignal::new(None), reach: RwSignal::new(Reach::Asking), connection }
    }

    /// Asks the server, which alone can read the cookie. Screens without online tables never do.
    pub(crate) fn ask(self) {
        leptos::task::spawn_local(async move {
            let answer = api::who_am_i().await;
            let reach = reach(answer.as_ref().map(drop));
            if let Ok(answer) = answer
                && self.me.with_untracked(|me| *me != answer.me)
            {
                self.become_person(answer.me);
            }
            self.reach.set(reach);
        });
    }

    /// Somebody else from now on, or nobody. An open connection speaks for who one was, so it begins anew.
    pub(crate) fn become_person(self, me: Option<Me>) {
        let person = |me: &Option<Me>| me.as_ref().map(|me| me.person.clone());
        let is_other = self.me.with_untracked(person) != person(&me);
        self.me.set(me);
        if is_other {
            self.connection.reconnect();
        }
    }

    pub(crate) fn is_account(self) -> bool {
        self.me.with(is_account)
    }

    /// The same at this moment, for what happens once.
    pub(crate) fn is_account_now(self) -> bool {
        self.me.with_untracked(is_account)
    }
}

fn is_account(me: &Option<Me>) -> bool {
    me.as_ref().is_some_and(|me| me.person.kind == PersonKind::Account)
}

fn reach(answer: Result<(), &ApiError>) -> Reach {
    match answer {
        Ok(()) | Err(ApiError::Refused(_)) => Reach::Here,
        Err(ApiError::Unreachable) => Reach::Lost,
        Err(ApiError::Unexpected) => Reach::Absent,
    }
}

/// Who one is, from anywhere inside the app.
pub(crate) fn identity() -> Identity {
    expect_context()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_protocol::Refusal;

    #[test]
    fn a_place_without_a_server_is_told_from_a_server_that_is_away() {
        assert_eq!(reach(Ok(())), Reach::Here);
        assert_eq!(reach(Err(&ApiError::Refused(Refusal::TooFast { wait: 1 }))), Reach::Here);
        assert_eq!(reach(Err(&ApiError::Unexpected)), Reach::Absent);
        assert_eq!(reach(Err(&ApiError::Unreachable)), Reach::Lost);
    }
}
