//! Screens and their URLs. All routes live in the fragment, so navigation needs no server.

use leptos::prelude::*;
use shangrila_i18n::LESSONS;

/// A screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    Home,
    /// A game saved in this browser.
    Play(String),
    /// A game saved in this browser, at an earlier turn.
    Turn(String, usize),
    /// The report on a game saved in this browser.
    Report(String),
    /// An exercise on a turn of a game saved in this browser.
    Practice(String, usize),
    /// An online table.
    Table(String),
    /// The list of games saved in this browser.
    Games,
    /// The results of the games finished in this browser.
    Record,
    Rules,
    /// The rules page at a rule number of docs/rules.md.
    Rule(String),
    Strategy,
    /// A lesson of the tutorial by its number, or the one to go on with.
    Tutorial(Option<usize>),
    /// The overview of the puzzles.
    Puzzles,
    /// The puzzle of the day, puzzles of one kind or of all, or one by its id.
    Puzzle(String),
    /// The lobby.
    Online,
    /// The shortest way to an online game.
    PlayNow,
    /// The form for a new online table.
    NewTable,
    /// Finished online games.
    FinishedGames,
    /// The people the user knows.
    People,
    /// The list of clubs.
    Clubs,
    /// A club, and the secret of its link if the user has come by it.
    Club(String, String),
    /// The public profile of a person.
    Person(String),
    Ratings,
    /// The list of tournaments.
    Tournaments,
    /// The form for a new tournament.
    NewTournament,
    /// A tournament.
    Tournament(String),
    /// The user's own account.
    Account,
    /// The moderation area, at one of its pages.
    Moderation(String),
    /// Help with a forgotten password.
    Forgotten,
    /// Setting a new password, with the token of a link that was mailed.
    NewPassword(String),
    /// Confirming an e-mail address, with the token of a link that was mailed.
    Verify(String),
    /// Stopping mails, with the secret of a mail.
    Unsubscribe(String),
    /// The analysis board.
    Analysis(AnalysisPlace),
    /// A game encoded in the URL.
    SharedGame(String),
    /// A position encoded in the URL.
    SharedPosition(String),
    /// A URL that matches no screen.
    Unknown,
}

/// A screen of the analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AnalysisPlace {
    /// Where to begin, and what is kept in this browser.
    Landing,
    /// The position editor, with a position encoded in the URL or none.
    Editor(String),
    /// An analysis kept in this browser.
    Saved(String),
    /// The analysis of a game saved in this browser.
    Game(String),
    /// A game or a position encoded in the URL.
    Packed(String),
}

impl AnalysisPlace {
    fn from_path(path: &str) -> AnalysisPlace {
        match path.split_once('/').unwrap_or((path, "")) {
            ("", _) => AnalysisPlace::Landing,
            ("editor", field) => AnalysisPlace::Editor(field.to_string()),
            ("saved", id) => AnalysisPlace::Saved(id.to_string()),
            ("game", id) => AnalysisPlace::Game(id.to_string()),
            _ => AnalysisPlace::Packed(path.to_string()),
        }
    }

    fn path(&self) -> String {
        match self {
            AnalysisPlace::Landing => String::new(),
            AnalysisPlace::Editor(field) if field.is_empty() => "/editor".to_string(),
            AnalysisPlace::Editor(field) => format!("/editor/{field}"),
            AnalysisPlace::Saved(id) => format!("/saved/{id}"),
            AnalysisPlace::Game(id) => format!("/game/{id}"),
            AnalysisPlace::Packed(packed) => format!("/{packed}"),
        }
    }
}

