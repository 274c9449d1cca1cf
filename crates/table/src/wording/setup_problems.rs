//! Why no game can reach an arrangement of tiles and bridges.

use shangrila_i18n::{SetupProblemWords, Words};
use shangrila_rules::{SetupProblem, TILES_PER_GUILD};

use super::{bridge, clan, space, village};
use crate::Unreachable;

/// One reason, without the number of its rule.
pub fn setup_problem(words: &Words, texts: &SetupProblemWords, problem: SetupProblem) -> String {
    match problem {
        SetupProblem::TooManyTiles { clan: owner, guild, tiles } => {
            texts.too_many_tiles(clan(words, owner), &words.guilds[guild as usize], tiles, TILES_PER_GUILD)
        }
        SetupProblem::ClanNotSeated { clan: owner, space: at } => {
            texts.clan_not_playing(clan(words, owner), space(words, at))
        }
        SetupProblem::TileOutOfPlay { space: at } => texts.tile_out_of_play(space(words, at)),
        SetupProblem::BridgeOutOfPlay { bridge: at } => texts.bridge_out_of_play(bridge(at)),
        SetupProblem::TurnNotSeated { clan: mover } => texts.turn_not_playing(clan(words, mover)),
        SetupProblem::OpeningVillageFull { village: at, tiles, limit } => texts.village_full(village(at), tiles, limit),
        SetupProblem::OpeningClanLimit { village: at, clan: owner, tiles, limit } => {
            texts.clan_limit(village(at), clan(words, owner), tiles, limit)
        }
        SetupProblem::OpeningGuildTwice { clan: owner, guild } => {
            texts.guild_twice(clan(words, owner), &words.guilds[guild as usize])
        }
        SetupProblem::OpeningStudent { space: at } => texts.setup_student(space(words, at)),
        SetupProblem::OpeningBridgeDown { bridge: at } => texts.setup_bridge(bridge(at)),
        SetupProblem::OpeningTooEarly { tiles, ply } => texts.too_early(tiles, usize::from(ply)),
        SetupProblem::TooManyPasses { passes } => texts.too_many_passes(passes),
        SetupProblem::TooManyStones => texts.too_many_stones.to_string(),
        SetupProblem::TurnAfterEnd { clan: mover } => texts.after_end(clan(words, mover)),
        SetupProblem::NobodyToMove => texts.nobody_to_move.to_string(),
    }
}

