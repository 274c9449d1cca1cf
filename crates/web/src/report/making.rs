//! Making a report: a worker reviews one turn after the other and sends each review to the page. Leaving the screen ends the worker.

use std::cell::RefCell;
use std::sync::Arc;

use leptos::prelude::*;
use shangrila_rules::record::GameRecord;
use shangrila_rules::{Move, Position};
use shangrila_study::{GameReport, ReportStep, StudySearch};

use crate::engine_worker::study::{StudyFailure, StudyRequest, read_step};
use crate::engine_worker::{EngineWorker, RunningWorker};

/// Reports that are kept while the page is open, so that going back to one does not make it again.
const KEPT: usize = 6;

/// How far a report has come.
#[derive(Clone)]
pub(super) enum Making {
    Working { done: usize, all: usize },
    Done(Arc<GameReport>),
    Failed(StudyFailure),
}

/// What a report is about.
type Subject = (Position, Vec<Move>);

thread_local! {
    static REPORTS: RefCell<Vec<(Subject, Arc<GameReport>)>> = const { RefCell::new(Vec::new()) };
}

/// The report on a game, if it has been made since the page was opened.
pub(super) fn made(record: &GameRecord) -> Option<Arc<GameReport>> {
    let subject = (record.start.position(), record.moves().collect());
    REPORTS.with_borrow(|reports| {
        reports.iter().find(|(about, _)| *about == subject).map(|(_, report)| Arc::clone(report))
    })
}

/// Makes the report on a game, or finds the one that has been made.
pub(super) fn make(record: GameRecord) -> RwSignal<Making> {
    let (start, moves): Subject = (record.start.position(), record.moves().collect());
    let state = RwSignal::new(Making::Working { done: 0, all: moves.len() + 1 });
    if let Some(report) = made(&record) {
        state.set(Making::Done(report));
        return state;
    }
    let steps = StoredValue::new(Vec::new());
    let all = moves.len() + 1;
    let request = StudyRequest { visits: StudySearch::VISITS, start, moves: moves.clone() };
    let subject = (start, moves);
    study(request, move |step| {
        let now = match step {
            Ok(step) => {
                steps.update_value(|steps| steps.push(step));
                match steps.with_value(Vec::len) {
                    done if done < all => Making::Working { done, all },
                    _ => keep(&subject, steps.get_value()).map_or(Making::Failed(StudyFailure::Worker), Making::Done),
                }
            }
            Err(failure) => Making::Failed(failure),
        };
        // The screen may have been left.
        let _ = state.try_set(now);
    });
    state
}

/// Puts a report together and keeps it.
fn keep(subject: &Subject, steps: Vec<ReportStep>) -> Option<Arc<GameReport>> {
    let report = Arc::new(GameReport::from_steps(subject.0, &subject.1, steps)?);
    REPORTS.with_borrow_mut(|reports| {
        reports.insert(0, (subject.clone(), Arc::clone(&report)));
        reports.truncate(KEPT);
    });
    Some(report)
}

/// Starts a worker that sends the steps of a report, or why it cannot. It ends when its screen is left, or the next one starts.
fn study(request: StudyRequest, on_step: impl Fn(Result<ReportStep, StudyFailure>) + Clone + 'static) {
    let engine = expect_context::<EngineWorker>();
    let failed = on_step.clone();
    let on_error = on_step.clone();
    let worker = engine.spawn(move |line| on_step(read_step(line)), move || on_error(Err(StudyFailure::Worker)));
    let sent = worker.and_then(|worker| worker.send_text(request.write()).map(|()| worker));
    match sent {
        Ok(worker) => {
            let worker: StoredValue<Option<RunningWorker>, LocalStorage> = StoredValue::new_local(Some(worker));
            on_cleanup(move || worker.dispose());
        }
        Err(_) => failed(Err(StudyFailure::Worker)),
    }
}
