//! The rulebook's worked examples as positions, and the edge cases of the rules.

use shangrila_rules::{
    Bounce, Clan, Decider, EndReason, Fate, GameOptions, Guild, IllegalMove, Move, Position, Seats, Space, Stronger,
    Village,
};

/// A board on which only villages `a` and `b` have tiles, with the clan to move.
fn two_villages(a: &str, b: &str, turn: char) -> Position {
    let text = format!("{}/{}/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy {turn} 40 0", runs(a), runs(b));
    text.parse().unwrap()
}

/// `..r` as the notation writes it: `2r`.
fn runs(village: &str) -> String {
    (1..=7).rev().fold(village.to_string(), |text, run| text.replace(&".".repeat(run), &run.to_string()))
}

fn villages(position: &Position) -> (String, String) {
    let text = position.to_string();
    let mut fields = text.split(['/', ' ']).map(str::to_string);
    (fields.next().unwrap(), fields.next().unwrap())
}

fn after(mut position: Position, mv: &str) -> Position {
    position.play(mv.parse().unwrap()).unwrap();
    position
}

fn refusal(position: &Position, mv: &str) -> IllegalMove {
    position.check_legal(mv.parse().unwrap()).unwrap_err()
}

fn legal(position: &Position) -> Vec<String> {
    let list = position.legal_moves();
    let mut moves: Vec<String> = list.iter().map(|mv| mv.to_string()).collect();
    moves.sort();
    moves
}

fn space(text: &str) -> Space {
    match text.parse().unwrap() {
        Move::Place { space } => space,
        other => panic!("{other}"),
    }
}

/// R3
#[test]
fn example_of_placing() {
    let village = "yr.b...";
    let yellow = two_villages(village, ".......", 'y');
    assert_eq!(villages(&after(yellow, "D@a")).0, "yryb3");

    let red = two_villages(village, ".......", 'r');
    assert_eq!(refusal(&red, "R@a"), IllegalMove::SpaceOccupied { space: space("R@a"), by: Clan::Yellow });
    let placed = after(red, "Y@a");
    assert_eq!(villages(&placed).0, "yr1br2");
    assert_eq!(placed.to_move(), Some(Clan::Blue), "only one tile a turn");

    let violet = two_villages(village, ".......", 'v');
    for guild in Guild::ALL {
        assert!(!violet.is_legal(Move::Place { space: Space::new(Village::A, guild) }));
    }
    let no_master = IllegalMove::NoMasterInVillage { village: Village::A, clan: Clan::Violet };
    assert_eq!(refusal(&violet, "D@a"), no_master);
}

/// R4
#[test]
fn example_of_recruiting() {
    let yellow = two_villages("y...y.b", "v.vy.bR", 'y');
    let blue_later = after(yellow, "+R@a+Y@a");
    assert_eq!(villages(&blue_later), ("Y3Y1b".into(), "v1vy1bR".into()));
    let blue = two_villages("Y...Y.b", "v.vy.bR", 'b');
    assert_eq!(villages(&after(blue, "+H@a+F@b")), ("Y3Y1B".into(), "v1vy1BR".into()));
    assert_eq!(after(blue, "+F@b+H@a"), after(blue, "+H@a+F@b"), "the order does not matter");
}

/// R5.5
#[test]
fn example_of_a_journey_from_the_stronger_village() {
    let before = two_villages("R.Ry.bV", "Y..by.b", 'r');
    let report = before.journey_report(Village::A, Village::B).unwrap();
    assert_eq!((report.origin.tiles, report.destination.tiles), (8, 5));
    assert_eq!((report.stronger, report.decided_by), (Stronger::Origin, Decider::Tiles));
    let fate = |guild| report.students[guild].map(|student| (student.clan, student.fate));
    let drives_out = |clan, tiles| Fate::DrivesOut { clan, tiles };
    assert_eq!(fate(Guild::Rainmaker), Some((Clan::Red, drives_out(Clan::Yellow, 2))));
    assert_eq!(fate(Guild::Dragonbreeder), Some((Clan::Red, Fate::BecomesMaster)));
    assert_eq!(fate(Guild::Healer), Some((Clan::Violet, drives_out(Clan::Blue, 1))));
    assert_eq!(fate(Guild::Priest), None);

    let end = after(before, "a>b");
    assert_eq!(villages(&end), ("r1ry1bv".into(), "r1rby1v".into()));
    let returned = |clan, guild| end.supply(clan, guild) - before.supply(clan, guild);
    assert_eq!(returned(Clan::Yellow, Guild::Rainmaker), 2);
    assert_eq!(returned(Clan::Blue, Guild::Healer), 1);
    assert!(!end.bridges().contains(report.bridge));
}

