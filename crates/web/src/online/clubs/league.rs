//! The league of a club, season by season.

use leptos::prelude::*;
use shangrila_protocol::{League, LeagueEntry, PersonOrLevel};

use super::super::online_page::{Fetched, Loaded, fetch};
use super::super::table_list::{PlayerName, date_text};
use super::super::table_text::decimal;
use super::club_page::OpenClub;
use super::requests;
use crate::preferences::preferences;

/// The standings of a season, with a way to the others.
#[component]
pub(super) fn LeagueTable(club: OpenClub) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().clubs();
    let ago = RwSignal::new(0_u16);
    let answer: Fetched<League> = RwSignal::new(None);
    Effect::new(move || {
        let (id, ago) = (club.id(), ago.get());
        fetch(answer, async move { requests::league(&id, ago).await });
    });
    view! {
        <section data-league="">
            <h2>{move || words().league}</h2>
            <Loaded answer show=|league| view! { <Standings league/> }/>
            <p class="row-of-buttons">
                <button type="button" class="button small" data-do="earlier-season" on:click=move |_| ago.update(|ago| *ago += 1)>
                    {move || words().earlier_season}
                </button>
                {move || (ago.get() > 0).then(|| view! {
                    <button type="button" class="button small" data-do="later-season" on:click=move |_| ago.update(|ago| *ago -= 1)>
                        {move || words().later_season}
                    </button>
                })}
            </p>
            <p class="quiet">{move || words().league_help}</p>
        </section>
    }
}

#[component]
fn Standings(league: League) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().clubs();
    let League { from, to, standings } = league;
    let period = move || {
        let date = |time: u64| date_text(preferences.language.get().code(), time);
        // The season ends when the next one begins.
        words().season_of(date(from), date(to.saturating_sub(1)))
    };
    let row = move |(index, entry): (usize, LeagueEntry)| {
        let LeagueEntry { person, games, wins, points } = entry;
        let number = move |value: f64| move || decimal(preferences.words(), (value * 100.0).round() / 100.0);
        let name = person.name.clone();
        view! {
            <tr data-standing=name>
                <td>{index + 1}</td>
                <th scope="row"><PlayerName player=Some(PersonOrLevel::Person(person))/></th>
                <td>{games}</td>
                <td>{number(wins)}</td>
                <td>{number(points)}</td>
            </tr>
        }
    };
    let is_empty = standings.is_empty();
    view! {
        <p class="quiet">{period}</p>
        {if is_empty {
            view! { <p>{move || words().no_results}</p> }.into_any()
        } else {
            view! {
                <table class="figures">
                    <thead><tr>
                        <th scope="col">"#"</th>
                        <th scope="col" class="name">{move || preferences.words().lobby.player}</th>
                        <th scope="col">{move || preferences.words().lobby.games}</th>
                        <th scope="col">{move || preferences.words().lobby.wins}</th>
                        <th scope="col">{move || words().points}</th>
                    </tr></thead>
                    <tbody>{standings.into_iter().enumerate().map(row).collect_view()}</tbody>
                </table>
            }.into_any()
        }}
    }
}
