//! What helps a moderator judge whether someone plays by themselves.

use leptos::prelude::*;
use shangrila_protocol::{FairPlay, PersonId, Refusal};

use crate::online::api::{self, ApiError};
use crate::online::online_page::{Fetched, Loaded, follow};
use crate::online::table_text::decimal;
use crate::preferences::preferences;
use crate::route::Route;

/// One player's games. The list is refreshed while the server compares more of them.
#[component]
pub(super) fn FairPlayPage(id: String) -> impl IntoView {
    let preferences = preferences();
    let person = id.parse::<PersonId>();
    let answer: Fetched<FairPlay> = follow(move || {
        let person = person.clone();
        async move {
            match person {
                Ok(person) => api::fair_play(&person).await,
                Err(_) => Err(ApiError::Refused(Refusal::NotFound)),
            }
        }
    });
    view! {
        <p><a href=Route::Person(id).fragment()>{move || preferences.words().lobby.profile}</a></p>
        <Loaded answer show=|fair_play| view! { <Findings fair_play/> }/>
    }
}

#[component]
fn Findings(fair_play: FairPlay) -> impl IntoView {
    let preferences = preferences();
    let words = move || &preferences.words().moderation;
    let FairPlay { agreements, pending, times, companions } = fair_play;
    let is_empty = agreements.is_empty() && pending == 0;
    let has_times = times.iter().any(|times| times.moves > 0);
    let most = times.iter().map(|times| times.moves).max().unwrap_or(0).max(1);
    let agreements = agreements.into_iter().map(|game| {
        let share = f64::from(game.agreed) * 100.0 / f64::from(game.moves.max(1));
        view! {
            <li>
                <a href=Route::Table(game.table.to_string()).fragment()>{move || words().agreed(game.agreed, game.moves)}</a>
                " "<b>{format!("{share:.0}\u{202f}%")}</b>
            </li>
        }
    });
    let agreements = agreements.collect_view();
    let times: Vec<_> = {
        let mut last = 0;
        times
            .into_iter()
            .map(|times| {
                let label = match times.below {
                    Some(below) => Signal::derive(move || words().below_seconds(below)),
                    None => Signal::derive(move || words().longer(last)),
                };
                last = times.below.unwrap_or(last);
                let width = format!("width: {}%", 100 * times.moves / most);
                view! {
                    <tr>
                        <th scope="row">{move || label.get()}</th>
                        <td>{times.moves}</td>
                        <td class="bar"><span style=width></span></td>
                    </tr>
                }
            })
            .collect()
    };
    let has_companions = !companions.is_empty();
    let companions = companions.into_iter().map(|companion| {
        let signed = move |change: f64| {
            let number = decimal(preferences.words(), (change * 10.0).round() / 10.0);
            if change > 0.0 { format!("+{number}") } else { number }
        };
        view! {
            <li>
                <a href=Route::Person(companion.person.id.to_string()).fragment()>{companion.person.name}</a>
                " · "{move || words().games_together(companion.games)}
                " · "{move || signed(companion.gained)}" / "{move || signed(companion.they_gained)}
            </li>
        }
    });
    let companions = companions.collect_view();
    view! {
        <section data-fair-play="">
            <h2>{move || words().agreement}</h2>
            <p class="quiet">{move || words().agreement_help}</p>
            <ul class="findings">{agreements}</ul>
            {is_empty.then(|| view! { <p class="quiet">{move || words().no_games}</p> })}
            {(pending > 0).then(|| view! { <p aria-busy="true" data-pending=pending>{move || words().comparing(pending)}</p> })}
            <h2>{move || words().thinking_times}</h2>
            {if has_times {
                view! { <table class="figures times"><tbody>{times}</tbody></table> }.into_any()
            } else {
                view! { <p class="quiet">{move || words().no_games}</p> }.into_any()
            }}
            <h2>{move || words().companions}</h2>
            <ul class="findings">{companions}</ul>
            {(!has_companions).then(|| view! { <p class="quiet">{move || words().nobody}</p> })}
        </section>
    }
}
