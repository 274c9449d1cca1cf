//! The menu of a game.

use leptos::prelude::*;
use shangrila_i18n::Words;
use shangrila_scene::Icon;
use shangrila_table::{Session, link};

use super::game::Game;
use super::review::replay_from;
use super::story::Story;
use super::{Windows, windows};
use crate::dialog::Dialog;
use crate::erased::click;
use crate::notices::notices;
use crate::pictures::icon_picture;
use crate::preferences::preferences;
use crate::route::{AnalysisPlace, Route};
use crate::{browser, saved_games, share, today};

/// The button that opens the menu.
#[component]
pub(crate) fn MenuButton() -> impl IntoView {
    let windows = windows();
    let preferences = preferences();
    view! {
        <button
            type="button"
            class="round menu-button"
            aria-label=move || preferences.words().app.menu
            on:click=click(move || windows.menu.set(true))
        >
            {icon_picture(Icon::Menu)}
        </button>
    }
}

/// An entry of a menu, which closes the menu and does something.
pub(crate) fn menu_entry(
    menu: RwSignal<bool>,
    icon: Icon,
    name: &'static str,
    label: Signal<&'static str>,
    act: Callback<()>,
) -> impl IntoView {
    let close_and_act = Callback::new(move |()| {
        menu.set(false);
        act.run(());
    });
    menu_button(icon, name, label, close_and_act)
}

fn menu_button(icon: Icon, name: &'static str, label: Signal<&'static str>, act: Callback<()>) -> impl IntoView {
    view! {
        <li>
            <button type="button" data-menu=name on:click=click(move || act.run(()))>
                {icon_picture(icon)}
                <span>{move || label.get()}</span>
            </button>
        </li>
    }
}

