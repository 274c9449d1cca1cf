//! The panel of a puzzle: what it asks for, the answer to a wrong move, and what comes next.

use leptos::prelude::*;
use shangrila_puzzles::progress::Occasion;
use shangrila_rules::{Move, Position};
use shangrila_scene::Icon;
use shangrila_table::{Session, wording};

use super::guide::Attempt;
use super::{Series, texts};
use crate::browser;
use crate::notices::notices;
use crate::pictures::{emblem_picture, icon_picture};
use crate::preferences::preferences;
use crate::route::Route;
use crate::share::copy_link;
use crate::table::{ConfirmButtons, Game, HistoryBar, MenuButton, Players, Proposal, TurnActions};

/// What the panel shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FaceState {
    Task,
    /// A placement or a recruitment waits for confirmation.
    Proposal,
    /// A wrong answer, which may be played on the board.
    Wrong,
    /// An earlier turn under review.
    Past,
    Solved,
}

impl FaceState {
    fn of(game: Game, attempt: Attempt) -> FaceState {
        let refused = attempt.refusal.with(|refusal| refusal.as_ref().map(|refusal| refusal.mv));
        match game.proposal.get() {
            Some(mv) if refused == Some(mv) => FaceState::Wrong,
            Some(Move::Place { .. } | Move::Recruit { .. }) => FaceState::Proposal,
            _ if game.session.with(Session::is_viewing) => FaceState::Past,
            _ if attempt.solved.get() && game.animation.with(Option::is_none) => FaceState::Solved,
            _ if attempt.shows_line(game) => FaceState::Wrong,
            _ => FaceState::Task,
        }
    }

    /// For tests and style sheets.
    const fn id(self) -> &'static str {
        match self {
            FaceState::Task => "task",
            FaceState::Proposal => "proposal",
            FaceState::Wrong => "wrong",
            FaceState::Past => "past",
            FaceState::Solved => "solved",
        }
    }
}

/// The panel of a puzzle.
#[component]
pub(super) fn PuzzleFace(attempt: Attempt) -> impl IntoView {
    let game = expect_context::<Game>();
    let (preferences, notices) = (preferences(), notices());
    let state = Memo::new(move |_| FaceState::of(game, attempt));
    Effect::new(move || {
        // Whoever chooses another move has left the wrong one behind.
        let pending = game.proposal.get();
        let refused = attempt.refusal.with_untracked(|refusal| refusal.as_ref().map(|refusal| refusal.mv));
        if refused.is_some() && pending != refused && !untrack(|| attempt.shows_line(game)) {
            attempt.refusal.set(None);
        }
    });
    Effect::new(move |before: Option<FaceState>| {
        let now = state.get();
        if before.is_none() || (before == Some(FaceState::Wrong) && now == FaceState::Task) {
            let kind = attempt.puzzle.with_value(|puzzle| puzzle.kind);
            let text = &preferences.language.get_untracked().puzzles().kinds[kind as usize];
            notices.say(format!("{}. {}", text.name, text.question));
            request_animation_frame(|| browser::focus(".lesson-head h1"));
        }
        if before != Some(FaceState::Solved) && now == FaceState::Solved {
            request_animation_frame(|| browser::focus("[data-do=next-puzzle]"));
        }
        now
    });
    view! {
        <PuzzleHead attempt state/>
        <div class="panel-scroll turn-face lesson">
            {move || match state.get() {
                FaceState::Task => view! { <Task attempt/> <TurnActions/> }.into_any(),
                FaceState::Proposal => view! { <Task attempt/> <Proposal/> }.into_any(),
                FaceState::Wrong => view! { <WrongAnswer attempt/> }.into_any(),
                FaceState::Past => view! { <HistoryBar/> }.into_any(),
                FaceState::Solved => view! { <Solved attempt/> }.into_any(),
            }}
            <Players/>
        </div>
        {move || match state.get() {
            FaceState::Proposal => {
                view! { <ConfirmButtons label=Signal::derive(move || preferences.words().table.confirm)/> }.into_any()
            }
            FaceState::Wrong => view! { <WrongAnswerButtons attempt/> }.into_any(),
            FaceState::Solved => view! { <SolvedButtons attempt/> }.into_any(),
            FaceState::Task | FaceState::Past => view! { <PuzzleFooter attempt/> }.into_any(),
        }}
    }
}

