//! Finding people, and what to do about them.

use leptos::prelude::*;
use shangrila_protocol::{
    ActionDone, FoundPeople, FoundPerson, LONGEST_REASON, ModerationAction, PersonId, PersonKind, Role,
};

use super::{ActionButton, SearchForm, moderate};
use crate::online::api;
use crate::online::identity::identity;
use crate::online::online_page::{Fetched, Loaded, fetch};
use crate::online::profile::kind_name;
use crate::online::table_list::date_text;
use crate::preferences::preferences;
use crate::route::Route;

/// The durations of bans and mutes that are offered, in hours.
const DURATIONS: [Option<u32>; 4] = [Some(1), Some(24), Some(168), None];

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
    let identity = identity();
    let (reason, hours, link) =
        (RwSignal::new(String::new()), RwSignal::new(DURATIONS[1]), RwSignal::new(None::<String>));
    let moderate = moderate();
    let person = StoredValue::new(found.person.id.clone());
    let act = move |action: fn(PersonId, Option<u32>) -> ModerationAction| {
        Callback::new(move |()| {
            let action = action(person.get_value(), hours.get_untracked());
            let then = move |done: ActionDone| match done.reset_token {
                Some(token) => link.set(Some(Route::Reset(token).link())),
                None => changed.run(()),
            };
            moderate(action, reason.get_untracked(), Callback::new(then));
        })
    };
    let until = move |until: Option<u64>| match until {
        Some(until) => date_text(preferences.language.get().code(), until),
        None => "…".to_string(),
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
    let is_administrator =
        move || identity.me.with(|me| me.as_ref().and_then(|me| me.role) == Some(Role::Administrator));
    let duration = move |duration: Option<u32>| {
        let text = move || {
            let words = &preferences.words().moderation;
            match duration {
                Some(1) => words.for_hour,
                Some(24) => words.for_day,
                Some(_) => words.for_week,
                None => words.for_good,
            }
        };
        let value = duration.map_or(String::new(), |hours| hours.to_string());
        view! { <option value=value selected=move || hours.get() == duration>{text}</option> }
    };
    view! {
        <li class="card" data-found=found.person.id.to_string()>
            <h3><a href=Route::Person(found.person.id.to_string()).fragment()>{found.person.name}</a></h3>
            <p class="quiet">
                {move || kind_name(preferences.words(), kind)}" "{role_name}
                {found.ban.map(|ban| view! {
                    " · "{move || preferences.words().moderation.banned_until(until(ban.until))}" "{ban.reason}
                })}
                {found.mute.map(|mute| view! {
                    " · "{move || preferences.words().moderation.muted_until(until(mute.until))}" "{mute.reason}
                })}
            </p>
            <p class="sanction">
                <input type="text" name="reason" maxlength=LONGEST_REASON prop:value=reason
                    aria-label=move || preferences.words().moderation.reason
                    placeholder=move || preferences.words().moderation.reason
                    on:input=move |event| reason.set(event_target_value(&event))/>
                <select aria-label=move || preferences.words().moderation.duration
                    on:change=move |event| hours.set(event_target_value(&event).parse().ok())>
                    {DURATIONS.map(duration).collect_view()}
                </select>
            </p>
            <p class="quiet">{move || preferences.words().moderation.reason_help}</p>
            <p class="row-of-buttons">
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
                <a class="button small" data-do="fair-play"
                    href=Route::Moderation(format!("fair-play/{}", found.person.id)).fragment()>
                    {move || preferences.words().moderation.fair_play}
                </a>
                {move || (is_administrator() && kind == PersonKind::Account).then(|| view! {
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
