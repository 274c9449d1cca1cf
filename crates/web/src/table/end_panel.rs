//! The end of a game: who won and why, the score graph, and the way to the next game.

use leptos::prelude::*;
use shangrila_rules::record::Start;
use shangrila_rules::{Clan, Position, Seats};
use shangrila_table::{Player, Session, turns_played};

use super::game::Game;
use super::menu::MenuButton;
use crate::online::{RematchButtons, ResultNotes};
use crate::pictures::{clan_class, emblem_picture};
use crate::preferences::preferences;
use crate::route::Route;
use crate::{saved_games, today};

/// The final standings.
#[component]
pub(crate) fn EndPanel() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let position = game.session.with_untracked(|session| *session.position());
    let standings = position.standings();
    let winner = standings.first().map(|standing| standing.clan);
    let by_villages = standings
        .windows(2)
        .any(|pair| pair[0].place == 1 && pair[1].place != 1 && pair[0].score.masters == pair[1].score.masters);
    view! {
        <header class="turn">
            {winner.map(emblem_picture)}
            <div>
                <h1>{move || preferences.words().end.title}</h1>
                <p>{move || {
                    preferences.words().count.turns(turns_played(&position))
                }}</p>
            </div>
            <MenuButton/>
        </header>
        // Focusable, so that the keyboard can scroll it.
        <div class="panel-scroll" tabindex="0">
            <p class="request" data-result="">{move || game.result(&position)}</p>
            <ol class="standings">
                {standings.iter().map(|standing| {
                    let (clan, score, place) = (standing.clan, standing.score, standing.place);
                    view! {
                        <li class=clan_class(clan) class:first=place == 1>
                            <span class="place">{place}</span>
                            {emblem_picture(clan)}
                            <span class="standing-name">
                                <b>{move || game.player_name(clan)}</b>
                                <small>{move || {
                                    preferences.words().count.in_villages(score.villages)
                                }}</small>
                                {game.online().map(|table| view! { <ResultNotes table clan/> })}
                            </span>
                            <b class="standing-score">{score.masters}</b>
                        </li>
                    }
                }).collect_view()}
            </ol>
            <p class="quiet">
                {move || {
                    let end = &preferences.words().end;
                    let shared = position.outcome().is_some_and(|outcome| outcome.winners.len() > 1);
                    if shared { end.shared_victory } else if by_villages { end.tie_break } else { end.how_counted }
                }}
            </p>
            <h3 class="label">{move || preferences.words().end.masters_over_time}</h3>
            <ScoreCurve/>
        </div>
        <div class="end-buttons">
            {match game.online() {
                Some(table) => view! { <RematchButtons table/> }.into_any(),
                None => view! { <LocalGameButtons/> }.into_any(),
            }}
            <button type="button" class="button" data-do="history" on:click=move |_| game.view(0)>
                {move || preferences.words().end.review}
            </button>
            <a class="button" href="#/">{move || preferences.words().end.new_game}</a>
        </div>
    }
}

/// Rematch and undo, for local games.
#[component]
fn LocalGameButtons() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    view! {
        <button type="button" class="button main" data-do="rematch" on:click=move |_| rematch(game)>
            {move || preferences.words().end.rematch}
        </button>
        <button type="button" class="button" data-do="undo" on:click=move |_| game.undo()>
            {move || preferences.words().table.undo}
        </button>
    }
}

/// A graph of every clan's masters after every turn.
#[component]
fn ScoreCurve() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    const WIDTH: f64 = 320.0;
    const HEIGHT: f64 = 110.0;
    let (positions, seats) = game.session.with_untracked(|session| {
        let positions: Vec<Position> = (0..=session.played()).map(|turns| *session.position_after(turns)).collect();
        (positions, session.position().seats())
    });
    let most = positions.iter().flat_map(|position| seats.iter().map(|clan| position.score(clan).masters)).max();
    let most = most.unwrap_or(1).max(1) as f64;
    let last = positions.len().saturating_sub(1).max(1) as f64;
    let line = |clan: Clan| {
        let points = positions.iter().enumerate().map(|(turns, position)| {
            let x = turns as f64 / last * WIDTH;
            let y = HEIGHT - position.score(clan).masters as f64 / most * (HEIGHT - 8.0);
            format!("{x:.1} {y:.1}")
        });
        format!("M{}", points.collect::<Vec<_>>().join("L"))
    };
    let names = move |clan: Clan| format!("{} {}", game.player_name(clan), positions_last_score(game, clan));
    let summary = move || {
        let scores = seats.iter().map(names).collect::<Vec<_>>().join(", ");
        preferences.words().end.final_masters(scores)
    };
    view! {
        <svg class="curve" viewBox="-2 -4 324 120" role="img" aria-label=summary>
            <path class="axis" d="M0 110.5H320"></path>
            {seats.iter().map(|clan| view! { <path class=clan_class(clan) d=line(clan)></path> }).collect_view()}
        </svg>
    }
}

fn positions_last_score(game: Game, clan: Clan) -> usize {
    game.session.with(|session| session.position().score(clan).masters)
}

/// Starts a new game with the same players, each one seat further.
fn rematch(game: Game) {
    let (record, players) = game.session.with_untracked(|session| (session.record(), session.players().to_vec()));
    let start = record.start.position();
    let clans: Vec<Clan> = start.seats().iter().collect();
    let order: Vec<Clan> = clans.iter().cycle().skip(1).take(clans.len()).copied().collect();
    let players: Vec<Player> = players.iter().cycle().skip(1).take(clans.len()).cloned().collect();
    let Ok(seats) = Seats::new(&order) else { return };
    let options = start.options();
    let start = match record.start {
        Start::FirstGame { .. } => Start::FirstGame { seats, options },
        _ => Start::Free { seats, options },
    };
    let session = Session::new(start, players, today());
    let id = saved_games::new_id();
    if saved_games::write(&id, &session.record()).is_ok() {
        Route::Play(id).go();
    }
}
