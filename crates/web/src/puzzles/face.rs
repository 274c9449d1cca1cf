//! The panel of a puzzle: what it asks for, the answer to a wrong move, and what comes next.

use leptos::prelude::*;
use shangrila_puzzles::progress::Occasion;
use shangrila_rules::Position;
use shangrila_scene::Icon;
use shangrila_table::{link, wording};

use super::guide::Attempt;
use super::{Series, texts};
use crate::browser;
use crate::guided::{
    FootButton, GuidedFace, GuidedHead, GuidedState, GuidedTask, Replies, WrongMove, WrongMoveButtons, reply_words,
};
use crate::notices::notices;
use crate::pictures::emblem_picture;
use crate::preferences::preferences;
use crate::route::{AnalysisPlace, Route};
use crate::share::copy_link;
use crate::table::Game;

/// The panel of a puzzle.
#[component]
pub(super) fn PuzzleFace(attempt: Attempt) -> impl IntoView {
    let game = expect_context::<Game>();
    let (preferences, notices) = (preferences(), notices());
    let state = Memo::new(move |_| {
        let refused = attempt.refusal.with(|refusal| refusal.as_ref().map(|refusal| refusal.mv));
        match GuidedState::of(game, refused, || attempt.solved.get()) {
            // The wrong answer is being played on the board.
            GuidedState::Task if attempt.shows_line(game) => GuidedState::Wrong,
            state => state,
        }
    });
    Effect::new(move || {
        // Whoever chooses another move has left the wrong one behind.
        let pending = game.proposal.get();
        let refused = attempt.refusal.with_untracked(|refusal| refusal.as_ref().map(|refusal| refusal.mv));
        if refused.is_some() && pending != refused && !untrack(|| attempt.shows_line(game)) {
            attempt.refusal.set(None);
        }
    });
    Effect::new(move |before: Option<GuidedState>| {
        let now = state.get();
        if before.is_none() || (before == Some(GuidedState::Wrong) && now == GuidedState::Task) {
            let kind = attempt.puzzle.with_value(|puzzle| puzzle.kind);
            let text = &preferences.language.get_untracked().puzzles().kinds[kind as usize];
            notices.say(format!("{}. {}", text.name, text.question));
            request_animation_frame(|| browser::focus(".lesson-head h1"));
        }
        if before != Some(GuidedState::Done) && now == GuidedState::Done {
            request_animation_frame(|| browser::focus("[data-do=next-puzzle]"));
        }
        now
    });
    view! {
        <GuidedFace
            state
            head=move || view! { <PuzzleHead attempt state/> }
            task=move || view! { <Task attempt/> }
            reminder=move || view! { <Task attempt/> }
            wrong=move || view! { <WrongAnswer attempt/> }
            wrong_buttons=move || view! {
                <WrongMoveButtons
                    on_board=Signal::derive(move || attempt.shows_line(game))
                    show_line_label=Signal::derive(|| texts().common.show_line)
                    show_line=Callback::new(move |()| attempt.show_line(game))
                    show_solution_label=Signal::derive(|| texts().common.show_solution)
                    try_again=Callback::new(move |()| attempt.try_again(game))
                />
            }
            done=move || view! { <Solved attempt/> }
            done_buttons=move || view! { <SolvedButtons attempt/> }
            foot=move || view! { <PuzzleFoot attempt/> }
        />
    }
}

/// The kind of puzzle, how hard it is and why it is shown.
#[component]
fn PuzzleHead(attempt: Attempt, state: Memo<GuidedState>) -> impl IntoView {
    let (kind, rating, clan, id) =
        attempt.puzzle.with_value(|puzzle| (puzzle.kind, puzzle.rating, puzzle.clan(), puzzle.id));
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
        <GuidedHead
            state
            picture=move || emblem_picture(clan)
            title=Signal::derive(move || texts().kinds[kind as usize].name)
            about=move || about
            close=Route::Puzzles
            close_label=Signal::derive(|| texts().common.all_puzzles)
            close_name="all-puzzles"
            attr:data-puzzle=id.to_string()
            attr:data-kind=kind.id()
        />
    }
}

