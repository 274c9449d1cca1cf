//! The panel of a lesson: what it explains, its goal, the answer to a move, and the way to other lessons.

use leptos::prelude::*;
use shangrila_ai::BotSpec;
use shangrila_i18n::{LESSONS, TutorialTexts};
use shangrila_rules::record::Start;
use shangrila_rules::{GameOptions, Seats};
use shangrila_scene::Icon;
use shangrila_table::lessons::Lesson;
use shangrila_table::{Player, Session};

use super::{Progress, Refused};
use crate::guided::{FootButton, GuidedFace, GuidedHead, GuidedState, GuidedTask, WrongMove};
use crate::home::FIRST_OPPONENT;
use crate::notices::notices;
use crate::preferences::preferences;
use crate::route::Route;
use crate::table::{Game, RecapPanel};
use crate::{browser, saved_games, today};

/// The texts of the tutorial in the chosen language.
fn texts() -> &'static TutorialTexts {
    preferences().language.get().tutorial()
}

/// The panel of a lesson.
#[component]
pub(super) fn LessonFace(lesson: Lesson, refused: Refused) -> impl IntoView {
    let game = expect_context::<Game>();
    let state = Memo::new(move |_| {
        let refused = refused.with(|refused| refused.as_ref().map(|&(mv, _)| mv));
        GuidedState::of(game, refused, || game.session.with(|session| lesson.is_done(session)))
    });
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
        <GuidedFace
            state
            head=move || view! { <LessonHead lesson state/> }
            task=move || view! { <Explanation lesson/> }
            reminder=move || view! { <Goal lesson/> }
            wrong=move || view! { <Objection refused/> }
            wrong_buttons=move || view! { <ObjectionButtons/> }
            done=move || view! { <Success lesson/> }
            done_buttons=move || view! { <SuccessButtons lesson/> }
            foot=move || view! { <LessonFoot lesson/> }
            scored=lesson.is_scored()
        />
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
fn lead_attention(lesson: Lesson, state: Memo<GuidedState>) {
    let (preferences, notices) = (preferences(), notices());
    Effect::new(move |before: Option<GuidedState>| {
        let now = state.get();
        if before.is_some_and(|before| before != now) {
            request_animation_frame(scroll_to_top);
        }
        let language = preferences.language.get_untracked();
        match (before, now) {
            (None, GuidedState::Task) => {
                let text = lesson.text(language);
                notices.say(format!("{}. {} {}", text.title, text.text, text.goal));
                request_animation_frame(|| browser::focus(".lesson-head h1"));
            }
            (Some(GuidedState::Wrong), GuidedState::Task) => {
                notices.say(lesson.text(language).goal.to_string());
                request_animation_frame(|| browser::focus(".lesson-head h1"));
            }
            (Some(before), GuidedState::Done) if before != GuidedState::Done => {
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
fn LessonHead(lesson: Lesson, state: Memo<GuidedState>) -> impl IntoView {
    let preferences = preferences();
    let dots = move || {
        // What is stored follows what is shown.
        let is_done = state.get() == GuidedState::Done;
        let progress = Progress::load();
        (1..=LESSONS)
            .map(move |number| {
                let here = number == lesson.number();
                view! { <i class:on=progress.done[number - 1] || (here && is_done) class:here=here></i> }
            })
            .collect_view()
    };
    let about = move || {
        view! {
            {move || preferences.words().home.lesson_of(lesson.number(), LESSONS)}
            <span class="lesson-dots" aria-hidden="true">{dots}</span>
        }
    };
    view! {
        <GuidedHead
            state
            title=Signal::derive(move || lesson.text(preferences.language.get()).title)
            about
            close=Route::Home
            close_label=Signal::derive(|| texts().common.pause)
            close_name="pause"
            attr:data-lesson=lesson.number()
        />
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
        <GuidedTask label=Signal::derive(|| texts().common.goal)>
            <p>{move || lesson.text(preferences.language.get()).goal}</p>
        </GuidedTask>
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
        let position = game.session.with(|session| *session.position());
        let reason = miss.words(words, language, &position);
        let common = &language.tutorial().common;
        Some(view! {
            <WrongMove title=common.not_yet mv position would=common.would>
                <p data-reason="">{reason}</p>
            </WrongMove>
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
fn LessonFoot(lesson: Lesson) -> impl IntoView {
    let game = expect_context::<Game>();
    let to = |other: Option<Lesson>| Callback::new(move |()| other.into_iter().for_each(open));
    let (previous, next) = (lesson.previous(), lesson.next());
    view! {
        <FootButton
            icon=Icon::Back
            name="previous-lesson"
            label=Signal::derive(|| texts().common.previous)
            disabled=previous.is_none()
            act=to(previous)
        />
        <FootButton
            icon=Icon::Hint
            name="show-way"
            label=Signal::derive(|| texts().common.show_way)
            disabled=Signal::derive(move || !game.can_choose())
            accent=true
            act=Callback::new(move |()| game.ask_advice())
        />
        <FootButton
            icon=Icon::Forward
            name="skip-lesson"
            label=Signal::derive(|| texts().common.next)
            disabled=next.is_none()
            act=to(next)
        />
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
