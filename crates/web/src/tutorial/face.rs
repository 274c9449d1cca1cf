//! The panel of a lesson: what it explains, its goal, the answer to a move, and the way to other lessons.

use leptos::prelude::*;
use shangrila_ai::BotSpec;
use shangrila_i18n::{LESSONS, TutorialTexts};
use shangrila_rules::record::Start;
use shangrila_rules::{GameOptions, Move, Seats};
use shangrila_scene::Icon;
use shangrila_table::lessons::Lesson;
use shangrila_table::{Player, Session, wording};

use super::{Progress, Refused};
use crate::home::FIRST_OPPONENT;
use crate::notices::notices;
use crate::pictures::icon_picture;
use crate::preferences::preferences;
use crate::route::Route;
use crate::table::{ConfirmButtons, Game, HistoryBar, MenuButton, Players, Proposal, RecapPanel, TurnActions};
use crate::{browser, saved_games, today};

/// What the panel shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FaceState {
    /// The goal is ahead.
    Goal,
    /// A placement or a recruitment waits for confirmation.
    Proposal,
    /// A move was refused.
    Refused,
    /// An earlier turn under review.
    Past,
    Done,
}

impl FaceState {
    fn of(game: Game, lesson: Lesson, refused: Refused) -> FaceState {
        let refused = refused.with(|refused| refused.as_ref().map(|&(mv, _)| mv));
        match game.proposal.get() {
            Some(mv) if refused == Some(mv) => FaceState::Refused,
            Some(Move::Place { .. } | Move::Recruit { .. }) => FaceState::Proposal,
            _ if game.session.with(Session::is_viewing) => FaceState::Past,
            _ if game.animation.with(Option::is_none) && game.session.with(|session| lesson.is_done(session)) => {
                FaceState::Done
            }
            _ => FaceState::Goal,
        }
    }

    /// For tests and style sheets.
    const fn id(self) -> &'static str {
        match self {
            FaceState::Goal => "goal",
            FaceState::Proposal => "proposal",
            FaceState::Refused => "refused",
            FaceState::Past => "past",
            FaceState::Done => "done",
        }
    }
}

/// The texts of the tutorial in the chosen language.
fn texts() -> &'static TutorialTexts {
    preferences().language.get().tutorial()
}

/// The panel of a lesson.
#[component]
pub(super) fn LessonFace(lesson: Lesson, refused: Refused) -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let state = Memo::new(move |_| FaceState::of(game, lesson, refused));
    keep_progress(game, lesson);
    lead_attention(lesson, state);
    Effect::new(move || {
        // Whoever chooses the same move again is asked to confirm it again.
        let pending = game.proposal.get();
        if refused.with_untracked(|refused| refused.as_ref().is_some_and(|&(mv, _)| Some(mv) != pending)) {
            refused.set(None);
        }
    });
    view! {
        <LessonHead lesson state/>
        <div class="panel-scroll turn-face lesson">
            {move || match state.get() {
                FaceState::Goal => view! { <Explanation lesson/> <TurnActions/> }.into_any(),
                FaceState::Proposal => view! { <Goal lesson/> <div class="story"><Proposal/></div> }.into_any(),
                FaceState::Refused => view! { <Objection refused/> }.into_any(),
                FaceState::Past => view! { <HistoryBar/> }.into_any(),
                FaceState::Done => view! { <Success lesson/> }.into_any(),
            }}
            {lesson.is_scored().then(|| view! { <Players/> })}
        </div>
        {move || match state.get() {
            FaceState::Proposal => {
                view! { <ConfirmButtons label=Signal::derive(move || preferences.words().table.confirm)/> }.into_any()
            }
            FaceState::Refused => view! { <ObjectionButtons/> }.into_any(),
            FaceState::Done => view! { <SuccessButtons lesson/> }.into_any(),
            FaceState::Goal | FaceState::Past => view! { <LessonFooter lesson/> }.into_any(),
        }}
    }
}

/// Stores every turn, so that the lesson can be left at any time.
fn keep_progress(game: Game, lesson: Lesson) {
    Effect::new(move || {
        let mut progress = Progress::load();
        progress.lesson = Some(lesson.number());
        game.session.with(|session| {
            progress.moves = session.turns().map(|(_, mv, _)| mv).collect();
            progress.done[lesson.number() - 1] |= lesson.is_done(session);
        });
        progress.save();
    });
}

