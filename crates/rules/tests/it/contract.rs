//! Properties of every position of every game: the library is compared with a plain model of the rules, with brute force
//! over every conceivable move, and with itself.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::model::Model;
use crate::play::{POLICIES, Policy, any_late_position, any_options, any_seats, walk};
use fastrand::Rng;
use shangrila_rules::{
    Bridge, Choices, Clan, EndReason, Fate, GameOptions, Guild, Move, PackedMove, Position, Seats, Setup, Space,
    Stones, Village,
};

fn legal_moves(position: &Position) -> Vec<Move> {
    let list = position.legal_moves();
    list.iter().collect()
}

/// `cargo xtask soak` plays many more games.
const TIMES: usize = if cfg!(feature = "soak") { 40 } else { 1 };

/// Games of all kinds: every policy, three and four clans, any options, both set-ups, and random arrangements.
fn for_each_game(games: usize, seed: u64, mut game: impl FnMut(Position, Policy, &mut Rng)) {
    let mut rng = Rng::with_seed(seed);
    for index in 0..games * TIMES {
        let (seats, options) = (any_seats(&mut rng), any_options(&mut rng));
        let start = match index % 4 {
            0 => Position::start(seats, options),
            1 => Position::first_game(seats, options),
            _ => any_late_position(&mut rng),
        };
        game(start, POLICIES[index % POLICIES.len()], &mut rng);
    }
}

#[test]
fn the_library_agrees_with_the_plain_model_on_whole_games() {
    let mut rng = Rng::with_seed(1);
    for index in 0..1_000 * TIMES {
        let (seats, options) = (any_seats(&mut rng), any_options(&mut rng));
        let policy = POLICIES[index % POLICIES.len()];
        let (start, mut model) = match index % 4 {
            0 => (Position::start(seats, options), Model::start(seats, options.stones, options.recruit)),
            1 => {
                let card = Position::first_game(seats, options);
                (card, Model::from_setup(&card.into()))
            }
            _ => {
                let late = any_late_position(&mut rng);
                (late, Model::from_setup(&late.into()))
            }
        };
        let seats = start.seats();
        walk(start, policy, &mut rng, |position, mv| {
            assert_eq!(position.to_string(), model.text());
            let ours: BTreeSet<Move> = legal_moves(position).into_iter().collect();
            let theirs: BTreeSet<Move> = model.legal_moves().into_iter().collect();
            assert_eq!(ours, theirs, "{position}");
            assert_eq!(position.is_over(), model.over(), "{position}");
            for clan in seats.iter() {
                let score = position.score(clan);
                assert_eq!((score.masters, score.villages), model.score(clan), "{position}");
                for guild in Guild::ALL {
                    assert_eq!(position.supply(clan, guild), model.supply(clan, guild), "{position}");
                }
            }
            let wins = |clan: &Clan| position.outcome().is_some_and(|outcome| outcome.winners.contains(*clan));
            assert_eq!(seats.iter().filter(wins).collect::<Vec<_>>(), model.winners(), "{position}");
            if let Some(mv) = mv {
                model.play(mv);
            }
        });
    }
}

/// Every move that the notation can express.
fn conceivable_moves() -> Vec<Move> {
    let spaces: Vec<Space> = Space::all().collect();
    let mut moves = vec![Move::Pass];
    moves.extend(spaces.iter().map(|&space| Move::Place { space }));
    moves.extend(spaces.iter().map(|&space| Move::recruit_one(space)));
    for (index, &first) in spaces.iter().enumerate() {
        moves.extend(spaces[index..].iter().map(|&second| Move::recruit_two(first, second)));
    }
    for from in Village::ALL {
        moves.extend(Village::ALL.map(|to| Move::Journey { from, to }));
    }
    moves
}

#[test]
fn packed_moves_unpack_to_themselves() {
    let moves = conceivable_moves();
    let packed: HashSet<PackedMove> = moves.iter().map(|&mv| mv.into()).collect();
    assert_eq!(packed.len(), moves.len());
    for mv in moves {
        assert_eq!(PackedMove::from(mv).unpack(), mv);
        assert_eq!(mv.to_string().parse(), Ok(mv));
    }
}