/// R5.6
#[test]
fn example_of_a_journey_from_the_weaker_village() {
    let before = two_villages("R.r.vvV", "YrvbYB.", 'v');
    let report = before.journey_report(Village::A, Village::B).unwrap();
    assert_eq!((report.origin.tiles, report.destination.tiles), (7, 9));
    assert_eq!((report.stronger, report.decided_by), (Stronger::Destination, Decider::Tiles));
    let bounce = Fate::Bounces(Bounce::OriginNotStronger { occupant: Clan::Yellow });
    assert_eq!(report.students[Guild::Rainmaker].unwrap().fate, bounce);
    assert_eq!(report.students[Guild::Healer].unwrap().fate, Fate::BecomesMaster);

    let end = after(before, "a>b");
    assert_eq!(villages(&end), ("r1r1vvv".into(), "YrvbYBv".into()));
    assert_eq!(end.supply(Clan::Red, Guild::Rainmaker), before.supply(Clan::Red, Guild::Rainmaker) + 1);
}

/// R6.3
#[test]
fn example_of_the_tie_break() {
    // Red and blue have 17 masters each, red in 7 villages, blue in 6.
    let text = "rrrrbbb/rrrbbbb/rr2bbb/rr2bb1/rr2bb1/2rrbbb/2rr3/7/7/7/7/7/7 000001 rbvy - 120 0";
    let end: Position = text.parse().unwrap();
    let (red, blue) = (end.score(Clan::Red), end.score(Clan::Blue));
    assert_eq!((red.masters, red.villages, blue.masters, blue.villages), (17, 7, 17, 6));
    let outcome = end.outcome().unwrap();
    assert_eq!(outcome.reason, EndReason::LastStone);
    assert_eq!(outcome.winners.into_iter().collect::<Vec<_>>(), [Clan::Red]);
    let places: Vec<_> = end.standings().iter().map(|standing| (standing.place, standing.clan)).collect();
    assert_eq!(places, [(1, Clan::Red), (2, Clan::Blue), (3, Clan::Violet), (3, Clan::Yellow)]);
}

/// R6.4
#[test]
fn clans_equal_in_everything_share_the_victory() {
    let end: Position = "rb5/rb5/7/7/7/7/7/7/7/7/7/y6/7 000001 rbvy - 120 0".parse().unwrap();
    let winners: Vec<Clan> = end.outcome().unwrap().winners.into_iter().collect();
    assert_eq!(winners, [Clan::Red, Clan::Blue]);
}

/// R5.4
#[test]
fn masters_break_a_tie_in_tiles_and_the_destination_wins_a_full_tie() {
    let more_masters = two_villages("Rb.....", "yV.....", 'r');
    let report = more_masters.journey_report(Village::A, Village::B).unwrap();
    assert_eq!((report.stronger, report.decided_by), (Stronger::Destination, Decider::Tie));

    let origin_wins = two_villages("Rbyv...", "yVB....", 'r');
    let report = origin_wins.journey_report(Village::A, Village::B).unwrap();
    assert_eq!((report.stronger, report.decided_by), (Stronger::Origin, Decider::Masters));
    assert_eq!(villages(&after(origin_wins, "a>b")), ("rbyv3".into(), "rVB4".into()));

    let destination_wins = two_villages("RB.....", "ybvr...", 'r');
    let report = destination_wins.journey_report(Village::A, Village::B).unwrap();
    assert_eq!((report.stronger, report.decided_by), (Stronger::Destination, Decider::Masters));
}

/// R5.5
#[test]
fn from_a_stronger_village_a_student_joins_its_own_master_unless_that_has_a_student() {
    let before = two_villages("RRyb...", "rR.....", 'r');
    let report = before.journey_report(Village::A, Village::B).unwrap();
    assert_eq!(report.students[Guild::Rainmaker].unwrap().fate, Fate::JoinsOwnMaster);
    let bounce = Fate::Bounces(Bounce::OwnMasterHasStudent);
    assert_eq!(report.students[Guild::Astrologer].unwrap().fate, bounce);
    let end = after(before, "a>b");
    assert_eq!(villages(&end), ("rryb3".into(), "RR5".into()));
    assert_eq!(end.supply(Clan::Red, Guild::Astrologer), 3);
    assert_eq!(end.supply(Clan::Red, Guild::Rainmaker), 3);
}

