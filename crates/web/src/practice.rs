//! Practising a turn of a game: the best move is to be found, whether it was played or not. Every answer is judged by the same search as the
//! report on the game, so what the report calls better is right here too.

use std::sync::Arc;

use leptos::prelude::*;
use shangrila_i18n::PuzzleWords;
use shangrila_rules::{Clan, Move, Position};
use shangrila_scene::Icon;
use shangrila_study::coach::MoveAdvice;
use shangrila_study::words::percent;
use shangrila_study::{StudySearch, TurnReview};
use shangrila_table::{Session, TurnNumber, link, wording};

use crate::guided::{
    FootButton, GuidedFace, GuidedHead, GuidedState, GuidedTask, Replies, ShownLine, WrongMove, WrongMoveButtons,
    reply_words, session, with_clans,
};
use crate::notices::{Notices, notices};
use crate::pictures::emblem_picture;
use crate::preferences::{Preferences, preferences};
use crate::route::{AnalysisPlace, Route};
use crate::table::{Game, Guide, Table, Venue};
use crate::{browser, rated_games, saved_games};

/// The most answers to a wrong move that are shown.
const REPLIES: usize = 3;

/// What became of an answer.
#[derive(Clone, PartialEq)]
enum Judgement {
    /// None has been given.
    None,
    /// The search is looking at it.
    Waiting(Move),
    /// The search could not look at it.
    Failed(Move),
    /// It gives too much away.
    Wrong(Box<TurnReview>),
    Right(Box<TurnReview>),
}

impl Judgement {
    /// The answer that is not, or not yet, accepted.
    fn refused(&self) -> Option<Move> {
        match self {
            Judgement::Waiting(mv) | Judgement::Failed(mv) => Some(*mv),
            Judgement::Wrong(review) => Some(review.played.mv),
            Judgement::None | Judgement::Right(_) => None,
        }
    }
}

/// A turn of a game, practised.
#[derive(Clone, Copy)]
struct Exercise {
    /// The saved game.
    game: StoredValue<String>,
    position: StoredValue<Position>,
    clan: Clan,
    /// What was played in the game.
    played: Move,
    judgement: RwSignal<Judgement>,
    /// Whether the best move was missed in the game; `None` until somebody asks. What was played is not told before that is known: it may be
    /// the solution.
    missed: RwSignal<Option<bool>>,
    /// Whether there was a wrong answer, or the solution was shown.
    helped: RwSignal<bool>,
    line: ShownLine,
    preferences: Preferences,
    notices: Notices,
}

/// The words of exercises, which are those of the puzzles.
fn texts() -> &'static PuzzleWords {
    &preferences().language.get().puzzles().common
}

/// A board on which a turn of a saved game is practised.
#[component]
pub(crate) fn Practice(id: String, turn: usize) -> impl IntoView {
    let Some((position, played)) = turn_of(&id, turn) else { return view! { <Missing/> }.into_any() };
    let Some(clan) = position.to_move() else { return view! { <Missing/> }.into_any() };
    let exercise = Exercise {
        game: StoredValue::new(id),
        position: StoredValue::new(position),
        clan,
        played,
        judgement: RwSignal::new(Judgement::None),
        missed: RwSignal::new(None),
        helped: RwSignal::new(false),
        line: ShownLine::new(position),
        preferences: preferences(),
        notices: notices(),
    };
    let venue = Venue::Guided(StoredValue::new(Arc::new(exercise)));
    view! { <Table venue session=session(position)/> }.into_any()
}

/// The position before a turn of a saved game, and the move played; `None` if there is none, or nobody may be helped with it.
fn turn_of(id: &str, turn: usize) -> Option<(Position, Move)> {
    let record = saved_games::read(id)?.content.ok()?;
    let mut position = record.start.position();
    let mut moves = record.moves();
    moves.by_ref().take(turn).try_for_each(|mv| position.play(mv)).ok()?;
    let played = moves.next()?;
    rated_games::table_with(&position).is_none().then_some((position, played))
}

impl Exercise {
    fn report(self) -> Route {
        Route::Report(self.game.get_value())
    }

    /// Reviews a move, or the best one, in the search that the report made.
    fn review(self, game: Game, mv: Option<Move>, on_review: impl FnOnce(Option<TurnReview>) + 'static) {
        game.review_move(StudySearch::VISITS, self.position.get_value(), mv, on_review);
    }

    fn judge(self, game: Game, mv: Move) {
        self.judgement.set(Judgement::Waiting(mv));
        game.proposal.set(Some(mv));
        self.review(game, Some(mv), move |review| {
            // Someone may have chosen another move, or left, in the meantime.
            if self.judgement.try_get_untracked() != Some(Judgement::Waiting(mv)) {
                return;
            }
            match review {
                None => self.judgement.set(Judgement::Failed(mv)),
                Some(review) if review.lapse().is_none() => {
                    self.judgement.set(Judgement::Right(Box::new(review)));
                    game.play(mv);
                }
                Some(review) => {
                    self.helped.set(true);
                    let common = &self.preferences.language.get_untracked().puzzles().common;
                    self.notices.say(format!("{}. {}", common.wrong, chance_words(common, &review)));
                    self.judgement.set(Judgement::Wrong(Box::new(review)));
                    request_animation_frame(|| browser::focus("[data-do=try-again]"));
                }
            }
        });
    }

