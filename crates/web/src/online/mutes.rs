//! Muting people's chat. The server stores the list of mutes.

use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_protocol::PersonId;

use super::api;
use super::error_text::error_text;
use super::identity::identity;
use crate::notices::notices;
use crate::preferences::preferences;

/// Returns a function that mutes or unmutes a person.
pub(super) fn mute_action() -> impl Fn(PersonId, bool) + Copy + Send + Sync {
    let (identity, notices, preferences) = (identity(), notices(), preferences());
    move |person, muted| {
        spawn_local(async move {
            match api::mute(&person, muted).await {
                Ok(()) => identity.me.update(|me| {
                    if let Some(me) = me {
                        me.muted.retain(|other| *other != person);
                        me.muted.extend(muted.then_some(person));
                    }
                }),
                Err(error) => notices.show(error_text(preferences.words_now(), &error)),
            }
        });
    }
}