/// R5.6. The Dutch text mentions only other clans' masters.
#[test]
fn from_a_weaker_village_a_student_returns_even_from_its_own_master() {
    let before = two_villages("R......", "rbyv...", 'r');
    let report = before.journey_report(Village::A, Village::B).unwrap();
    let bounce = Fate::Bounces(Bounce::OriginNotStronger { occupant: Clan::Red });
    assert_eq!(report.students[Guild::Rainmaker].unwrap().fate, bounce);
    assert_eq!(villages(&after(before, "a>b")), ("r6".into(), "rbyv3".into()));
}

/// R5.1, R5.2, R5.3
#[test]
fn a_journey_needs_a_student_of_the_clan_and_a_standing_bridge() {
    let position = two_villages("R.V....", ".......", 'b');
    let nobody = IllegalMove::NoStudentToSend { village: Village::A, clan: Clan::Blue };
    assert_eq!(refusal(&position, "a>b"), nobody);
    assert_eq!(refusal(&position, "a>c"), IllegalMove::NotNeighbours { from: Village::A, to: Village::C });
    assert_eq!(refusal(&position, "a>a"), IllegalMove::NotNeighbours { from: Village::A, to: Village::A });
    let sent = after(two_villages("R.V....", ".......", 'r'), "a>b");
    assert_eq!(villages(&sent), ("r1v4".into(), "r1v4".into()), "students of all clans travel");
    assert!(matches!(refusal(&sent, "a>b"), IllegalMove::BridgeDown { bridge } if bridge.to_string() == "ab"));
}

/// R5.8, R5.9
#[test]
fn one_journey_can_place_two_stones_and_closes_both_villages() {
    // Of the bridges ab, kl and lm, only ab reaches a and b.
    let ready: Position = "R6/b6/7/7/7/7/7/7/7/7/7/7/7 600001 rbvy r 80 0".parse().unwrap();
    assert!(!ready.has_stone(Village::A) && !ready.has_stone(Village::B));
    let report = ready.journey_report(Village::A, Village::B).unwrap();
    assert_eq!(report.stones.into_iter().collect::<Vec<_>>(), [Village::A, Village::B]);
    let end = after(ready, "a>b");
    assert!(end.has_stone(Village::A) && end.has_stone(Village::B));
    assert_eq!(refusal(&end, "A@b"), IllegalMove::VillageHasStone { village: Village::B });
    assert_eq!(refusal(&end, "+R@b"), IllegalMove::VillageHasStone { village: Village::B });
}

/// R4.5
#[test]
fn a_single_student_is_legal_only_when_two_are_impossible() {
    let two = two_villages("r......", "r......", 'r');
    assert_eq!(
        refusal(&two, "+R@a"),
        IllegalMove::SecondStudentPossible { recruited: space("R@a"), also: space("R@b") }
    );
    // One master left that can take a student.
    let one = two_villages("r......", "R......", 'r');
    assert!(one.is_legal("+R@a".parse().unwrap()));
    // Two masters, but one tile: five of six Rainmakers lie on the board.
    let last_tile: Position = "r6/r6/7/R6/r6/7/7/7/7/7/7/7/7 7fffff rbvy r 50 0".parse().unwrap();
    let recruits: Vec<String> = legal(&last_tile).into_iter().filter(|mv| mv.starts_with('+')).collect();
    assert_eq!(recruits, ["+R@a", "+R@b", "+R@e"]);
    assert_eq!(
        refusal(&last_tile, "+R@a+R@b"),
        IllegalMove::TooFewTiles { clan: Clan::Red, guild: Guild::Rainmaker, needed: 2, supply: 1 }
    );
    // With another guild in reach, the last tile goes with that one.
    let other_guild: Position = "r6/r6/7/R6/rr5/7/7/7/7/7/7/7/7 7fffff rbvy r 50 0".parse().unwrap();
    let recruits: Vec<String> = legal(&other_guild).into_iter().filter(|mv| mv.starts_with('+')).collect();
    assert_eq!(recruits, ["+R@a+A@e", "+R@b+A@e", "+R@e+A@e"]);
    assert_eq!(refusal(&two, "+R@a+R@a"), IllegalMove::SameMasterTwice { space: space("R@a") });
}