/// What the puzzle asks for.
#[component]
fn Task(attempt: Attempt) -> impl IntoView {
    let kind = attempt.puzzle.with_value(|puzzle| puzzle.kind);
    view! {
        <GuidedTask label=Signal::derive(|| texts().common.task)>
            <p>{move || texts().kinds[kind as usize].question}</p>
        </GuidedTask>
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
        let said = reply_words(words, position.to_move()?, refusal.mv);
        let verdicts = attempt.verdicts(&refusal);
        Some(view! {
            <WrongMove title=common.wrong mv=refusal.mv position would=common.would>
                <p>{said}</p>
                {verdicts.into_iter().map(|line| view! { <p data-verdict="">{line}</p> }).collect_view()}
                <Replies replies=refusal.replies allows=common.allows wait=common.wait/>
            </WrongMove>
        })
    }
}

/// Why the answer is right, what it does, and what it did for the solver's rating.
#[component]
fn Solved(attempt: Attempt) -> impl IntoView {
    let game = expect_context::<Game>();
    let (preferences, notices) = (preferences(), notices());
    let link = Series::One(attempt.puzzle.with_value(|puzzle| puzzle.id)).route();
    move || {
        let (words, common) = (preferences.words(), &texts().common);
        let title = if attempt.first.get() == Some(true) { common.correct } else { common.with_help };
        let played = game.session.with(|session| session.turns().next().map(|(_, mv, _)| mv));
        let (proved, chance, done, others) = attempt.puzzle.with_value(|puzzle| {
            let clan = wording::clan(words, puzzle.clan());
            let others = puzzle.solutions.iter().filter(|solution| {
                played
                    .is_none_or(|mv| !shangrila_puzzles::equivalence::are_equivalent(&puzzle.position, mv, solution.mv))
            });
            let others: Vec<String> = others.map(|other| wording::move_words(words, clan, other.mv)).collect();
            let done = played
                .map(|mv| (reply_words(words, puzzle.clan(), mv), wording::effect_words(words, &puzzle.position, mv)));
            let chance = played.and_then(|mv| puzzle.solution(mv)).map_or(attempt.best_chance(), |it| it.chance);
            (puzzle.kind.is_proved(), chance, done, others)
        });
        let link = link.link();
        let verdict = if proved { common.wins_always.to_string() } else { common.chance(chance) };
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
                {done.map(|(said, effects)| view! {
                    <p>{said}</p>
                    <ul class="quiet" data-effects="">{effects.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
                })}
                <button
                    type="button"
                    class="link"
                    data-do="copy-puzzle"
                    on:click=move |_| copy_link(&link, notices, preferences)
                >
                    {common.copy_link}
                </button>
            </section>
        }
    }
}

#[component]
fn SolvedButtons(attempt: Attempt) -> impl IntoView {
    let preferences = preferences();
    let position = attempt.puzzle.with_value(|puzzle| link::position_field(&puzzle.position));
    let analysis = Route::Analysis(AnalysisPlace::Packed(position));
    view! {
        <div class="confirm">
            <a class="button" data-do="analyse-puzzle" href=analysis.fragment()>{move || preferences.words().app.analysis}</a>
            <button type="button" class="button main" data-do="next-puzzle" on:click=move |_| attempt.next.run(())>
                {move || texts().common.next}
            </button>
        </div>
    }
}

/// The buttons at the foot before the puzzle is solved.
#[component]
fn PuzzleFoot(attempt: Attempt) -> impl IntoView {
    let game = expect_context::<Game>();
    view! {
        <FootButton
            icon=Icon::Hint
            name="show-solution"
            label=Signal::derive(|| texts().common.show_solution)
            disabled=Signal::derive(move || !game.can_choose())
            accent=true
            act=Callback::new(move |()| game.ask_advice())
        />
        <FootButton icon=Icon::Forward name="skip-puzzle" label=Signal::derive(|| texts().common.next) act=attempt.next/>
    }
}
