//! Why a move is illegal.

use shangrila_i18n::Words;
use shangrila_rules::{Guild, IllegalMove, Move, Position};

use super::{bridge, clan, space, village};
use crate::pending::Spot;

/// Why a move is illegal, in a sentence.
pub fn refusal(words: &Words, reason: IllegalMove) -> String {
    let refusals = &words.refusals;
    let guild_of = |guild: Guild| &words.guilds[guild as usize];
    match reason {
        IllegalMove::GameOver => refusals.game_over.to_string(),
        IllegalMove::PassNotForced { instead } => refusals.pass_not_forced(instead),
        IllegalMove::OpeningOnlyPlaces => refusals.setup_only_places.to_string(),
        IllegalMove::GuildAlreadyPlaced { clan: mover, guild } => {
            refusals.guild_already_placed(clan(words, mover), guild_of(guild))
        }
        IllegalMove::OpeningVillageFull { village: full, tiles, limit } => {
            refusals.setup_village_full(village(full), tiles, limit)
        }
        IllegalMove::OpeningClanLimit { village: full, clan: mover, tiles, limit } => {
            refusals.setup_clan_limit(village(full), clan(words, mover), tiles, limit)
        }
        IllegalMove::VillageOutOfPlay { village: unused } => refusals.village_out_of_play(village(unused)),
        IllegalMove::VillageHasStone { village: peaceful } => refusals.village_has_stone(village(peaceful)),
        IllegalMove::NoMasterInVillage { village: foreign, clan: mover } => {
            refusals.no_master_in_village(village(foreign), clan(words, mover))
        }
        IllegalMove::SpaceOccupied { space: taken, by } => {
            refusals.space_occupied(space(words, taken), clan(words, by))
        }
        IllegalMove::NoTileToPlace { clan: mover, guild } => {
            refusals.no_tile_to_place(clan(words, mover), guild_of(guild))
        }
        IllegalMove::NoOwnMaster { space: empty, clan: mover, occupant: None } => {
            refusals.no_own_master_empty(space(words, empty), clan(words, mover))
        }
        IllegalMove::NoOwnMaster { space: taken, clan: mover, occupant: Some(other) } => {
            refusals.no_own_master_other(space(words, taken), clan(words, mover), clan(words, other))
        }
        IllegalMove::HasStudentAlready { space: full } => refusals.has_student_already(space(words, full)),
        IllegalMove::TooFewTiles { clan: mover, guild, needed, supply } => {
            refusals.too_few_tiles(clan(words, mover), guild_of(guild), needed, supply)
        }
        IllegalMove::SameMasterTwice { space: both } => refusals.same_master_twice(space(words, both)),
        IllegalMove::SecondStudentPossible { recruited, also } => {
            refusals.second_student_possible(space(words, recruited), space(words, also))
        }
        IllegalMove::NotNeighbours { from, to } => refusals.not_neighbours(village(from), village(to)),
        IllegalMove::BridgeDown { bridge: gone } => refusals.bridge_down(bridge(gone)),
        IllegalMove::NoStudentToSend { village: origin, clan: mover } => {
            refusals.no_student_to_send(village(origin), clan(words, mover))
        }
    }
}

/// Why a move is illegal, followed by the rule it breaks.
pub fn refusal_with_rule(words: &Words, reason: IllegalMove) -> String {
    format!("{} ({})", refusal(words, reason), words.refusals.rule(reason.rule()))
}

/// Why a spot cannot be chosen: the reason against the move that was probably meant. `None` if that move is legal, but not what is
/// being chosen.
pub fn why_not(position: &Position, spot: Spot) -> Option<IllegalMove> {
    let mv = match spot {
        Spot::Space(space) if position.in_opening() || position.occupant(space).is_none() => Move::Place { space },
        Spot::Space(space) => Move::recruit_one(space),
        Spot::Village(from) => {
            return Some(match position.to_move() {
                Some(_) if position.has_stone(from) => IllegalMove::VillageHasStone { village: from },
                Some(clan) => IllegalMove::NoStudentToSend { village: from, clan },
                None => IllegalMove::GameOver,
            });
        }
    };
    position.check_legal(mv).err()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_i18n::Language;
    use shangrila_rules::{Clan, Space, Village};

    #[test]
    fn a_refusal_is_a_sentence_and_names_its_rule() {
        let words = Language::English.words();
        let healer = Space::new(Village::A, Guild::Healer);
        for (reason, text) in [
            (IllegalMove::SpaceOccupied { space: healer, by: Clan::Blue }, "Healer in A: the space is taken by blue."),
            (IllegalMove::HasStudentAlready { space: healer }, "The Healer in A already has a student."),
            (
                IllegalMove::OpeningClanLimit { village: Village::C, clan: Clan::Red, tiles: 1, limit: 1 },
                "Red already has 1 tile in village C; the set-up limit per clan is 1.",
            ),
            (
                IllegalMove::TooFewTiles { clan: Clan::Red, guild: Guild::Healer, needed: 2, supply: 1 },
                "This needs 2 tiles of the Healer guild, but red has only 1 left.",
            ),
        ] {
            assert_eq!(refusal(words, reason), text);
        }
        assert_eq!(refusal_with_rule(words, IllegalMove::GameOver), "The game is over. (Rule R6.1)");
    }
}
