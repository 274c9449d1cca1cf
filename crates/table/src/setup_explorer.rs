//! The set-up explorer: what strong players placed in the free set-up, and how they fared.
//!
//! A line of the list is the number of clans, the seat from 1, the round from 1, the village, how often a master was placed there, how
//! often of these the player chose to (the others were drawn at random), the victories that followed (shared ones in parts) and the
//! masters at the end, as a sum. Anything after a `#` is a comment. `shangrila explorer` makes it; docs/setup-explorer.md says how.
//! Guilds do not appear: the rules treat them alike.

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;
use std::collections::BTreeMap;

use shangrila_rules::map::villages_in_play;
use shangrila_rules::{GameOptions, OPENING_MASTERS, Position, Village};

/// The list that comes with the game.
const STORED: &str = include_str!("../data/setup-explorer.txt");

/// Whose master was placed where: the number of clans, the seat and the round from 0, and the village.
type Key = (usize, usize, usize, Village);

/// How often a master was placed somewhere, and what came of it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PlacementResults {
    /// How often it was placed.
    pub games: u32,
    /// How often the player chose to place it; the other times the village was drawn at random.
    pub chosen: u32,
    /// The victories that followed; shared ones count in parts.
    pub victories: f64,
    /// All masters at the end of these games.
    pub masters: f64,
}

impl PlacementResults {
    /// The share of the games that were won, from 0 to 1.
    pub fn win_share(&self) -> f64 {
        self.victories / f64::from(self.games.max(1))
    }

    /// Wilson's 95% interval of [`PlacementResults::win_share`]. Unlike the usual one it is honest about few games: nothing won in ten
    /// of them does not mean that nothing ever will be.
    pub fn interval(&self) -> (f64, f64) {
        const Z: f64 = 1.96;
        let (games, share) = (f64::from(self.games.max(1)), self.win_share());
        let scale = 1.0 / (1.0 + Z * Z / games);
        let middle = (share + Z * Z / (2.0 * games)) * scale;
        let half = Z * scale * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).max(0.0).sqrt();
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    /// The masters at the end of a game, on average.
    pub fn mean_masters(&self) -> f64 {
        self.masters / f64::from(self.games.max(1))
    }

    fn add(&mut self, other: PlacementResults) {
        self.games += other.games;
        self.chosen += other.chosen;
        self.victories += other.victories;
        self.masters += other.masters;
    }
}

/// What is known about one placement of the set-up.
#[derive(Clone, PartialEq, Debug)]
pub struct SetupTurn {
    /// Whose master is placed, counted from 0 in turn order.
    pub seat: usize,
    /// How many masters that seat has placed before.
    pub round: usize,
    /// The villages in which this master was placed, those chosen most often first.
    pub villages: Vec<(Village, PlacementResults)>,
    /// All games, whatever the village.
    pub all: PlacementResults,
}

impl SetupTurn {
    /// How often players chose a village, as a share of all their choices here.
    pub fn chosen_share(&self, results: &PlacementResults) -> f64 {
        f64::from(results.chosen) / f64::from(self.all.chosen.max(1))
    }

    /// How these games compare with all games of the seat: greater or less only if chance hardly explains the difference.
    pub fn compare(&self, results: &PlacementResults) -> Ordering {
        let (low, high) = results.interval();
        let usual = self.all.win_share();
        if low > usual {
            Ordering::Greater
        } else if high < usual {
            Ordering::Less
        } else {
            Ordering::Equal
        }
    }
}

/// What was placed where, and how it fared, by seat and round.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SetupExplorer {
    results: BTreeMap<Key, PlacementResults>,
}