/// R8.2
#[test]
fn the_option_up_to_two_allows_a_single_student_by_choice() {
    let text = "rr5/r6/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 50 0 recruit=up-to-two";
    let position: Position = text.parse().unwrap();
    let recruits = legal(&position).into_iter().filter(|mv| mv.starts_with('+')).count();
    assert_eq!(recruits, 3 + 3);
}

/// R4.1
#[test]
fn a_master_has_one_student_of_its_own_clan() {
    let position = two_villages("Rb.....", ".......", 'r');
    assert_eq!(refusal(&position, "+R@a"), IllegalMove::HasStudentAlready { space: space("R@a") });
    let other = |occupant, text| IllegalMove::NoOwnMaster { space: space(text), clan: Clan::Red, occupant };
    assert_eq!(refusal(&position, "+A@a"), other(Some(Clan::Blue), "A@a"));
    assert_eq!(refusal(&position, "+D@a"), other(None, "D@a"));
}

/// R3.3
#[test]
fn a_master_needs_a_tile_in_the_supply() {
    let position: Position = "R6/R6/7/R6/1r5/7/7/7/7/7/7/7/7 7fffff rbvy r 50 0".parse().unwrap();
    let none = IllegalMove::NoTileToPlace { clan: Clan::Red, guild: Guild::Rainmaker };
    assert_eq!(refusal(&position, "R@e"), none);
}

/// R2.2, R2.3
#[test]
fn the_opening_has_special_limits() {
    let four: Position = "rb1y3/1r5/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 8 0".parse().unwrap();
    assert_eq!(refusal(&four, "H@a"), IllegalMove::OpeningVillageFull { village: Village::A, tiles: 3, limit: 3 });
    assert_eq!(refusal(&four, "R@c"), IllegalMove::GuildAlreadyPlaced { clan: Clan::Red, guild: Guild::Rainmaker });
    assert_eq!(refusal(&four, "a>b"), IllegalMove::OpeningOnlyPlaces);
    assert_eq!(refusal(&four, "+R@a"), IllegalMove::OpeningOnlyPlaces);

    let two_of_a_clan: Position = "rr5/2b4/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 8 0".parse().unwrap();
    assert_eq!(
        refusal(&two_of_a_clan, "D@a"),
        IllegalMove::OpeningClanLimit { village: Village::A, clan: Clan::Red, tiles: 2, limit: 2 }
    );
    assert!(matches!(refusal(&two_of_a_clan, "D@b"), IllegalMove::SpaceOccupied { by: Clan::Blue, .. }));

    let three: Position = "r6/7/7/7/7/7/7/7/7/7/7/7/7 7fff2f rby b 1 0".parse().unwrap();
    let blue = after(three, "A@a");
    assert_eq!(refusal(&blue, "D@a"), IllegalMove::OpeningVillageFull { village: Village::A, tiles: 2, limit: 2 });
    assert_eq!(refusal(&blue, "D@c"), IllegalMove::VillageOutOfPlay { village: Village::C });
    let red = after(blue, "D@b");
    assert!(matches!(refusal(&red, "D@a"), IllegalMove::OpeningVillageFull { .. }));
    let alone: Position = "r6/1b5/7/2y4/7/7/7/7/7/7/7/7/7 7fff2f rby r 3 0".parse().unwrap();
    assert_eq!(
        refusal(&alone, "A@a"),
        IllegalMove::OpeningClanLimit { village: Village::A, clan: Clan::Red, tiles: 1, limit: 1 }
    );
}

/// R2.5. With three clans, there may be no place left for the last master of the opening.
#[test]
fn a_clan_that_cannot_place_in_the_opening_passes_and_keeps_the_tile() {
    // Yellow has a master in a, b, d, e, f, g; all others are full with red and blue. Yellow has its Healer left.
    let text = "y6/1y5/7/2y4/3y3/4y2/5y1/rb5/br5/2rb3/2br3/4rb1/4br1 7fff2f rby y 20 0";
    let stuck: Position = text.parse().unwrap();
    assert_eq!(legal(&stuck), ["pass"]);
    let passed = after(stuck, "pass");
    assert!(!passed.in_opening());
    assert_eq!((passed.ply(), passed.passes()), (21, 1));
    assert_eq!(passed.to_move(), Some(Clan::Red));
    let yellow_later = passed.to_string().replace(" rby r 21 1", " rby y 23 0");
    let yellow_later: Position = yellow_later.parse().unwrap();
    assert!(yellow_later.is_legal("H@a".parse().unwrap()), "the tile may come as a normal placement");
}

