//! Finding tables, private ones included, reading their chat, and closing them.

use leptos::prelude::*;
use shangrila_protocol::{ModeratedChat, ModerationAction, Phase, TableSummary, Tables};

use super::chat_lines::ChatLines;
use super::sanction::ReasonField;
use super::{ActionButton, SearchForm, moderate};
use crate::online::api;
use crate::online::online_page::{Fetched, Loaded, fetch};
use crate::online::table_list::player_links;
use crate::online::table_text::state_text;
use crate::preferences::preferences;

/// The search for tables.
#[component]
pub(super) fn TablesPage() -> impl IntoView {
    let preferences = preferences();
    let text = RwSignal::new(String::new());
    let answer: Fetched<Tables> = RwSignal::new(None);
    let load = move || fetch(answer, async move { api::find_tables(&text.get_untracked()).await });
    load();
    let changed = Callback::new(move |()| load());
    view! {
        <section>
            <SearchForm text search=changed/>
            <Loaded answer show=move |found: Tables| {
                if found.tables.is_empty() {
                    return view! { <p class="quiet">{move || preferences.words().moderation.no_tables}</p> }.into_any();
                }
                let cards = found.tables.into_iter().map(|table| view! { <TableCard table changed/> });
                view! { <ul class="reports">{cards.collect_view()}</ul> }.into_any()
            }/>
        </section>
    }
}

#[component]
fn TableCard(table: TableSummary, changed: Callback<()>) -> impl IntoView {
    let preferences = preferences();
    let (reason, moderate) = (RwSignal::new(String::new()), moderate());
    let chat: Fetched<ModeratedChat> = RwSignal::new(None);
    let is_chat_open = RwSignal::new(false);
    let people = player_links(&table);
    let is_running = matches!(table.phase, Phase::Waiting | Phase::Playing);
    let id = StoredValue::new(table.table.clone());
    let load_chat = move || fetch(chat, async move { api::moderated_chat(&id.get_value()).await });
    let see_chat = Callback::new(move |()| {
        is_chat_open.set(true);
        load_chat();
    });
    let close = Callback::new(move |()| {
        let action = ModerationAction::CloseTable { table: id.get_value() };
        moderate(action, reason.get_untracked(), Callback::new(move |_| changed.run(())));
    });
    let name = table.table.to_string();
    let table = StoredValue::new(table);
    view! {
        <li class="card" data-table=name>
            <h3>{people}</h3>
            <p class="quiet">{move || table.with_value(|table| state_text(preferences.words(), table, 0))}</p>
            {is_running.then(|| view! {
                <p class="sanction"><ReasonField reason/></p>
            })}
            <p class="row-of-buttons">
                <ActionButton name="see-chat" label=Signal::derive(move || preferences.words().moderation.see_chat) press=see_chat/>
                {is_running.then(|| view! {
                    <ActionButton name="close-table" label=Signal::derive(move || preferences.words().moderation.close_table) press=close/>
                })}
            </p>
            {move || is_chat_open.get().then(|| view! {
                <Loaded answer=chat show=move |chat: ModeratedChat| {
                    if chat.lines.is_empty() {
                        return view! { <p class="quiet">{move || preferences.words().online.no_messages}</p> }.into_any();
                    }
                    view! {
                        <ChatLines table=id.get_value() lines=chat.lines changed=Callback::new(move |()| load_chat())/>
                    }.into_any()
                }/>
            })}
        </li>
    }
}
