//! Whose chat is not wanted. The server remembers it; this tab only shows and changes it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_protocol::PersonId;

use super::api;
use super::identity::identity;
use super::refusals::error_text;
use crate::notices::notices;
use crate::preferences::preferences;

/// Mutes somebody, or listens to them again.
pub(super) fn muter() -> impl Fn(PersonId, bool) + Copy + Send + Sync {
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