impl SetupExplorer {
    /// The results that come with the game.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn stored() -> SetupExplorer {
        STORED.parse().expect("the stored results are tested")
    }

    /// What is known about the placement that is due; `None` after the set-up, and for rules that the games were not played with.
    pub fn at(&self, position: &Position) -> Option<SetupTurn> {
        let clans = position.seats().count();
        let seat = position.seat_to_move().filter(|_| position.in_opening())?.index();
        if position.options() != GameOptions::default() {
            return None;
        }
        let round = usize::from(position.ply()) / clans;
        let result = |village| Some((village, *self.results.get(&(clans, seat, round, village))?));
        let mut villages: Vec<_> = Village::ALL.into_iter().filter_map(result).collect();
        villages.sort_by_key(|&(village, results)| (core::cmp::Reverse((results.chosen, results.games)), village));
        let mut all = PlacementResults::default();
        villages.iter().for_each(|&(_, results)| all.add(results));
        (all.games > 0).then_some(SetupTurn { seat, round, villages, all })
    }

    /// The games with this many clans.
    pub fn games(&self, clans: usize) -> u32 {
        let first = self.results.iter().filter(|((of, seat, round, _), _)| (*of, *seat, *round) == (clans, 0, 0));
        first.map(|(_, results)| results.games).sum()
    }

    /// Adds a game.
    pub fn add(&mut self, game: &SetupGame) {
        let clans = game.masters.len();
        for (number, &SetupPlacement { village, at_random }) in game.placements.iter().enumerate() {
            let (seat, round) = (number % clans, number / clans);
            let won = if game.winners.contains(&seat) { 1.0 / game.winners.len() as f64 } else { 0.0 };
            let results = PlacementResults {
                games: 1,
                chosen: u32::from(!at_random),
                victories: won,
                masters: f64::from(game.masters[seat]),
            };
            self.results.entry((clans, seat, round, village)).or_default().add(results);
        }
    }
}

impl fmt::Display for SetupExplorer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((clans, seat, round, village), PlacementResults { games, chosen, victories, masters }) in &self.results {
            writeln!(f, "{clans} {} {} {village} {games} {chosen} {victories:.1} {masters}", seat + 1, round + 1)?;
        }
        Ok(())
    }
}

/// A line that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupExplorerError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: &'static str,
}

impl fmt::Display for SetupExplorerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl core::error::Error for SetupExplorerError {}

impl FromStr for SetupExplorer {
    type Err = SetupExplorerError;

    fn from_str(text: &str) -> Result<SetupExplorer, SetupExplorerError> {
        let mut explorer = SetupExplorer::default();
        for (index, line) in text.lines().enumerate() {
            let content = line.split('#').next().unwrap_or_default();
            if content.trim().is_empty() {
                continue;
            }
            let error = |problem| SetupExplorerError { line: index + 1, problem };
            let (key, results) = read_line(content).map_err(error)?;
            if explorer.results.insert(key, results).is_some() {
                return Err(error("an earlier line has the same seat, round and village"));
            }
        }
        Ok(explorer)
    }
}

fn read_line(line: &str) -> Result<(Key, PlacementResults), &'static str> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [clans, seat, round, village, games, chosen, victories, masters] = fields[..] else {
        return Err("expected clans, seat, round, village, games, choices, victories and masters");
    };
    let number = |text: &str, most: usize| text.parse().ok().filter(|number| (1..=most).contains(number));
    let clans = number(clans, 4).filter(|&clans| clans >= 3).ok_or("expected three or four clans")?;
    let seat = number(seat, clans).ok_or("no such seat")?;
    let round = number(round, OPENING_MASTERS).ok_or("the set-up has seven rounds")?;
    let village = Some(village).filter(|village| village.len() == 1).and_then(|village| village.chars().next());
    let village = village.and_then(Village::from_letter).filter(|&village| villages_in_play(clans).contains(village));
    let village = village.ok_or("no such village in play")?;
    let games: u32 = games.parse().ok().filter(|&games| games > 0).ok_or("not a number of games")?;
    let chosen =
        chosen.parse().ok().filter(|&chosen| chosen <= games).ok_or("not a number of choices in these games")?;
    let at_most = |text: &str, most: f64| text.parse().ok().filter(|sum| (0.0..=most).contains(sum));
    let victories = at_most(victories, f64::from(games) + 0.1).ok_or("not a number of victories in these games")?;
    let masters = at_most(masters, f64::from(games) * 42.0).ok_or("not a number of masters in these games")?;
    Ok(((clans, seat - 1, round - 1, village), PlacementResults { games, chosen, victories, masters }))
}

/// A master placed in the set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetupPlacement {
    /// Where it was placed.
    pub village: Village,
    /// Whether the village was drawn at random instead of chosen by the player.
    pub at_random: bool,
}

impl SetupPlacement {
    /// The village's letter, as a capital if it was drawn at random.
    fn letter(self) -> char {
        let letter = self.village.letter();
        if self.at_random { letter.to_ascii_uppercase() } else { letter }
    }