    /// Whether a wrong answer and what it allows are on the board.
    fn shows_line(self, game: Game) -> bool {
        self.judgement.with(|judgement| judgement.refused().is_some()) && game.session.with(Session::played) > 0
    }

    /// Plays the wrong answer and what it allows on the board.
    fn show_line(self, game: Game) {
        let Judgement::Wrong(review) = self.judgement.get_untracked() else { return };
        let replies = review.played.line.iter().copied().take(REPLIES);
        self.line.play(game, std::iter::once(review.played.mv).chain(replies).collect());
    }

    fn try_again(self, game: Game) {
        self.line.reset(game);
        self.judgement.set(Judgement::None);
    }
}

/// What a wrong answer leaves of the chance of winning.
fn chance_words(common: &PuzzleWords, review: &TurnReview) -> String {
    common.chance_instead(percent(review.played.wins[review.clan]), percent(review.best.wins[review.clan]))
}

impl Guide for Exercise {
    fn accepts(&self, game: Game, mv: Move) -> bool {
        // The search takes a moment, and plays the move itself if it is good.
        self.judge(game, mv);
        false
    }

    fn objects(&self, game: Game) -> bool {
        let refused = self.judgement.with(Judgement::refused);
        refused.is_some() && refused == game.proposal.get()
    }

    fn has_opponents(&self) -> bool {
        false
    }

    fn waiting_reason(&self, _game: Game) -> String {
        self.preferences.language.get().puzzles().common.exercise_over.to_string()
    }

    fn announcement(&self, _session: &Session) -> Option<String> {
        let common = &self.preferences.language.get_untracked().puzzles().common;
        let right = self.judgement.with_untracked(|judgement| matches!(judgement, Judgement::Right(_)));
        let helped = self.helped.get_untracked();
        right.then(|| if helped { common.with_help } else { common.correct }.to_string())
    }

    fn show_way(&self, game: Game) {
        let exercise = *self;
        exercise.helped.set(true);
        exercise.try_again(game);
        exercise.review(game, None, move |review| {
            let _ = game.proposal.try_set(review.map(|review| review.best.mv));
        });
    }

    fn face(&self) -> AnyView {
        view! { <ExerciseFace exercise=*self/> }.into_any()
    }
}

/// The panel of an exercise.
#[component]
fn ExerciseFace(exercise: Exercise) -> impl IntoView {
    let game = expect_context::<Game>();
    let (preferences, notices) = (preferences(), notices());
    let is_right = move || exercise.judgement.with(|judgement| matches!(judgement, Judgement::Right(_)));
    // Once: a later question would take the place of one about an answer.
    if exercise.missed.get_untracked().is_none() {
        exercise.missed.set(Some(false));
        exercise.review(game, Some(exercise.played), move |review| {
            let missed = review.is_some_and(|review| review.lapse().is_some());
            let _ = exercise.missed.try_set(Some(missed));
        });
    }
    let state = Memo::new(move |_| {
        let refused = exercise.judgement.with(Judgement::refused);
        match GuidedState::of(game, refused, is_right) {
            // The wrong answer is being played on the board.
            GuidedState::Task if exercise.shows_line(game) => GuidedState::Wrong,
            state => state,
        }
    });
    Effect::new(move || {
        // Whoever chooses another move has left the one before behind.
        let pending = game.proposal.get();
        let refused = exercise.judgement.with_untracked(Judgement::refused);
        if refused.is_some() && pending != refused && !untrack(|| exercise.shows_line(game)) {
            exercise.judgement.set(Judgement::None);
        }
    });
    Effect::new(move |before: Option<GuidedState>| {
        let now = state.get();
        if before.is_none() || (before == Some(GuidedState::Wrong) && now == GuidedState::Task) {
            let common = &preferences.language.get_untracked().puzzles().common;
            notices.say(format!("{}. {}", common.exercise, common.exercise_task));
            request_animation_frame(|| browser::focus(".lesson-head h1"));
        }
        if before != Some(GuidedState::Done) && now == GuidedState::Done {
            request_animation_frame(|| browser::focus("[data-do=back-to-report]"));
        }
        now
    });
    view! {
        <GuidedFace
            state
            head=move || view! { <ExerciseHead exercise state/> }
            task=move || view! { <Task exercise/> }
            reminder=move || view! { <Task exercise/> }
            wrong=move || view! { <WrongAnswer exercise/> }
            wrong_buttons=move || view! {
                <WrongMoveButtons
                    on_board=Signal::derive(move || exercise.shows_line(game))
                    show_line_label=Signal::derive(|| texts().show_line)
                    show_line=Callback::new(move |()| exercise.show_line(game))
                    show_solution_label=Signal::derive(|| texts().show_solution)
                    try_again=Callback::new(move |()| exercise.try_again(game))
                />
            }
            done=move || view! { <Solved exercise/> }
            done_buttons=move || view! { <SolvedButtons exercise/> }
            foot=move || view! { <ExerciseFoot exercise/> }
        />
    }
}