#[test]
fn generated_moves_are_the_legal_moves_by_brute_force() {
    let conceivable = conceivable_moves();
    assert_eq!(conceivable.len(), 1 + 91 + 91 + 91 * 92 / 2 + 13 * 13);
    for policy in [Policy::Uniform, Policy::Recruit, Policy::Stay] {
        for_each_game(150, 2 + policy as u64, |start, _, rng| {
            let mut turn = 0;
            let first = rng.usize(..4);
            walk(start, policy, &mut rng.fork(), |position, _| {
                turn += 1;
                if turn % 4 != first {
                    return;
                }
                let generated = legal_moves(position);
                let unique: BTreeSet<Move> = generated.iter().copied().collect();
                assert_eq!(unique.len(), generated.len(), "a move is listed twice in {position}");
                let legal: BTreeSet<Move> = conceivable.iter().copied().filter(|&mv| position.is_legal(mv)).collect();
                assert_eq!(unique, legal, "{position}");
            });
        });
    }
}

#[test]
fn counting_and_listing_agree() {
    for_each_game(1_000, 3, |start, policy, rng| {
        walk(start, policy, rng, |position, _| {
            assert_eq!(Choices::of(position).count(), legal_moves(position).len(), "{position}");
        });
    });
}

#[test]
fn an_illegal_move_is_refused_and_changes_nothing() {
    let conceivable = conceivable_moves();
    let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
    for_each_game(400, 4, |start, policy, rng| {
        walk(start, policy, &mut rng.fork(), |position, _| {
            for _ in 0..10 {
                let mv = *rng.choice(&conceivable).unwrap();
                let mut after = *position;
                if let Err(reason) = after.play(mv) {
                    assert_eq!(after, *position);
                    assert!(!reason.to_string().is_empty());
                    seen.insert((reason.code().to_string(), reason.rule().to_string()));
                }
            }
        });
    });
    assert_eq!(seen, documented_reasons(), "every reason occurs, and is documented with its rule");
}

