//! The standings and the rounds of a tournament.

use leptos::prelude::*;
use shangrila_protocol::{
    PersonOrLevel, Phase, TournamentFormat, TournamentRound, TournamentStanding, TournamentTable, TournamentView,
};

use super::super::identity::identity;
use super::super::table_list::PlayerName;
use super::super::table_text::decimal;
use super::director::RemoveButton;
use super::text::{entry_name, entry_of, points_text};
use super::tournament_page::Desk;
use crate::preferences::preferences;
use crate::route::Route;

/// Who is ahead.
#[component]
pub(super) fn StandingsTable(stored: StoredValue<TournamentView>, desk: Desk) -> impl IntoView {
    let preferences = preferences();
    let words = preferences.words_now();
    let own = preferences.language.get_untracked().tournaments();
    let me = identity().me.get_untracked().map(|me| me.person.id);
    let seen = stored.get_value();
    let mine = me.and_then(|me| entry_of(&seen, &me));
    let is_duplicate = seen.summary.settings.format == TournamentFormat::Duplicate;
    let row = |line: &TournamentStanding| {
        let (entry, number) = (&seen.entries[usize::from(line.entry)], line.entry);
        let is_person = matches!(entry.player, PersonOrLevel::Person(_));
        let name = entry_name(words, &seen.entries, number);
        view! {
            <tr class:mine=mine == Some(number) data-entry=number>
                <td>{line.place}</td>
                <th scope="row">
                    {if is_person && name != "–" {
                        view! { <PlayerName player=Some(entry.player.clone())/> }.into_any()
                    } else {
                        name.into_any()
                    }}
                    {entry.dropped.then(|| view! { <small>" " {own.dropped}</small> })}
                    <RemoveButton stored desk entry=number/>
                </th>
                <td><b>{points_text(words, line.score, is_duplicate)}</b></td>
                <td>{decimal(words, f64::from(line.wins) / 12.0)}</td>
                <td>{points_text(words, line.opposition, is_duplicate)}</td>
            </tr>
        }
    };
    let rows = seen.standings.iter().map(row).collect_view();
    view! {
        <table class="figures tournament-standings">
            <thead>
                <tr>
                    <th scope="col"><abbr title=own.place>"#"</abbr></th>
                    <th scope="col" class="name">{own.player}</th>
                    <th scope="col">{own.points}</th>
                    <th scope="col">{own.wins}</th>
                    <th scope="col">{own.opposition}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

/// The rounds, the latest first and open.
#[component]
pub(super) fn Rounds(stored: StoredValue<TournamentView>) -> impl IntoView {
    let preferences = preferences();
    let words = preferences.words_now();
    let own = preferences.language.get_untracked().tournaments();
    let seen = stored.get_value();
    let last = seen.rounds.len();
    let one = |(index, round): (usize, &TournamentRound)| {
        let tables = round.tables.iter().map(|table| view! { <RoundTable stored table=table.clone()/> }).collect_view();
        let byes: Vec<String> = round.byes.iter().map(|&entry| entry_name(words, &seen.entries, entry)).collect();
        let byes = (!byes.is_empty()).then(|| view! { <p class="quiet">{own.byes(byes.join(", "))}</p> });
        view! {
            <details class="round-of-tables" open=index + 1 == last data-round=index + 1>
                <summary>{own.round(index + 1)}</summary>
                <ul class="tables">{tables}</ul>
                {byes}
            </details>
        }
    };
    seen.rounds.iter().enumerate().rev().map(one).collect_view()
}

/// A table with its players and, after the game, their points.
#[component]
fn RoundTable(stored: StoredValue<TournamentView>, table: TournamentTable) -> impl IntoView {
    let preferences = preferences();
    let words = preferences.words_now();
    let own = preferences.language.get_untracked().tournaments();
    let seen = stored.get_value();
    let is_duplicate = seen.summary.settings.format == TournamentFormat::Duplicate;
    let players = table.seats.iter().enumerate().map(|(seat, &entry)| {
        let name = entry_name(words, &seen.entries, entry);
        let points = table.points.get(seat).map(|&points| points_text(words, points, is_duplicate));
        let has_won = table.winners.contains(&(seat as u8));
        view! { <span class:won=has_won>{name} {points.map(|points| view! { " " <b>{points}</b> })}</span> }
    });
    let players = players.collect_view();
    let state = match table.phase {
        Phase::Waiting | Phase::Playing => own.in_progress,
        Phase::Finished if table.masters.is_empty() => own.no_result,
        Phase::Finished => "",
        Phase::Closed => own.no_result,
    };
    let masters = table.masters.iter().map(u8::to_string).collect::<Vec<_>>().join("\u{a0}:\u{a0}");
    let (action, is_over) = match table.phase {
        Phase::Finished => (words.lobby.open, true),
        _ => (words.lobby.watch, false),
    };
    view! {
        <li data-table=table.table.to_string() data-over=is_over.then_some("true")>
            <a class="table-row" href=Route::Table(table.table.to_string()).fragment()>
                <span class="tournament-what">
                    <span class="round-players">{players}</span>
                    <small>{state} {masters}</small>
                </span>
                <em>{action}</em>
            </a>
        </li>
    }
}