impl Route {
    /// Parses a fragment.
    pub(crate) fn from_fragment(fragment: &str) -> Route {
        let path = fragment.trim_start_matches('#').trim_start_matches('/');
        match path.split_once('/').unwrap_or((path, "")) {
            ("", "") => Route::Home,
            ("play", id) if !id.is_empty() => Route::Play(id.to_string()),
            ("turn", place) => in_game(place).map_or(Route::Unknown, |(id, turn)| Route::Turn(id, turn)),
            ("practise", place) => in_game(place).map_or(Route::Unknown, |(id, turn)| Route::Practice(id, turn)),
            ("report", id) if !id.is_empty() => Route::Report(id.to_string()),
            ("table", id) if !id.is_empty() => Route::Table(id.to_string()),
            ("games", "") => Route::Games,
            ("record", "") => Route::Record,
            ("rules", "") => Route::Rules,
            ("rules", rule) => Route::Rule(rule.to_string()),
            ("strategy", "") => Route::Strategy,
            ("tutorial", "") => Route::Tutorial(None),
            ("tutorial", number) => match number.parse() {
                Ok(number) if (1..=LESSONS).contains(&number) => Route::Tutorial(Some(number)),
                _ => Route::Unknown,
            },
            ("puzzles", "") => Route::Puzzles,
            ("puzzles", which) => Route::Puzzle(which.to_string()),
            ("online", "") => Route::Online,
            ("online", "now") => Route::PlayNow,
            ("online", "new") => Route::NewTable,
            ("online", "games") => Route::FinishedGames,
            ("people", "") => Route::People,
            ("clubs", "") => Route::Clubs,
            ("clubs", place) => {
                let (id, secret) = place.split_once('/').unwrap_or((place, ""));
                Route::Club(id.to_string(), secret.to_string())
            }
            ("people", id) if !id.is_empty() => Route::Person(id.to_string()),
            ("ratings", "") => Route::Ratings,
            ("tournaments", "") => Route::Tournaments,
            ("tournaments", "new") => Route::NewTournament,
            ("tournaments", id) => Route::Tournament(id.to_string()),
            ("account", "") => Route::Account,
            ("moderation", page) => Route::Moderation(page.to_string()),
            ("forgotten", "") => Route::Forgotten,
            // Links that moderators handed over before both kinds became one said `reset`.
            ("new-password" | "reset", token) if !token.is_empty() => Route::NewPassword(token.to_string()),
            ("verify", token) if !token.is_empty() => Route::Verify(token.to_string()),
            ("unsubscribe", secret) if !secret.is_empty() => Route::Unsubscribe(secret.to_string()),
            ("analysis", path) => Route::Analysis(AnalysisPlace::from_path(path)),
            ("game", packed) if !packed.is_empty() => Route::SharedGame(packed.to_string()),
            ("position", field) if !field.is_empty() => Route::SharedPosition(field.to_string()),
            _ => Route::Unknown,
        }
    }

    /// The fragment of this screen, with its `#`.
    pub(crate) fn fragment(&self) -> String {
        match self {
            Route::Home | Route::Unknown => "#/".to_string(),
            Route::Play(id) => format!("#/play/{id}"),
            Route::Turn(id, turn) => format!("#/turn/{turn}/{id}"),
            Route::Report(id) => format!("#/report/{id}"),
            Route::Practice(id, turn) => format!("#/practise/{turn}/{id}"),
            Route::Table(id) => format!("#/table/{id}"),
            Route::Games => "#/games".to_string(),
            Route::Record => "#/record".to_string(),
            Route::Rules => "#/rules".to_string(),
            Route::Rule(rule) => format!("#/rules/{rule}"),
            Route::Strategy => "#/strategy".to_string(),
            Route::Tutorial(None) => "#/tutorial".to_string(),
            Route::Tutorial(Some(number)) => format!("#/tutorial/{number}"),
            Route::Puzzles => "#/puzzles".to_string(),
            Route::Puzzle(which) => format!("#/puzzles/{which}"),
            Route::Online => "#/online".to_string(),
            Route::PlayNow => "#/online/now".to_string(),
            Route::NewTable => "#/online/new".to_string(),
            Route::FinishedGames => "#/online/games".to_string(),
            Route::People => "#/people".to_string(),
            Route::Clubs => "#/clubs".to_string(),
            Route::Club(id, secret) if secret.is_empty() => format!("#/clubs/{id}"),
            Route::Club(id, secret) => format!("#/clubs/{id}/{secret}"),
            Route::Person(id) => format!("#/people/{id}"),
            Route::Ratings => "#/ratings".to_string(),
            Route::Tournaments => "#/tournaments".to_string(),
            Route::NewTournament => "#/tournaments/new".to_string(),
            Route::Tournament(id) => format!("#/tournaments/{id}"),
            Route::Account => "#/account".to_string(),
            Route::Moderation(page) if page.is_empty() => "#/moderation".to_string(),
            Route::Moderation(page) => format!("#/moderation/{page}"),
            Route::Forgotten => "#/forgotten".to_string(),
            Route::NewPassword(token) => format!("#/new-password/{token}"),
            Route::Verify(token) => format!("#/verify/{token}"),
            Route::Unsubscribe(secret) => format!("#/unsubscribe/{secret}"),
            Route::Analysis(place) => format!("#/analysis{}", place.path()),
            Route::SharedGame(packed) => format!("#/game/{packed}"),
            Route::SharedPosition(field) => format!("#/position/{field}"),
        }
    }

