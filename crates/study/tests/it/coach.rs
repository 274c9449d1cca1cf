//! Everything the coach says is true. The checker knows the remarks only as values, and tests each by brute force on the rules: it plays the
//! moves and compares the boards. It shares no code with the coach.

use fastrand::Rng;
use shangrila_ai::{Level, Limits, NoClock};
use shangrila_i18n::Language;
use shangrila_rules::{Clan, GameOptions, Move, Position, Seats, Setup, Space, Village};
use shangrila_study::coach::{JourneyOf, MoveAdvice, Remark};
use shangrila_study::{Adviser, Candidate, Lapse, StudySearch, TurnReview};
use shangrila_table::wording;

/// The positions to check, unless `SHANGRILA_COACH_POSITIONS` says otherwise.
const POSITIONS: usize = 60;
/// How long the search looks at each.
const VISITS: u32 = 60;

/// How long the strongest level looks at each position of its own games: about as long as it has in a game with a second a move on a phone.
const STRONG_VISITS: u32 = 1000;

/// Who has a master on a space.
fn owner(position: &Position, space: Space) -> Option<Clan> {
    position.occupant(space).map(|occupant| occupant.clan)
}

/// The spaces where a clan has a master in the first position and not in the second.
fn lost(before: &Position, after: &Position, clan: Clan) -> Vec<Space> {
    let gone = |&space: &Space| owner(before, space) == Some(clan) && owner(after, space) != Some(clan);
    Space::all().filter(gone).collect()
}

fn after(position: &Position, mv: Move) -> Option<Position> {
    let mut next = *position;
    next.play(mv).ok().map(|()| next)
}

/// The same board with another clan to move.
fn turn_of(position: &Position, clan: Clan) -> Position {
    let mut setup = Setup::from(*position);
    setup.turn = Some(clan);
    setup.position().unwrap()
}

/// The masters of `clan` that `sender` would drive out with a journey if it were its turn.
fn victims(position: &Position, sender: Clan, (from, to): (Village, Village), clan: Clan) -> Vec<Space> {
    let board = turn_of(position, sender);
    after(&board, Move::Journey { from, to }).map_or(Vec::new(), |next| lost(&board, &next, clan))
}

/// The masters that a clan would win with a journey if it were its turn: all that it then has, less all that it had.
fn gain(position: &Position, clan: Clan, from: Village, to: Village) -> usize {
    let count = |position: &Position| Space::all().filter(|&space| owner(position, space) == Some(clan)).count();
    let board = turn_of(position, clan);
    after(&board, Move::Journey { from, to }).map_or(0, |next| count(&next).saturating_sub(count(&board)))
}

fn best_gain(position: &Position, clan: Clan) -> usize {
    let pairs = Village::ALL.into_iter().flat_map(|from| Village::ALL.map(|to| (from, to)));
    pairs.map(|(from, to)| gain(position, clan, from, to)).max().unwrap_or(0)
}

/// Tiles, then masters, counted space by space.
fn strength(position: &Position, village: Village) -> (usize, usize) {
    let there = || Space::all().filter(|space| space.village() == village).filter_map(|space| position.occupant(space));
    (there().map(|occupant| 1 + usize::from(occupant.student)).sum(), there().count())
}

/// Replays a line and returns the first journey of someone else that costs the clan masters before its next turn, and its own next move if
/// that is a journey that wins it masters.
fn told_by(line: &[Move], start: &Position, clan: Clan) -> (Option<JourneyOf>, Option<(Village, Village, usize)>) {
    let (mut position, mut open) = (*start, None);
    for &mv in line {
        let mover = position.to_move().unwrap();
        let next = after(&position, mv).unwrap();
        if let Move::Journey { from, to } = mv {
            if mover == clan {
                let won = gain(&position, clan, from, to);
                return (open, (won > 0).then_some((from, to, won)));
            }
            let masters = lost(&position, &next, clan).len();
            if masters > 0 && open.is_none() {
                open = Some(JourneyOf { clan: mover, from, to, masters });
            }
        }
        if mover == clan {
            break;
        }
        position = next;
    }
    (open, None)
}

