//! The tutorial: played through in every language by touch, mouse and keyboard, with wrong moves at every step; left, resumed and declined.

use std::mem::{Discriminant, discriminant};

use serde_json::json;
use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_i18n::{LESSONS, Language};
use shangrila_rules::{Move, Position};
use shangrila_table::lessons::{Lesson, Miss, Verdict};
use shangrila_table::wording;

use crate::driver::{Table, Way, go, position};
use crate::touch::tap_move;

/// How the learner plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hand {
    Touch,
    Mouse,
    Keys,
}

impl Hand {
    /// Points at a move and confirms it.
    async fn play(self, page: &Page, position: &Position, mv: Move) -> Result<()> {
        match self {
            Hand::Touch => tap_move(page, position, mv).await?,
            Hand::Mouse => Table::at(page, 0).await?.choose(mv, Way::Direct).await?,
            Hand::Keys => {
                page.press(":").await?;
                page.wait_until("document.activeElement.id === 'typed-move'").await?;
                page.type_text(&mv.to_string()).await?;
                page.press("Enter").await?;
            }
        }
        self.use_button(page, "[data-confirm]").await
    }

    /// Presses a button of the panel. The keyboard finds the focus on it, or Enter stands for it.
    async fn use_button(self, page: &Page, button: &str) -> Result<()> {
        match self {
            Hand::Touch => page.tap(button).await,
            Hand::Mouse => page.click(button).await,
            Hand::Keys if button == "[data-confirm]" => {
                page.wait_for(button).await?;
                page.press("Enter").await
            }
            Hand::Keys => {
                page.wait_until(&format!("document.activeElement.matches({})", json!(button))).await?;
                page.press("Enter").await
            }
        }
    }
}

/// The learner of a visit: how and in which language.
#[derive(Clone, Copy)]
struct Learner {
    hand: Hand,
    language: Language,
    /// How many kinds of wrong moves are tried before each right one, at most.
    errs: usize,
}

impl Learner {
    /// Opens the tutorial for someone who has never seen it. Nothing is animated, and computer players answer at once.
    async fn begin(self, page: &Page) -> Result<()> {
        let preferences = format!("language={};motion=off;pace=instant", self.language.code());
        page.eval::<()>(&format!(
            "localStorage.clear(); localStorage.setItem('shangrila.preferences', {}); void (location.hash = '#/tutorial')",
            json!(preferences)
        ))
        .await?;
        page.reload().await
    }

    /// Plays every lesson to its end.
    async fn play_tutorial(self, page: &Page) -> Result<()> {
        self.begin(page).await?;
        for lesson in Lesson::ALL {
            self.play_lesson(page, lesson).await.map_err(|error| format!("{} {lesson:?}: {error}", self.language))?;
            if lesson.next().is_some() {
                self.hand.use_button(page, "[data-do=next-lesson]").await?;
            }
        }
        page.wait_for("[data-do=first-game]").await
    }

    async fn play_lesson(self, page: &Page, lesson: Lesson) -> Result<()> {
        let text = lesson.text(self.language);
        page.wait_for(&format!("[data-lesson='{}'][data-state=task]", lesson.number())).await?;
        let said: [String; 3] = page
            .eval("['.lesson-head h1', '.lesson-text', '.lesson-goal p'].map((part) => document.querySelector(part).textContent)")
            .await?;
        assert_eq!(said, [text.title, text.text, text.goal]);
        for step in 0.. {
            let before = position(page).await?;
            if self.errs > 0 {
                self.err(page, lesson, &before).await?;
            }
            let ways = lesson.ways(&before);
            // Another way in every language.
            let way = ways[(self.language as usize + step) % ways.len()];
            self.hand.play(page, &before, way).await?;
            page.wait_until(&format!(
                "document.querySelector('main.table').dataset.position !== {} &&
                    document.querySelector('[data-state=done], [data-state=task] ~ .foot [data-do=show-way]:enabled')",
                json!(before.to_string())
            ))
            .await
            .map_err(|error| format!("{way}: {error}"))?;
            if page.count("[data-state=done]").await? > 0 {
                break;
            }
        }
        page.wait_for_text("[data-done] p", text.done).await
    }

