//! The table screen: the board, the panel beside it, and the windows above them.

mod board;
mod board_text;
mod drag;
mod end_panel;
mod game;
mod highlights;
mod journey_animation;
mod journey_panel;
mod keyboard;
mod log;
mod menu;
mod meters;
mod overlay;
mod panel;
mod pieces;
mod players;
mod recap_brief;
mod recap_panel;
mod review;
mod rules_beside;
mod score_graph;
mod story;
mod text_windows;
mod threat_panel;
mod tips;
mod typed_move;
mod venue;
mod village_panel;
mod zoom;

use leptos::prelude::*;
use shangrila_rules::Move;
use shangrila_table::Session;

use crate::browser;
use crate::preferences::preferences;
use crate::saved_games::{self, Damage, DamagedGame};
use crate::settings::Settings;
pub(crate) use board::{Board, Landscape, view_box};
pub(crate) use board_text::{space_words, village_words};
pub(crate) use drag::DragGhost;
use drag::Dragging;
pub(crate) use end_panel::end_title;
pub(crate) use game::Game;
pub(crate) use highlights::Highlights;
pub(crate) use keyboard::{board_arrows, is_typing};
pub(crate) use log::turn_icon;
use menu::{Menu, ResignWindow};
pub(crate) use menu::{MenuButton, menu_entry};
pub(crate) use meters::Meters;
pub(crate) use overlay::{StudyMarks, preview_drawing, student_again, village_drawing};
use panel::Panel;
pub(crate) use panel::{ChoiceInProgress, ConfirmButtons, Proposal, TurnActions, request};
pub(crate) use players::Players;
pub(crate) use recap_panel::RecapPanel;
pub(crate) use review::HistoryBar;
use rules_beside::RulesBeside;
use story::Story;
use text_windows::{BoardTextWindow, LogWindow, ShortcutWindow};
pub(crate) use venue::{Guide, PairEnding, RemoteTable, Venue};
pub(crate) use village_panel::VillagePanel;

/// Which windows are open, and the journey hovered in the list of journeys.
#[derive(Clone, Copy)]
pub(crate) struct Windows {
    pub(crate) menu: RwSignal<bool>,
    pub(crate) settings: RwSignal<bool>,
    pub(crate) threats: RwSignal<bool>,
    pub(crate) words: RwSignal<bool>,
    pub(crate) keys: RwSignal<bool>,
    pub(crate) log: RwSignal<bool>,
    /// Leaving or resigning an online game.
    pub(crate) leave: RwSignal<bool>,
    /// Resigning a local game.
    pub(crate) resign: RwSignal<bool>,
    /// The rules beside the table.
    pub(crate) rules: RwSignal<bool>,
    /// Whether the field for typed moves is shown.
    pub(crate) typing: RwSignal<bool>,
    pub(crate) threat: RwSignal<Option<Move>>,
}

impl Windows {
    fn new() -> Windows {
        let closed = || RwSignal::new(false);
        Windows {
            menu: closed(),
            settings: closed(),
            threats: closed(),
            words: closed(),
            keys: closed(),
            log: closed(),
            leave: closed(),
            resign: closed(),
            rules: closed(),
            typing: closed(),
            threat: RwSignal::new(None),
        }
    }

    /// Opens and focuses the field for typed moves.
    fn type_move(self) {
        self.typing.set(true);
        request_animation_frame(|| browser::focus("#typed-move"));
    }

    /// Whether a window captures the keyboard.
    fn any_open(self) -> bool {
        [self.menu, self.settings, self.words, self.keys, self.log, self.leave, self.resign]
            .iter()
            .any(GetUntracked::get_untracked)
    }
}

pub(crate) fn windows() -> Windows {
    expect_context()
}

/// How much room the screen has.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// Whether the board is so small that villages must be zoomed in on.
    pub(crate) compact: ReadSignal<bool>,
}

impl Layout {
    /// Screens on which a space is too small to tap.
    const COMPACT: &'static str = "(max-width: 700px), (max-height: 500px)";

    fn watch() -> Layout {
        Layout { compact: browser::follow_media(Layout::COMPACT) }
    }
}

pub(crate) fn layout() -> Layout {
    expect_context()
}

/// A game saved in this browser, at an earlier turn if one is given, or why it cannot be shown.
#[component]
pub(crate) fn TableScreen(id: String, turn: Option<usize>) -> impl IntoView {
    let Some(saved) = saved_games::read(&id) else { return view! { <GameNotFound/> }.into_any() };
    let opened = saved.content.and_then(|record| {
        let text = record.to_string();
        Session::resume(record, None).map_err(|error| DamagedGame { text, reason: Damage::Resume(Box::new(error)) })
    });
    match opened {
        Ok(mut session) => {
            turn.into_iter().for_each(|turn| session.view(turn));
            view! { <Table venue=Venue::Local { id: StoredValue::new(id) } session/> }.into_any()
        }
        Err(damaged) => view! { <UnreadableGame damaged/> }.into_any(),
    }
}

/// Opens a game and provides everything that a board needs from its context.
pub(crate) fn open_board(venue: Venue, session: Session) -> Game {
    let game = Game::open(venue, session);
    let windows = Windows::new();
    provide_context(game);
    provide_context(windows);
    provide_context(Highlights::of(game, windows.threat));
    provide_context(Story::of(game));
    provide_context(Layout::watch());
    provide_context(Dragging::watch(game));
    game
}

/// A game with its board, panel and windows.
#[component]
pub(crate) fn Table(venue: Venue, session: Session) -> impl IntoView {
    let game = open_board(venue, session);
    let windows = windows();
    keyboard::listen(game, expect_context(), windows);
    view! {
        <main
            class="table"
            class:past=move || highlights::is_past(game)
            // For tests and other programs that play through the page.
            data-position=move || game.session.with(|session| session.position().to_string())
            data-busy=move || game.animation.with(Option::is_some).to_string()
            data-online=move || game.online().map(|table| table.status_id())
            data-seat=move || game.online().map(|table| table.my_clan().map_or(String::new(), |clan| clan.letter().to_string()))
            data-sent=move || game.online().map(|table| table.is_sending().to_string())
        >
            <Board/>
            <Meters/>
            <Panel/>
            <DragGhost/>
            <Menu/>
            <Settings open=windows.settings/>
            <BoardTextWindow/>
            <ShortcutWindow/>
            <LogWindow/>
            <RulesBeside/>
            <ResignWindow/>
            {game.online().map(|table| table.windows(windows.leave))}
        </main>
    }
}

/// No such game is saved here.
#[component]
fn GameNotFound() -> impl IntoView {
    let preferences = preferences();
    view! {
        <main class="page message">
            <h1>{move || preferences.words().games.missing}</h1>
            <p>{move || preferences.words().games.missing_help}</p>
            <a class="button main" href="#/">{move || preferences.words().app.home}</a>
        </main>
    }
}

/// A saved game that cannot be read.
#[component]
fn UnreadableGame(damaged: DamagedGame) -> impl IntoView {
    let preferences = preferences();
    let DamagedGame { text, reason } = damaged;
    let export = move |_| drop(browser::download("damaged.shangrila", &text));
    view! {
        <main class="page message">
            <h1>{move || preferences.words().games.damaged}</h1>
            <p>{move || preferences.words().games.damaged_help}</p>
            <p class="quiet">{move || reason.words(preferences.words())}</p>
            <button type="button" class="button" on:click=export>{move || preferences.words().games.export}</button>
            <a class="button main" href="#/">{move || preferences.words().app.home}</a>
        </main>
    }
}
