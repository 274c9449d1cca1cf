//! Taking a seat. Users without an account or a guest name enter a name first.

use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_protocol::{ClientMessage, LONGEST_NAME, clean_name};
use shangrila_rules::Seat;

use super::api;
use super::error_text::error_text;
use super::identity::identity;
use super::table::OnlineTable;
use crate::notices::notices;
use crate::preferences::preferences;

/// Takes the given seat, or any free one.
pub(super) fn take_seat(table: OnlineTable, seat: Option<Seat>) {
    table.command(|id, table| ClientMessage::Join { id, table, seat });
}

/// The seat that a user without a name has chosen, and takes with the name.
#[derive(Clone, Copy)]
pub(super) struct ChosenSeat(pub(super) RwSignal<Option<Seat>>);

/// The join button, with a name field for users the server does not know.
#[component]
pub(super) fn JoinForm(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let (notices, identity) = (notices(), identity());
    let field = NodeRef::<html::Input>::new();
    let busy = RwSignal::new(false);
    let ChosenSeat(chosen) = expect_context();
    let person = table.connection.person;
    let named = Memo::new(move |_| person.with(Option::is_some));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let seat = chosen.get_untracked();
        if named.get_untracked() {
            return take_seat(table, seat);
        }
        let given = field.get_untracked().map(|input| input.value()).unwrap_or_default();
        let Some(name) = clean_name(&given) else {
            return notices.show(preferences.words_now().server.bad_name.to_string());
        };
        busy.set(true);
        spawn_local(async move {
            match api::new_guest(name).await {
                Ok(me) => {
                    identity.set_person(Some(me));
                    // The command is sent once the connection has the new identity.
                    take_seat(table, seat);
                }
                Err(error) => notices.show(error_text(preferences.words_now(), &error)),
            }
            let _ = busy.try_set(false);
        });
    };
    let label = move || {
        let words = &preferences.words().online;
        match person.get() {
            Some(person) => words.join_as(&person.name),
            None => words.join.to_string(),
        }
    };
    view! {
        <form class="join" on:submit=submit>
            {move || (!named.get()).then(|| view! {
                <label for="guest-name">{move || preferences.words().account.your_name}</label>
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
