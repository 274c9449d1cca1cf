//! How a game of two players with two clans each has ended.

use shangrila_i18n::{PairsWords, Words};
use shangrila_protocol::{Pairs, Phase, StandInReason, TableState};
use shangrila_rules::{Clan, ClanSet, Seat};

use super::table::clan_of;
use super::table_text::player_name;
use crate::table::PairEnding;

/// The end of such a game, as the player on seat `me` or a spectator is told of it; `None` for other games and before the end.
pub(super) fn pair_ending(
    words: &Words,
    texts: &'static PairsWords,
    state: &TableState,
    me: Option<Seat>,
) -> Option<PairEnding> {
    let pairs = state.settings.pairs.filter(|_| state.phase == Phase::Finished)?;
    let winner = *state.winners.first()?;
    let is_shared = state.winners.len() > 1;
    let name = player_name(words, state.seats[winner.index()].player.as_ref());
    let title = match me {
        None if is_shared => words.end.shared_title.to_string(),
        None => words.end.wins_title(words.named(&name)),
        Some(_) if is_shared => words.end.you_shared.to_string(),
        Some(me) if me == winner => texts.you_won.to_string(),
        Some(_) => texts.you_lost.to_string(),
    };
    let counted = |first: Seat| {
        let masters = state.settings.seats_with(first).filter_map(|seat| state.masters.get(seat.index()).copied());
        match pairs {
            Pairs::Sum => masters.map(usize::from).sum(),
            Pairs::Weaker => masters.map(usize::from).min().unwrap_or(0),
        }
    };
    let other = state.settings.player_seats().find(|&seat| seat != winner)?;
    let text = match (pairs, counted(winner), counted(other)) {
        _ if is_shared => texts.shared.to_string(),
        _ if resigned(state).is_some() => texts.won_resigned(&name),
        (_, own, other) if own == other => texts.tie_break(&name),
        (Pairs::Sum, own, other) => texts.won(&name, own, other),
        (Pairs::Weaker, own, other) => texts.won_weaker(&name, own, other),
    };
    Some(PairEnding { winners: clans(state, winner), title, text, no_report: texts.no_report })
}

/// The clans of a player.
fn clans(state: &TableState, seat: Seat) -> ClanSet {
    let seats = state.settings.seats_with(seat).filter_map(|seat| state.seats.get(seat.index()));
    seats.filter_map(clan_of).collect()
}

/// A clan of the player who has ended such a game by resigning.
pub(super) fn resigned(state: &TableState) -> Option<Clan> {
    state.settings.pairs.filter(|_| state.phase == Phase::Finished)?;
    let has_resigned = |reason| matches!(reason, Some((StandInReason::Resigned, _)));
    let (_, player) = state.players().find(|(_, player)| has_resigned(player.stand_in))?;
    clan_of(player)
}