    /// Tries wrong moves of several kinds. Each is refused with its reason and its effect, and changes nothing.
    async fn err(self, page: &Page, lesson: Lesson, before: &Position) -> Result<()> {
        let words = self.language.words();
        for (mv, miss) in wrong_moves(lesson, before).into_iter().take(self.errs) {
            self.hand.play(page, before, mv).await.map_err(|error| format!("{mv}: {error}"))?;
            page.wait_for(&format!("[data-wrong={}]", json!(mv.to_string()))).await?;
            assert_eq!(page.text("[data-reason]").await?, miss.words(words, self.language, before));
            let effects: Vec<String> = page
                .eval("[...document.querySelectorAll('.lesson-answer li')].map((line) => line.textContent)")
                .await?;
            assert_eq!(effects, wording::effect_words(words, before, mv), "{mv}");
            assert_eq!(position(page).await?, *before, "{mv} is not played");
            self.hand.use_button(page, "[data-do=try-again]").await?;
            page.wait_for("[data-state=task]").await?;
        }
        Ok(())
    }
}

/// A move for every reason for which a lesson refuses moves.
fn wrong_moves(lesson: Lesson, position: &Position) -> Vec<(Move, Miss)> {
    let mut seen: Vec<Discriminant<Miss>> = Vec::new();
    let list = position.legal_moves();
    let wrong = list.iter().filter_map(|mv| match lesson.judge(position, mv) {
        Verdict::Missed(miss) => Some((mv, miss)),
        _ => None,
    });
    let mut found = Vec::new();
    for (mv, miss) in wrong {
        if !seen.contains(&discriminant(&miss)) {
            seen.push(discriminant(&miss));
            found.push((mv, miss));
        }
    }
    assert!(!found.is_empty() || lesson.has_opponents(), "{lesson:?} can be missed");
    found
}

/// Languages in which the tutorial is played with wrong moves of every kind; it need not be played again without. In the other languages one
/// is tried at every step with the mouse.
const ERRS_BY_TOUCH: Language = Language::German;
const ERRS_BY_MOUSE: Language = Language::English;
const ERRS_BY_KEYS: Language = Language::Dutch;