    fn from_letter(letter: char) -> Option<SetupPlacement> {
        let village = Village::from_letter(letter.to_ascii_lowercase())?;
        Some(SetupPlacement { village, at_random: letter.is_ascii_uppercase() })
    }
}

/// A game with free set-up: where the masters were placed in turn order, who won, and the masters of each seat at the end.
///
/// Its line has the villages, those drawn at random as capitals, the winners' seats from 1, and the masters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupGame {
    placements: Vec<SetupPlacement>,
    winners: Vec<usize>,
    masters: Vec<u8>,
}

impl SetupGame {
    /// A game by the placements of its set-up and its final position; `None` if it is not over or somebody had to pass in the set-up.
    pub fn new(placements: Vec<SetupPlacement>, end: &Position) -> Option<SetupGame> {
        let outcome = end.outcome()?;
        let clans: Vec<_> = end.seats().iter().collect();
        let winners = (0..clans.len()).filter(|&seat| outcome.winners.contains(clans[seat])).collect();
        let masters = clans.iter().map(|&clan| end.score(clan).masters as u8).collect();
        SetupGame { placements, winners, masters }.checked().ok()
    }

    fn checked(self) -> Result<SetupGame, &'static str> {
        let clans = self.masters.len();
        if ![3, 4].contains(&clans) || self.placements.len() != OPENING_MASTERS * clans {
            return Err("expected seven villages for each of three or four clans");
        }
        if self.placements.iter().any(|placement| !villages_in_play(clans).contains(placement.village)) {
            return Err("no such village in play");
        }
        if self.winners.is_empty() || self.winners.iter().any(|&seat| seat >= clans) {
            return Err("expected the winners' seats");
        }
        Ok(self)
    }
}

impl fmt::Display for SetupGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let villages: String = self.placements.iter().map(|placement| placement.letter()).collect();
        let winners: String = self.winners.iter().map(|seat| (seat + 1).to_string()).collect();
        let masters: Vec<String> = self.masters.iter().map(u8::to_string).collect();
        write!(f, "{villages} {winners} {}", masters.join(" "))
    }
}

impl FromStr for SetupGame {
    type Err = &'static str;

    fn from_str(line: &str) -> Result<SetupGame, &'static str> {
        let fields: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        let [villages, winners, masters @ ..] = &fields[..] else {
            return Err("expected villages, winners and masters");
        };
        let placements: Option<_> = villages.chars().map(SetupPlacement::from_letter).collect();
        let winner = |seat: char| seat.to_digit(10)?.checked_sub(1).map(|seat| seat as usize);
        let winners: Option<_> = winners.chars().map(winner).collect();
        let masters: Option<_> =
            masters.iter().map(|text| text.parse().ok().filter(|&masters| masters <= 42)).collect();
        let placements = placements.ok_or("no such village in play")?;
        let winners = winners.ok_or("expected the winners' seats")?;
        SetupGame { placements, winners, masters: masters.ok_or("expected the masters of each seat")? }.checked()
    }
}

#[cfg(test)]
mod tests {
    use shangrila_rules::{RecruitRule, Seats};

    use super::*;

    const GAME: &str = "abdeFghijklmabdefghij 13 12 9 12";

    #[test]
    fn the_stored_results_can_be_read() {
        let explorer = SetupExplorer::stored();
        assert_eq!(explorer.to_string().parse(), Ok(explorer));
    }

