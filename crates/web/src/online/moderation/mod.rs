//! The pages for moderators: reports, people, tables, addresses, the audit log and fair play. Only those with a role see them; the server checks every
//! request all the same.

mod audit;
mod chat_lines;
mod fair_play;
mod networks;
mod people;
mod reports;
mod sanction;
mod tables;

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use shangrila_protocol::{ActionDone, ModerationAction, ModerationRequest, Role};

use super::api;
use super::error_text::error_text;
use super::identity::identity;
use super::online_page::OnlinePage;
use crate::notices::notices;
use crate::preferences::preferences;
use crate::route::Route;

use audit::AuditPage;
use fair_play::FairPlayPage;
use networks::NetworksPage;
use people::PeoplePage;
use reports::ReportsPage;
use tables::TablesPage;

/// The moderation area at one of its pages: `reports`, `people`, `tables`, `networks`, `audit`, or `fair-play/ID`.
#[component]
pub(crate) fn Moderation(page: String) -> impl IntoView {
    let preferences = preferences();
    let identity = identity();
    let has_role = Memo::new(move |_| identity.me.with(|me| me.as_ref().is_some_and(|me| me.role.is_some())));
    let here = page.clone();
    view! {
        <OnlinePage title=Signal::derive(move || preferences.words().moderation.title) here=Route::Moderation(String::new())>
            {
                let page = here.clone();
                move || if has_role.get() {
                    view! { <Area page=page.clone()/> }.into_any()
                } else {
                    view! { <p class="problem" role="alert">{preferences.words().server.needs_role}</p> }.into_any()
                }
            }
        </OnlinePage>
    }
}

#[component]
fn Area(page: String) -> impl IntoView {
    let preferences = preferences();
    let words = move || &preferences.words().moderation;
    let links = [
        ("", Signal::derive(move || words().reports)),
        ("people", Signal::derive(move || words().people)),
        ("tables", Signal::derive(move || words().tables)),
        ("networks", Signal::derive(move || words().networks)),
        ("audit", Signal::derive(move || words().audit)),
    ];
    let current = page.split('/').next().unwrap_or_default().to_string();
    view! {
        <nav class="segments moderation-links" aria-label=move || words().title>
            {links.map(|(id, name)| {
                let is_current = (id == current).then_some("page");
                let address = Route::Moderation(id.to_string()).fragment();
                view! { <a href=address aria-current=is_current>{move || name.get()}</a> }
            }).collect_view()}
        </nav>
        {match page.split_once('/').unwrap_or((page.as_str(), "")) {
            ("people", _) => view! { <PeoplePage/> }.into_any(),
            ("tables", _) => view! { <TablesPage/> }.into_any(),
            ("networks", _) => view! { <NetworksPage/> }.into_any(),
            ("audit", _) => view! { <AuditPage/> }.into_any(),
            ("fair-play", person) => view! { <FairPlayPage id=person.to_string()/> }.into_any(),
            _ => view! { <ReportsPage/> }.into_any(),
        }}
    }
}

/// The field to search people or tables by, and its button.
#[component]
fn SearchForm(text: RwSignal<String>, search: Callback<()>) -> impl IntoView {
    let preferences = preferences();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        search.run(());
    };
    view! {
        <form class="find" on:submit=submit>
            <input type="search" name="text" prop:value=text aria-label=move || preferences.words().moderation.search
                placeholder=move || preferences.words().moderation.search
                on:input=move |event| text.set(event_target_value(&event))/>
            <button type="submit" class="button" data-do="find">{move || preferences.words().moderation.find}</button>
        </form>
    }
}

/// Whether the user is an administrator, for what moderators cannot do.
fn is_administrator() -> Memo<bool> {
    let identity = identity();
    Memo::new(move |_| identity.me.with(|me| me.as_ref().and_then(|me| me.role) == Some(Role::Administrator)))
}

/// Returns a function that does something as a moderator, and then calls `then`.
fn moderate() -> impl Fn(ModerationAction, String, Callback<ActionDone>) + Copy + Send + Sync {
    let (notices, preferences) = (notices(), preferences());
    move |action, reason, then| {
        leptos::task::spawn_local(async move {
            match api::moderate(&ModerationRequest { action, reason }).await {
                Ok(done) => then.run(done),
                Err(error) => notices.show(error_text(preferences.words_now(), &error)),
            }
        });
    }
}

/// A small button that does one thing.
#[component]
fn ActionButton(
    /// The `data-do` attribute, for tests.
    name: &'static str,
    #[prop(into)] label: Signal<&'static str>,
    press: Callback<()>,
) -> impl IntoView {
    view! {
        <button type="button" class="button small" data-do=name on:click=move |_| press.run(())>
            {move || label.get()}
        </button>
    }
}
