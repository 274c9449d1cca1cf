//! Results by seat and by clan.

use leptos::prelude::*;
use shangrila_protocol::{ClanResults, PersonId, PersonResults, SeatResults};
use shangrila_rules::Clan;

use super::super::online_page::{Fetched, Loaded, fetch};
use super::super::table_text::decimal;
use super::requests;
use crate::pictures::emblem_picture;
use crate::preferences::preferences;

/// The results of a person, if there are any.
#[component]
pub(super) fn Results(person: PersonId) -> impl IntoView {
    let answer: Fetched<PersonResults> = RwSignal::new(None);
    fetch(answer, async move { requests::results(&person).await });
    let show = |results: PersonResults| (!results.seats.is_empty()).then(|| view! { <ResultTables results/> });
    view! { <Loaded answer show/> }
}

/// A number with at most one decimal.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

#[component]
fn ResultTables(results: PersonResults) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().people();
    let head = move |first: Signal<&'static str>| {
        view! {
            <thead><tr>
                <th scope="col" class="name">{move || first.get()}</th>
                <th scope="col">{move || preferences.words().lobby.games}</th>
                <th scope="col">{move || words().won}</th>
                <th scope="col">{move || words().average}</th>
            </tr></thead>
        }
    };
    let numbers = move |games: u32, wins: f64, expected: f64| {
        view! {
            <td>{games}</td>
            <td>{move || decimal(preferences.words(), rounded(wins))}</td>
            <td>{move || decimal(preferences.words(), rounded(expected))}</td>
        }
    };
    let seat = move |results: SeatResults| {
        let SeatResults { players, seat, games, wins } = results;
        view! {
            <tr data-seat-results=format!("{players}-{}", seat.index() + 1)>
                <th scope="row">{move || words().seat_number(seat.index() + 1, players)}</th>
                {numbers(games, wins, f64::from(games) / f64::from(players))}
            </tr>
        }
    };
    let clan = move |results: ClanResults| {
        let ClanResults { clan: letter, games, wins, expected } = results;
        let clan = Clan::from_letter(letter)?;
        let name = move || preferences.words().clans[clan as usize].name;
        Some(view! {
            <tr data-clan-results=letter.to_string()>
                <th scope="row"><span class="clan-cell">{emblem_picture(clan)} {name}</span></th>
                {numbers(games, wins, expected)}
            </tr>
        })
    };
    view! {
        <section data-results="">
            <h2>{move || words().results}</h2>
            <div class="result-tables">
                <table class="figures">
                    {head(Signal::derive(move || words().by_seat))}
                    <tbody>{results.seats.into_iter().map(seat).collect_view()}</tbody>
                </table>
                <table class="figures">
                    {head(Signal::derive(move || words().by_clan))}
                    <tbody>{results.clans.into_iter().filter_map(clan).collect_view()}</tbody>
                </table>
            </div>
            <p class="quiet">{move || words().average_help}</p>
        </section>
    }
}
