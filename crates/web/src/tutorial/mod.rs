//! The tutorial: lessons played at the table. `crates/table/src/lessons` has the positions and judges the moves; `face` is the panel
//! beside the board, and `progress` is what the browser remembers.

mod face;
mod progress;

use std::sync::Arc;

use leptos::prelude::*;
use shangrila_ai::BotSpec;
use shangrila_rules::Move;
use shangrila_rules::record::Start;
use shangrila_table::lessons::{Lesson, Miss, Verdict};
use shangrila_table::{Player, Session, wording};

use crate::browser;
use crate::home::FIRST_OPPONENT;
use crate::notices::{Notices, notices};
use crate::preferences::{Preferences, preferences};
use crate::table::{Game, Guide, Table, Venue};
use face::LessonFace;
pub(crate) use progress::Progress;

/// A lesson by its number, or the one to go on with.
#[component]
pub(crate) fn Tutorial(number: Option<usize>) -> impl IntoView {
    let progress = Progress::load();
    let lesson = number.or(progress.lesson).and_then(Lesson::with_number).unwrap_or(Lesson::Village);
    let moves = if progress.lesson == Some(lesson.number()) { progress.moves } else { Vec::new() };
    let guide = LessonGuide { lesson, refused: RwSignal::new(None), preferences: preferences(), notices: notices() };
    view! { <Table venue=Venue::Guided(StoredValue::new(Arc::new(guide))) session=session(lesson, &moves)/> }
}

/// The lesson after these moves, or from its start if they were not played in it.
fn session(lesson: Lesson, moves: &[Move]) -> Session {
    let new = || {
        let start = lesson.start();
        let player = |clan| match clan {
            Lesson::LEARNER => Player::person(),
            _ => Player::Bot(BotSpec::Level(FIRST_OPPONENT)),
        };
        Session::new(Start::Position(start), start.seats().iter().map(player).collect(), None)
    };
    let mut session = new();
    match moves.iter().try_for_each(|&mv| session.play(mv)) {
        Ok(()) => session,
        Err(_) => new(),
    }
}

/// The move that was refused last, and why.
type Refused = RwSignal<Option<(Move, Miss)>>;

/// Leads through a lesson.
struct LessonGuide {
    lesson: Lesson,
    refused: Refused,
    preferences: Preferences,
    notices: Notices,
}

impl Guide for LessonGuide {
    fn accepts(&self, game: Game, mv: Move) -> bool {
        let position = game.session.with_untracked(|session| *session.position());
        let Verdict::Missed(miss) = self.lesson.judge(&position, mv) else { return true };
        let (words, language) = (self.preferences.words_now(), self.preferences.language.get_untracked());
        let mut lines =
            vec![format!("{}.", language.tutorial().common.not_yet), miss.words(words, language, &position)];
        lines.extend(wording::effect_words(words, &position, mv));
        self.notices.say(lines.join(" "));
        self.refused.set(Some((mv, miss)));
        game.proposal.set(Some(mv));
        request_animation_frame(|| browser::focus("[data-do=try-again]"));
        false
    }

    fn objects(&self, game: Game) -> bool {
        let refused = self.refused.with(|refused| refused.as_ref().map(|&(mv, _)| mv));
        refused.is_some() && refused == game.proposal.get()
    }

    fn has_opponents(&self) -> bool {
        self.lesson.has_opponents()
    }

    fn waiting_reason(&self, game: Game) -> String {
        let common = &self.preferences.language.get().tutorial().common;
        let is_done = game.session.with(|session| self.lesson.is_done(session));
        if is_done { common.waiting } else { common.on_track }.to_string()
    }

    fn announcement(&self, session: &Session) -> Option<String> {
        let language = self.preferences.language.get_untracked();
        let done = || format!("{} {}", language.tutorial().common.reached, self.lesson.text(language).done);
        self.lesson.is_done(session).then(done)
    }

    fn show_way(&self, game: Game) {
        let way = game.session.with_untracked(|session| self.lesson.ways(session.position()).first().copied());
        game.start_over();
        game.proposal.set(way);
    }

    fn face(&self) -> AnyView {
        view! { <LessonFace lesson=self.lesson refused=self.refused/> }.into_any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_resumes_after_its_own_moves_and_starts_over_after_others() {
        let moves: Vec<Move> = ["g>a", "pass"].map(|mv| mv.parse().unwrap()).to_vec();
        assert_eq!(session(Lesson::Endgame, &moves[..1]).played(), 1);
        assert_eq!(session(Lesson::Endgame, &moves).played(), 0, "nobody has to pass");
        assert_eq!(session(Lesson::Stronger, &moves[..1]).played(), 0);
        let players = session(Lesson::Endgame, &[]);
        assert_eq!((players.players().len(), players.you()), (3, Some(Lesson::LEARNER)));
    }
}