    /// The full URL, for sharing. That of a table has a preview, which the server puts into the page.
    pub(crate) fn link(&self) -> String {
        let location = window().location();
        let page = location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default();
        match self {
            Route::Table(id) => format!("{page}t/{id}"),
            _ => page + &self.fragment(),
        }
    }

    /// Navigates to the screen and adds it to the browser's history.
    pub(crate) fn go(&self) {
        let _ = window().location().set_hash(&self.fragment());
    }

    /// Navigates to the screen, replacing the current entry of the browser's history.
    pub(crate) fn replace(&self) {
        let _ = window().location().replace(&self.fragment());
    }
}

/// A number of turns and the id of a game.
fn in_game(place: &str) -> Option<(String, usize)> {
    let (turn, id) = place.split_once('/').filter(|(_, id)| !id.is_empty())?;
    Some((id.to_string(), turn.parse().ok()?))
}

/// The current screen, updated whenever the URL changes.
pub(crate) fn current() -> Signal<Route> {
    let read = || Route::from_fragment(&window().location().hash().unwrap_or_default());
    let route = RwSignal::new(read());
    window_event_listener(leptos::ev::hashchange, move |_| route.set(read()));
    route.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_survive_a_round_trip_through_their_fragment() {
        let routes = [
            Route::Home,
            Route::Play("19a-7".to_string()),
            Route::Turn("19a-7".to_string(), 12),
            Route::Report("19a-7".to_string()),
            Route::Practice("19a-7".to_string(), 12),
            Route::Table("kx3-b_9".to_string()),
            Route::Games,
            Route::Record,
            Route::Rules,
            Route::Rule("R3.1".to_string()),
            Route::Strategy,
            Route::Tutorial(None),
            Route::Tutorial(Some(LESSONS)),
            Route::Puzzles,
            Route::Puzzle("1.17.0.83".to_string()),
            Route::Online,
            Route::PlayNow,
            Route::NewTable,
            Route::FinishedGames,
            Route::People,
            Route::Clubs,
            Route::Club("c17".to_string(), String::new()),
            Route::Club("c17".to_string(), "0f1e".to_string()),
            Route::Person("p_17".to_string()),
            Route::Ratings,
            Route::Tournaments,
            Route::NewTournament,
            Route::Tournament("cup_17".to_string()),
            Route::Account,
            Route::Moderation(String::new()),
            Route::Moderation("fair-play/p_17".to_string()),
            Route::Forgotten,
            Route::NewPassword("0f1e".to_string()),
            Route::Verify("0f1e".to_string()),
            Route::Unsubscribe("0f1e".to_string()),
            Route::Analysis(AnalysisPlace::Landing),
            Route::Analysis(AnalysisPlace::Editor(String::new())),
            Route::Analysis(AnalysisPlace::Editor("7!7_7fffff".to_string())),
            Route::Analysis(AnalysisPlace::Saved("19a-7".to_string())),
            Route::Analysis(AnalysisPlace::Game("19a-7".to_string())),
            Route::Analysis(AnalysisPlace::Packed("2.rbvy.f..Pa(Ae)..".to_string())),
            Route::SharedGame("1.rbvy.f..Pa.".to_string()),
            Route::SharedPosition("7!7_7fffff".to_string()),
        ];
        for route in routes {
            assert_eq!(Route::from_fragment(&route.fragment()), route);
        }
        assert_eq!(Route::from_fragment(""), Route::Home);
        for unknown in [
            "#/play",
            "#/play/",
            "#/table/",
            "#/report/",
            "#/turn/x/19a",
            "#/turn/3",
            "#/nowhere",
            "#/games/x",
            "#/online/x",
            "#/tutorial/0",
            "#/tutorial/x",
        ] {
            assert_eq!(Route::from_fragment(unknown), Route::Unknown, "{unknown}");
        }
    }
}