    #[test]
    fn games_are_counted_by_seat_and_round() {
        let mut explorer = SetupExplorer::default();
        let game: SetupGame = GAME.parse().unwrap();
        assert_eq!(game.to_string(), GAME);
        explorer.add(&game);
        explorer.add(&GAME.replace("13 12", "2 12").replacen('a', "b", 1).parse().unwrap());
        assert_eq!((explorer.games(3), explorer.games(4)), (2, 0));
        let mut position = Position::start(Seats::THREE, GameOptions::default());
        let first = explorer.at(&position).unwrap().villages;
        let of_village = |letter: char| {
            first.iter().find(|(village, _)| village.letter() == letter).map(|(_, results)| *results).unwrap()
        };
        assert_eq!(of_village('a'), PlacementResults { games: 1, chosen: 1, victories: 0.5, masters: 12.0 });
        assert_eq!(of_village('b'), PlacementResults { games: 1, chosen: 1, victories: 0.0, masters: 12.0 });
        position.play("R@a".parse().unwrap()).unwrap();
        let second = explorer.at(&position).unwrap();
        assert_eq!((second.seat, second.round, second.villages.len()), (1, 0, 1));
        let results = second.villages[0].1;
        assert_eq!(results, second.all);
        assert_eq!(results, PlacementResults { games: 2, chosen: 2, victories: 1.0, masters: 18.0 });
        assert!((results.win_share() - 0.5).abs() < 1e-9 && (results.mean_masters() - 9.0).abs() < 1e-9);
        position.play("R@b".parse().unwrap()).unwrap();
        position.play("R@d".parse().unwrap()).unwrap();
        position.play("D@e".parse().unwrap()).unwrap();
        let (drawn, results) = explorer.at(&position).unwrap().villages[0];
        assert_eq!((drawn.letter(), results.games, results.chosen), ('f', 2, 0));
        assert_eq!(explorer.at(&Position::first_game(Seats::THREE, GameOptions::default())), None);
        let other_rules = GameOptions { recruit: RecruitRule::UpToTwo, ..GameOptions::default() };
        assert_eq!(explorer.at(&Position::start(Seats::THREE, other_rules)), None);
        assert_eq!(explorer.to_string().parse(), Ok(explorer));
    }

    #[test]
    fn intervals_are_wide_for_few_games_and_differences_count_only_beyond_them() {
        let of = |games, victories| PlacementResults { games, chosen: games, victories, masters: 0.0 };
        let close = |(low, high): (f64, f64), expected: (f64, f64)| {
            (low - expected.0).abs() < 5e-4 && (high - expected.1).abs() < 5e-4
        };
        // The values of the usual tables.
        assert!(close(of(10, 0.0).interval(), (0.0, 0.2775)));
        assert!(close(of(100, 50.0).interval(), (0.4038, 0.5962)));
        let turn = SetupTurn { seat: 0, round: 0, villages: Vec::new(), all: of(1000, 250.0) };
        assert_eq!(turn.compare(&of(10, 5.0)), Ordering::Equal);
        assert_eq!(turn.compare(&of(100, 50.0)), Ordering::Greater);
        assert_eq!(turn.compare(&of(100, 10.0)), Ordering::Less);
        assert!((turn.chosen_share(&of(100, 50.0)) - 0.1).abs() < 1e-9);
    }

    #[test]
    fn garbage_is_reported_with_its_line_and_the_reason() {
        let problem = |line: &str| line.parse::<SetupExplorer>().unwrap_err().to_string();
        assert_eq!(
            problem("# fine\nnonsense"),
            "line 2: expected clans, seat, round, village, games, choices, victories and masters"
        );
        assert_eq!(problem("2 1 1 a 9 1 1 90"), "line 1: expected three or four clans");
        assert_eq!(problem("3 4 1 a 9 1 1 90"), "line 1: no such seat");
        assert_eq!(problem("3 1 8 a 9 1 1 90"), "line 1: the set-up has seven rounds");
        assert_eq!(problem("3 1 1 c 9 1 1 90"), "line 1: no such village in play");
        assert_eq!(problem("3 1 1 a 0 1 1 90"), "line 1: not a number of games");
        assert_eq!(problem("3 1 1 a 9 1 10 90"), "line 1: not a number of victories in these games");
        assert_eq!(problem("3 1 1 a 9 1 NaN 90"), "line 1: not a number of victories in these games");
        assert_eq!(problem("3 1 1 a 9 1 1 -1"), "line 1: not a number of masters in these games");
        assert_eq!(problem("3 1 1 a 9 10 1 90"), "line 1: not a number of choices in these games");
        let twice = "3 1 1 a 9 1 1 90\n3 1 1 a 9 1 1 90";
        assert_eq!(problem(twice), "line 2: an earlier line has the same seat, round and village");
        let problem = |line: &str| line.parse::<SetupGame>().unwrap_err();
        assert_eq!(problem(""), "expected villages, winners and masters");
        assert_eq!(problem(&GAME.replace("ab", "a")), "expected seven villages for each of three or four clans");
        assert_eq!(problem(&GAME.replacen('a', "c", 1)), "no such village in play");
        assert_eq!(problem(&GAME.replace("13 12", "4 12")), "expected the winners' seats");
        assert_eq!(problem(&GAME.replace("13 12", "0 12")), "expected the winners' seats");
        assert_eq!(problem(&GAME.replace("12", "300")), "expected the masters of each seat");
    }
}
