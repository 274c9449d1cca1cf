//! The parts of the app that are downloaded when they are first needed, each a WebAssembly module of its own. What only these functions
//! reach is left out of the module that every visitor loads; `xtask` splits it off (`xtask/src/web`).

#![allow(unsafe_code, reason = "the macro calls functions of a module that is not there yet")]

use leptos::prelude::*;
use shangrila_i18n::{Language, Words};
use shangrila_protocol::FairOpening;
use shangrila_rules::{GameOptions, Seats};
use shangrila_table::setup_explorer::SetupExplorer;
use shangrila_table::{Player, Session};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::analysis::screen as analysis_screen;
use crate::engine_worker::worker;
use crate::games_page::Games;
use crate::home::fair_start::{self, FairDraft, FairWish};
use crate::practice::Practice;
use crate::puzzles::{Overview, Trainer};
use crate::record_page::RecordPage;
use crate::report::ReportScreen;
use crate::route::{AnalysisPlace, Route};
use crate::rules_page::{rules_page, rules_text as text_of_rules};
use crate::strategy_page::Strategy;
use crate::table::TableScreen;
use crate::tutorial::Tutorial;
use crate::{online, shared_game};

/// The texts in a language. English is always there.
pub(crate) async fn words(language: Language) -> Result<&'static Words, SplitLoaderError> {
    match language {
        Language::English => Ok(const { Language::English.words() }),
        Language::German => german().await,
        Language::Italian => italian().await,
        Language::Dutch => dutch().await,
        Language::French => french().await,
    }
}

#[wasm_split(german, fallible)]
fn german() -> Result<&'static Words, SplitLoaderError> {
    Ok(const { Language::German.words() })
}

#[wasm_split(italian, fallible)]
fn italian() -> Result<&'static Words, SplitLoaderError> {
    Ok(const { Language::Italian.words() })
}

#[wasm_split(dutch, fallible)]
fn dutch() -> Result<&'static Words, SplitLoaderError> {
    Ok(const { Language::Dutch.words() })
}

#[wasm_split(french, fallible)]
fn french() -> Result<&'static Words, SplitLoaderError> {
    Ok(const { Language::French.words() })
}

/// The computer players, inside their worker.
#[wasm_split(engine, fallible)]
pub(crate) fn engine(network: Option<Vec<u8>>) -> Result<(), SplitLoaderError> {
    worker::listen(network);
    Ok(())
}

/// A game at the table.
#[wasm_split(table, fallible, preload(preload_table))]
pub(crate) fn table(id: String, turn: Option<usize>) -> Result<AnyView, SplitLoaderError> {
    Ok(table_screen(id, turn))
}

/// Makes a part contain the table as well, if one of its functions calls this. Almost everything that other screens need is at the table,
/// which is downloaded first in any case. If every part asked only for what it needs, the splitter would cut the table into dozens of pieces,
/// one for each set of parts that share it; together they are 15% larger than the whole, and each is a request.
fn on_the_table() {
    use std::hint::black_box;
    black_box(table_screen as fn(String, Option<usize>) -> AnyView);
    black_box([shared_game::game, shared_game::position] as [fn(String) -> AnyView; 2]);
}

fn table_screen(id: String, turn: Option<usize>) -> AnyView {
    view! { <TableScreen id turn/> }.into_any()
}

/// The report on a game, with its words.
#[wasm_split(report, fallible, preload(preload_report))]
pub(crate) fn report(id: String) -> Result<AnyView, SplitLoaderError> {
    on_the_table();
    Ok(view! { <ReportScreen id/> }.into_any())
}

/// A game from a link, at the same table.
#[wasm_split(table, fallible, preload(preload_shared_game))]
pub(crate) fn shared_game(packed: String) -> Result<AnyView, SplitLoaderError> {
    Ok(shared_game::game(packed))
}

/// A position from a link.
#[wasm_split(table, fallible, preload(preload_shared_position))]
pub(crate) fn shared_position(field: String) -> Result<AnyView, SplitLoaderError> {
    Ok(shared_game::position(field))
}

/// What the computer players have taught us.
#[wasm_split(rules, fallible, preload(preload_strategy))]
pub(crate) fn strategy() -> Result<AnyView, SplitLoaderError> {
    on_the_table();
    Ok(view! { <Strategy/> }.into_any())
}

/// The tutorial. It is in one part with the rules, whose screens share its pictures.
#[wasm_split(rules, fallible, preload(preload_tutorial))]
pub(crate) fn tutorial(number: Option<usize>) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <Tutorial number/> }.into_any())
}