/// The menu window.
#[component]
pub(crate) fn Menu() -> impl IntoView {
    let game = expect_context::<Game>();
    let story = expect_context::<Story>();
    let all = windows();
    let Windows { menu, settings, threats, words, keys, log, leave, resign, rules, .. } = all;
    let preferences = preferences();
    let notices = notices();
    let entry = move |icon: Icon, name: &'static str, label: fn(&Words) -> &'static str, act: Callback<()>| {
        menu_entry(menu, icon, name, Signal::derive(move || label(preferences.words())), act)
    };
    let open = |window: RwSignal<bool>| Callback::new(move |()| window.set(true));
    // To close a modal window the browser has to look at everything on the page again. The journeys need not wait for that.
    let list_journeys = Callback::new(move |()| {
        threats.set(true);
        browser::after_next_frame(move || {
            let _ = menu.try_set(false);
        });
    });
    let journeys = Signal::derive(move || preferences.words().table.threats);
    let copy_game = Callback::new(move |()| {
        let record = game.session.with_untracked(Session::record);
        share::copy_link(&Route::SharedGame(link::pack(&record)).link(), notices, preferences);
    });
    let report = Callback::new(move |()| game.open_report());
    let copy_position = Callback::new(move |()| {
        let field = link::position_field(&game.displayed.get_untracked());
        share::copy_link(&Route::SharedPosition(field).link(), notices, preferences);
    });
    let export = Callback::new(move |()| {
        let record = game.session.with_untracked(Session::record).to_string();
        if browser::download(&format!("shangrila-{}.shangrila", game.id()), &record).is_err() {
            notices.show(preferences.words_now().games.not_exported.to_string());
        }
    });
    // During an online game, leaving means giving up the seat, so a window asks how.
    let leave_table = Callback::new(move |()| match game.online() {
        Some(table) if untrack(|| table.is_playing() && !table.is_spectator()) => leave.set(true),
        Some(_) => Route::Online.go(),
        None => Route::Home.go(),
    });
    let replay_since = Callback::new(move |()| replay_from(game, story.recap.with_untracked(|recap| recap.since)));
    let analyse = Callback::new(move |()| Route::Analysis(analysis_of(game)).go());
    let type_move = Callback::new(move |()| all.type_move());
    // Spectators are not offered what only players can do.
    let watching = move || game.online().is_some_and(|table| table.is_spectator());
    // What a guide leads through is not a game to keep.
    let guided = game.guide().is_some();
    let local = game.online().is_none() && !guided;
    // The engine knows nothing of two clans that win together.
    let reportable = game.session.with_untracked(|session| session.pairs().is_none());
    let can_resign = move || local && game.session.with(|session| session.you().is_some() && !session.is_finished());
    let restart_game = Callback::new(move |()| {
        if restart(game) {
            notices.show(preferences.words_now().end.restarted.to_string());
        }
    });
    let go = |route: Route| Callback::new(move |()| route.go());
    let title = Signal::derive(move || preferences.words().app.menu.to_string());
    view! {
        <Dialog open=menu title name="menu">
            <ul class="menu-list">
                {menu_button(Icon::Eye, "threats", journeys, list_journeys)}
                {(!guided).then(|| entry(Icon::Hint, "analyse", |words| words.app.analysis, analyse))}
                {entry(Icon::List, "log", |words| words.table.log, open(log))}
                {move || (!watching() && !guided).then(|| entry(Icon::Play, "since", |words| words.table.replay_since_my_turn, replay_since))}
                {entry(Icon::Eye, "words", |words| words.table.board_in_words, open(words))}
                {entry(Icon::Rules, "rules", |words| words.app.rules, open(rules))}
                {move || (!watching()).then(|| entry(Icon::Keyboard, "type", |words| words.table.typed_move, type_move))}
                {entry(Icon::Keyboard, "keys", |words| words.table.keys, open(keys))}
                {entry(Icon::Settings, "settings", |words| words.app.settings, open(settings))}
                {(!guided).then(|| view! {
                    {reportable.then(|| entry(Icon::Report, "report", |words| words.end.report, report))}
                    {entry(Icon::Link, "share", |words| words.table.share_game, copy_game)}
                    {entry(Icon::Link, "position", |words| words.table.share_position, copy_position)}
                    {entry(Icon::Download, "export", |words| words.table.export, export)}
                    {entry(Icon::Shuffle, "games", |words| words.app.games, go(Route::Games))}
                    {entry(Icon::Place, "new", |words| words.end.new_game, go(Route::Home))}
                })}
                {local.then(|| entry(Icon::Undo, "restart", |words| words.end.restart, restart_game))}
                {move || can_resign().then(|| entry(Icon::Close, "resign", |words| words.online.resign, open(resign)))}
                {entry(Icon::Back, "home", |words| words.table.leave, leave_table)}
            </ul>
        </Dialog>
    }
}

/// The analysis of the game on the screen.
pub(crate) fn analysis_of(game: Game) -> AnalysisPlace {
    match game.online() {
        None => AnalysisPlace::Game(game.id()),
        Some(_) => AnalysisPlace::Packed(link::pack(&game.session.with_untracked(Session::record))),
    }
}

/// Starts the same game again under another id, so that the one on the screen stays among the saved games. Returns whether it could.
fn restart(game: Game) -> bool {
    saved_games::open_new(&game.session.with_untracked(|session| session.restarted(today()))).is_ok()
}

/// Asks before a local game is given up.
#[component]
pub(crate) fn ResignWindow() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let open = windows().resign;
    let title = Signal::derive(move || preferences.words().online.resign.to_string());
    view! {
        <Dialog open title name="resign-window">
            <p>{move || preferences.words().end.resign_help}</p>
            <div class="confirm">
                <button type="button" class="button" on:click=click(move || open.set(false))>
                    {move || preferences.words().table.back}
                </button>
                <button
                    type="button"
                    class="button main"
                    data-do="resign"
                    on:click=click(move || {
                        open.set(false);
                        game.resign();
                    })
                >
                    {move || preferences.words().online.resign}
                </button>
            </div>
        </Dialog>
    }
}
