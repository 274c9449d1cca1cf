//! What was played in one line of signs, where the recap has no room for sentences.

use leptos::prelude::*;
use shangrila_rules::{Clan, ClanSet, Guild, Move};
use shangrila_scene::Icon;
use shangrila_table::{RecapTurn, wording};

use super::game::Game;
use super::log::turn_icon;
use crate::pictures::{emblem_picture, icon_picture, tile_picture};
use crate::preferences::preferences;

/// A turn in signs: what was played, what it did to everyone's masters, and the stones it placed. The viewer's own masters are shown as
/// tiles. Nothing is said to screen readers, which read the sentences.
pub(super) fn brief_turn(game: Game, turn: &RecapTurn, you: ClanSet, numbered: bool) -> impl IntoView {
    let words = preferences().words();
    let what = game.session.with(|session| match turn.mv {
        Move::Journey { from, to } => format!("{} → {}", wording::village(from), wording::village(to)),
        // A forced pass always says why.
        Move::Pass => turn.words(words, you, &|clan| session.who(words, clan)),
        Move::Place { .. } | Move::Recruit { .. } => turn.brief_words(words, &|clan| session.who(words, clan)),
    });
    let journey = turn.report.as_ref();
    let others = std::iter::once(turn.clan).chain(Clan::ALL.into_iter().filter(|&clan| clan != turn.clan));
    let others = others.filter(|&clan| !you.contains(clan) && journey.is_some());
    let changes: Vec<_> = others.filter_map(|clan| change_of(turn, clan)).collect();
    let own = |clan: Clan| {
        let (gained, lost) = turn.masters_changed(clan);
        [own_masters(clan, &lost, false), own_masters(clan, &gained, true)]
    };
    let own: Vec<_> = you.into_iter().filter(|_| journey.is_some()).flat_map(own).flatten().collect();
    let stones: Vec<_> = journey.iter().flat_map(|report| report.stones).collect();
    let ends = journey.is_some_and(|report| report.ends_game);
    view! {
        <span class="brief-turn">
            {numbered.then(|| view! { <b class="recap-number">{turn.number}</b> })}
            {turn_icon(turn.mv).map(icon_picture)}
            <span>{what}</span>
            {own}
            {changes}
            {stones.into_iter().map(|village| view! {
                <span class="brief-part">{icon_picture(Icon::Stone)} {wording::village(village)}</span>
            }).collect_view()}
            {ends.then(|| icon_picture(Icon::Crown))}
        </span>
    }
}

/// How many masters another clan has more or fewer.
fn change_of(turn: &RecapTurn, clan: Clan) -> Option<impl IntoView> {
    let (gained, lost) = turn.masters_changed(clan);
    let more = gained.len() > lost.len();
    let change = gained.len().abs_diff(lost.len());
    (change > 0).then(|| {
        let sign = if more { '+' } else { '−' };
        view! { <span class="brief-part">{emblem_picture(clan)} {format!("{sign}{change}")}</span> }
    })
}

/// The viewer's own masters that were gained or lost.
fn own_masters(clan: Clan, guilds: &[Guild], gained: bool) -> Option<impl IntoView + use<>> {
    let (class, sign) = if gained { ("brief-part gain", '+') } else { ("brief-part loss", '−') };
    let letters: String = guilds.iter().map(|guild| guild.letter()).collect();
    let tiles = guilds.iter().map(|&guild| tile_picture(clan, guild, false)).collect_view();
    (!guilds.is_empty()).then(|| {
        view! { <span class=class data-own=format!("{sign}{letters}")><b>{sign}{letters.len()}</b> {tiles}</span> }
    })
}