/// The kind of puzzle, how hard it is and why it is shown.
#[component]
fn PuzzleHead(attempt: Attempt, state: Memo<FaceState>) -> impl IntoView {
    let (kind, rating, clan, id) =
        attempt.puzzle.with_value(|puzzle| (puzzle.kind, puzzle.rating, puzzle.clan(), puzzle.id));
    let title = move || texts().kinds[kind as usize].name;
    let about = move || {
        let common = &texts().common;
        let rated = common.rated(rating);
        match (attempt.series, attempt.occasion) {
            (Series::Daily, _) => format!("{} · {rated}", common.daily),
            (_, Occasion::Repetition) => format!("{rated} · {}", common.repetition),
            (_, Occasion::Again) => format!("{rated} · {}", common.again),
            (_, Occasion::New) => rated,
        }
    };
    view! {
        <header class="turn lesson-head" data-puzzle=id.to_string() data-kind=kind.id() data-state=move || state.get().id()>
            {emblem_picture(clan)}
            <div>
                <h1 tabindex="-1">{title}</h1>
                <p>{about}</p>
            </div>
            <MenuButton/>
            <a
                class="round"
                href=Route::Puzzles.fragment()
                data-do="all-puzzles"
                aria-label=move || texts().common.all_puzzles
                title=move || texts().common.all_puzzles
            >
                {icon_picture(Icon::Close)}
            </a>
        </header>
    }
}

/// What the puzzle asks for.
#[component]
fn Task(attempt: Attempt) -> impl IntoView {
    let kind = attempt.puzzle.with_value(|puzzle| puzzle.kind);
    view! {
        <section class="lesson-goal">
            <h2 class="label">{move || texts().common.task}</h2>
            <p>{move || texts().kinds[kind as usize].question}</p>
        </section>
    }
}

