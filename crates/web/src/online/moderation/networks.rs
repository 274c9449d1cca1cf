//! Banned address ranges. Moderators see them; administrators also add and lift them.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use shangrila_protocol::{BannedNetwork, BannedNetworks, ModerationAction, ModerationRequest, Refusal};

use super::sanction::{SanctionFields, USUAL_DURATION, ban_text};
use super::{ActionButton, is_administrator, moderate};
use crate::online::api::{self, ApiError};
use crate::online::error_text::error_text;
use crate::online::online_page::{Fetched, Loaded, fetch};
use crate::preferences::preferences;

/// The list of banned address ranges, with a form for another one.
#[component]
pub(super) fn NetworksPage() -> impl IntoView {
    let preferences = preferences();
    let answer: Fetched<BannedNetworks> = RwSignal::new(None);
    let load = move || fetch(answer, api::banned_networks());
    load();
    let changed = Callback::new(move |()| load());
    let may_change = is_administrator();
    view! {
        <section>
            {move || if may_change.get() {
                view! { <BanForm changed/> }.into_any()
            } else {
                view! { <p class="quiet">{move || preferences.words().moderation.administrators_only}</p> }.into_any()
            }}
            <Loaded answer show=move |found: BannedNetworks| {
                if found.networks.is_empty() {
                    return view! { <p class="quiet">{move || preferences.words().moderation.no_networks}</p> }.into_any();
                }
                let rows = found.networks.into_iter().map(|network| view! { <NetworkRow network changed/> });
                view! { <ul class="networks">{rows.collect_view()}</ul> }.into_any()
            }/>
        </section>
    }
}

#[component]
fn BanForm(changed: Callback<()>) -> impl IntoView {
    let preferences = preferences();
    let (network, reason) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let (hours, problem) = (RwSignal::new(USUAL_DURATION), RwSignal::new(None::<ApiError>));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let action = ModerationAction::BanNetwork { network: network.get_untracked(), hours: hours.get_untracked() };
        let request = ModerationRequest { action, reason: reason.get_untracked() };
        leptos::task::spawn_local(async move {
            let answer = api::moderate(&request).await;
            if answer.is_ok() {
                network.set(String::new());
                reason.set(String::new());
                changed.run(());
            }
            problem.set(answer.err());
        });
    };
    let problem_text = move |problem: ApiError| match problem {
        ApiError::Refused(Refusal::BadMessage { .. }) => preferences.words().moderation.bad_network.to_string(),
        other => error_text(preferences.words(), &other),
    };
    view! {
        <form class="ban-network card" on:submit=submit>
            <div class="field">
                <label for="network">{move || preferences.words().moderation.network}</label>
                <input id="network" name="network" type="text" required=true maxlength="60" autocomplete="off"
                    spellcheck="false" autocapitalize="none" aria-describedby="network-note"
                    aria-invalid=move || problem.get().is_some().to_string()
                    prop:value=network on:input=move |event| network.set(event_target_value(&event))/>
                <div id="network-note" aria-live="polite">
                    {move || match problem.get() {
                        Some(problem) => view! { <p class="problem">{problem_text(problem)}</p> }.into_any(),
                        None => view! { <p class="quiet">{preferences.words().moderation.network_help}</p> }.into_any(),
                    }}
                </div>
            </div>
            <SanctionFields reason hours/>
            <button type="submit" class="button" data-do="ban-network">{move || preferences.words().moderation.ban}</button>
        </form>
    }
}

#[component]
fn NetworkRow(network: BannedNetwork, changed: Callback<()>) -> impl IntoView {
    let preferences = preferences();
    let (moderate, may_change) = (moderate(), is_administrator());
    let BannedNetwork { network, ban } = network;
    let name = StoredValue::new(network.clone());
    let attribute = network.clone();
    let lift = Callback::new(move |()| {
        let action = ModerationAction::UnbanNetwork { network: name.get_value() };
        moderate(action, String::new(), Callback::new(move |_| changed.run(())));
    });
    view! {
        <li data-network=attribute>
            <span><b>{network}</b> <small class="quiet">{move || ban_text(preferences, &ban)}</small></span>
            {move || may_change.get().then(|| view! {
                <ActionButton name="unban-network" label=Signal::derive(move || preferences.words().moderation.unban) press=lift/>
            })}
        </li>
    }
}
