//! Danger: what the viewer could lose before the next own turn and win now; and all possible journeys, every standing bridge in
//! both directions, with what each clan would gain or lose.

use leptos::prelude::*;
use shangrila_i18n::{Words, capitalise};
use shangrila_rules::{Clan, JourneyReport, Move, Position, Seats, Stronger, Village};
use shangrila_scene::Icon;
use shangrila_table::danger::{Attack, Danger};
use shangrila_table::{sort_short_list, wording};
use wasm_bindgen::JsCast;

use super::game::Game;
use super::story::{Story, is_shared};
use super::{Windows, windows};
use crate::browser;
use crate::erased::click;
use crate::pictures::{clan_class, emblem_html, escaped, icon_picture};
use crate::preferences::preferences;

/// How many rows are listed at once. The others are below the edge of the panel and follow when these are on the screen: to draw all
/// of them would take twice as long.
const IN_SIGHT: usize = 14;
/// How many of them are left for the other journeys, if there are many against or for the viewer.
const OTHERS_IN_SIGHT: usize = 5;

/// The journeys over all standing bridges, in both directions.
fn reports(position: &Position) -> Vec<JourneyReport> {
    let ways = position.bridges().into_iter().flat_map(|bridge| {
        let (one, other) = bridge.ends();
        [(one, other), (other, one)]
    });
    let mut reports: Vec<JourneyReport> =
        ways.filter_map(|(from, to)| position.journey_report(from, to).ok()).collect();
    // Journeys that a clan can start now come first.
    sort_short_list(&mut reports, |report| (report.senders.is_empty(), report.from, report.to));
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
    let help = move || {
        let words = preferences.words();
        match game.viewer() {
            None => words.table.threats_help.to_string(),
            Some(viewer) if is_shared(game) => {
                game.session.with(|session| words.story.danger_help_for(session.who(words, viewer)))
            }
            Some(_) => words.story.danger_help.to_string(),
        }
    };
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
                on:click=click(move || threats.set(false))
            >
                {icon_picture(Icon::Close)}
            </button>
        </header>
        <div class="panel-scroll">
            {move || game.viewer().map(|viewer| own_journeys(game, viewer, story, preferences.words()))}
            {move || {
                let (position, words) = (game.displayed.get(), preferences.words());
                let own = game.viewer().map_or(0, |_| {
                    story.danger.with(|danger| danger.attacks.len()) + story.wins.with(Vec::len)
                });
                let all = reports(&position);
                let in_sight = IN_SIGHT.saturating_sub(own).max(OTHERS_IN_SIGHT).min(all.len());
                let rows = move |reports: &[JourneyReport]| -> String {
                    reports.iter().map(|report| threat_row(report, position.seats(), words)).collect()
                };
                let first = rows(&all[..in_sight]);
                let later = RwSignal::new(false);
                browser::after_next_frame(move || {
                    let _ = later.try_set(true);
                });
                view! {
                    {journey_list("threats", first)}
                    {move || later.get().then(|| journey_list("threats", rows(&all[in_sight..])))}
                }
            }}
        </div>
    }
}

/// The journeys against the viewer, then those that win the viewer masters.
fn own_journeys(game: Game, viewer: Clan, story: Story, words: &'static Words) -> impl IntoView {
    let (danger, wins): (Danger, _) = (story.danger.get(), story.wins.get());
    let seats = game.displayed.with(Position::seats);
    let story = &words.story;
    let could_win = wins.first().map_or(0, |(_, gain)| *gain);
    let shared = is_shared(game);
    let who = || game.session.with(|session| capitalise(&session.who(words, viewer).to_string()));
    let lost = match danger.worst {
        0 if shared => format!("{} ±0", who()),
        masters if shared => format!("{} −{masters}", who()),
        0 => story.safe.to_string(),
        masters => story.could_lose(masters),
    };
    let won = match could_win {
        0 if shared => format!("{} ±0", who()),
        masters if shared => format!("{} +{masters}", who()),
        0 => story.nothing_to_win.to_string(),
        masters => story.could_win(masters),
    };
    let (against, for_viewer) = if shared {
        game.session.with(|session| {
            (story.against_player(session.who(words, viewer)), story.for_player(session.who(words, viewer)))
        })
    } else {
        (story.against_you.to_string(), story.for_you.to_string())
    };
    let attacks = danger.attacks.into_iter().map(move |attack| {
        let guilds: Vec<&str> = attack.spaces.into_iter().map(|space| wording::guild(words, space.guild())).collect();
        let text =
            game.session.with(|session| story.drives_out_yours(session.who(words, attack.clan), guilds.join(", ")));
        let text = if attack.prepared { format!("{text} ({})", story.after_preparation) } else { text };
        attack_row(&attack, &text)
    });
    view! {
        <h2 class="label">{against}</h2>
        <p class="summary" data-could-lose=danger.worst>{lost}</p>
        {journey_list("threats against", attacks.collect())}
        <h2 class="label">{for_viewer}</h2>
        <p class="summary" data-could-win=could_win>{won}</p>
        {journey_list("threats wins", wins.iter().map(|(report, _)| threat_row(report, seats, words)).collect())}
        <h2 class="label">{story.other_journeys}</h2>
    }
}

