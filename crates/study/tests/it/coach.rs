//! Everything the coach says is true. The checker reads the sentences, in every language, and tests what they say by brute force on the
//! rules: it plays the moves and compares the boards. It shares no code with the coach.

use std::collections::BTreeMap;

use fastrand::Rng;
use shangrila_ai::{Level, Limits, NoClock};
use shangrila_i18n::Language;
use shangrila_rules::record::{GameRecord, Start, Turn};
use shangrila_rules::{Clan, GameOptions, Move, Position, Seats, Setup, Space, Village};
use shangrila_study::coach::{HelpStep, JourneyOf, MoveAdvice, Remark, sentence, warning};
use shangrila_study::{Adviser, Candidate, Lapse, ReportMaker, ReportStep, StudySearch, TurnReview};
use shangrila_table::wording;

use crate::spoken::{Said, kind_of, read, read_all};

/// The positions to check, unless `SHANGRILA_COACH_POSITIONS` says otherwise.
const POSITIONS: usize = 60;
/// How long the search looks at each then; otherwise as long as that of the app.
const VISITS: u32 = 60;
/// How many games are played at the same time when many positions are asked for.
const GAMES_AT_ONCE: u64 = 2;

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
                && before.iter().all(|space| owner(&next, *space) == Some(clan))
                && still.is_empty()
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
fn games_of(level: Level, visits: u32, first: u64, mut check: impl FnMut(&Position) -> bool) {
    let budget = shangrila_ai::Budget {
        limits: Limits::visits(visits),
        clock: &NoClock,
        stop: &std::sync::atomic::AtomicBool::new(false),
    };
    for game in (first..).step_by(GAMES_AT_ONCE as usize) {
        let seats = if game % 2 == 0 { Seats::FOUR } else { Seats::THREE };
        let mut position = Position::start(seats, GameOptions::default());
        let mut bot = level.bot(game);
        let mut rng = Rng::with_seed(game);
        while !position.is_over() {
            if position.ply() > 12 && rng.u32(..2) == 0 && !check(&position) {
                return;
            }
            let thought = bot.think(&position, &budget).unwrap();
            position.play(thought.mv).unwrap();
            bot.observe(thought.mv);
        }
    }
}

/// How many sentences of each kind have been checked.
type Counts = BTreeMap<String, usize>;

/// Checks what the coach says about a position in every language: each step of the hint, and what it thinks of other moves.
struct Checker {
    settings: StudySearch,
    counts: Counts,
    rng: Rng,
}

impl Checker {
    fn new(settings: StudySearch) -> Checker {
        Checker { settings, counts: Counts::new(), rng: Rng::with_seed(8) }
    }

    fn count(&mut self, kind: &str) {
        *self.counts.entry(kind.to_string()).or_default() += 1;
    }

    fn check(&mut self, position: &Position) {
        let mut adviser = Adviser::new(self.settings);
        // The search again, but not the one that the coach asks.
        let mut search = self.settings.search(position);
        let analysis = search.analysis(usize::MAX);
        let best = analysis.lines[0].clone();
        let hint = adviser.review(position, None).unwrap().best;
        let seen = self.settings.look_at(&mut search, &analysis, best.mv).unwrap();
        assert_eq!(hint, seen, "{position}");
        self.check_hint(position, &hint, seen.wins[position.to_move().unwrap()]);
        // Exercises explain other good moves, and warnings say what bad ones give away.
        let list = position.legal_moves();
        let tried = analysis.lines.iter().skip(1).take(2).map(|line| line.mv);
        let tried: Vec<Move> = tried.chain(list.iter().nth(self.rng.usize(..list.len()))).collect();
        for mv in tried {
            let review = adviser.review(position, Some(mv)).unwrap();
            let seen = self.settings.look_at(&mut search, &analysis, mv).unwrap();
            let clan = review.clan;
            assert_eq!(review.played, seen, "{mv} in {position}");
            self.check_hint(position, &review.played, seen.wins[clan]);
            if review.lapse() == Some(Lapse::Blunder) {
                let best = best.outlook.wins[clan].max(seen.wins[clan]);
                self.check_warning(position, &review, seen.wins[clan], best);
            }
        }
    }

