//! The queue of reports.

use leptos::prelude::*;
use shangrila_protocol::{ModerationAction, Report, ReportOutcome, ReportState, Reports};

use super::chat_lines::ChatLines;
use super::{ActionButton, moderate};
use crate::controls::Segments;
use crate::online::api;
use crate::online::online_page::{Fetched, Loaded, fetch};
use crate::online::table_list::date_text;
use crate::preferences::preferences;
use crate::route::Route;

/// The reports in one state.
#[component]
pub(super) fn ReportsPage() -> impl IntoView {
    let preferences = preferences();
    let state = RwSignal::new(ReportState::Open);
    let answer: Fetched<Reports> = RwSignal::new(None);
    let load = move || fetch(answer, async move { api::reports(state.get_untracked()).await });
    Effect::new(move || {
        state.track();
        load();
    });
    let changed = Callback::new(move |()| load());
    let name = move |state: ReportState| {
        Signal::derive(move || {
            let words = &preferences.words().moderation;
            let name = match state {
                ReportState::Open => words.open,
                ReportState::Taken => words.taken,
                ReportState::Resolved => words.resolved,
            };
            name.to_string()
        })
    };
    let choices = ReportState::ALL.map(|state| (state, state.id().to_string(), name(state))).to_vec();
    view! {
        <section>
            <Segments label=Signal::derive(move || preferences.words().moderation.reports) attribute="data-reports"
                choices chosen=state choose=Callback::new(move |chosen| state.set(chosen))/>
            <Loaded answer show=move |reports: Reports| {
                if reports.reports.is_empty() {
                    return view! { <p class="quiet">{move || preferences.words().moderation.no_reports}</p> }.into_any();
                }
                let cards = reports.reports.into_iter().map(|report| view! { <ReportCard report changed/> });
                view! { <ul class="reports">{cards.collect_view()}</ul> }.into_any()
            }/>
        </section>
    }
}

#[component]
fn ReportCard(report: Report, changed: Callback<()>) -> impl IntoView {
    let preferences = preferences();
    let (number, state) = (report.number, report.state);
    let moderate = moderate();
    let act = move |action: ModerationAction| {
        Callback::new(move |()| moderate(action.clone(), String::new(), Callback::new(move |_| changed.run(()))))
    };
    let resolve = move |outcome| act(ModerationAction::ResolveReport { report: number, outcome });
    let (by, about) = (report.by.name.clone(), report.about.name.clone());
    let at = report.at;
    let outcome = report.outcome;
    let outcome_text = move || {
        let words = &preferences.words().moderation;
        outcome.map(|outcome| match outcome {
            ReportOutcome::Upheld => words.uphold,
            ReportOutcome::Dismissed => words.dismiss,
        })
    };
    let taken_by = report.taken_by.map(|person| person.name);
    let context = report.table.clone().filter(|_| !report.context.is_empty());
    view! {
        <li class="card" data-report=number>
            <h3>{move || preferences.words().moderation.report_line(&by, &about)}</h3>
            <p class="quiet">
                {move || date_text(preferences.language.get().code(), at)}
                {taken_by.map(|name| view! { " · "{move || preferences.words().moderation.taken_by(&name)} })}
                {move || outcome_text().map(|outcome| format!(" · {outcome}"))}
            </p>
            <p>{report.text}</p>
            {context.map(|table| view! {
                <ChatLines table lines=report.context marked=report.line.unwrap_or_default() changed/>
            })}
            <p class="row-of-buttons">
                {(state == ReportState::Open).then(|| view! {
                    <ActionButton name="take-report" label=Signal::derive(move || preferences.words().moderation.take)
                        press=act(ModerationAction::TakeReport { report: number })/>
                })}
                {(state != ReportState::Resolved).then(|| view! {
                    <ActionButton name="uphold-report" label=Signal::derive(move || preferences.words().moderation.uphold)
                        press=resolve(ReportOutcome::Upheld)/>
                    <ActionButton name="dismiss-report" label=Signal::derive(move || preferences.words().moderation.dismiss)
                        press=resolve(ReportOutcome::Dismissed)/>
                })}
                <a class="button small" href=Route::Moderation(format!("people/{}", report.about.id)).fragment()>
                    {move || {
                        let words = &preferences.words().moderation;
                        format!("{} / {}", words.mute, words.ban)
                    }}
                </a>
            </p>
        </li>
    }
}
