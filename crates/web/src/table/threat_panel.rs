//! All possible journeys: every standing bridge in both directions, with what each clan would gain or lose.

use leptos::prelude::*;
use shangrila_rules::{JourneyReport, Move, Position, Stronger};
use shangrila_scene::Icon;
use shangrila_table::wording;

use super::game::Game;
use super::{Windows, windows};
use crate::pictures::{clan_class, emblem_picture, icon_picture};
use crate::preferences::preferences;

/// The journeys over all standing bridges, in both directions.
fn reports(position: &Position) -> Vec<JourneyReport> {
    let ways = position.bridges().into_iter().flat_map(|bridge| {
        let (one, other) = bridge.ends();
        [(one, other), (other, one)]
    });
    let mut reports: Vec<JourneyReport> =
        ways.filter_map(|(from, to)| position.journey_report(from, to).ok()).collect();
    // Journeys that a clan can start now come first.
    reports.sort_by_key(|report| (report.senders.is_empty(), report.from, report.to));
    reports
}

/// The list of journeys, shown in the panel.
#[component]
pub(crate) fn ThreatPanel() -> impl IntoView {
    let game = expect_context::<Game>();
    let Windows { threats, threat, .. } = windows();
    let preferences = preferences();
    on_cleanup(move || {
        let _ = threat.try_set(None);
    });
    view! {
        <header class="turn">
            <div>
                <h1>{move || preferences.words().table.threats}</h1>
                <p>{move || preferences.words().table.threats_help}</p>
            </div>
            <button
                type="button"
                class="round menu-button"
                aria-label=move || preferences.words().app.close
                on:click=move |_| threats.set(false)
            >
                {icon_picture(Icon::Close)}
            </button>
        </header>
        <div class="panel-scroll">
            <ul class="threats">
                {move || {
                    let position = game.displayed.get();
                    reports(&position).into_iter().map(|report| view! { <Threat report/> }).collect_view()
                }}
            </ul>
        </div>
    }
}

#[component]
fn Threat(report: JourneyReport) -> impl IntoView {
    let game = expect_context::<Game>();
    let Windows { threat, .. } = windows();
    let preferences = preferences();
    let JourneyReport { from, to, origin, destination, .. } = report;
    let mv = Move::Journey { from, to };
    let sign = wording::strength_sign(&report);
    let seats = game.session.with_untracked(|session| session.position().seats());
    let changes = seats.iter().filter_map(|clan| {
        let (before, after) = (report.scores.before[clan].masters as i32, report.scores.after[clan].masters as i32);
        (before != after).then(|| (clan, after - before))
    });
    let senders = report.senders;
    let none = senders.is_empty();
    let point = move |on: bool| threat.set(on.then_some(mv));
    view! {
        <li class:none=none>
            <button
                type="button"
                on:mouseenter=move |_| point(true)
                on:mouseleave=move |_| point(false)
                on:focus=move |_| point(true)
                on:blur=move |_| point(false)
                on:click=move |_| point(true)
            >
                <b class="way">{wording::village(from)} " → " {wording::village(to)}</b>
                <span class="strengths" class:strong=report.stronger == Stronger::Origin>
                    {format!("{}·{} {sign} {}·{}", origin.tiles, origin.masters, destination.tiles, destination.masters)}
                </span>
                <span class="senders">
                    {if none {
                        view! { <span class="quiet">{move || preferences.words().table.nobody_can_travel}</span> }.into_any()
                    } else {
                        senders.into_iter().map(emblem_picture).collect_view().into_any()
                    }}
                </span>
                <span class="gains">
                    {changes.map(|(clan, change)| view! {
                        <span class=clan_class(clan) class:up={change > 0} class:down={change < 0}>
                            {emblem_picture(clan)}
                            <span class="visually-hidden">{move || preferences.words().clans[clan as usize].name}</span>
                            {format!("{change:+}")}
                        </span>
                    }).collect_view()}
                </span>
            </button>
        </li>
    }
}
