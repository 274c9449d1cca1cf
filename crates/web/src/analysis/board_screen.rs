//! The analysis board: the board of the game, and beside it the engine, the tree of variations, and what to do with them.

use leptos::prelude::*;
use shangrila_i18n::{AnalysisWords, Words};
use shangrila_rules::Move;
use shangrila_scene::Icon;
use shangrila_table::{NodeId, TurnNumber, VariationTree, link, wording};

use super::annotation::Annotation;
use super::engine_panel::EnginePanel;
use super::moves_panel::MovesPanel;
use super::play_here::PlayHere;
use super::setup_explorer::{SetupPanel, SetupView};
use super::study::Study;
use super::{map_marks, texts, texts_now};
use crate::dialog::Dialog;
use crate::notices::notices;
use crate::pictures::{emblem_picture, icon_picture};
use crate::preferences::preferences;
use crate::route::{AnalysisPlace, Route};
use crate::settings::Settings;
use crate::table::{
    Board, ChoiceInProgress, DragGhost, Meters, StudyMarks, VillagePanel, board_arrows, is_typing, layout, menu_entry,
    request,
};
use crate::{browser, share};

/// The longest link that is offered: browsers and messengers cut off much longer ones.
const LONGEST_LINK: usize = 8000;

/// The windows of the analysis board.
#[derive(Clone, Copy)]
struct AnalysisWindows {
    menu: RwSignal<bool>,
    settings: RwSignal<bool>,
    play: RwSignal<bool>,
}

impl AnalysisWindows {
    fn any_open(self) -> bool {
        [self.menu, self.settings, self.play].iter().any(GetUntracked::get_untracked)
    }
}

/// A tree of variations with its board.
#[component]
pub(super) fn AnalysisBoard(id: String, tree: VariationTree) -> impl IntoView {
    let study = Study::open(id, tree)?;
    provide_context(study);
    let windows =
        AnalysisWindows { menu: RwSignal::new(false), settings: RwSignal::new(false), play: RwSignal::new(false) };
    provide_context(windows);
    let setup = SetupView::new(study);
    provide_context(setup);
    provide_context(StudyMarks(Memo::new(move |_| map_marks::drawing(study, setup))));
    listen(study, windows);
    let game = study.game;
    Some(view! {
        <main
            class="table analysis"
            class:near=move || game.zoomed.get().is_some()
            // For tests and other programs that use the page.
            data-position=move || study.position().to_string()
            data-busy=move || game.animation.with(Option::is_some).to_string()
        >
            <Board/>
            <Meters/>
            <AnalysisPanel/>
            <DragGhost/>
            <AnalysisMenu/>
            <Settings open=windows.settings/>
            <PlayHere open=windows.play/>
        </main>
    })
}

/// Listens for the shortcuts of the board until it is left.
fn listen(study: Study, windows: AnalysisWindows) {
    let highlights = expect_context();
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
        if modified || is_typing(&event) || windows.any_open() {
            return;
        }
        // On the board, arrow keys go from spot to spot; everywhere else they go through the moves.
        if board_arrows(study.game, highlights, &event.key()) || press(study, windows, &event.key()) {
            event.prevent_default();
        }
    });
    on_cleanup(move || handle.remove());
}

/// Runs the shortcut of a key. Returns whether there is one.
fn press(study: Study, windows: AnalysisWindows, key: &str) -> bool {
    match key {
        "ArrowLeft" | "," => study.walk(VariationTree::previous),
        "ArrowRight" | "." => study.walk(VariationTree::next),
        "ArrowUp" => study.walk(|tree| tree.sibling(-1)),
        "ArrowDown" => study.walk(|tree| tree.sibling(1)),
        "Home" => study.go_to(NodeId::ROOT),
        "End" => study.walk(|tree| Some(tree.last())),
        "Escape" => return study.game.back(),
        "e" => study.engine.on.update(|on| *on = !*on),
        "m" => windows.menu.set(true),
        _ => return false,
    }
    true
}

/// The panel beside the board.
#[component]
fn AnalysisPanel() -> impl IntoView {
    let study = expect_context::<Study>();
    let game = study.game;
    let compact = layout().compact;
    let preferences = preferences();
    let near = Memo::new(move |_| if compact.get() { game.zoomed.get() } else { None });
    view! {
        <aside class="panel analysis-panel" aria-label=move || texts(preferences).board.title>
            <div class="panel-face" hidden=move || near.get().is_some()>
                <PanelHead/>
                // Focusable, so that the keyboard can scroll it.
                <div class="panel-scroll" tabindex="0">
                    <ChoiceInProgress/>
                    <ForcedPass/>
                    <EnginePanel/>
                    <SetupPanel/>
                    <MovesPanel/>
                    <Annotation/>
                </div>
                <WalkButtons/>
            </div>
            {move || near.get().map(|village| view! { <VillagePanel village/> })}
        </aside>
    }
}