/// R7.2, R7.3, R7.4
#[test]
fn passing_is_forced_and_never_a_choice() {
    // Blue has no master in an open village: nothing to place, recruit or send.
    let text = "R6/7/7/7/7/7/7/7/7/7/b6/7/7 000003 rbvy b 80 0";
    let blue: Position = text.parse().unwrap();
    assert_eq!(legal(&blue), ["pass"]);
    assert!(matches!(refusal(&blue, "A@k"), IllegalMove::VillageHasStone { village: Village::K }));
    let violet = after(blue, "pass");
    let yellow = after(violet, "pass");
    let red = after(yellow, "pass");
    assert_eq!((red.passes(), red.to_move(), red.is_over()), (3, Some(Clan::Red), false));
    assert!(matches!(refusal(&red, "pass"), IllegalMove::PassNotForced { instead } if red.is_legal(instead)));
    assert_eq!(after(red, "A@a").passes(), 0);
}

/// R7.4
#[test]
fn the_game_ends_when_every_clan_passes_in_a_row() {
    let mut position: Position = "7/7/7/7/7/7/7/7/7/7/b6/r6/7 000003 rbv b 80 0".parse().unwrap();
    for _ in 0..3 {
        position.play(Move::Pass).unwrap();
    }
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome.reason, EndReason::AllPassed);
    assert_eq!(outcome.winners.len(), 2);
    assert!(position.to_string().ends_with("rbv - 83 3"));
    assert!(legal(&position).is_empty());
}

/// R6.1, R8.1
#[test]
fn the_game_ends_with_the_eleventh_or_twelfth_stone() {
    let text = "R6/7/7/7/7/7/7/7/7/7/7/7/7 000003 rbvy r 80 0";
    let eleven = after(text.parse().unwrap(), "a>b");
    assert!(eleven.is_over());
    assert_eq!((eleven.stones_placed(), eleven.stones_left()), (11, 0));

    let twelve = after(format!("{text} stones=12").parse().unwrap(), "a>b");
    assert!(!twelve.is_over());
    assert_eq!((twelve.stones_placed(), twelve.stones_left()), (11, 1));
    let last: Position = "R6/7/7/7/7/7/7/7/7/7/7/7/7 000002 rbvy r 81 0 stones=12".parse().unwrap();
    let report = last.journey_report(Village::A, Village::D).unwrap();
    assert_eq!((report.stones_left.before, report.stones_left.after, report.ends_game), (1, 0, true));
    let end = after(last, "a>d");
    assert!(end.is_over());
    assert_eq!((end.stones_placed(), end.stones_left(), end.bridges().len()), (12, 0, 0));
}

/// R1.6
#[test]
fn with_three_clans_the_red_village_has_a_stone_from_the_start() {
    let start = Position::start(Seats::THREE, GameOptions::default());
    assert!(start.has_stone(Village::C));
    assert_eq!((start.bridges().len(), start.stones_placed(), start.stones_left()), (20, 1, 10));
    assert_eq!(legal(&start).len(), 12 * 7);
    assert_eq!(legal(&Position::start(Seats::FOUR, GameOptions::default())).len(), 13 * 7);
}

/// R2.4
#[test]
fn first_game_set_ups_follow_the_cards_whichever_clans_play() {
    let default = GameOptions::default();
    let four = Position::first_game(Seats::FOUR, default);
    assert_eq!(
        four.to_string(),
        "4vvr/1ry4/7/7/3rb2/1v3bb/1b1y1r1/ry1v3/y1b3y/v1r1r2/7/2v2yv/b2by2 7fffff rbvy r 28 0"
    );
    let three = Position::first_game(Seats::THREE, default);
    assert_eq!(three.to_string(), "b3r2/7/7/1b3r1/3rb2/5yb/3by2/yr5/2b3y/2ry3/r1y4/5br/1y5 7fff2f rby r 21 0");
    let violet_for_red = Position::first_game("yvb".parse().unwrap(), default);
    assert_eq!(violet_for_red.to_string(), "b3v2/7/7/1b3v1/3vb2/5yb/3by2/yv5/2b3y/2vy3/v1y4/5bv/1y5 7fff2f yvb y 21 0");
    for (position, clans) in [(four, 4), (three, 3)] {
        for clan in position.seats().iter() {
            assert_eq!(position.score(clan).masters, 7);
            assert!(Guild::ALL.iter().all(|&guild| position.supply(clan, guild) == 5));
        }
        assert_eq!(position.seats().count(), clans);
    }
}
