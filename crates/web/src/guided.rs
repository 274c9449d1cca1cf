//! What lessons, puzzles and exercises share: the panel beside a board that somebody is led on, and a line of moves that is played on it.

use std::time::Duration;

use leptos::prelude::*;
use shangrila_ai::{BotSpec, Level};
use shangrila_rules::record::Start;
use shangrila_rules::{Clan, Move, Position};
use shangrila_scene::Icon;
use shangrila_table::{Player, Session, wording};

use crate::pictures::icon_picture;
use crate::preferences::preferences;
use crate::route::Route;
use crate::table::{ConfirmButtons, Game, HistoryBar, MenuButton, Players, Proposal, TurnActions};

/// What the panel shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GuidedState {
    /// Something is to be done.
    Task,
    /// A placement or a recruitment waits for confirmation.
    Proposal,
    /// A move was refused.
    Wrong,
    /// An earlier turn under review.
    Past,
    Done,
}

impl GuidedState {
    /// What to show, given the move that the guide has refused and whether the task is done.
    pub(crate) fn of(game: Game, refused: Option<Move>, is_done: impl FnOnce() -> bool) -> GuidedState {
        match game.proposal.get() {
            Some(mv) if refused == Some(mv) => GuidedState::Wrong,
            Some(Move::Place { .. } | Move::Recruit { .. }) => GuidedState::Proposal,
            _ if game.session.with(Session::is_viewing) => GuidedState::Past,
            _ if game.animation.with(Option::is_none) && is_done() => GuidedState::Done,
            _ => GuidedState::Task,
        }
    }

    /// For tests and style sheets.
    const fn id(self) -> &'static str {
        match self {
            GuidedState::Task => "task",
            GuidedState::Proposal => "proposal",
            GuidedState::Wrong => "wrong",
            GuidedState::Past => "past",
            GuidedState::Done => "done",
        }
    }
}

/// The panel beside a guided board, put together from what differs.
#[component]
pub(crate) fn GuidedFace(
    state: Memo<GuidedState>,
    #[prop(into)] head: ViewFn,
    /// What is to be done. The choices of the turn follow.
    #[prop(into)]
    task: ViewFn,
    /// What is said above a move that waits for confirmation.
    #[prop(into)]
    reminder: ViewFn,
    #[prop(into)] wrong: ViewFn,
    #[prop(into)] wrong_buttons: ViewFn,
    #[prop(into)] done: ViewFn,
    #[prop(into)] done_buttons: ViewFn,
    /// The buttons before the task is done.
    #[prop(into)]
    foot: ViewFn,
    /// Whether the players' masters are listed.
    #[prop(default = true)]
    scored: bool,
) -> impl IntoView {
    let preferences = preferences();
    let head = head.run();
    view! {
        {head}
        <div class="panel-scroll turn-face lesson">
            {move || match state.get() {
                GuidedState::Task => view! { {task.run()} <TurnActions/> }.into_any(),
                GuidedState::Proposal => view! { {reminder.run()} <div class="story"><Proposal/></div> }.into_any(),
                GuidedState::Wrong => wrong.run(),
                GuidedState::Past => view! { <HistoryBar/> }.into_any(),
                GuidedState::Done => done.run(),
            }}
            {scored.then(|| view! { <Players/> })}
        </div>
        {move || match state.get() {
            GuidedState::Proposal => {
                view! { <ConfirmButtons label=Signal::derive(move || preferences.words().table.confirm)/> }.into_any()
            }
            GuidedState::Wrong => wrong_buttons.run(),
            GuidedState::Done => done_buttons.run(),
            GuidedState::Task | GuidedState::Past => view! { <footer class="foot">{foot.run()}</footer> }.into_any(),
        }}
    }
}

/// The head of the panel: what this is, the menu, and the way out.
#[component]
pub(crate) fn GuidedHead(
    state: Memo<GuidedState>,
    /// A picture before the title.
    #[prop(into, optional)]
    picture: ViewFn,
    #[prop(into)] title: Signal<&'static str>,
    #[prop(into)] about: ViewFn,
    /// Where the way out leads.
    close: Route,
    #[prop(into)] close_label: Signal<&'static str>,
    /// The name of the way out, for tests.
    close_name: &'static str,
) -> impl IntoView {
    view! {
        <header class="turn lesson-head" data-state=move || state.get().id()>
            {picture.run()}
            <div>
                <h1 tabindex="-1">{move || title.get()}</h1>
                <p>{about.run()}</p>
            </div>
            <MenuButton/>
            <a
                class="round"
                href=close.fragment()
                data-do=close_name
                aria-label=move || close_label.get()
                title=move || close_label.get()
            >
                {icon_picture(Icon::Close)}
            </a>
        </header>
    }
}

/// What is to be done.
#[component]
pub(crate) fn GuidedTask(#[prop(into)] label: Signal<&'static str>, children: Children) -> impl IntoView {
    view! {
        <section class="lesson-goal">
            <h2 class="label">{move || label.get()}</h2>
            {children()}
        </section>
    }
}