/// The table of reasons in the documentation of the engine protocol.
fn documented_reasons() -> BTreeSet<(String, String)> {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engine-protocol.md");
    let text = std::fs::read_to_string(document).unwrap();
    let cell = |cell: &str| cell.trim().trim_matches('`').to_string();
    let table = text.split("| `reason` | rule |").nth(1).unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `")).map(|line| line.split('|').collect::<Vec<_>>());
    rows.map(|row| (cell(row[1]), cell(row[2]))).collect()
}

#[test]
fn tiles_of_a_clan_and_guild_always_add_up_to_six() {
    for_each_game(150, 5, |start, policy, rng| {
        walk(start, policy, rng, |position, _| {
            for clan in position.seats().iter() {
                for guild in Guild::ALL {
                    let on = Space::all().filter(|space| space.guild() == guild);
                    let tiles = on.filter_map(|space| position.occupant(space)).filter(|there| there.clan == clan);
                    let on_board: usize = tiles.map(|there| 1 + usize::from(there.student)).sum();
                    assert_eq!(on_board + position.supply(clan, guild), 6, "{position}");
                }
            }
            position.assert_consistent();
        });
    });
}

#[test]
fn text_forms_survive_a_round_trip() {
    for_each_game(150, 6, |start, policy, rng| {
        walk(start, policy, rng, |position, mv| {
            let text = position.to_string();
            assert_eq!(text.parse(), Ok(*position));
            let setup: Setup = text.parse().unwrap();
            assert_eq!(setup, Setup::from(*position));
            assert_eq!(setup.position(), Ok(*position));
            if let Some(mv) = mv {
                assert_eq!(mv.to_string().parse(), Ok(mv));
            }
        });
    });
}

/// Renames each clan in a text form: `r b y v` and `R B Y V`, but not the guilds of a move.
fn relabel(text: &str, names: &HashMap<char, char>) -> String {
    let rename = |letter: char| {
        let new = names.get(&letter.to_ascii_lowercase()).copied().unwrap_or(letter);
        if letter.is_ascii_uppercase() { new.to_ascii_uppercase() } else { new }
    };
    let mut fields: Vec<String> = text.split(' ').map(str::to_string).collect();
    for field in [0, 2, 3] {
        fields[field] = fields[field].chars().map(rename).collect();
    }
    fields.join(" ")
}

#[test]
fn relabelling_clans_changes_nothing_but_names() {
    for_each_game(60, 7, |start, policy, rng| {
        let mut names = Clan::ALL;
        rng.shuffle(&mut names);
        let names: HashMap<char, char> = Clan::ALL.iter().zip(names).map(|(a, b)| (a.letter(), b.letter())).collect();
        let mut twin: Position = relabel(&start.to_string(), &names).parse().unwrap();
        walk(start, policy, rng, |position, mv| {
            assert_eq!(relabel(&position.to_string(), &names), twin.to_string());
            assert_eq!(legal_moves(position), legal_moves(&twin));
            for clan in position.seats().iter() {
                let other = Clan::from_letter(names[&clan.letter()]).unwrap();
                assert_eq!(position.score(clan), twin.score(other));
            }
            if let Some(mv) = mv {
                twin.play(mv).unwrap();
            }
        });
    });
}

#[test]
fn a_game_ends_with_one_bridge_or_when_all_have_passed() {
    let (mut by_stones, mut by_passes) = (0, 0);
    for_each_game(400, 8, |start, policy, rng| {
        let mut journeys = 0;
        let standing = start.bridges().len();
        walk(start, policy, rng, |position, mv| {
            assert_eq!(journeys + position.journeys_left(), start.journeys_left(), "{position}");
            assert_eq!(position.journeys_left() == 0, position.stones_left() == 0, "{position}");
            journeys += usize::from(matches!(mv, Some(Move::Journey { .. })));
            let last = if position.options().stones == Stones::Eleven { 1 } else { 0 };
            let all_passed = position.passes() == position.seats().count();
            assert_eq!(position.is_over(), position.bridges().len() == last || all_passed, "{position}");
            assert_eq!(mv.is_none(), position.is_over(), "{position}");
            assert_eq!(position.to_move().is_none(), position.is_over());
            assert_eq!(position.stones_left() == 0, position.bridges().len() == last, "{position}");
            let Some(outcome) = position.outcome() else { return };
            if outcome.reason == EndReason::LastStone {
                by_stones += 1;
                assert_eq!(journeys, standing - last, "{position}");
                if standing >= 20 {
                    assert_eq!(journeys, if position.seats().count() == 4 { 23 } else { 20 } - last, "{position}");
                }
            } else {
                by_passes += 1;
                assert!(all_passed && position.bridges().len() > last);
            }
            assert!(!outcome.winners.is_empty());
        });
    });
    assert!(by_stones > 200 && by_passes > 20, "{by_stones} by stones, {by_passes} by passes");
}

#[test]
fn a_finished_game_refuses_every_move() {
    let conceivable = conceivable_moves();
    for_each_game(20, 9, |start, policy, rng| {
        walk(start, policy, rng, |position, mv| {
            if mv.is_none() {
                assert!(conceivable.iter().all(|&mv| position.check_legal(mv).unwrap_err().code() == "game_over"));
            }
        });
    });
}

#[test]
fn a_journey_report_agrees_with_the_journey_played() {
    let mut fates = [0; 5];
    for_each_game(250, 10, |start, policy, rng| {
        walk(start, policy, rng, |position, mv| {
            for bridge in Bridge::all() {
                let (one, other) = bridge.ends();
                let report = position.journey_report(one, other);
                assert_eq!(report.is_ok(), position.bridges().contains(bridge));
            }
            let Some(Move::Journey { from, to }) = mv else { return };
            let report = position.journey_report(from, to).unwrap();
            let mut after = *position;
            after.play_unchecked(Move::Journey { from, to });

            assert_eq!(report.scores.before, position.scores());
            assert_eq!(report.scores.after, after.scores(), "{position} {from}>{to}");
            assert_eq!(report.supplies.before, position.supplies());
            assert_eq!(report.supplies.after, after.supplies(), "{position} {from}>{to}");
            assert_eq!(report.bridges_left.after, after.bridges().len());
            assert_eq!(report.stones_left.before, position.stones_left());
            assert_eq!(report.stones_left.after, after.stones_left(), "{position} {from}>{to}");
            assert_eq!(report.ends_game, after.is_over());
            assert!(report.senders.contains(position.to_move().unwrap()));
            for village in Village::ALL {
                let new_stone = after.has_stone(village) && !position.has_stone(village);
                assert_eq!(report.stones.contains(village), new_stone);
            }
            for (guild, student) in report.students.iter() {
                let (origin, destination) = (Space::new(from, guild), Space::new(to, guild));
                let travels = position.occupant(origin).filter(|there| there.student).map(|there| there.clan);
                assert_eq!(travels, student.map(|student| student.clan));
                let Some(student) = student else {
                    assert_eq!(after.occupant(destination), position.occupant(destination));
                    continue;
                };
                let there = after.occupant(destination).unwrap();
                let kind = match student.fate {
                    Fate::BecomesMaster => {
                        assert!(there.clan == student.clan && !there.student);
                        0
                    }
                    Fate::JoinsOwnMaster => {
                        assert!(there.clan == student.clan && there.student);
                        1
                    }
                    Fate::DrivesOut { clan, tiles } => {
                        assert!(there.clan == student.clan && !there.student && clan != student.clan);
                        1 + tiles
                    }
                    Fate::Bounces(_) => {
                        assert_eq!(after.occupant(destination), position.occupant(destination));
                        4
                    }
                };
                fates[kind] += 1;
            }
        });
    });
    assert!(fates.iter().all(|&count| count > 20), "every fate was seen: {fates:?}");
}

#[test]
fn equal_hashes_mean_equal_positions_except_for_the_ply() {
    let mut seen: HashMap<u64, String> = HashMap::new();
    let mut low_bits = [0usize; 256];
    for_each_game(600, 11, |start, policy, rng| {
        walk(start, policy, rng, |position, _| {
            let mut setup = Setup::from(*position);
            if !position.in_opening() {
                setup.ply = 999;
            }
            let text = setup.to_string();
            assert_eq!(
                setup.position().unwrap().hash64(),
                position.hash64(),
                "the ply does not matter after the opening"
            );
            low_bits[position.hash64() as usize & 255] += 1;
            let earlier = seen.entry(position.hash64()).or_insert_with(|| text.clone());
            assert_eq!(*earlier, text);
        });
    });
    let (total, most) = (low_bits.iter().sum::<usize>(), *low_bits.iter().max().unwrap());
    assert!(most < 2 * total / low_bits.len(), "the low bits are spread evenly: {most} of {total}");
}

#[test]
fn hashes_are_stable() {
    let hash = |text: &str| text.parse::<Position>().unwrap().hash64();
    let card4 = Position::first_game(Seats::FOUR, GameOptions::default());
    let start3 = Position::start(Seats::THREE, GameOptions::default());
    let late = "R1Ry1bV/Y2by1b/7/7/7/7/7/7/7/7/7/7/7 7ffffe rbvy r 40 1 stones=12,recruit=up-to-two";
    let hashes = [card4.hash64(), start3.hash64(), hash(late)];
    assert_eq!(hashes.map(|hash| format!("{hash:016x}")), STABLE_HASHES);
}

/// Changing these values breaks every stored hash and needs a good reason.
const STABLE_HASHES: [&str; 3] = ["84fd00a574c492d8", "e45ff25449bb4856", "bc497501299b2556"];

#[test]
fn random_moves_are_legal_and_uniformly_distributed() {
    let mut rng = Rng::with_seed(12);
    for_each_game(30, 13, |start, policy, games_rng| {
        walk(start, policy, games_rng, |position, _| {
            let mut next = *position;
            let drawn = next.play_random(|n| rng.u32(..n));
            match drawn {
                Some(mv) => {
                    let mut expected = *position;
                    expected.play(mv).unwrap();
                    assert_eq!(next, expected);
                }
                None => assert!(position.is_over()),
            }
        });
    });

    // A late position with last tiles, pairs, placements and journeys; 4,000 draws for each of its moves.
    for text in [
        "r5R/r4rr/7/R4rb/r2b2r/6v/7/7/7/7/7/y6/7 7fffff rbvy r 60 0",
        "r5r/r4rr/7/R4rb/r2b2R/6v/7/7/7/7/7/y6/7 7fffff rbvy r 60 0 recruit=up-to-two",
        "r6/r6/7/R6/r6/7/7/7/7/7/7/y6/7 7fffff rbvy r 60 0",
        "rb1y3/1r5/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 8 0",
    ] {
        let position: Position = text.parse().unwrap();
        let moves = legal_moves(&position);
        assert!(moves.len() > 1);
        let mut counts: HashMap<Move, usize> = HashMap::new();
        for _ in 0..4_000 * moves.len() {
            let mut next = position;
            *counts.entry(next.play_random(|n| rng.u32(..n)).unwrap()).or_default() += 1;
        }
        assert_eq!(counts.len(), moves.len());
        for mv in moves {
            // Six standard deviations of a count of 4,000.
            assert!(counts[&mv].abs_diff(4_000) < 380, "{mv} was drawn {} times in {text}", counts[&mv]);
        }
    }
}
