//! The board in words, for screen readers and for the text window.

use shangrila_i18n::Words;
use shangrila_rules::{Occupant, Position, Space, Strength, Village};
use shangrila_table::wording;

/// Describes a village with its strength.
pub(crate) fn village_words(words: &Words, position: &Position, village: Village) -> String {
    strength_words(words, village, position.strength(village), position.has_stone(village))
}

fn strength_words(words: &Words, village: Village, strength: Strength, at_peace: bool) -> String {
    let text = words.board.village(wording::village(village), strength.tiles, strength.masters);
    if at_peace { format!("{text}, {}", words.board.at_peace) } else { text }
}

/// The label of a village: its description, and whether it can be chosen.
pub(crate) fn village_label(
    words: &Words,
    village: Village,
    strength: Strength,
    at_peace: bool,
    target: bool,
) -> String {
    let text = strength_words(words, village, strength, at_peace);
    if target { format!("{text}; {}", words.board.can_choose) } else { text }
}

/// Describes a space and who is there.
pub(crate) fn space_words(words: &Words, space: Space, occupant: Option<Occupant>) -> String {
    let place = wording::space(words, space);
    match occupant {
        None => words.board.empty(place),
        Some(there) => {
            let clan = wording::clan(words, there.clan);
            if there.student { words.board.with_student(place, clan) } else { words.board.master(place, clan) }
        }
    }
}

/// The label of a space: its description, and what choosing it would do.
pub(crate) fn space_label(words: &Words, space: Space, occupant: Option<Occupant>, target: bool) -> String {
    let text = space_words(words, space, occupant);
    match (target, occupant) {
        (false, _) => text,
        (true, None) => format!("{text}; {}", words.board.can_place),
        (true, Some(_)) => format!("{text}; {}", words.board.can_recruit),
    }
}
