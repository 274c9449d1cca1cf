//! Danger: what the viewer could lose before the next own turn and win now; and all possible journeys, every standing bridge in
//! both directions, with what each clan would gain or lose.

use leptos::prelude::*;
use shangrila_i18n::Words;
use shangrila_rules::{Clan, JourneyReport, Move, Position, Stronger, Village};
use shangrila_scene::Icon;
use shangrila_table::danger::{Attack, Danger, journeys_that_win};
use shangrila_table::wording;

use super::game::Game;
use super::story::Story;
use super::{Windows, windows};
use crate::pictures::{clan_class, emblem_picture, icon_picture};
use crate::preferences::preferences;

/// The journeys over all standing bridges, in both directions.
fn reports(position: &Position) -> Vec<JourneyReport> {
    let ways = position.bridges().into_iter().flat_map(|bridge| {
        let (one, other) = bridge.ends();
        [(one, other), (other, one)]
    });
    let mut reports: Vec<JourneyReport> =
        ways.filter_map(|(from, to)| position.journey_report(from, to).ok()).collect();
    // Journeys that a clan can start now come first.
    reports.sort_by_key(|report| (report.senders.is_empty(), report.from, report.to));
    reports
}

/// What the viewer could lose and win, and all journeys, shown in the panel. Spectators see the journeys alone.
#[component]
pub(crate) fn ThreatPanel() -> impl IntoView {
    let game = expect_context::<Game>();
    let story = expect_context::<Story>();
    let Windows { threats, threat, .. } = windows();
    let preferences = preferences();
    on_cleanup(move || {
        let _ = threat.try_set(None);
    });
    let watching = move || game.viewer().is_none();
    let title = move || if watching() { preferences.words().table.threats } else { preferences.words().story.danger };
    let help =
        move || if watching() { preferences.words().table.threats_help } else { preferences.words().story.danger_help };
    view! {
        <header class="turn">
            <div>
                <h1>{title}</h1>
                <p>{help}</p>
            </div>
            <button
                type="button"
                class="round menu-button"
                aria-label=move || preferences.words().app.close
                on:click=move |_| threats.set(false)
            >
                {icon_picture(Icon::Close)}
            </button>
        </header>
        <div class="panel-scroll">
            {move || game.viewer().map(|viewer| own_journeys(game, viewer, story.danger.get(), preferences.words()))}
            <ul class="threats">
                {move || {
                    let (position, words) = (game.displayed.get(), preferences.words());
                    reports(&position).into_iter().map(|report| view! { <Threat report words/> }).collect_view()
                }}
            </ul>
        </div>
    }
}

/// The journeys against the viewer, then those that win the viewer masters.
fn own_journeys(game: Game, viewer: Clan, danger: Danger, words: &'static Words) -> impl IntoView {
    let story = &words.story;
    let wins = game.displayed.with(|position| journeys_that_win(position, viewer));
    let lost = if danger.worst == 0 { story.safe.to_string() } else { story.could_lose(danger.worst) };
    let won = wins.first().map_or(story.nothing_to_win.to_string(), |(_, gain)| story.could_win(*gain));
    let attacks = danger.attacks.into_iter().map(move |attack| {
        let guilds: Vec<&str> = attack.spaces.into_iter().map(|space| wording::guild(words, space.guild())).collect();
        let text =
            game.session.with(|session| story.drives_out_yours(session.who(words, attack.clan), guilds.join(", ")));
        let text = if attack.prepared { format!("{text} ({})", story.after_preparation) } else { text };
        view! { <AttackLine attack text/> }
    });
    view! {
        <h2 class="label">{story.against_you}</h2>
        <p class="summary" data-could-lose=danger.worst>{lost}</p>
        <ul class="threats against">{attacks.collect_view()}</ul>
        <h2 class="label">{story.for_you}</h2>
        <p class="summary" data-could-win=wins.first().map_or(0, |(_, gain)| *gain)>{won}</p>
        <ul class="threats">{wins.into_iter().map(|(report, _)| view! { <Threat report words/> }).collect_view()}</ul>
        <h2 class="label">{story.other_journeys}</h2>
    }
}

/// A journey against the viewer. Pointing at it shows it on the board.
#[component]
fn AttackLine(attack: Attack, text: String) -> impl IntoView {
    let Attack { clan, from, to, .. } = attack;
    let mv = Move::Journey { from, to };
    view! {
        <li data-attack=format!("{} {mv}", clan.letter())>
            <JourneyButton from to>
                {emblem_picture(clan)}
                <span>{text}</span>
            </JourneyButton>
        </li>
    }
}

#[component]
fn Threat(report: JourneyReport, words: &'static Words) -> impl IntoView {
    let game = expect_context::<Game>();
    let JourneyReport { from, to, origin, destination, .. } = report;
    let sign = wording::strength_sign(&report);
    let seats = game.session.with_untracked(|session| session.position().seats());
    let changes = seats.iter().filter_map(move |clan| {
        let (before, after) = (report.scores.before[clan].masters as i32, report.scores.after[clan].masters as i32);
        (before != after).then(|| (clan, after - before))
    });
    let senders = report.senders;
    let none = senders.is_empty();
    view! {
        <li class:none=none>
            <JourneyButton from to>
                <span class="strengths" class:strong=report.stronger == Stronger::Origin>
                    {format!("{}·{} {sign} {}·{}", origin.tiles, origin.masters, destination.tiles, destination.masters)}
                </span>
                <span class="senders">
                    {if none {
                        view! { <span class="quiet">{words.table.nobody_can_travel}</span> }.into_any()
                    } else {
                        senders.into_iter().map(emblem_picture).collect_view().into_any()
                    }}
                </span>
                <span class="gains">
                    {changes.map(|(clan, change)| view! {
                        <span class=clan_class(clan) class:up={change > 0} class:down={change < 0}>
                            {emblem_picture(clan)}
                            <span class="visually-hidden">{words.clans[clan as usize].name}</span>
                            {format!("{change:+}")}
                        </span>
                    }).collect_view()}
                </span>
            </JourneyButton>
        </li>
    }
}

/// A journey in a list, which the board shows while it is pointed at.
#[component]
fn JourneyButton(from: Village, to: Village, children: Children) -> impl IntoView {
    let Windows { threat, .. } = windows();
    let point = move |on: bool| threat.set(on.then_some(Move::Journey { from, to }));
    view! {
        <button
            type="button"
            on:mouseenter=move |_| point(true)
            on:mouseleave=move |_| point(false)
            on:focus=move |_| point(true)
            on:blur=move |_| point(false)
            on:click=move |_| point(true)
        >
            <b class="way">{wording::village(from)} " → " {wording::village(to)}</b>
            {children()}
        </button>
    }
}
