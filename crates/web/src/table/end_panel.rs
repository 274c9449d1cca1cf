//! The end of a game: who won and why, the journeys that decided it, the score graph, and the way to the next game.

use std::time::Duration;

use leptos::prelude::*;
use shangrila_i18n::Words;
use shangrila_rules::Clan;
use shangrila_scene::Icon;
use shangrila_table::{DecisiveJourney, Ending, Session, turns_played, wording};

use super::game::Game;
use super::menu::{MenuButton, analysis_of};
use super::score_graph::ScoreGraph;
use super::story::{you, your_clans};
use crate::erased::click;
use crate::pictures::{clan_class, emblem_picture, icon_picture};
use crate::preferences::preferences;
use crate::route::Route;
use crate::{saved_games, today};

/// How long the position before a journey is shown before the journey plays.
const BEFORE_JOURNEY: Duration = Duration::from_millis(300);

/// The final standings, and how they came about.
#[component]
pub(crate) fn EndPanel() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let position = game.session.with_untracked(|session| *session.position());
    let you = untrack(move || you(game));
    let yours = untrack(move || your_clans(game));
    let pairs = move || game.online().and_then(|table| table.pair_ending(preferences.words()));
    let winners = untrack(pairs).map(|pairs| pairs.winners);
    let ending = game.session.with_untracked(|session| match winners {
        Some(winners) => Ending::of_pairs(session, winners),
        None => Ending::of(session, you),
    });
    let winner = match winners {
        Some(winners) => winners.first(),
        None => ending.standings.first().map(|standing| standing.clan),
    };
    let standings = ending.standings.clone();
    let decisive = ending.decisive.clone();
    let ending = StoredValue::new(ending);
    let title = move || {
        let words = preferences.words();
        let of_clans =
            || ending.with_value(|ending| game.session.with(|session| end_title(words, session, ending, you)));
        pairs().map_or_else(of_clans, |pairs| pairs.title)
    };
    let result = move || pairs().map(|pairs| pairs.text).or_else(|| game.result(&position));
    let why = move || {
        let words = preferences.words();
        let of_clans = || ending.with_value(|ending| game.session.with(|session| why(words, session, ending)));
        winners.is_none().then(of_clans)
    };
    view! {
        <header class="turn">
            {winner.map(emblem_picture)}
            <div>
                <h1 data-ending="">{title}</h1>
                <p>{move || {
                    preferences.words().count.turns(turns_played(&position))
                }}</p>
            </div>
            <MenuButton/>
        </header>
        // Focusable, so that the keyboard can scroll it.
        <div class="panel-scroll ending" tabindex="0">
            <ol class="standings">
                {standings.into_iter().map(|standing| {
                    let (clan, score, place) = (standing.clan, standing.score, standing.place);
                    view! {
                        <li class=clan_class(clan) class:first=place == 1 class:yours=yours.contains(clan)>
                            <span class="place">{place}</span>
                            {emblem_picture(clan)}
                            <span class="standing-name">
                                <b>{move || game.player_name(clan)}</b>
                                <small>
                                    {move || game.player_note(clan)} " · "
                                    {move || preferences.words().count.in_villages(score.villages)}
                                </small>
                                {game.online().map(|table| table.result_notes(clan))}
                            </span>
                            <b class="standing-score">{score.masters}</b>
                        </li>
                    }
                }).collect_view()}
            </ol>
            <p class="request" data-result="">{result}</p>
            <p class="quiet" data-why="">{why}</p>
            <DecisiveJourneys decisive=decisive.clone()/>
            <h3 class="label">{move || preferences.words().end.masters_over_time}</h3>
            <ScoreGraph decisive/>
            <p class="quiet">{move || preferences.words().end.how_counted}</p>
            {winners.is_some().then(|| view! {
                <p class="quiet" data-no-report="">{move || pairs().map(|pairs| pairs.no_report)}</p>
            })}
            {(game.online().is_none() && you.is_some()).then(|| view! {
                <p>
                    <a class="record-link" href=Route::Record.fragment() data-do="record">
                        {icon_picture(Icon::Crown)} {move || preferences.words().app.record}
                    </a>
                </p>
            })}
        </div>
        <div class="end-buttons">
            {match game.online() {
                Some(table) => table.rematch_buttons(),
                None => view! { <LocalGameButtons/> }.into_any(),
            }}
            {winners.is_none().then(|| view! {
                <button type="button" class="button" data-do="report" on:click=click(move || game.open_report())>
                    {move || preferences.words().end.report}
                </button>
            })}
            <button type="button" class="button" data-do="history" on:click=click(move || game.view(0))>
                {move || preferences.words().end.review}
            </button>
            <button type="button" class="button" data-do="analyse" on:click=click(move || Route::Analysis(analysis_of(game)).go())>
                {move || preferences.words().app.analysis}
            </button>
            <a class="button" href="#/">{move || preferences.words().end.new_game}</a>
        </div>
    }
}