/// Whether a remark about a move is true.
fn is_true(remark: &Remark, position: &Position, candidate: &Candidate) -> bool {
    let clan = position.to_move().unwrap();
    let next = after(position, candidate.mv).unwrap();
    match remark {
        Remark::EndsGame => next.is_over(),
        Remark::Wins { masters } => *masters > 0 && lost(&next, position, clan).len() == *masters,
        Remark::Costs { masters } => *masters > 0 && lost(position, &next, clan).len() == *masters,
        Remark::DrivesOut { clans } => {
            !clans.is_empty()
                && Clan::ALL.iter().all(|&other| {
                    let loses = other != clan && !lost(position, &next, other).is_empty();
                    clans.contains(&other) == loses
                })
        }
        Remark::Prevents(journey) => {
            let way = (journey.from, journey.to);
            let before = victims(position, journey.clan, way, clan);
            let still = if next.is_over() { Vec::new() } else { victims(&next, journey.clan, way, clan) };
            journey.clan != clan
                && !before.is_empty()
                && before.len() == journey.masters
                && before.iter().all(|space| owner(&next, *space) == Some(clan) && !still.contains(space))
        }
        Remark::BringsPeace { village, masters } => {
            let there = Space::all().filter(|&space| space.village() == *village && owner(&next, space) == Some(clan));
            !position.has_stone(*village) && next.has_stone(*village) && there.count() == *masters && *masters > 0
        }
        Remark::Threatens { from, to, masters } => {
            *masters > 0 && gain(&next, clan, *from, *to) == *masters && best_gain(position, clan) < *masters
        }
        Remark::Overtakes { village, others } => {
            !others.is_empty()
                && others.into_iter().all(|other| {
                    let standing = |bridge: &shangrila_rules::Bridge| {
                        let ends = bridge.ends();
                        ends == (*village, other) || ends == (other, *village)
                    };
                    position.bridges().into_iter().any(|bridge| standing(&bridge))
                        && strength(position, *village) <= strength(position, other)
                        && strength(&next, *village) > strength(&next, other)
                })
        }
        Remark::Prepares { from, to, masters } => {
            told_by(&candidate.line, &next, clan).1 == Some((*from, *to, *masters))
        }
        Remark::LeavesOpen(journey) => told_by(&candidate.line, &next, clan).0 == Some(*journey),
    }
}

/// Positions of games that a level plays with itself, from the middle of the set-up to the last turn.
fn games_of(level: Level, visits: u32, mut check: impl FnMut(&Position) -> bool) {
    let budget = shangrila_ai::Budget {
        limits: Limits::visits(visits),
        clock: &NoClock,
        stop: &std::sync::atomic::AtomicBool::new(false),
    };
    for game in 0.. {
        let seats = if game % 2 == 0 { Seats::FOUR } else { Seats::THREE };
        let mut position = Position::start(seats, GameOptions::default());
        let mut bot = level.bot(game);
        let mut rng = Rng::with_seed(game);
        while !position.is_over() {
            if position.ply() > 12 && rng.u32(..3) == 0 && !check(&position) {
                return;
            }
            let thought = bot.think(&position, &budget).unwrap();
            position.play(thought.mv).unwrap();
            bot.observe(thought.mv);
        }
    }
}