/// A list of journeys, which the board shows while they are pointed at. Its rows are text: as elements made one by one, with five
/// handlers each, they would take several times as long to appear.
fn journey_list(class: &'static str, rows: String) -> impl IntoView {
    let Windows { threat, .. } = windows();
    let point = move |event: &web_sys::Event| threat.set(pointed_journey(event));
    view! {
        <ul
            class=class
            inner_html=rows
            on:mouseover=move |event| point(&event)
            on:mouseleave=move |_| threat.set(None)
            on:focusin=move |event| point(&event)
            on:focusout=move |_| threat.set(None)
            on:click=move |event| point(&event)
        ></ul>
    }
}

/// The journey of the row that an event happened in.
fn pointed_journey(event: &web_sys::Event) -> Option<Move> {
    let element: web_sys::Element = event.target()?.dyn_into().ok()?;
    element.closest("[data-journey]").ok().flatten()?.get_attribute("data-journey")?.parse().ok()
}

/// A journey against the viewer.
fn attack_row(attack: &Attack, text: &str) -> String {
    let Attack { clan, from, to, .. } = *attack;
    let mv = Move::Journey { from, to };
    // The text names players, who choose their names.
    let content = format!("{}<span>{}</span>", emblem_html(clan), escaped(text));
    format!(r#"<li data-attack="{} {mv}">{}</li>"#, clan.letter(), journey_button(from, to, &content))
}

/// A journey with the strengths of both villages, the clans that can start it, and what every clan would gain or lose.
fn threat_row(report: &JourneyReport, seats: Seats, words: &Words) -> String {
    let JourneyReport { from, to, origin, destination, senders, .. } = *report;
    let sign = escaped(wording::strength_sign(report));
    let strong = if report.stronger == Stronger::Origin { " strong" } else { "" };
    let who = if senders.is_empty() {
        format!(r#"<span class="quiet">{}</span>"#, words.table.nobody_can_travel)
    } else {
        senders.into_iter().map(emblem_html).collect()
    };
    let gains = seats.iter().filter_map(|clan| {
        let change = report.scores.after[clan].masters as i32 - report.scores.before[clan].masters as i32;
        let (class, name) = (clan_class(clan), words.clans[clan as usize].name);
        let (direction, sign) = if change > 0 { ("up", '+') } else { ("down", '−') };
        let amount = change.abs();
        let emblem = emblem_html(clan);
        let shown = format!(
            r#"<span class="{class} {direction}">{emblem}<span class="visually-hidden">{name}</span>{sign}{amount}</span>"#
        );
        (change != 0).then_some(shown)
    });
    let content = format!(
        r#"<span class="strengths{strong}">{}·{} {sign} {}·{}</span><span class="senders">{who}</span><span class="gains">{}</span>"#,
        origin.tiles,
        origin.masters,
        destination.tiles,
        destination.masters,
        gains.collect::<String>()
    );
    let class = if senders.is_empty() { r#" class="none""# } else { "" };
    format!("<li{class}>{}</li>", journey_button(from, to, &content))
}

fn journey_button(from: Village, to: Village, content: &str) -> String {
    let (mv, from, to) = (Move::Journey { from, to }, wording::village(from), wording::village(to));
    format!(r#"<button type="button" data-journey="{mv}"><b class="way">{from} → {to}</b>{content}</button>"#)
}
