//! Reports and advice in a worker. For a report it reviews one turn after the other and sends each review to the page; for advice it reviews
//! the moves of one position that it is asked about.

use std::cell::RefCell;

use shangrila_rules::record::{GameRecord, Start, Turn};
use shangrila_rules::{Move, Position};
use shangrila_study::{Adviser, ReportMaker, ReportStep, StudySearch, TurnReview};

use super::worker::post;

/// A request to review the moves of a game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StudyRequest {
    /// The visits to each position.
    pub(crate) visits: u32,
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
}

/// The first word of a request, and of each answer to it.
const STUDY: &str = "study\n";

impl StudyRequest {
    pub(crate) fn write(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(Move::to_string).collect();
        format!("{STUDY}{}\n{}\n{}", self.visits, self.start, moves.join(" "))
    }

    pub(crate) fn read(text: &str) -> Option<StudyRequest> {
        let mut fields = text.strip_prefix(STUDY)?.split('\n');
        let visits = fields.next()?.parse().ok()?;
        let start = fields.next()?.parse().ok()?;
        let moves = fields.next()?.split_whitespace().map(|mv| mv.parse().ok()).collect::<Option<_>>()?;
        Some(StudyRequest { visits, start, moves })
    }
}

/// Why a report cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StudyFailure {
    /// The network could not be downloaded. Without it the search values positions in another way, and the report would not be the one
    /// that everyone else gets.
    NoNetwork,
    /// The worker has failed.
    Worker,
}

/// The answer to a request if there is no network.
const NO_NETWORK: &str = "no network";

/// Reads a step of a report from an answer of the worker.
pub(crate) fn read_step(line: &str) -> Result<ReportStep, StudyFailure> {
    match line.strip_prefix(STUDY) {
        Some(NO_NETWORK) => Err(StudyFailure::NoNetwork),
        step => step.and_then(ReportStep::read).ok_or(StudyFailure::Worker),
    }
}

/// A request to review a move of a position, or the best one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AdviceRequest {
    /// Tells the answer from those to earlier requests.
    pub(crate) id: u32,
    pub(crate) visits: u32,
    pub(crate) position: Position,
    pub(crate) mv: Option<Move>,
}

/// The first word of such a request, and of the answer to it.
const ADVISE: &str = "advise\n";

impl AdviceRequest {
    pub(crate) fn write(&self) -> String {
        let mv = self.mv.map_or(String::new(), |mv| mv.to_string());
        format!("{ADVISE}{}\n{}\n{}\n{mv}", self.id, self.visits, self.position)
    }

    pub(crate) fn read(text: &str) -> Option<AdviceRequest> {
        let mut fields = text.strip_prefix(ADVISE)?.split('\n');
        let (id, visits) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        let position = fields.next()?.parse().ok()?;
        let mv = match fields.next()? {
            "" => None,
            mv => Some(mv.parse().ok()?),
        };
        Some(AdviceRequest { id, visits, position, mv })
    }
}

thread_local! {
    /// The latest adviser and its visits.
    static ADVISER: RefCell<Option<(u32, Adviser)>> = const { RefCell::new(None) };
}

/// Reviews a move and sends the review.
pub(super) fn advise(request: &AdviceRequest) {
    let review = ADVISER.with_borrow_mut(|kept| {
        let settings = StudySearch { visits: request.visits, ..StudySearch::default() };
        if kept.as_ref().is_none_or(|(visits, _)| *visits != request.visits) {
            *kept = Some((request.visits, Adviser::new(settings)));
        }
        kept.as_mut()?.1.review(&request.position, request.mv)
    });
    post(&write_advice(request.id, review));
}

fn write_advice(id: u32, review: Option<TurnReview>) -> String {
    let review = review.map_or(String::new(), |review| ReportStep::Turn(Box::new(review)).write());
    format!("{ADVISE}{id}\n{review}")
}

/// Reads the answer to an [`AdviceRequest`]: its id, and the review if there is one.
pub(crate) fn read_advice(line: &str) -> Option<(u32, Option<TurnReview>)> {
    let (id, review) = line.strip_prefix(ADVISE)?.split_once('\n')?;
    let review = match ReportStep::read(review) {
        Some(ReportStep::Turn(review)) => Some(*review),
        _ => None,
    };
    Some((id.parse().ok()?, review))
}

/// Makes a report and sends every step of it.
pub(super) fn run(request: &StudyRequest) {
    if shangrila_ai::network::installed().is_none() {
        return post(&format!("{STUDY}{NO_NETWORK}"));
    }
    let mut record = GameRecord::new(Start::Position(request.start));
    record.line.turns = request.moves.iter().map(|&mv| Turn::from(mv)).collect();
    let search = StudySearch { visits: request.visits, ..StudySearch::default() };
    let mut maker = ReportMaker::new(&record, search);
    while let Some(step) = maker.step() {
        post(&format!("{STUDY}{}", step.write()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::{GameOptions, PerClan, Seats};

    #[test]
    fn requests_and_steps_survive_a_round_trip() {
        let start = Position::first_game(Seats::FOUR, GameOptions::default());
        let request = StudyRequest { visits: 800, start, moves: vec!["P@a".parse().unwrap(), Move::Pass] };
        assert_eq!(StudyRequest::read(&request.write()), Some(request));
        let step = ReportStep::End(PerClan::from_fn(|clan| clan as usize as f32 / 6.0));
        assert_eq!(read_step(&format!("{STUDY}{}", step.write())), Ok(step));
        assert_eq!(read_step(&format!("{STUDY}{NO_NETWORK}")), Err(StudyFailure::NoNetwork));
        assert_eq!((read_step("3 0.5"), StudyRequest::read("3\nguide")), (Err(StudyFailure::Worker), None));
        for mv in [None, Some("P@a".parse().unwrap())] {
            let request = AdviceRequest { id: 7, visits: 20, position: start, mv };
            assert_eq!(AdviceRequest::read(&request.write()), Some(request));
        }
        let review = Adviser::new(StudySearch { visits: 20, ..StudySearch::default() }).review(&start, None);
        assert!(review.is_some());
        assert_eq!(read_advice(&write_advice(7, review.clone())), Some((7, review)));
        assert_eq!(read_advice(&write_advice(8, None)), Some((8, None)));
    }
}