/// Reads the lesson out, and keeps the focus of the keyboard where the lesson goes on.
fn lead_attention(lesson: Lesson, state: Memo<FaceState>) {
    let (preferences, notices) = (preferences(), notices());
    Effect::new(move |before: Option<FaceState>| {
        let now = state.get();
        if before.is_some_and(|before| before != now) {
            request_animation_frame(scroll_to_top);
        }
        let language = preferences.language.get_untracked();
        match (before, now) {
            (None, FaceState::Goal) => {
                let text = lesson.text(language);
                notices.say(format!("{}. {} {}", text.title, text.text, text.goal));
                request_animation_frame(|| browser::focus(".lesson-head h1"));
            }
            (Some(FaceState::Refused), FaceState::Goal) => {
                notices.say(lesson.text(language).goal.to_string());
                request_animation_frame(|| browser::focus(".lesson-head h1"));
            }
            (Some(before), FaceState::Done) if before != FaceState::Done => {
                request_animation_frame(|| browser::focus("[data-do=next-lesson], [data-do=first-game]"));
            }
            _ => {}
        }
        now
    });
}

/// Shows what the panel says from its beginning.
fn scroll_to_top() {
    if let Ok(Some(panel)) = document().query_selector(".lesson") {
        panel.set_scroll_top(0);
    }
}

/// The title of the lesson, its number, and which lessons are done.
#[component]
fn LessonHead(lesson: Lesson, state: Memo<FaceState>) -> impl IntoView {
    let preferences = preferences();
    let dots = move || {
        // What is stored follows what is shown.
        let is_done = state.get() == FaceState::Done;
        let progress = Progress::load();
        (1..=LESSONS)
            .map(move |number| {
                let here = number == lesson.number();
                view! { <i class:on=progress.done[number - 1] || (here && is_done) class:here=here></i> }
            })
            .collect_view()
    };
    view! {
        <header class="turn lesson-head" data-lesson=lesson.number() data-state=move || state.get().id()>
            <div>
                <h1 tabindex="-1">{move || lesson.text(preferences.language.get()).title}</h1>
                <p>
                    {move || preferences.words().home.lesson_of(lesson.number(), LESSONS)}
                    <span class="lesson-dots" aria-hidden="true">{dots}</span>
                </p>
            </div>
            <MenuButton/>
            <a
                class="round"
                href=Route::Home.fragment()
                data-do="pause"
                aria-label=move || texts().common.pause
                title=move || texts().common.pause
            >
                {icon_picture(Icon::Close)}
            </a>
        </header>
    }
}

/// What the lesson explains, then its goal. Once others have moved, what they did comes first.
#[component]
fn Explanation(lesson: Lesson) -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let begun = Memo::new(move |_| game.session.with(Session::played) > 0);
    let others = lesson.start().seats().count() - 1;
    view! {
        {move || if begun.get() {
            view! { <div class="story" style=format!("--lines:{others}")><RecapPanel/></div> }.into_any()
        } else {
            view! { <p class="lesson-text">{move || lesson.text(preferences.language.get()).text}</p> }.into_any()
        }}
        <Goal lesson/>
    }
}

#[component]
fn Goal(lesson: Lesson) -> impl IntoView {
    let preferences = preferences();
    view! {
        <section class="lesson-goal">
            <h2 class="label">{move || texts().common.goal}</h2>
            <p>{move || lesson.text(preferences.language.get()).goal}</p>
        </section>
    }
}

/// Why the pending move misses the goal, and what it would do.
#[component]
fn Objection(refused: Refused) -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    move || {
        let (mv, miss) = refused.get()?;
        let (words, language) = (preferences.words(), preferences.language.get());
        let (reason, effects) = game.session.with(|session| {
            let position = session.position();
            (miss.words(words, language, position), wording::effect_words(words, position, mv))
        });
        let common = &language.tutorial().common;
        Some(view! {
            // Focusable, so that the keyboard can scroll it.
            <section class="lesson-answer" tabindex="0" data-refused=mv.to_string()>
                <h2>{common.not_yet}</h2>
                <p data-reason="">{reason}</p>
                <h3 class="label">{common.would}</h3>
                <ul>{effects.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
            </section>
        })
    }
}

