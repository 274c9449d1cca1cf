//! Vacations: the card on the account page, and what the table says about them.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_protocol::{Vacation, VacationStatus};
use shangrila_rules::Clan;

use super::api;
use super::error_text::error_text;
use super::table::OnlineTable;
use super::table_list::date_text;
use crate::notices::notices;
use crate::preferences::preferences;

/// Browsers do not keep longer timers, and nobody keeps a page open for so long.
const LONGEST_TIMER: Duration = Duration::from_secs(20 * 86_400);

/// Begins and ends vacations, and says how many days are left.
#[component]
pub(super) fn VacationCard() -> impl IntoView {
    let (preferences, notices) = (preferences(), notices());
    let status = RwSignal::new(None::<VacationStatus>);
    spawn_local(async move {
        if let Ok(known) = api::vacation().await {
            let _ = status.try_set(Some(known));
        }
    });
    let set = move |on: bool| {
        spawn_local(async move {
            match api::set_vacation(on).await {
                Ok(known) => {
                    let _ = status.try_set(Some(known));
                }
                Err(error) => notices.show(error_text(preferences.words_now(), &error)),
            }
        });
    };
    let date = move |time: u64| date_text(preferences.language.get().code(), time);
    move || {
        let known = status.get().filter(|status| status.days_a_year > 0)?;
        let words = preferences.language.get().days();
        let is_on = known.now.is_some();
        Some(view! {
            <section class="card" data-vacation=if is_on { "on" } else { "off" }>
                <h2>{words.vacation}</h2>
                <p>{words.vacation_help}</p>
                {known.now.map(|now| view! { <p><b>{words.vacation_until(date(now.until))}</b></p> })}
                <p data-days-left=known.days_left>{words.vacation_left(known.days_left, known.days_a_year)}</p>
                <button
                    type="button"
                    class="button"
                    data-do="vacation"
                    disabled=!is_on && known.days_left == 0
                    on:click=move |_| set(!is_on)
                >
                    {if is_on { words.end_vacation } else { words.begin_vacation }}
                </button>
            </section>
        })
    }
}

/// The vacation that the player of a clan is on.
pub(super) fn vacation_of(table: OnlineTable, clan: Clan) -> Option<Vacation> {
    // The clock here may be behind that of the server, which has just said that the vacation is over.
    let now = table.connection.server_now().max(table.read(|state| state.changed)?);
    table.seat(clan).and_then(|(_, seat)| seat.vacation_at(now)).filter(|_| table.is_playing())
}

/// Shown while the user is on vacation, with a button to end it.
#[component]
pub(super) fn VacationNote(table: OnlineTable) -> impl IntoView {
    let (preferences, notices) = (preferences(), notices());
    let vacation = Memo::new(move |_| table.my_clan().and_then(|clan| vacation_of(table, clan)));
    // Nobody says so when a vacation ends by itself.
    Effect::new(move || {
        let Some(vacation) = vacation.get() else { return };
        let left = Duration::from_millis(vacation.until.saturating_sub(table.connection.server_now()) + 1000);
        if left < LONGEST_TIMER {
            let look_again = move || {
                let _ = table.state.try_update(|_| ());
            };
            set_timeout(look_again, left);
        }
    });
    let end = move |_| {
        spawn_local(async move {
            if let Err(error) = api::set_vacation(false).await {
                notices.show(error_text(preferences.words_now(), &error));
            }
        });
    };
    move || {
        vacation.get().map(|vacation| {
            let words = preferences.language.get().days();
            let date = date_text(preferences.language.get().code(), vacation.until);
            view! {
                <div class="note" data-note="vacation">
                    <p>{words.own_vacation_until(date)}</p>
                    <button type="button" class="button small main" data-do="end-vacation" on:click=end>
                        {words.end_vacation}
                    </button>
                </div>
            }
        })
    }
}
