//! Finding people, and what to do about them.

use leptos::prelude::*;
use shangrila_protocol::{ActionDone, FoundPeople, FoundPerson, ModerationAction, PersonId, PersonKind, Role};

use super::sanction::{SanctionFields, USUAL_DURATION, ban_text, mute_text};
use super::{ActionButton, SearchForm, is_administrator, moderate};
use crate::online::api;
use crate::online::identity::identity;
use crate::online::online_page::{Fetched, Loaded, fetch};
use crate::online::people::kind_name;
use crate::preferences::preferences;
use crate::route::Route;

/// The search for people. A link may name one: `#/moderation/people/ID`.
#[component]
pub(super) fn PeoplePage() -> impl IntoView {
    let preferences = preferences();
    let named = Route::from_fragment(&window().location().hash().unwrap_or_default());
    let named = match named {
        Route::Moderation(page) => page.split_once('/').map(|(_, id)| id.to_string()).unwrap_or_default(),
        _ => String::new(),
    };
    let text = RwSignal::new(named);
    let answer: Fetched<FoundPeople> = RwSignal::new(None);
    let load = move || fetch(answer, async move { api::find_people(&text.get_untracked()).await });
    load();
    let changed = Callback::new(move |()| load());
    view! {
        <section>
            <SearchForm text search=changed/>
            <Loaded answer show=move |found: FoundPeople| {
                if found.people.is_empty() {
                    return view! { <p class="quiet">{move || preferences.words().moderation.nobody_found}</p> }.into_any();
                }
                let cards = found.people.into_iter().map(|found| view! { <PersonCard found changed/> });
                view! { <ul class="reports">{cards.collect_view()}</ul> }.into_any()
            }/>
        </section>
    }
}

#[component]
fn PersonCard(found: FoundPerson, changed: Callback<()>) -> impl IntoView {
    let preferences = preferences();
    let (reason, hours, link) =
        (RwSignal::new(String::new()), RwSignal::new(USUAL_DURATION), RwSignal::new(None::<String>));
    let moderate = moderate();
    let person = StoredValue::new(found.person.id.clone());
    let act = move |action: fn(PersonId, Option<u32>) -> ModerationAction| {
        Callback::new(move |()| {
            let action = action(person.get_value(), hours.get_untracked());
            let then = move |done: ActionDone| match done.reset_token {
                Some(token) => link.set(Some(Route::NewPassword(token).link())),
                None => changed.run(()),
            };
            moderate(action, reason.get_untracked(), Callback::new(then));
        })
    };
    let kind = found.person.kind;
    let (is_muted, is_banned) = (found.mute.is_some(), found.ban.is_some());
    let role = found.role;
    let role_name = move || {
        let words = &preferences.words().moderation;
        role.map(|role| match role {
            Role::Moderator => words.moderator,
            Role::Administrator => words.administrator,
        })
    };
    let is_administrator = is_administrator();
    let identity = identity();
    // The server refuses to act on people with as many rights.
    let can_act = Memo::new(move |_| identity.me.with(|me| me.as_ref().is_some_and(|me| role < me.role)));
    view! {
        <li class="card" data-found=found.person.id.to_string()>
            <h3><a href=Route::Person(found.person.id.to_string()).fragment()>{found.person.name}</a></h3>
            <p class="quiet">
                {move || kind_name(preferences.words(), kind)}{move || role_name().map(|role| format!(" · {role}"))}
                {found.ban.map(|ban| view! {
                    " · "{move || ban_text(preferences, &ban)}
                })}
                {found.mute.map(|mute| view! {
                    " · "{move || mute_text(preferences, &mute)}
                })}
            </p>
            {move || can_act.get().then(|| view! {
                <SanctionFields reason hours/>
                <p class="quiet">{move || preferences.words().moderation.reason_help}</p>
            })}
            <p class="row-of-buttons">
                {move || can_act.get().then(|| view! {
                    {if is_muted {
                        view! { <ActionButton name="unmute-person" label=Signal::derive(move || preferences.words().moderation.unmute)
                            press=act(|person, _| ModerationAction::Unmute { person })/> }.into_any()
                    } else {
                        view! { <ActionButton name="mute-person" label=Signal::derive(move || preferences.words().moderation.mute)
                            press=act(|person, hours| ModerationAction::Mute { person, hours })/> }.into_any()
                    }}
                    {if is_banned {
                        view! { <ActionButton name="unban-person" label=Signal::derive(move || preferences.words().moderation.unban)
                            press=act(|person, _| ModerationAction::Unban { person })/> }.into_any()
                    } else {
                        view! { <ActionButton name="ban-person" label=Signal::derive(move || preferences.words().moderation.ban)
                            press=act(|person, hours| ModerationAction::Ban { person, hours })/> }.into_any()
                    }}
                })}
                <a class="button small" data-do="fair-play"
                    href=Route::Moderation(format!("fair-play/{}", found.person.id)).fragment()>
                    {move || preferences.words().moderation.fair_play}
                </a>
                {move || (can_act.get() && is_administrator.get() && kind == PersonKind::Account).then(|| view! {
                    <ActionButton name="reset-link" label=Signal::derive(move || preferences.words().moderation.reset_link)
                        press=act(|person, _| ModerationAction::ResetLink { person })/>
                })}
            </p>
            {move || link.get().map(|link| view! {
                <p role="status">{preferences.words().moderation.reset_link_help}" "<code class="reset-link">{link}</code></p>
            })}
        </li>
    }
}