/// The overview of the puzzles.
#[wasm_split(puzzles, fallible, preload(preload_puzzles))]
pub(crate) fn puzzles() -> Result<AnyView, SplitLoaderError> {
    on_the_table();
    Ok(view! { <Overview/> }.into_any())
}

/// A board with one puzzle after the other.
#[wasm_split(puzzles, fallible, preload(preload_puzzle))]
pub(crate) fn puzzle(which: String) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <Trainer which/> }.into_any())
}

/// An exercise on a turn of a game. In one part with the puzzles, whose panel it shares.
#[wasm_split(puzzles, fallible, preload(preload_practice))]
pub(crate) fn practice(id: String, turn: usize) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <Practice id turn/> }.into_any())
}

/// The screens that need the server.
#[wasm_split(online, fallible, preload(preload_online))]
pub(crate) fn online_screen(route: Route) -> Result<AnyView, SplitLoaderError> {
    on_the_table();
    Ok(online::screen(route))
}

/// Tournaments, with their words. Apart from the other screens that need the server, because few visitors look for them.
#[wasm_split(tournaments, fallible, preload(preload_tournaments))]
pub(crate) fn tournaments(route: Route) -> Result<AnyView, SplitLoaderError> {
    on_the_table();
    // Shares almost everything with those screens.
    std::hint::black_box(online::screen as fn(Route) -> AnyView);
    Ok(online::tournaments::screen(route))
}

/// The online games that wait for the user, on every screen.
#[wasm_split(online, fallible, preload(preload_your_turn))]
pub(crate) fn your_turn() -> Result<AnyView, SplitLoaderError> {
    Ok(online::your_turn())
}

/// Saved games.
#[wasm_split(games, fallible, preload(preload_games))]
pub(crate) fn games() -> Result<AnyView, SplitLoaderError> {
    on_the_table();
    Ok(view! { <Games/> }.into_any())
}

/// The analysis board, with its words.
#[wasm_split(analysis, fallible, preload(preload_analysis))]
pub(crate) fn analysis(place: AnalysisPlace) -> Result<AnyView, SplitLoaderError> {
    on_the_table();
    Ok(analysis_screen(place))
}

/// What strong players placed in the free set-up, and how they fared. Apart from the analysis board, so that only those who look at a
/// set-up download the figures.
#[wasm_split(setup_explorer, fallible)]
pub(crate) fn setup_explorer() -> Result<SetupExplorer, SplitLoaderError> {
    Ok(SetupExplorer::stored())
}

/// The results of the games finished in this browser.
#[wasm_split(games, fallible, preload(preload_record))]
pub(crate) fn record() -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <RecordPage/> }.into_any())
}

/// The choice of a fair set-up.
#[wasm_split(games, fallible, preload(preload_fair_start))]
pub(crate) fn fair_start(fair: FairDraft) -> Result<AnyView, SplitLoaderError> {
    Ok(fair_start::panel(fair))
}

/// A game with a fair set-up, or why there is none.
#[wasm_split(games, fallible)]
pub(crate) fn fair_session(
    wish: FairWish,
    seats: Seats,
    options: GameOptions,
    players: Vec<Player>,
) -> Result<Result<Session, String>, SplitLoaderError> {
    Ok(fair_start::session(wish, seats, options, players))
}

/// A fair set-up for an online table; `None` if there is none for this number of clans.
#[wasm_split(games, fallible)]
pub(crate) fn fair_opening(wish: FairWish, clans: usize) -> Result<Option<FairOpening>, SplitLoaderError> {
    Ok(fair_start::opening(wish, clans))
}

/// A text as a QR code: an SVG path of dark squares, each one unit wide, and the width of the code.
#[wasm_split(qr_code, fallible)]
pub(crate) fn qr_code(text: String) -> Result<Option<(String, usize)>, SplitLoaderError> {
    Ok(online::qr_code::drawn(&text))
}

/// The rules of the game beside the table.
#[wasm_split(rules, fallible, preload(preload_rules_text))]
pub(crate) fn rules_text() -> Result<AnyView, SplitLoaderError> {
    Ok(text_of_rules().into_any())
}

/// The rules of the game.
#[wasm_split(rules, fallible, preload(preload_rules))]
pub(crate) fn rules(rule: Option<String>) -> Result<AnyView, SplitLoaderError> {
    Ok(rules_page(rule).into_any())
}