    /// Checks all that is said about a move: where to look, its kind, the move itself, the reasons and the chance of winning.
    fn check_hint(&mut self, position: &Position, candidate: &Candidate, chance: f32) {
        let (clan, mv) = (position.to_move().unwrap(), candidate.mv);
        let advice = MoveAdvice::of(position, candidate.clone()).unwrap();
        for language in Language::ALL {
            let words = language.words();
            let who = |clan| wording::clan(words, clan);
            let say = |step| read_all(language, &advice.help(step, words, &words.coach, &who));
            let context = || format!("{language:?}: {candidate:?} in {position}");
            // Where to look and of what kind the move is follow from the move alone.
            let mut look = Vec::new();
            if mv != Move::Pass {
                look.push(Said::Look(villages_of(mv)));
                assert_eq!(say(HelpStep::Where), look, "{}", context());
            }
            look.push(Said::Kind(kind_of(mv)));
            if mv != Move::Pass {
                assert_eq!(say(HelpStep::Kind), look, "{}", context());
            }
            let told = say(HelpStep::Move);
            assert_eq!(told.first(), Some(&Said::Move(clan, mv)), "{}", context());
            let percent = (100.0 * chance).round() as usize;
            assert_eq!(told.last(), Some(&Said::Chance(percent)), "{}", context());
            let reasons = &told[1..told.len() - 1];
            assert_eq!(reasons.len(), advice.remarks.len(), "{}", context());
            for said in reasons {
                let Said::Remark(remark) = said else { panic!("{said:?} is not a reason: {}", context()) };
                assert!(is_true(remark, position, candidate), "{remark:?} is false: {}", context());
                let kind = format!("{remark:?}");
                self.count(kind.split([' ', '(']).next().unwrap());
            }
            ["Look", "Kind", "Move", "Chance"].into_iter().for_each(|kind| self.count(kind));
        }
    }

    /// Checks what a blunder is said to give away, and that what is shown to refute it can be played.
    fn check_warning(&mut self, position: &Position, review: &TurnReview, chance: f32, best: f32) {
        let percent = |chance: f32| (100.0 * chance).round() as usize;
        let (chance, best) = (percent(chance), percent(best));
        assert!(best >= chance + 15, "{review:?} is not a blunder in {position}");
        for language in Language::ALL {
            let said = read(language, &warning(review, &language.words().coach));
            assert_eq!(said, Some(Said::GivesAway([best - chance, chance, best])), "{language:?}");
            self.count("GivesAway");
        }
        let mut line = after(position, review.played.mv).unwrap();
        review.played.line.iter().for_each(|&mv| line.play(mv).unwrap());
    }
}

/// The villages of a move, in the order of their letters.
fn villages_of(mv: Move) -> Vec<Village> {
    let mut villages = match mv {
        Move::Place { space } => vec![space.village()],
        Move::Recruit { first, second } => core::iter::once(first).chain(second).map(|space| space.village()).collect(),
        Move::Journey { from, to } => vec![from, to],
        Move::Pass => Vec::new(),
    };
    villages.sort_by_key(|village| village.letter());
    villages.dedup();
    villages
}

/// The positions asked for, if any. Many are checked in games of the strongest level, which take their time; `cargo xtask soak` asks for
/// 1,000.
fn asked_for() -> Option<usize> {
    std::env::var("SHANGRILA_COACH_POSITIONS").ok().map(|text| text.parse().unwrap())
}

/// Does something with positions of games, each of the games that are played at the same time with a worker of its own, until so many
/// positions are done in all.
fn in_games<W: Send>(
    (wanted, level, visits): (usize, Level, u32),
    worker: impl Fn() -> W + Sync,
    step: impl Fn(&mut W, &Position) + Sync,
) -> Vec<W> {
    let play = |first: u64| {
        let (mut worker, mut done) = (worker(), 0);
        games_of(level, visits, first, |position| {
            step(&mut worker, position);
            done += 1;
            done < wanted.div_ceil(GAMES_AT_ONCE as usize)
        });
        worker
    };
    std::thread::scope(|scope| {
        let play = &play;
        let games: Vec<_> = (0..GAMES_AT_ONCE).map(|first| scope.spawn(move || play(first))).collect();
        games.into_iter().map(|game| game.join().unwrap()).collect()
    })
}

#[test]
fn every_sentence_of_the_coach_is_true() {
    let (games, settings) = match asked_for() {
        Some(wanted) => ((wanted, Level::STRONGEST, STRONG_VISITS), StudySearch::default()),
        None => ((POSITIONS, Level::Abbot, VISITS), StudySearch { visits: VISITS, ..StudySearch::default() }),
    };
    let checkers = in_games(games, || Checker::new(settings), Checker::check);
    let mut counts = Counts::new();
    for (kind, count) in checkers.into_iter().flat_map(|checker| checker.counts) {
        *counts.entry(kind).or_default() += count;
    }
    let (positions, level, visits) = games;
    let all: usize = counts.values().sum();
    println!(
        "{positions} positions from games of {level} with {visits} visits, searched with {}: {all} sentences in {} languages, {counts:?}",
        settings.visits,
        Language::ALL.len()
    );
    assert!(counts.len() >= 12, "{counts:?}");
}

