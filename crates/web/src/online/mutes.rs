//! Whose chat is not wanted. The server remembers it; this tab only shows and changes it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_protocol::PersonId;

use super::refusal;
use super::request;
use super::table::OnlineTable;
use crate::notices::notices;
use crate::preferences::preferences;

/// Fills in whose chat is not wanted, as soon as the server knows who asks.
pub(super) fn load(muted: RwSignal<Vec<PersonId>>) {
    let person = super::connection().person;
    Effect::new(move || {
        if person.get().is_none() {
            return;
        }
        spawn_local(async move {
            if let Ok(list) = request::muted().await {
                let _ = muted.try_set(list);
            }
        });
    });
}

/// Mutes somebody, or listens to them again.
pub(super) fn toggler(table: OnlineTable) -> impl Fn(PersonId) + Copy {
    let (notices, preferences) = (notices(), preferences());
    move |person| {
        let mute = !table.muted.with_untracked(|muted| muted.contains(&person));
        spawn_local(async move {
            match request::set_muted(person.clone(), mute).await {
                Ok(()) => {
                    let _ = table.muted.try_update(|muted| {
                        muted.retain(|one| *one != person);
                        muted.extend(mute.then_some(person));
                    });
                }
                Err(reason) => notices.show(refusal::words(preferences.words_now(), &reason)),
            }
        });
    }
}
