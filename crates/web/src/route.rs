//! Screens and their addresses. Everything is behind the `#`, so the page needs no server to move around.

use leptos::prelude::*;

/// A screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    Home,
    /// A game kept in this browser.
    Play(String),
    /// A table of the server.
    Table(String),
    /// The games kept in this browser.
    Games,
    Rules,
    /// Tables on the server.
    Online,
    /// Setting up a table on the server.
    NewTable,
    /// Games on the server that are over.
    FinishedGames,
    /// Somebody on the server.
    Person(String),
    Ratings,
    /// Who one is to the server.
    Account,
    /// A game packed into the address.
    SharedGame(String),
    /// A position packed into the address.
    SharedPosition(String),
    /// An address that leads nowhere.
    Unknown,
}

impl Route {
    /// The screen at this address.
    pub(crate) fn of_fragment(fragment: &str) -> Route {
        let path = fragment.trim_start_matches('#').trim_start_matches('/');
        match path.split_once('/').unwrap_or((path, "")) {
            ("", "") => Route::Home,
            ("play", id) if !id.is_empty() => Route::Play(id.to_string()),
            ("table", id) if !id.is_empty() => Route::Table(id.to_string()),
            ("games", "") => Route::Games,
            ("rules", _) => Route::Rules,
            ("online", "") => Route::Online,
            ("online", "new") => Route::NewTable,
            ("online", "games") => Route::FinishedGames,
            ("people", id) if !id.is_empty() => Route::Person(id.to_string()),
            ("ratings", "") => Route::Ratings,
            ("account", "") => Route::Account,
            ("game", packed) if !packed.is_empty() => Route::SharedGame(packed.to_string()),
            ("position", field) if !field.is_empty() => Route::SharedPosition(field.to_string()),
            _ => Route::Unknown,
        }
    }

    /// The address of the screen.
    pub(crate) fn fragment(&self) -> String {
        match self {
            Route::Home | Route::Unknown => "#/".to_string(),
            Route::Play(id) => format!("#/play/{id}"),
            Route::Table(id) => format!("#/table/{id}"),
            Route::Games => "#/games".to_string(),
            Route::Rules => "#/rules".to_string(),
            Route::Online => "#/online".to_string(),
            Route::NewTable => "#/online/new".to_string(),
            Route::FinishedGames => "#/online/games".to_string(),
            Route::Person(id) => format!("#/people/{id}"),
            Route::Ratings => "#/ratings".to_string(),
            Route::Account => "#/account".to_string(),
            Route::SharedGame(packed) => format!("#/game/{packed}"),
            Route::SharedPosition(field) => format!("#/position/{field}"),
        }
    }

    /// The whole address, to be sent to somebody.
    pub(crate) fn link(&self) -> String {
        let location = window().location();
        let page = location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default();
        page + &self.fragment()
    }

    /// Goes to the screen; Back returns.
    pub(crate) fn go(&self) {
        let _ = window().location().set_hash(&self.fragment());
    }

    /// Goes to the screen in place of the present one.
    pub(crate) fn replace(&self) {
        let _ = window().location().replace(&self.fragment());
    }
}

/// The screen of the present address, followed as it changes.
pub(crate) fn current() -> Signal<Route> {
    let read = || Route::of_fragment(&window().location().hash().unwrap_or_default());
    let route = RwSignal::new(read());
    window_event_listener(leptos::ev::hashchange, move |_| route.set(read()));
    route.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_screens_and_back() {
        let routes = [
            Route::Home,
            Route::Play("19a-7".to_string()),
            Route::Table("kx3-b_9".to_string()),
            Route::Games,
            Route::Rules,
            Route::Online,
            Route::NewTable,
            Route::FinishedGames,
            Route::Person("p_17".to_string()),
            Route::Ratings,
            Route::Account,
            Route::SharedGame("1.rbvy.f..Pa.".to_string()),
            Route::SharedPosition("7!7_7fffff".to_string()),
        ];
        for route in routes {
            assert_eq!(Route::of_fragment(&route.fragment()), route);
        }
        assert_eq!(Route::of_fragment(""), Route::Home);
        for unknown in ["#/play", "#/play/", "#/table/", "#/nowhere", "#/games/x", "#/online/x", "#/people/"] {
            assert_eq!(Route::of_fragment(unknown), Route::Unknown, "{unknown}");
        }
    }
}