/// Why the history of a game rules a position out.
pub fn unreachable(words: &Words, texts: &SetupProblemWords, reason: Unreachable) -> String {
    match reason {
        Unreachable::TilesMissing { tiles, ply } => texts.too_early(tiles, ply),
        Unreachable::UnevenSetup { ahead, masters, behind, others } => {
            texts.uneven(clan(words, ahead), masters, clan(words, behind), others)
        }
        Unreachable::MastersMissing { masters, least } => texts.masters_missing(masters, least),
        Unreachable::GuildsMissing { clan: owner, guilds } => texts.guilds_missing(clan(words, owner), guilds),
        Unreachable::TooManyVillages { clan: owner, villages, most } => {
            texts.too_many_villages(clan(words, owner), villages, most)
        }
        Unreachable::StrangersInVillage { village: at, clans, most } => texts.strangers(village(at), clans, most),
        Unreachable::TooFewTurns { turns, least } => texts.too_few_turns(turns, least),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_i18n::Language;
    use shangrila_rules::{Clan, Setup, Village};

    #[test]
    fn every_kind_of_impossible_position_is_explained_in_every_language() {
        let empty = "7/7/7/7/7/7/7/7/7/7/7/7";
        let positions = [
            (
                "r6/r6/r6/r6/r6/r6/R6/7/7/7/7/7/7 7fffff rbvy r 40 0",
                "Red has 8 tiles of the guild Rainmaker on the board, but owns only 6",
            ),
            ("v6/7/7/7/7/7/7/7/7/7/7/7/7 7fff2f rby r 40 0", "Violet has a tile here but doesn’t play: Rainmaker in A"),
            (
                "7/7/r6/7/7/7/7/7/7/7/7/7/7 7fff2f rby r 40 0",
                "With three clans this village isn’t used: Rainmaker in C",
            ),
            (&format!("{empty}/7 7fffff rby r 40 0"), "With three clans the bridge BC isn’t used"),
            (&format!("{empty}/7 7fff2f rby v 40 0"), "Violet is to move but doesn’t play"),
            (
                "rbvybr1/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 20 0",
                "Village A has 6 tiles; during set-up it holds at most 3",
            ),
            (
                "rr1r3/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 20 0",
                "Red has 3 tiles in village A; during set-up at most 2",
            ),
            ("r6/r6/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 20 0", "Red has more than one master of the guild Rainmaker"),
            ("R6/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 20 0", "There are no students during set-up: Rainmaker in A"),
            (&format!("{empty}/7 7ffffe rbvy r 20 0"), "During set-up all bridges stand, but AB is missing"),
            (
                "r6/1b5/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 1 0",
                "There are 2 tiles on the board after 1 turn of the set-up",
            ),
            (&format!("{empty}/7 7fffff rbvy r 40 9"), "9 passes in a row can’t happen here"),
            (&format!("{empty}/7 000000 rbvy - 40 0"), "No bridge is standing"),
            (&format!("{empty}/7 400000 rbvy r 40 0"), "Red is to move, but the game is over"),
            (&format!("{empty}/7 7fffff rbvy - 40 0"), "Nobody is to move, but the game isn’t over"),
        ];
        for (text, expected) in positions {
            let setup: Setup = text.parse().unwrap();
            let problems = setup.problems();
            let explain = |language: Language| -> Vec<String> {
                let texts = &language.analysis().problems;
                problems.iter().map(|&problem| setup_problem(language.words(), texts, problem)).collect()
            };
            let english = explain(Language::English);
            assert!(english.iter().any(|reason| reason.starts_with(expected)), "{text}: {english:?}");
            for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
                for (reason, english) in explain(language).iter().zip(&english) {
                    assert!(!reason.contains(['{', '}']) && reason != english, "{language}: {reason}");
                }
            }
        }
    }
    #[test]
    fn what_no_game_can_have_been_through_is_explained_in_every_language() {
        let reasons = [
            (
                Unreachable::TilesMissing { tiles: 2, ply: 9 },
                "There are 2 tiles on the board after 9 turns of the set-up",
            ),
            (
                Unreachable::UnevenSetup { ahead: Clan::Red, masters: 3, behind: Clan::Blue, others: 1 },
                "Red has placed 3 masters and blue 1, but during set-up the clans take turns",
            ),
            (Unreachable::MastersMissing { masters: 1, least: 28 }, "There is 1 master on the board, but"),
            (Unreachable::GuildsMissing { clan: Clan::Red, guilds: 2 }, "All bridges stand, so nobody was driven out"),
            (
                Unreachable::TooManyVillages { clan: Clan::Red, villages: 9, most: 8 },
                "Red has masters in 9 villages, but its set-up and the journeys lead to 8 at most",
            ),
            (
                Unreachable::StrangersInVillage { village: Village::A, clans: 4, most: 3 },
                "All bridges of village A stand, so nobody travelled there, but 4 clans are in it",
            ),
            (Unreachable::TooFewTurns { turns: 28, least: 30 }, "This takes 30 turns or more"),
        ];
        for (reason, expected) in reasons {
            let explain = |language: Language| unreachable(language.words(), &language.analysis().problems, reason);
            let english = explain(Language::English);
            assert!(english.starts_with(expected), "{english}");
            for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
                let text = explain(language);
                assert!(!text.contains(['{', '}']) && text != english, "{language}: {text}");
            }
        }
    }
}
