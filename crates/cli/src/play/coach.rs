//! The coach in a thread of its own, so that the screen never waits for it.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use shangrila_rules::Position;
use shangrila_study::coach::MoveAdvice;
use shangrila_study::{Adviser, StudySearch};

/// The coach's thread has ended, which only a bug can cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CoachLost;

/// The coach and its thread.
pub(crate) struct Coach {
    questions: Sender<Position>,
    answers: Receiver<(Position, Option<MoveAdvice>)>,
    asked: Option<Position>,
}

impl Coach {
    /// A coach who visits so many positions for each question.
    pub(crate) fn start(visits: u32) -> Coach {
        let (questions, receiver) = channel::<Position>();
        let (sender, answers) = channel();
        thread::spawn(move || {
            let mut adviser = Adviser::new(StudySearch { visits, ..StudySearch::default() });
            while let Ok(position) = receiver.recv() {
                let review = adviser.review(&position, None);
                let advice = review.and_then(|review| MoveAdvice::of(&position, review.best));
                if sender.send((position, advice)).is_err() {
                    return;
                }
            }
        });
        Coach { questions, answers, asked: None }
    }

    /// Asks what to play, instead of what was asked before.
    pub(crate) fn ask(&mut self, position: &Position) {
        // A crashed thread is noticed when its answer is fetched.
        let _ = self.questions.send(*position);
        self.asked = Some(*position);
    }

    /// Whether a question is open.
    pub(crate) fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    /// Drops the open question.
    pub(crate) fn forget(&mut self) {
        self.asked = None;
    }

    /// The answer to the open question, once it has arrived.
    pub(crate) fn answer(&mut self) -> Result<Option<MoveAdvice>, CoachLost> {
        while let Some(asked) = self.asked {
            match self.answers.try_recv() {
                Ok((position, advice)) if position == asked => {
                    self.asked = None;
                    return Ok(advice);
                }
                // The answer to a dropped question.
                Ok(_) => {}
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => return Err(CoachLost),
            }
        }
        Ok(None)
    }
}
