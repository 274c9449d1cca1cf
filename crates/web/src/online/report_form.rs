//! Reporting a person or a chat line, and blocking people.

use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_protocol::{LONGEST_REASON, NewReport, PersonId, TableId};

use super::api;
use super::error_text::error_text;
use super::form::{Form, Submission, Submit};
use super::identity::identity;
use crate::controls::Switch;
use crate::notices::notices;
use crate::preferences::preferences;

/// What is being reported: a person, or one of their chat lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reported {
    pub(super) person: PersonId,
    pub(super) line: Option<(TableId, u64)>,
}

/// The form of a report. `done` is called once it is sent or given up.
#[component]
pub(super) fn ReportForm(reported: Reported, done: Callback<()>) -> impl IntoView {
    let (preferences, notices) = (preferences(), notices());
    let (text, submission) = (RwSignal::new(String::new()), Submission::new());
    let reported = StoredValue::new(reported);
    let submit = move |()| {
        let Reported { person, line } = reported.get_value();
        let (table, line) = line.unzip();
        let report = NewReport { person, table, line, text: text.get_untracked() };
        submission.send(async move { api::report(&report).await }, move |()| {
            notices.show(preferences.words_now().moderation.report_sent.to_string());
            done.run(());
        });
    };
    view! {
        <Form submission submit=Callback::new(submit) fields=&[]>
            <p class="quiet">{move || preferences.words().moderation.report_help}</p>
            <label class="label" for="report-text">{move || preferences.words().moderation.what_is_wrong}</label>
            <input id="report-text" name="report" type="text" autocomplete="off" maxlength=LONGEST_REASON prop:value=text
                on:input=move |event| text.set(event_target_value(&event))/>
            <p class="row-of-buttons">
                <button type="button" class="button" on:click=move |_| done.run(())>
                    {move || preferences.words().table.back}
                </button>
                <Submit label=Signal::derive(move || preferences.words().moderation.report) name="send-report" submission/>
            </p>
        </Form>
    }
}

/// Reporting and blocking, on other people's profiles.
#[component]
pub(super) fn PersonActions(person: PersonId) -> impl IntoView {
    let (preferences, identity) = (preferences(), identity());
    let (person, is_reporting) = (StoredValue::new(person), RwSignal::new(false));
    let is_other = move || {
        identity.me.with(|me| me.as_ref().is_some_and(|me| person.with_value(|person| me.person.id != *person)))
    };
    let is_blocked = Signal::derive(move || person.with_value(|person| identity.has_blocked(person)));
    let block = block_action();
    let done = Callback::new(move |()| is_reporting.set(false));
    move || {
        is_other().then(|| {
            view! {
                <Switch
                    on=is_blocked
                    set=Callback::new(move |blocked| block(person.get_value(), blocked))
                    label=Signal::derive(move || preferences.words().moderation.block)
                    name="block"
                />
                <p class="quiet">{move || preferences.words().moderation.block_help}</p>
                {move || if is_reporting.get() {
                    view! { <ReportForm reported=Reported { person: person.get_value(), line: None } done/> }.into_any()
                } else {
                    view! {
                        <p class="row-of-buttons">
                            <button type="button" class="button" data-do="report" on:click=move |_| is_reporting.set(true)>
                                {move || preferences.words().moderation.report}
                            </button>
                        </p>
                    }.into_any()
                }}
            }
        })
    }
}

/// Returns a function that blocks or unblocks a person.
pub(super) fn block_action() -> impl Fn(PersonId, bool) + Copy + Send + Sync {
    let (identity, notices, preferences) = (identity(), notices(), preferences());
    move |person, blocked| {
        spawn_local(async move {
            match api::block(&person, blocked).await {
                Ok(()) => identity.me.update(|me| {
                    if let Some(me) = me {
                        me.blocked.retain(|other| *other != person);
                        me.blocked.extend(blocked.then_some(person));
                    }
                }),
                Err(error) => notices.show(error_text(preferences.words_now(), &error)),
            }
        });
    }
}
