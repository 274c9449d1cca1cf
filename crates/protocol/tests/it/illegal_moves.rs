//! The wire form of every reason for which the rules reject a move.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use shangrila_protocol::Refusal;
use shangrila_rules::{Bridge, Clan, Guild, IllegalMove, Move, Space, Village};

use crate::wire::same;

/// Every reason for which the rules reject a move, with its wire form. The match at the end does not compile if a variant
/// is missing.
pub(crate) fn illegal_moves() -> Vec<(IllegalMove, Value)> {
    let (village, guild, clan) = (Village::E, Guild::Healer, Clan::Blue);
    let (space, also) = (Space::new(village, guild), Space::new(Village::A, Guild::Rainmaker));
    let bridge = Bridge::between(Village::A, Village::B).unwrap();
    let (tiles, limit) = (3, 3);
    use IllegalMove::*;
    let reasons = vec![
        (GameOver, json!({"code": "game_over"})),
        (
            PassNotForced { instead: Move::Journey { from: Village::A, to: Village::B } },
            json!({"code": "pass_not_forced", "instead": "a>b"}),
        ),
        (OpeningOnlyPlaces, json!({"code": "opening_only_places"})),
        (GuildAlreadyPlaced { clan, guild }, json!({"code": "guild_already_placed", "clan": "b", "guild": "H"})),
        (
            OpeningVillageFull { village, tiles, limit },
            json!({"code": "opening_village_full", "village": "e", "tiles": 3, "limit": 3}),
        ),
        (
            OpeningClanLimit { village, clan, tiles, limit },
            json!({"code": "opening_clan_limit", "village": "e", "clan": "b", "tiles": 3, "limit": 3}),
        ),
        (VillageOutOfPlay { village }, json!({"code": "village_out_of_play", "village": "e"})),
        (VillageHasStone { village }, json!({"code": "village_has_stone", "village": "e"})),
        (NoMasterInVillage { village, clan }, json!({"code": "no_master_in_village", "village": "e", "clan": "b"})),
        (SpaceOccupied { space, by: clan }, json!({"code": "space_occupied", "space": "H@e", "by": "b"})),
        (NoTileToPlace { clan, guild }, json!({"code": "no_tile_to_place", "clan": "b", "guild": "H"})),
        (NoOwnMaster { space, clan, occupant: None }, json!({"code": "no_own_master", "space": "H@e", "clan": "b"})),
        (
            NoOwnMaster { space, clan, occupant: Some(Clan::Red) },
            json!({"code": "no_own_master", "space": "H@e", "clan": "b", "occupant": "r"}),
        ),
        (HasStudentAlready { space }, json!({"code": "has_student_already", "space": "H@e"})),
        (
            TooFewTiles { clan, guild, needed: 2, supply: 1 },
            json!({"code": "too_few_tiles", "clan": "b", "guild": "H", "needed": 2, "supply": 1}),
        ),
        (SameMasterTwice { space }, json!({"code": "same_master_twice", "space": "H@e"})),
        (
            SecondStudentPossible { recruited: space, also },
            json!({"code": "second_student_possible", "recruited": "H@e", "also": "R@a"}),
        ),
        (NotNeighbours { from: Village::A, to: village }, json!({"code": "not_neighbours", "from": "a", "to": "e"})),
        (BridgeDown { bridge }, json!({"code": "bridge_down", "bridge": "ab"})),
        (NoStudentToSend { village, clan }, json!({"code": "no_student_to_send", "village": "e", "clan": "b"})),
    ];
    let number = |reason: &IllegalMove| match reason {
        GameOver => 0,
        PassNotForced { .. } => 1,
        OpeningOnlyPlaces => 2,
        GuildAlreadyPlaced { .. } => 3,
        OpeningVillageFull { .. } => 4,
        OpeningClanLimit { .. } => 5,
        VillageOutOfPlay { .. } => 6,
        VillageHasStone { .. } => 7,
        NoMasterInVillage { .. } => 8,
        SpaceOccupied { .. } => 9,
        NoTileToPlace { .. } => 10,
        NoOwnMaster { .. } => 11,
        HasStudentAlready { .. } => 12,
        TooFewTiles { .. } => 13,
        SameMasterTwice { .. } => 14,
        SecondStudentPossible { .. } => 15,
        NotNeighbours { .. } => 16,
        BridgeDown { .. } => 17,
        NoStudentToSend { .. } => 18,
    };
    let listed: BTreeSet<usize> = reasons.iter().map(|(reason, _)| number(reason)).collect();
    assert_eq!(listed, (0..19).collect());
    reasons
}

#[test]
fn every_reason_for_an_illegal_move_survives_the_wire() {
    for (why, wire) in illegal_moves() {
        assert_eq!(wire["code"], why.code());
        same(&Refusal::IllegalMove { why }, json!({"code": "illegal_move", "why": wire}));
    }
}

/// The letters and texts in a reason are read as strictly as the notation.
#[test]
fn reasons_that_name_unknown_things_are_rejected() {
    for why in [
        json!({"code": "village_has_stone", "village": "z"}),
        json!({"code": "village_has_stone", "village": "ab"}),
        json!({"code": "space_occupied", "space": "He", "by": "b"}),
        json!({"code": "space_occupied", "space": "H@e", "by": "x"}),
        json!({"code": "bridge_down", "bridge": "am"}),
        json!({"code": "pass_not_forced", "instead": "a-b"}),
        json!({"code": "no_own_master", "space": "H@e", "clan": "b", "occupant": "x"}),
        json!({"code": "no_such_rule"}),
    ] {
        let refusal = json!({"code": "illegal_move", "why": why});
        assert!(serde_json::from_value::<Refusal>(refusal.clone()).is_err(), "{refusal}");
    }
}

#[test]
fn an_unreadable_move_is_sent_back_shortened() {
    let refusal = Refusal::not_a_move(&"ä".repeat(100));
    same(&refusal, json!({"code": "not_a_move", "text": "ä".repeat(Refusal::MOVE_EXCERPT)}));
}
