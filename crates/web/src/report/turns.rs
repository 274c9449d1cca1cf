//! The turns of a report worth looking at, each one click away from the board and from an exercise.

use std::sync::Arc;

use leptos::prelude::*;
use shangrila_study::{GameReport, Lapse};

use super::{Reported, texts};
use crate::pictures::clan_class;
use crate::route::Route;

/// The turns that changed the chances most.
#[component]
pub(super) fn TurningPoints(game: Reported, report: Arc<GameReport>, read: RwSignal<usize>) -> impl IntoView {
    let preferences = game.preferences;
    if report.turning_points.is_empty() {
        return view! { <p class="quiet">{move || texts(preferences).no_turning_points}</p> }.into_any();
    }
    let points = report.turning_points.clone();
    let item = |(index, point): (usize, shangrila_study::TurningPoint)| {
        let told = Arc::clone(&report);
        let text = Signal::derive(move || game.tell(&told, |text| text.turning_point(&point)));
        view! { <Turn game report=Arc::clone(&report) turn=point.turn number=index + 1 text read/> }
    };
    let items = points.into_iter().enumerate().map(item).collect_view();
    view! { <ol class="report-turns" data-list="turning-points">{items}</ol> }.into_any()
}

/// Some turns with what they gave away, or what any other move would have.
#[component]
pub(super) fn TurnList(
    game: Reported,
    report: Arc<GameReport>,
    turns: Vec<usize>,
    none: Signal<&'static str>,
    /// Its name, for tests and other programs that use the page.
    name: &'static str,
    read: RwSignal<usize>,
) -> impl IntoView {
    if turns.is_empty() {
        return view! { <p class="quiet">{move || none.get()}</p> }.into_any();
    }
    let item = |turn: usize| {
        let told = Arc::clone(&report);
        let text =
            Signal::derive(move || game.tell(&told, |text| text.lapse(turn).unwrap_or_else(|| text.merit(turn))));
        view! { <Turn game report=Arc::clone(&report) turn text read/> }
    };
    let items = turns.into_iter().map(item).collect_view();
    view! { <ul class="report-turns" data-list=name>{items}</ul> }.into_any()
}

/// The turns on which someone who could no longer win decided who does.
#[component]
pub(super) fn KingmakingTurns(game: Reported, report: Arc<GameReport>, read: RwSignal<usize>) -> impl IntoView {
    let preferences = game.preferences;
    let item = |&turn: &usize| {
        let told = Arc::clone(&report);
        let text = Signal::derive(move || game.tell(&told, |text| text.kingmaking(turn).unwrap_or_default()));
        view! { <Turn game report=Arc::clone(&report) turn text read/> }
    };
    let items = report.kingmaking.iter().map(item).collect_view();
    (!report.kingmaking.is_empty()).then(|| {
        view! {
            <h2>{move || texts(preferences).kingmaking}</h2>
            <ul class="report-turns" data-list="kingmaking">{items}</ul>
        }
    })
}

/// One turn: what was played, what it meant, and where to go from there.
#[component]
fn Turn(
    game: Reported,
    report: Arc<GameReport>,
    turn: usize,
    /// Its number in the graph, if it has one.
    #[prop(optional)]
    number: Option<usize>,
    text: Signal<String>,
    read: RwSignal<usize>,
) -> impl IntoView {
    let preferences = game.preferences;
    let review = &report.turns[turn];
    let class = clan_class(review.clan);
    // There is a move to find if it was missed, or if every other one would have been a lapse.
    let missed = review.lapse().is_some();
    let practise = (missed || review.merit() >= Lapse::INACCURACY).then(|| {
        view! {
            <a
                class="button small main"
                data-do="practise"
                data-missed=missed.to_string()
                href=Route::Practice(game.id.get_value(), turn).fragment()
            >
                {move || texts(preferences).practise}
            </a>
        }
    });
    let told = Arc::clone(&report);
    let played = move || game.tell(&told, |text| text.turn(turn));
    view! {
        <li class=class data-turn=turn on:mouseenter=move |_| read.set(turn) on:focusin=move |_| read.set(turn)>
            {number.map(|number| view! { <b class="recap-number">{number}</b> })}
            <div>
                <p>{played}</p>
                <p class="quiet">{move || text.get()}</p>
                <p class="report-links">
                    <a class="button small" data-do="show-turn" href=Route::Turn(game.id.get_value(), turn).fragment()>
                        {move || texts(preferences).show}
                    </a>
                    {practise}
                </p>
            </div>
        </li>
    }
}