#[test]
fn every_sentence_of_the_coach_is_true() {
    // Many positions are from games of the strongest level, which take their time; `cargo xtask soak` asks for them.
    let asked_for = std::env::var("SHANGRILA_COACH_POSITIONS").ok().map(|text| text.parse().unwrap());
    let (wanted, level, visits) = match asked_for {
        Some(wanted) => (wanted, Level::STRONGEST, STRONG_VISITS),
        None => (POSITIONS, Level::Abbot, VISITS),
    };
    let (mut positions, mut sentences) = (0, std::collections::BTreeMap::<String, usize>::new());
    games_of(level, visits, |position| {
        let search = StudySearch { visits: VISITS, ..StudySearch::default() }.search(position);
        // Not only the best move is explained: a warning explains others.
        for line in search.analysis(3).lines {
            let candidate = Candidate::from(line);
            let advice = MoveAdvice::of(position, candidate.clone()).unwrap();
            for remark in &advice.remarks {
                assert!(is_true(remark, position, &candidate), "{remark:?} is false of {candidate:?} in {position}");
                let kind = format!("{remark:?}").split([' ', '(']).next().unwrap().to_string();
                *sentences.entry(kind).or_default() += 1;
            }
            let words = Language::English.words();
            let texts = &words.coach;
            let told = advice.sentences(words, texts, &|clan| wording::clan(words, clan));
            assert!(told.len() == advice.remarks.len() && told.iter().all(|text| !text.contains(['{', '}'])));
            let letters = advice.where_to_look(words, texts);
            assert!(advice.villages().into_iter().all(|village| letters.contains(wording::village(village))));
        }
        positions += 1;
        positions < wanted
    });
    println!("{positions} positions from games of {level} with {visits} visits: {sentences:?}");
    assert!(sentences.len() >= 7, "{sentences:?}");
}

#[test]
fn the_checker_finds_false_sentences() {
    // Blue's two tiles in d threaten red's single master in a; a second master makes a as strong as d.
    let position: Position = "r6/7/7/B6/7/7/7/7/7/7/7/7/b6 400003 rbvy r 40 0".parse().unwrap();
    let candidate =
        |mv: &str| Candidate { mv: mv.parse().unwrap(), wins: Default::default(), proved: false, line: Vec::new() };
    let advice = MoveAdvice::of(&position, candidate("H@a")).unwrap();
    let attack = JourneyOf { clan: Clan::Blue, from: Village::D, to: Village::A, masters: 1 };
    assert!(advice.remarks.contains(&Remark::Prevents(attack)), "{:?}", advice.remarks);
    let healer = candidate("H@a");
    for (remark, truth) in [
        (Remark::Prevents(attack), true),
        (Remark::Prevents(JourneyOf { masters: 2, ..attack }), false),
        (Remark::Prevents(JourneyOf { clan: Clan::Violet, ..attack }), false),
        (Remark::Wins { masters: 1 }, true),
        (Remark::Wins { masters: 2 }, false),
        (Remark::Costs { masters: 1 }, false),
        (Remark::EndsGame, false),
        (Remark::LeavesOpen(attack), false),
        (Remark::Threatens { from: Village::A, to: Village::D, masters: 1 }, false),
    ] {
        assert_eq!(is_true(&remark, &position, &healer), truth, "{remark:?}");
    }
    assert_eq!(MoveAdvice::of(&position, candidate("H@b")), None);
}

#[test]
fn nobody_is_warned_of_the_move_that_was_advised() {
    let settings = StudySearch { visits: VISITS, ..StudySearch::default() };
    let mut adviser = Adviser::new(settings);
    let mut rng = Rng::with_seed(5);
    let (mut position, mut lapses) = (Position::first_game(Seats::FOUR, GameOptions::default()), 0);
    while !position.is_over() {
        let advice = adviser.review(&position, None).unwrap();
        let list = position.legal_moves();
        let tried = list.iter().nth(rng.usize(..list.len())).unwrap();
        // Asking about other moves in between changes nothing.
        let judged = adviser.review(&position, Some(tried)).unwrap();
        lapses += usize::from(judged.lapse() >= Some(Lapse::Mistake));
        let again = adviser.review(&position, Some(advice.best.mv)).unwrap();
        assert_eq!((again.loss(), again.lapse()), (0.0, None), "{} in {position}", advice.best.mv);
        assert_eq!(judged.chances, TurnReview::of(&position, tried, settings).unwrap().chances);
        position.play_random(|n| rng.u32(..n));
    }
    assert!(lapses > 5, "{lapses}");
    assert_eq!(adviser.review(&position, None), None);
}