/// The viewer's place, or who has won.
pub(crate) fn end_title(words: &Words, session: &Session, ending: &Ending, you: Option<Clan>) -> String {
    let end = &words.end;
    if you.is_some() && session.resigned() == you {
        return end.you_resigned.to_string();
    }
    let place = you.and_then(|clan| ending.place_of(clan));
    match place {
        Some(1) if ending.is_shared() => end.you_shared.to_string(),
        Some(1) => end.you_won.to_string(),
        Some(2) => end.second.to_string(),
        Some(3) => end.third.to_string(),
        Some(_) => end.fourth.to_string(),
        None if ending.is_shared() => end.shared_title.to_string(),
        None => end.wins_title(session.who(words, ending.standings[0].clan)),
    }
}

/// Why the winner has won: the lead, since when, and what broke a tie.
fn why(words: &Words, session: &Session, ending: &Ending) -> String {
    let end = &words.end;
    let second = session.who(words, ending.standings[1].clan).to_string();
    let lead = if ending.is_shared() {
        end.shared_victory.to_string()
    } else if ending.decided_by_villages() {
        end.tie_break.to_string()
    } else {
        end.ahead(ending.margin, second)
    };
    let since = ending.led_since.map(|turn| end.led_since(turn.number()));
    [Some(lead), since].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The journeys that decided the game. Pointing at one marks it on the board, a click plays it.
#[component]
fn DecisiveJourneys(decisive: Vec<DecisiveJourney>) -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    if decisive.is_empty() {
        return None;
    }
    on_cleanup(move || {
        let _ = game.hovered_turn.try_set(None);
    });
    let line = move |decisive: DecisiveJourney| {
        let DecisiveJourney { index, turn, journey } = decisive;
        let (clan, number) = (journey.clan, journey.number);
        let text = move || {
            let words = preferences.words();
            let you = your_clans(game);
            game.session.with(|session| journey.words(words, you, &|clan| session.who(words, clan)))
        };
        view! {
            <li class=clan_class(clan)>
                <button
                    type="button"
                    data-decisive=index
                    on:click=click(move || play_turn(game, index))
                    on:mouseenter=move |_| game.hovered_turn.set(Some(index))
                    on:mouseleave=move |_| game.hovered_turn.set(None)
                    on:focus=move |_| game.hovered_turn.set(Some(index))
                    on:blur=move |_| game.hovered_turn.set(None)
                >
                    <b class="recap-number">{number}</b>
                    <span>
                        {text}
                        " " <small>{move || wording::turn(preferences.words(), turn)}</small>
                    </span>
                </button>
            </li>
        }
    };
    Some(view! {
        <h3 class="label">{move || preferences.words().end.decisive}</h3>
        <ol class="decisive">{decisive.into_iter().map(line).collect_view()}</ol>
    })
}

/// Shows the position before a turn, then plays the turn.
fn play_turn(game: Game, index: usize) {
    game.hovered_turn.set(None);
    game.view(index);
    set_timeout(
        move || {
            // Unless someone has gone elsewhere in the meantime.
            if game.session.try_with_untracked(Session::shown_turns) == Some(index) {
                game.view(index + 1);
            }
        },
        BEFORE_JOURNEY,
    );
}

/// Rematch and undo, for local games.
#[component]
fn LocalGameButtons() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    view! {
        <button type="button" class="button main" data-do="rematch" on:click=click(move || rematch(game))>
            {move || preferences.words().end.rematch}
        </button>
        <button type="button" class="button" data-do="undo" on:click=click(move || game.undo())>
            {move || preferences.words().table.undo}
        </button>
    }
}

/// Starts a new game with the same players, each one seat further.
fn rematch(game: Game) {
    let _ = saved_games::open_new(&game.session.with_untracked(|session| session.rematch(today())));
}
