//! Taking a seat: at once for those whom the server knows, with a name for everybody else.

use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_protocol::{ClientMessage, LONGEST_NAME, clean_name};

use super::table::OnlineTable;
use super::{refusal, request};
use crate::notices::notices;
use crate::preferences::preferences;

/// Takes a seat, any free one if none is named.
pub(super) fn take_seat(table: OnlineTable, seat: Option<u8>) {
    table.command(|id, table| ClientMessage::Join { id, table, seat });
}

/// The way to a seat: a name where none is known, and a button.
#[component]
pub(super) fn JoinForm(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let notices = notices();
    let field = NodeRef::<html::Input>::new();
    let busy = RwSignal::new(false);
    let person = table.connection.person;
    let named = Memo::new(move |_| person.with(Option::is_some));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        if named.get_untracked() {
            return take_seat(table, None);
        }
        let given = field.get_untracked().map(|input| input.value()).unwrap_or_default();
        let Some(name) = clean_name(&given) else {
            return notices.show(preferences.words_now().online.bad_name.to_string());
        };
        busy.set(true);
        spawn_local(async move {
            match request::become_guest(name).await {
                Ok(()) => {
                    // The command waits for the connection under the new name.
                    table.connection.reconnect();
                    take_seat(table, None);
                }
                Err(reason) => notices.show(refusal::words(preferences.words_now(), &reason)),
            }
            let _ = busy.try_set(false);
        });
    };
    let label = move || {
        let words = &preferences.words().online;
        match person.get() {
            Some(person) => shangrila_i18n::fill(words.join_as, &[("name", &person.name)]),
            None => words.join.to_string(),
        }
    };
    view! {
        <form class="join" on:submit=submit>
            {move || (!named.get()).then(|| view! {
                <label for="guest-name">{move || preferences.words().online.your_name}</label>
                <input
                    id="guest-name"
                    node_ref=field
                    type="text"
                    autocomplete="nickname"
                    maxlength=LONGEST_NAME
                />
            })}
            <button type="submit" class="button main" data-do="join" disabled=move || busy.get()>{label}</button>
        </form>
    }
}