/// Whose turn it is, and the menu.
#[component]
fn PanelHead() -> impl IntoView {
    let study = expect_context::<Study>();
    let windows = expect_context::<AnalysisWindows>();
    let preferences = preferences();
    let mover = Memo::new(move |_| study.position().to_move());
    let title = move || {
        let words = preferences.words();
        match mover.get() {
            Some(clan) => words.table.to_move(words.clans[clan as usize].name),
            None => words.table.over.to_string(),
        }
    };
    let subtitle = move || {
        let turn = wording::turn(preferences.words(), TurnNumber::of(&study.position()));
        let title = study.tree.with(|tree| tree.title().to_string());
        if title.is_empty() { turn } else { format!("{title} · {turn}") }
    };
    view! {
        <header class="turn">
            {move || mover.get().map(emblem_picture)}
            <div>
                <h1>{title}</h1>
                <p>{subtitle}</p>
            </div>
            <button
                type="button"
                class="round menu-button"
                aria-label=move || preferences.words().app.menu
                on:click=move |_| windows.menu.set(true)
            >
                {icon_picture(Icon::Menu)}
            </button>
        </header>
    }
}

/// The button for a forced pass.
#[component]
fn ForcedPass() -> impl IntoView {
    let study = expect_context::<Study>();
    let game = study.game;
    let preferences = preferences();
    let must_pass = Memo::new(move |_| study.position().choices().must_pass());
    view! {
        {move || must_pass.get().then(|| view! {
            <p class="request choosing">
                {move || request(game)} " "
                <button type="button" class="button small" data-do="pass" on:click=move |_| game.play(Move::Pass)>
                    {move || texts(preferences).board.pass}
                </button>
            </p>
        })}
    }
}

/// The buttons that go through the moves, and the one that plays on.
#[component]
fn WalkButtons() -> impl IntoView {
    let study = expect_context::<Study>();
    let windows = expect_context::<AnalysisWindows>();
    let preferences = preferences();
    let button =
        move |icon: Icon, name: &'static str, label: fn(&shangrila_i18n::TableWords) -> &'static str, go: fn(Study)| {
            view! {
                <button
                    type="button"
                    class="foot-button"
                    data-do=name
                    aria-label=move || label(&preferences.words().table)
                    title=move || label(&preferences.words().table)
                    on:click=move |_| go(study)
                >
                    {icon_picture(icon)}
                </button>
            }
        };
    view! {
        <footer class="foot">
            {button(Icon::First, "first", |words| words.first_turn, |study| study.go_to(NodeId::ROOT))}
            {button(Icon::StepBack, "previous", |words| words.previous_turn, |study| study.walk(VariationTree::previous))}
            {button(Icon::StepForward, "next", |words| words.next_turn, |study| study.walk(VariationTree::next))}
            {button(Icon::Last, "last", |words| words.last_turn, |study| study.walk(|tree| Some(tree.last())))}
            <button
                type="button"
                class="foot-button accent"
                data-do="play-here"
                disabled=move || study.position().is_over()
                on:click=move |_| windows.play.set(true)
            >
                {icon_picture(Icon::Play)}
                <span>{move || texts(preferences).board.play_here}</span>
            </button>
        </footer>
    }
}

/// The menu: title, link, export, editor, settings, the way out.
#[component]
fn AnalysisMenu() -> impl IntoView {
    let study = expect_context::<Study>();
    let AnalysisWindows { menu, settings, .. } = expect_context();
    let preferences = preferences();
    let notices = notices();
    let entry = move |icon: Icon, name: &'static str, label: fn(&AnalysisWords) -> &'static str, act: Callback<()>| {
        menu_entry(menu, icon, name, Signal::derive(move || label(&texts(preferences).board)), act)
    };
    let share = Callback::new(move |()| {
        let packed = study.tree.with_untracked(|tree| link::pack_annotated(&tree.record()));
        let link = Route::Analysis(AnalysisPlace::Packed(packed)).link();
        if link.len() > LONGEST_LINK {
            return notices.show(texts_now(preferences).board.too_long.to_string());
        }
        share::copy_link(&link, notices, preferences);
    });
    let export = Callback::new(move |()| {
        let record = study.tree.with_untracked(VariationTree::record).to_string();
        if browser::download(&format!("shangrila-{}.shangrila", study.id()), &record).is_err() {
            notices.show(preferences.words_now().games.not_exported.to_string());
        }
    });
    let edit = Callback::new(move |()| {
        let field = study.tree.with_untracked(|tree| link::position_field(tree.position()));
        Route::Analysis(AnalysisPlace::Editor(field)).go();
    });
    let all = Callback::new(move |()| Route::Analysis(AnalysisPlace::Landing).go());
    let title = Signal::derive(move || preferences.words().app.menu.to_string());
    let plain = move |icon: Icon, name: &'static str, label: fn(&Words) -> &'static str, act: Callback<()>| {
        menu_entry(menu, icon, name, Signal::derive(move || label(preferences.words())), act)
    };
    view! {
        <Dialog open=menu title name="menu">
            <label class="field" for="analysis-title">{move || texts(preferences).board.analysis_title}</label>
            <input
                id="analysis-title"
                type="text"
                maxlength="80"
                prop:value=move || study.tree.with(|tree| tree.title().to_string())
                on:change=move |event| {
                    let text = event_target_value(&event);
                    study.tree.update(|tree| tree.set_title(&text));
                }
            />
            <ul class="menu-list">
                {entry(Icon::Link, "share", |words| words.copy_link, share)}
                {entry(Icon::Download, "export", |words| words.export, export)}
                {entry(Icon::Place, "edit", |words| words.edit_position, edit)}
                {entry(Icon::List, "all", |words| words.all_analyses, all)}
                {plain(Icon::Settings, "settings", |words| words.app.settings, Callback::new(move |()| settings.set(true)))}
                {plain(Icon::Back, "home", |words| words.app.home, Callback::new(move |()| Route::Home.go()))}
            </ul>
        </Dialog>
    }
}
