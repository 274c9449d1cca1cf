//! Players' names as shown on the screen.

use shangrila_i18n::{Words, capitalise};
use shangrila_rules::Clan;
use shangrila_table::Player;

/// The player's name; without one, “you” for whoever plays `alone` at this screen, or else the clan.
pub(crate) fn name(words: &Words, clan: Clan, player: Option<&Player>, alone: bool) -> String {
    if let Some(given) = player.and_then(Player::given_name) {
        return given.to_string();
    }
    match player {
        Some(Player::Person(_)) if alone => capitalise(words.screen.you),
        _ => words.clans[clan as usize].name.to_string(),
    }
}

/// The second line of a player's card: the level of a computer player, or else the clan.
pub(crate) fn note(words: &Words, clan: Clan, player: Option<&Player>, alone: bool) -> String {
    match player {
        Some(player @ Player::Bot(_)) => player.shown_name(words, false),
        Some(player) if player.given_name().is_none() && !alone => capitalise(words.screen.person),
        _ => words.clans[clan as usize].name.to_string(),
    }
}