#[component]
fn ExerciseHead(exercise: Exercise, state: Memo<GuidedState>) -> impl IntoView {
    let preferences = preferences();
    let turn = TurnNumber::of(&exercise.position.get_value());
    view! {
        <GuidedHead
            state
            picture=move || emblem_picture(exercise.clan)
            title=Signal::derive(|| texts().exercise)
            about=move || move || wording::turn(preferences.words(), turn)
            close=exercise.report()
            close_label=Signal::derive(|| texts().to_report)
            close_name="close-exercise"
            attr:data-exercise=exercise.position.get_value().to_string()
        />
    }
}

/// What was played in the game, and what is asked for.
#[component]
fn Task(exercise: Exercise) -> impl IntoView {
    let preferences = preferences();
    view! {
        <GuidedTask label=Signal::derive(|| texts().task)>
            <p>{move || texts().exercise_task}</p>
            {move || (exercise.missed.get() == Some(true)).then(|| view! {
                <p class="quiet" data-played="">
                    {texts().in_the_game} " " {reply_words(preferences.words(), exercise.clan, exercise.played)}
                </p>
            })}
        </GuidedTask>
    }
}

/// What the search thinks of an answer that is not right.
#[component]
fn WrongAnswer(exercise: Exercise) -> impl IntoView {
    let preferences = preferences();
    move || {
        let (words, common) = (preferences.words(), texts());
        let judgement = exercise.judgement.get();
        let mv = judgement.refused()?;
        let position = exercise.position.get_value();
        let said = reply_words(words, exercise.clan, mv);
        let (title, verdict, replies) = match judgement {
            Judgement::Wrong(review) => {
                let mut next = position;
                next.play(mv).ok()?;
                let line = &review.played.line[..review.played.line.len().min(REPLIES)];
                (common.wrong, Some(chance_words(common, &review)), Some(with_clans(&next, line)))
            }
            Judgement::Failed(_) => (common.exercise, Some(common.not_judged.to_string()), Some(Vec::new())),
            _ => (common.exercise, None, None),
        };
        Some(view! {
            <WrongMove title mv position would=common.would>
                <p>{said}</p>
                {verdict.map(|line| view! { <p data-verdict="">{line}</p> })}
                <Replies replies allows=common.allows wait=common.judging/>
            </WrongMove>
        })
    }
}

/// Why the answer is right.
#[component]
fn Solved(exercise: Exercise) -> impl IntoView {
    let preferences = preferences();
    move || {
        let Judgement::Right(review) = exercise.judgement.get() else { return None };
        let (words, common) = (preferences.words(), texts());
        let title = if exercise.helped.get() { common.with_help } else { common.correct };
        let chance = percent(review.played.wins[review.clan]);
        let advice = MoveAdvice::of(&exercise.position.get_value(), review.played.clone())?;
        let coach = &words.coach;
        let reasons = advice.sentences(words, coach, &|clan| wording::clan(words, clan));
        let better = (!review.is_best()).then(|| {
            let choice = wording::move_words(words, wording::clan(words, exercise.clan), review.best.mv);
            common.engine_choice(choice, percent(review.best.wins[review.clan]))
        });
        Some(view! {
            <section class="lesson-answer good" data-solved="">
                <h2>{title}</h2>
                <p>{reply_words(words, exercise.clan, review.played.mv)}</p>
                <p>{common.chance(chance)}</p>
                <ul data-reasons="">{reasons.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
                {better.map(|line| view! { <p class="quiet">{line}</p> })}
            </section>
        })
    }
}

#[component]
fn SolvedButtons(exercise: Exercise) -> impl IntoView {
    let position = link::position_field(&exercise.position.get_value());
    let analysis = Route::Analysis(AnalysisPlace::Packed(position));
    view! {
        <div class="confirm">
            <a class="button" data-do="analyse-exercise" href=analysis.fragment()>{move || texts().analyse}</a>
            <a class="button main" data-do="back-to-report" href=exercise.report().fragment()>
                {move || texts().to_report}
            </a>
        </div>
    }
}

/// The buttons at the foot before the exercise is solved.
#[component]
fn ExerciseFoot(exercise: Exercise) -> impl IntoView {
    let game = expect_context::<Game>();
    view! {
        <FootButton
            icon=Icon::Hint
            name="show-solution"
            label=Signal::derive(|| texts().show_solution)
            disabled=Signal::derive(move || !game.can_choose())
            accent=true
            act=Callback::new(move |()| game.ask_advice())
        />
        <FootButton
            icon=Icon::Back
            name="leave-exercise"
            label=Signal::derive(|| texts().to_report)
            act=Callback::new(move |()| exercise.report().go())
        />
    }
}

/// There is no such turn.
#[component]
fn Missing() -> impl IntoView {
    let preferences = preferences();
    view! {
        <main class="page message">
            <h1>{move || texts().no_exercise}</h1>
            <p>{move || texts().no_exercise_help}</p>
            <a class="button main" href=Route::Games.fragment()>{move || preferences.words().app.home}</a>
        </main>
    }
}