/// What a wrong answer does and allows.
#[component]
fn WrongAnswer(attempt: Attempt) -> impl IntoView {
    let preferences = preferences();
    move || {
        let refusal = attempt.refusal.get()?;
        let (words, common) = (preferences.words(), &texts().common);
        let position: Position = attempt.puzzle.with_value(|puzzle| puzzle.position);
        let effects = wording::effect_words(words, &position, refusal.mv);
        let mut lines = attempt.refusal_words(&refusal);
        let replies = lines.split_off(lines.len() - refusal.replies.as_ref().map_or(0, Vec::len));
        let said = wording::move_words(words, wording::clan(words, position.to_move()?), refusal.mv);
        Some(view! {
            // Focusable, so that the keyboard can scroll it.
            <section class="lesson-answer" tabindex="0" data-wrong=refusal.mv.to_string()>
                <h2>{common.wrong}</h2>
                <p>{format!("{said}.")}</p>
                {lines.into_iter().map(|line| view! { <p data-verdict="">{line}</p> }).collect_view()}
                {match refusal.replies {
                    None => view! { <p class="quiet" data-searching="">{common.wait}</p> }.into_any(),
                    Some(_) if replies.is_empty() => ().into_any(),
                    Some(_) => view! {
                        <h3 class="label">{common.allows}</h3>
                        <ol data-replies="">{replies.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ol>
                    }
                    .into_any(),
                }}
                <h3 class="label">{common.would}</h3>
                <ul>{effects.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
            </section>
        })
    }
}

#[component]
fn WrongAnswerButtons(attempt: Attempt) -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let on_board = Memo::new(move |_| attempt.shows_line(game));
    view! {
        <div class="confirm">
            {move || if on_board.get() {
                view! {
                    <button type="button" class="button" data-do="show-solution" on:click=move |_| show_solution(game)>
                        {move || texts().common.show_solution}
                    </button>
                }
                .into_any()
            } else {
                view! {
                    <button type="button" class="button" data-do="show-line" on:click=move |_| attempt.show_line(game)>
                        {move || texts().common.show_line}
                    </button>
                }
                .into_any()
            }}
            <button type="button" class="button main" data-do="try-again" on:click=move |_| attempt.try_again(game)>
                {move || preferences.words().lobby.try_again}
            </button>
        </div>
    }
}

fn show_solution(game: Game) {
    game.guide().into_iter().for_each(|guide| guide.show_way(game));
}

/// Why the answer is right, and what it did for the solver's rating.
#[component]
fn Solved(attempt: Attempt) -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    move || {
        let (words, common) = (preferences.words(), &texts().common);
        let title = if attempt.first.get() == Some(true) { common.correct } else { common.with_help };
        let played = game.session.with(|session| session.turns().next().map(|(_, mv, _)| mv));
        let (proved, others) = attempt.puzzle.with_value(|puzzle| {
            let clan = wording::clan(words, puzzle.clan());
            let others = puzzle.solutions.iter().filter(|solution| {
                played
                    .is_none_or(|mv| !shangrila_puzzles::equivalence::are_equivalent(&puzzle.position, mv, solution.mv))
            });
            let others: Vec<String> = others.map(|other| wording::move_words(words, clan, other.mv)).collect();
            (puzzle.kind.is_proved(), others)
        });
        let verdict = if proved { common.wins_always.to_string() } else { common.chance(attempt.best_chance()) };
        let score = attempt.progress.get().map(|(before, after)| {
            let (old, new) = (before.rating().rating.round() as u32, after.rating().rating.round() as u32);
            view! {
                {(old != new).then(|| view! { <p data-rating=new.to_string()>{common.rating_now(old, new)}</p> })}
                {(after.streak() > 1).then(|| view! { <p data-streak="">{common.in_a_row(after.streak())}</p> })}
            }
        });
        view! {
            <section class="lesson-answer good" data-solved="">
                <h2>{title}</h2>
                <p>{verdict}</p>
                {(!others.is_empty()).then(|| view! { <p>{common.also(others.join("; "))}</p> })}
                {score}
            </section>
        }
    }
}

#[component]
fn SolvedButtons(attempt: Attempt) -> impl IntoView {
    let (preferences, notices) = (preferences(), notices());
    let link = Series::One(attempt.puzzle.with_value(|puzzle| puzzle.id)).route();
    view! {
        <div class="confirm">
            <button
                type="button"
                class="button"
                data-do="copy-puzzle"
                on:click=move |_| copy_link(&link.link(), notices, preferences)
            >
                {move || texts().common.copy_link}
            </button>
            <button type="button" class="button main" data-do="next-puzzle" on:click=move |_| attempt.next.run(())>
                {move || texts().common.next}
            </button>
        </div>
    }
}

/// The buttons at the foot before the puzzle is solved.
#[component]
fn PuzzleFooter(attempt: Attempt) -> impl IntoView {
    let game = expect_context::<Game>();
    view! {
        <footer class="foot">
            <button
                type="button"
                class="foot-button accent"
                data-do="show-solution"
                disabled=move || !game.can_choose()
                on:click=move |_| game.ask_advice()
            >
                {icon_picture(Icon::Hint)}
                <span>{move || texts().common.show_solution}</span>
            </button>
            <button type="button" class="foot-button" data-do="skip-puzzle" on:click=move |_| attempt.next.run(())>
                {icon_picture(Icon::Forward)}
                <span>{move || texts().common.next}</span>
            </button>
        </footer>
    }
}
