//! How far the learner has come, as the browser stores it.

use shangrila_i18n::LESSONS;
use shangrila_rules::Move;

use crate::browser;
use crate::preferences::value_of;
use crate::route::Route;

const KEY: &str = "shangrila.tutorial";

/// How far the learner has come.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Progress {
    /// The number of the lesson that was open last.
    pub(crate) lesson: Option<usize>,
    /// The moves played in it.
    pub(crate) moves: Vec<Move>,
    /// Which lessons are done, in order.
    pub(crate) done: [bool; LESSONS],
    /// Whether the learner does not want to be offered the tutorial.
    pub(crate) dismissed: bool,
}

impl Progress {
    /// The stored progress. What is missing or unreadable has not happened.
    pub(crate) fn load() -> Progress {
        let stored = browser::storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
        Progress::parse(&stored.unwrap_or_default())
    }

    pub(crate) fn save(&self) {
        // Without storage, the next visit starts from the beginning.
        let _ = browser::storage().map(|storage| storage.set_item(KEY, &self.text()));
    }

    /// Whether the last lesson is done.
    pub(crate) fn is_finished(&self) -> bool {
        self.done[LESSONS - 1]
    }

    /// Where the tutorial goes on, or begins again once it is finished.
    pub(crate) fn route(&self) -> Route {
        Route::Tutorial(self.is_finished().then_some(1))
    }

    fn text(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
        let done: Vec<String> = (1..=LESSONS).filter(|number| self.done[number - 1]).map(|n| n.to_string()).collect();
        let offer = if self.dismissed { "off" } else { "on" };
        let lesson = self.lesson.map(|number| number.to_string()).unwrap_or_default();
        format!("lesson={lesson};moves={};done={};offer={offer}", moves.join(" "), done.join(" "))
    }

    fn parse(text: &str) -> Progress {
        let value = |name: &str| value_of(text, name).unwrap_or_default();
        let number = |text: &str| text.parse().ok().filter(|number| (1..=LESSONS).contains(number));
        let mut done = [false; LESSONS];
        value("done").split(' ').filter_map(number).for_each(|number: usize| done[number - 1] = true);
        Progress {
            lesson: number(&value("lesson")),
            moves: value("moves").split_whitespace().map(str::parse).collect::<Result<_, _>>().unwrap_or_default(),
            done,
            dismissed: value("offer") == "off",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_survives_storing() {
        let mut done = [false; LESSONS];
        (done[0], done[LESSONS - 1]) = (true, true);
        let moves = ["g>a", "+R@a+Y@c", "pass"].map(|mv| mv.parse().unwrap()).to_vec();
        for progress in [
            Progress::default(),
            Progress { lesson: Some(LESSONS), moves, done, dismissed: true },
            Progress { lesson: Some(1), ..Progress::default() },
        ] {
            assert_eq!(Progress::parse(&progress.text()), progress);
        }
    }

    #[test]
    fn whatever_cannot_be_read_has_not_happened() {
        for text in ["", "garbage", "lesson=0;done=0 99 -1 x;moves=;offer=", "lesson=12", "=;;=;lesson==3", "🏔;moves=é"]
        {
            assert_eq!(Progress::parse(text), Progress::default(), "{text}");
        }
        let partly = Progress::parse("lesson=3;moves=a>b nonsense;done=1 2 x");
        assert_eq!((partly.lesson, partly.moves.len()), (Some(3), 0), "moves are kept together or not at all");
        assert_eq!(partly.done.iter().filter(|&&done| done).count(), 2);
    }
}