#[tokio::test]
async fn the_tutorial_can_be_played_through_in_every_language_on_a_phone() {
    visit(Visit::phone().reduced_motion(), async |page| {
        for language in Language::ALL.into_iter().filter(|&language| language != ERRS_BY_TOUCH) {
            Learner { hand: Hand::Touch, language, errs: 0 }.play_tutorial(page).await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_tutorial_can_be_played_through_in_every_language_on_a_desktop() {
    visit(Visit::desktop().reduced_motion(), async |page| {
        let errs = |language: &Language| [ERRS_BY_MOUSE, ERRS_BY_KEYS].contains(language);
        for language in Language::ALL.into_iter().filter(|language| !errs(language)) {
            Learner { hand: Hand::Mouse, language, errs: 1 }.play_tutorial(page).await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn every_wrong_move_is_answered_and_can_be_tried_again() {
    visit(Visit::phone().reduced_motion(), async |page| {
        Learner { hand: Hand::Touch, language: ERRS_BY_TOUCH, errs: usize::MAX }.play_tutorial(page).await
    })
    .await;
    visit(Visit::desktop().reduced_motion(), async |page| {
        for (hand, language) in [(Hand::Mouse, ERRS_BY_MOUSE), (Hand::Keys, ERRS_BY_KEYS)] {
            Learner { hand, language, errs: usize::MAX }.play_tutorial(page).await?;
        }
        Ok(())
    })
    .await;
}

/// The number of the lesson on the screen, once there is one in this state.
async fn lesson_in(page: &Page, state: &str) -> Result<usize> {
    let selector = format!("[data-lesson][data-state={state}]");
    page.wait_for(&selector).await?;
    let number = page.attribute(&selector, "data-lesson").await?.unwrap_or_default();
    number.parse().map_err(|error| format!("{number:?}: {error}"))
}

#[tokio::test]
async fn the_tutorial_is_offered_left_resumed_and_ends_with_a_first_game() {
    let words = Language::English.words();
    for settings in [Visit::phone(), Visit::desktop()] {
        visit(settings.reduced_motion(), async |page| {
            // On the first visit it is offered at home.
            page.wait_for_text(".tutorial-offer", words.home.tutorial_offer).await?;
            page.click("[data-do=learn]").await?;
            assert_eq!(lesson_in(page, "task").await?, 1);
            // “Show me” proposes a move that the lesson accepts.
            page.click("[data-do=show-way]").await?;
            page.click("[data-confirm]").await?;
            assert_eq!(lesson_in(page, "done").await?, 1);
            page.click("[data-do=another-way]").await?;
            assert_eq!(position(page).await?, Lesson::Village.start());
            page.click("[data-do=skip-lesson]").await?;
            page.wait_for("[data-lesson='2']").await?;
            page.click("[data-do=previous-lesson]").await?;
            page.wait_for("[data-lesson='1']").await?;
            go(page, "#/tutorial/4").await?;
            page.wait_for("[data-lesson='4']").await?;
            page.click("[data-do=pause]").await?;
            // At home, it goes on where it was left.
            page.wait_for_text(".tutorial-offer", &words.home.lesson_of(4_u8, LESSONS)).await?;
            page.reload().await?;
            page.click("[data-do=learn]").await?;
            assert_eq!(lesson_in(page, "task").await?, 4);
            // A half-played endgame survives a reload.
            go(page, "#/tutorial/11").await?;
            page.wait_for("[data-lesson='11']").await?;
            page.click("[data-do=show-way]").await?;
            page.click("[data-confirm]").await?;
            page.wait_until(&format!(
                "document.querySelector('main.table').dataset.position !== {} && document.querySelector('[data-do=show-way]:enabled')",
                json!(Lesson::Endgame.start().to_string())
            ))
            .await?;
            let left = position(page).await?;
            page.reload().await?;
            page.wait_for("[data-lesson='11']").await?;
            assert_eq!(position(page).await?, left);
            // Whatever else is stored, the tutorial opens.
            for garbage in ["", "lesson=11;moves=a>b c>d;done=7", "lesson=99;moves=\u{1f3d4};done=x", "{}"] {
                let script = format!("localStorage.setItem('shangrila.tutorial', {})", json!(garbage));
                page.eval::<()>(&script).await?;
                page.reload().await?;
                assert_eq!(lesson_in(page, "task").await?, 11, "{garbage:?}");
                assert_eq!(position(page).await?, Lesson::Endgame.start(), "{garbage:?}");
            }
            Ok(())
        })
        .await;
    }
    visit(Visit::desktop().reduced_motion(), async |page| {
        let learner = Learner { hand: Hand::Mouse, language: Language::English, errs: 0 };
        learner.begin(page).await?;
        go(page, "#/tutorial/11").await?;
        learner.play_lesson(page, Lesson::Endgame).await?;
        // A finished tutorial is no longer offered, but it is still there.
        go(page, "#/").await?;
        page.wait_for("[data-do=tutorial]").await?;
        assert_eq!(page.count(".tutorial-offer").await?, 0);
        page.click("[data-do=tutorial]").await?;
        assert_eq!(lesson_in(page, "task").await?, 1);
        go(page, "#/tutorial/11").await?;
        learner.play_lesson(page, Lesson::Endgame).await?;
        page.click("[data-do=first-game]").await?;
        page.wait_for("[data-do=hint]:enabled").await?;
        let names: Vec<String> =
            page.eval("[...document.querySelectorAll('.player-name small')].map((name) => name.textContent)").await?;
        let weakest = words.levels[0].name;
        assert_eq!(names.iter().filter(|name| name.contains(weakest)).count(), 3, "{names:?}");
        // Declined once, it is not offered again.
        page.eval::<()>("localStorage.clear(); void (location.hash = '#/')").await?;
        page.reload().await?;
        page.click("[data-do=no-tutorial]").await?;
        page.wait_until_gone(".tutorial-offer").await?;
        page.reload().await?;
        page.wait_for("main.home").await?;
        assert_eq!(page.count(".tutorial-offer").await?, 0);
        // The rules lead there, too.
        go(page, "#/rules").await?;
        page.click("[data-do=tutorial]").await?;
        lesson_in(page, "task").await.map(drop)
    })
    .await;
}
