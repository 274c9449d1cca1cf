//! The board in words, for those who listen and for those who want to read it.

use shangrila_i18n::{Words, count, fill};
use shangrila_rules::{Position, Space, Village};
use shangrila_table::{Spot, wording};

use super::targets::Targets;

/// A village with its strength.
pub(crate) fn village_words(words: &Words, position: &Position, village: Village) -> String {
    let strength = position.strength(village);
    let tiles = count(words.count.one_tile, words.count.tiles, strength.tiles);
    let masters = count(words.count.one_master, words.count.masters, strength.masters);
    let text =
        fill(words.board.village, &[("village", &wording::village(village)), ("tiles", &tiles), ("masters", &masters)]);
    if position.has_stone(village) { format!("{text}, {}", words.board.at_peace) } else { text }
}

/// A village, and what pointing at it would do.
pub(crate) fn village_label(words: &Words, position: &Position, village: Village, targets: Targets) -> String {
    let text = village_words(words, position, village);
    if targets.contains(Spot::Village(village)) { format!("{text}; {}", words.board.can_choose) } else { text }
}

/// A space and who is there.
pub(crate) fn space_words(words: &Words, position: &Position, space: Space) -> String {
    let place = wording::space(words, space);
    match position.occupant(space) {
        None => fill(words.board.empty, &[("space", &place)]),
        Some(there) => {
            let text = if there.student { words.board.with_student } else { words.board.master };
            fill(text, &[("space", &place), ("clan", &wording::clan(words, there.clan))])
        }
    }
}

/// A space, and what pointing at it would do.
pub(crate) fn space_label(words: &Words, position: &Position, space: Space, targets: Targets) -> String {
    let text = space_words(words, position, space);
    if !targets.contains(Spot::Space(space)) {
        return text;
    }
    let can = if position.occupant(space).is_none() { words.board.can_place } else { words.board.can_recruit };
    format!("{text}; {can}")
}