/// Whether a followed hint is blamed: by the report, and as a mistake or a blunder by a search ten times as long with another seed.
#[derive(Default)]
struct Blame {
    followed: usize,
    mistakes: usize,
    blunders: usize,
}

#[test]
fn the_report_never_blames_a_hint_that_was_followed_and_a_longer_search_seldom_does() {
    let (games, settings) = match asked_for() {
        Some(wanted) => ((wanted / 10, Level::STRONGEST, STRONG_VISITS), StudySearch::default()),
        None => ((12, Level::Abbot, VISITS), StudySearch { visits: 2 * VISITS, ..StudySearch::default() }),
    };
    let longer = StudySearch { visits: 10 * settings.visits, seed: 1, ..settings };
    let ask = |blame: &mut Blame, position: &Position| {
        let hint = Adviser::new(settings).review(position, None).unwrap().best.mv;
        let mut record = GameRecord::new(Start::Position(*position));
        record.line.turns.push(Turn::from(hint));
        let mut report = ReportMaker::new(&record, settings);
        let Some(ReportStep::Turn(turn)) = report.step() else { panic!("no turn of {hint} in {position}") };
        assert!(turn.is_best() && turn.loss() == 0.0, "{hint} in {position}: {turn:?}");
        let lapse = TurnReview::of(position, hint, longer).unwrap().lapse();
        blame.followed += 1;
        blame.mistakes += usize::from(lapse == Some(Lapse::Mistake));
        blame.blunders += usize::from(lapse == Some(Lapse::Blunder));
    };
    let blames = in_games(games, Blame::default, ask);
    let sum = |count: fn(&Blame) -> usize| blames.iter().map(count).sum::<usize>();
    let (followed, mistakes, blunders) = (sum(|it| it.followed), sum(|it| it.mistakes), sum(|it| it.blunders));
    println!(
        "{followed} hints by {} visits: the report blames none, {} visits call {mistakes} a mistake and {blunders} a blunder",
        settings.visits, longer.visits
    );
    // A short search overlooks more.
    assert!((mistakes + blunders) * 4 <= followed, "{mistakes} mistakes and {blunders} blunders of {followed}");
}

#[test]
fn what_the_coach_says_is_read_back_with_every_value_in_its_place_in_every_language() {
    let way = |masters| JourneyOf { clan: Clan::Violet, from: Village::H, to: Village::K, masters };
    let remarks = |masters| {
        let (from, to, village) = (Village::H, Village::K, Village::C);
        [
            Remark::EndsGame,
            Remark::Wins { masters },
            Remark::DrivesOut { clans: vec![Clan::Yellow] },
            Remark::DrivesOut { clans: vec![Clan::Red, Clan::Violet, Clan::Blue] },
            Remark::Costs { masters },
            Remark::Prevents(way(masters)),
            Remark::BringsPeace { village, masters },
            Remark::Threatens { from, to, masters },
            Remark::Overtakes { village, others: [Village::A, Village::F].into_iter().collect() },
            Remark::Prepares { from, to, masters },
            Remark::LeavesOpen(way(masters)),
        ]
    };
    for language in Language::ALL {
        let words = language.words();
        let who = |clan| wording::clan(words, clan);
        for remark in [1, 2, 5].into_iter().flat_map(remarks) {
            let told = sentence(&remark, words, &words.coach, &who);
            assert_eq!(read(language, &told), Some(Said::Remark(remark)), "{language:?}: {told}");
        }
        for mv in ["A@c", "+R@a", "+H@k+Y@c", "+D@b+P@b", "m>j", "pass"] {
            let mv: Move = mv.parse().unwrap();
            let told = wording::move_words(words, who(Clan::Blue), mv) + ".";
            assert_eq!(read(language, &told), Some(Said::Move(Clan::Blue, mv)), "{language:?}: {told}");
        }
        let told = words.coach.gives_away(17_u32, 12_u32, 29_u32);
        assert_eq!(read(language, &told), Some(Said::GivesAway([17, 12, 29])), "{told}");
        assert_eq!(read(language, &told.replace("17", "").replace("12", "x")), None);
    }
    assert_eq!(read(Language::English, "It wins 2 master."), None);
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
