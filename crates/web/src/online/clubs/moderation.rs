//! What can be done about a club that breaks the rules: report its owner, and, for moderators, close it.

use leptos::prelude::*;
use shangrila_protocol::{ModerationAction, ModerationRequest, Person};

use super::super::api;
use super::super::identity::identity;
use super::super::report_form::{ReportForm, Reported};
use super::club_page::{OpenClub, changes};
use crate::preferences::preferences;

/// The button to report, and the one to close for moderators.
#[component]
pub(super) fn ClubModeration(club: OpenClub, owner: Person) -> impl IntoView {
    let (preferences, identity) = (preferences(), identity());
    let (owner, is_reporting) = (StoredValue::new(owner.id), RwSignal::new(false));
    let is_other =
        move || identity.me.with(|me| me.as_ref().is_some_and(|me| owner.with_value(|owner| me.person.id != *owner)));
    let has_role = move || identity.me.with(|me| me.as_ref().is_some_and(|me| me.role.is_some()));
    let change = changes(club);
    let close = move |_| {
        let action = ModerationAction::CloseClub { club: club.id() };
        let request = ModerationRequest { action, reason: String::new() };
        change(Box::pin(async move { api::moderate(&request).await.map(drop) }));
    };
    let done = Callback::new(move |()| is_reporting.set(false));
    move || {
        is_other().then(|| {
            view! {
                <section>
                    {move || if is_reporting.get() {
                        view! { <ReportForm reported=Reported { person: owner.get_value(), line: None } done/> }.into_any()
                    } else {
                        view! {
                            <p class="row-of-buttons">
                                <button type="button" class="button small" data-do="report-club" on:click=move |_| is_reporting.set(true)>
                                    {move || preferences.words().moderation.report}
                                </button>
                                {has_role().then(|| view! {
                                    <button type="button" class="button small" data-do="moderate-club" on:click=close>
                                        {move || preferences.language.get().clubs().close}
                                    </button>
                                })}
                            </p>
                        }.into_any()
                    }}
                </section>
            }
        })
    }
}