/// Why a move was refused, and what it would do.
#[component]
pub(crate) fn WrongMove(
    title: &'static str,
    mv: Move,
    position: Position,
    /// The heading above what it would do.
    would: &'static str,
    children: Children,
) -> impl IntoView {
    let effects = wording::effect_words(preferences().words(), &position, mv);
    view! {
        // Focusable, so that the keyboard can scroll it.
        <section class="lesson-answer" tabindex="0" data-wrong=mv.to_string()>
            <h2>{title}</h2>
            {children()}
            <h3 class="label">{would}</h3>
            <ul>{effects.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
        </section>
    }
}

/// What the others can answer to a wrong move; `None` while the engine is looking for it.
#[component]
pub(crate) fn Replies(
    replies: Option<Vec<(Clan, Move)>>,
    /// The heading above them.
    allows: &'static str,
    wait: &'static str,
) -> impl IntoView {
    let words = preferences().words();
    let line = |(clan, mv)| view! { <li>{reply_words(words, clan, mv)}</li> };
    match replies {
        None => view! { <p class="quiet" data-searching="">{wait}</p> }.into_any(),
        Some(replies) if replies.is_empty() => ().into_any(),
        Some(replies) => view! {
            <h3 class="label">{allows}</h3>
            <ol data-replies="">{replies.into_iter().map(line).collect_view()}</ol>
        }
        .into_any(),
    }
}

/// A move as a sentence.
pub(crate) fn reply_words(words: &shangrila_i18n::Words, clan: Clan, mv: Move) -> String {
    format!("{}.", wording::move_words(words, wording::clan(words, clan), mv))
}

/// Moves with the clans that play them, as far as they are legal.
pub(crate) fn with_clans(position: &Position, moves: &[Move]) -> Vec<(Clan, Move)> {
    let mut position = *position;
    let played = |&mv: &Move| {
        let clan = position.to_move()?;
        position.play(mv).ok()?;
        Some((clan, mv))
    };
    moves.iter().map_while(played).collect()
}

/// A button at the foot of the panel.
#[component]
pub(crate) fn FootButton(
    icon: Icon,
    /// The `data-do` attribute, for tests.
    name: &'static str,
    #[prop(into)] label: Signal<&'static str>,
    #[prop(into, optional)] disabled: Signal<bool>,
    #[prop(optional)] accent: bool,
    act: Callback<()>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="foot-button"
            class:accent=accent
            data-do=name
            disabled=move || disabled.get()
            on:click=move |_| act.run(())
        >
            {icon_picture(icon)}
            <span>{move || label.get()}</span>
        </button>
    }
}

/// A game that begins with a position. The clan to move is the person's; the others never move on their own.
pub(crate) fn session(start: Position) -> Session {
    let player = |clan| match start.to_move() {
        Some(mover) if mover != clan => Player::Bot(BotSpec::Level(Level::STRONGEST)),
        _ => Player::person(),
    };
    Session::new(Start::Position(start), start.seats().iter().map(player).collect(), None)
}

/// How long each move is shown when a line is played on the board.
const STEP: Duration = Duration::from_millis(1800);

/// A board on which a line can be played, to show what a wrong move allows, and which is then set up again.
#[derive(Clone, Copy)]
pub(crate) struct ShownLine {
    start: StoredValue<Position>,
    /// Counts the lines, so that one that was left does not go on.
    number: RwSignal<u32>,
}

impl ShownLine {
    /// A board that begins with this position.
    pub(crate) fn new(start: Position) -> ShownLine {
        ShownLine { start: StoredValue::new(start), number: RwSignal::new(0) }
    }

    /// Sets the board up and plays a line on it, move by move.
    pub(crate) fn play(self, game: Game, moves: Vec<Move>) {
        self.reset(game);
        self.play_on(game, moves, self.number.get_untracked());
    }

    fn play_on(self, game: Game, moves: Vec<Move>, number: u32) {
        let Some((&mv, rest)) = moves.split_first() else { return };
        // Someone may have gone on in the meantime.
        if self.number.try_get_untracked() != Some(number) {
            return;
        }
        game.play(mv);
        let rest = rest.to_vec();
        set_timeout(move || self.play_on(game, rest, number), STEP);
    }

    /// Sets the board up again.
    pub(crate) fn reset(self, game: Game) {
        self.number.update(|number| *number += 1);
        game.proposal.set(None);
        game.zoomed.set(None);
        if game.session.with_untracked(Session::played) > 0 {
            game.session.set(session(self.start.get_value()));
        }
    }
}

/// The buttons below a wrong move: its line on the board and then the solution, and another try.
#[component]
pub(crate) fn WrongMoveButtons(
    /// Whether the line is on the board.
    #[prop(into)]
    on_board: Signal<bool>,
    #[prop(into)] show_line_label: Signal<&'static str>,
    show_line: Callback<()>,
    #[prop(into)] show_solution_label: Signal<&'static str>,
    try_again: Callback<()>,
) -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let solution = move |_| game.guide().into_iter().for_each(|guide| guide.show_way(game));
    view! {
        <div class="confirm">
            {move || if on_board.get() {
                view! {
                    <button type="button" class="button" data-do="show-solution" on:click=solution>
                        {move || show_solution_label.get()}
                    </button>
                }
                .into_any()
            } else {
                view! {
                    <button type="button" class="button" data-do="show-line" on:click=move |_| show_line.run(())>
                        {move || show_line_label.get()}
                    </button>
                }
                .into_any()
            }}
            <button type="button" class="button main" data-do="try-again" on:click=move |_| try_again.run(())>
                {move || preferences.words().lobby.try_again}
            </button>
        </div>
    }
}