#[component]
fn ObjectionButtons() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    view! {
        <div class="confirm">
            <button type="button" class="button" data-do="show-way" on:click=move |_| game.ask_advice()>
                {move || texts().common.show_way}
            </button>
            <button type="button" class="button main" data-do="try-again" on:click=move |_| game.start_over()>
                {move || preferences.words().lobby.try_again}
            </button>
        </div>
    }
}

/// What to remember; after the last lesson, what comes next.
#[component]
fn Success(lesson: Lesson) -> impl IntoView {
    let preferences = preferences();
    let is_last = lesson.next().is_none();
    let finished = move || {
        let common = &texts().common;
        let level = preferences.words().levels[FIRST_OPPONENT.number() - 1].name;
        view! {
            <h2>{common.finished_title}</h2>
            <p>{common.finished(level)}</p>
        }
    };
    view! {
        <section class="lesson-answer good" data-done="">
            <h2>{move || texts().common.reached}</h2>
            <p>{move || lesson.text(preferences.language.get()).done}</p>
            {move || is_last.then(finished)}
        </section>
    }
}

#[component]
fn SuccessButtons(lesson: Lesson) -> impl IntoView {
    let game = expect_context::<Game>();
    let (preferences, notices) = (preferences(), notices());
    let first_game = move |_| {
        if start_first_game().is_err() {
            notices.show(preferences.words_now().table.not_saved.to_string());
        }
    };
    match lesson.next() {
        Some(next) => view! {
            <div class="confirm">
                <button type="button" class="button" data-do="another-way" on:click=move |_| game.undo()>
                    {move || texts().common.another_way}
                </button>
                <button type="button" class="button main" data-do="next-lesson" on:click=move |_| open(next)>
                    {move || texts().common.next}
                </button>
            </div>
        }
        .into_any(),
        None => view! {
            <div class="confirm lesson-end">
                <button type="button" class="button main" data-do="first-game" on:click=first_game>
                    {move || texts().common.first_game}
                </button>
                <button type="button" class="button" data-do="first-lesson" on:click=move |_| open(Lesson::Village)>
                    {move || texts().common.again}
                </button>
            </div>
        }
        .into_any(),
    }
}

/// The buttons at the foot while the goal is ahead.
#[component]
fn LessonFooter(lesson: Lesson) -> impl IntoView {
    let game = expect_context::<Game>();
    let to = |other: Option<Lesson>| move |_| other.into_iter().for_each(open);
    view! {
        <footer class="foot">
            <button
                type="button"
                class="foot-button"
                data-do="previous-lesson"
                disabled=lesson.previous().is_none()
                on:click=to(lesson.previous())
            >
                {icon_picture(Icon::Back)}
                <span>{move || texts().common.previous}</span>
            </button>
            <button
                type="button"
                class="foot-button accent"
                data-do="show-way"
                disabled=move || !game.can_choose()
                on:click=move |_| game.ask_advice()
            >
                {icon_picture(Icon::Hint)}
                <span>{move || texts().common.show_way}</span>
            </button>
            <button
                type="button"
                class="foot-button"
                data-do="skip-lesson"
                disabled=lesson.next().is_none()
                on:click=to(lesson.next())
            >
                {icon_picture(Icon::Forward)}
                <span>{move || texts().common.next}</span>
            </button>
        </footer>
    }
}

/// Opens a lesson in place of this one, so that Back leaves the tutorial.
fn open(lesson: Lesson) {
    Route::Tutorial(Some(lesson.number())).replace();
}

/// Starts a game against the weakest computer players. Fails if it cannot be saved.
fn start_first_game() -> Result<(), ()> {
    let start = Start::FirstGame { seats: Seats::FOUR, options: GameOptions::default() };
    let mut players = vec![Player::Bot(BotSpec::Level(FIRST_OPPONENT)); Seats::FOUR.count()];
    players[0] = Player::person();
    saved_games::open_new(&Session::new(start, players, today()))
}
