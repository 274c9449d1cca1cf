//! How someone has fared alone against computer players: the result of each game as a line of text, and what they add up to.
//!
//! A line is `1 1763424000000 2/4 6 -1 goatherd,goatherd,guide`: the version, the time of the end in milliseconds since 1970, the place and
//! the number of players, the masters, the lead over the best of the others, these others, and `resigned` if that is how it ended.

use core::fmt;
use core::str::FromStr;

use shangrila_ai::{BotSpec, Level};

use crate::ending::standings;
use crate::player::Player;
use crate::session::Session;

const VERSION: &str = "1";
const RESIGNED: &str = "resigned";
/// The latest time that a browser can show as a date.
const LAST_MOMENT: u64 = 8_640_000_000_000_000;
/// Wins in a row against one level after which the next one is offered.
const WINS_FOR_OFFER: usize = 2;

/// The result of a game of one person against computer players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnResult {
    /// When the game ended, in milliseconds since 1970.
    pub ended: u64,
    /// From 1; several players can share a place.
    pub place: usize,
    /// Three or four.
    pub players: usize,
    /// The masters on the board.
    pub masters: usize,
    /// The masters ahead of the best of the others; negative if behind.
    pub lead: i32,
    /// The computer players, as commands name them.
    pub opponents: Vec<String>,
    /// Whether the person gave the game up.
    pub resigned: bool,
}

impl OwnResult {
    /// The result of a game that has just ended. `None` unless it is over, began with a set-up, and was one of a single person at this
    /// screen against computer players.
    pub fn of(session: &Session, ended: u64) -> Option<OwnResult> {
        let you = session.you().filter(|_| session.is_finished() && session.has_setup())?;
        let standings = standings(session);
        let own = standings.iter().find(|standing| standing.clan == you)?;
        let others = standings.iter().filter(|standing| standing.clan != you);
        let best = others.map(|standing| standing.score.masters).max()?;
        let name = |player: &Player| match player {
            Player::Bot(spec) => Some(spec.to_string()),
            Player::Person(_) => None,
        };
        Some(OwnResult {
            ended,
            place: own.place,
            players: standings.len(),
            masters: own.score.masters,
            lead: own.score.masters as i32 - best as i32,
            opponents: session.players().iter().filter_map(name).collect(),
            resigned: session.resigned() == Some(you),
        })
    }

    /// Whether nobody was ahead.
    pub const fn is_win(&self) -> bool {
        self.place == 1
    }

    /// The level of all opponents, if it is the same.
    pub fn level(&self) -> Option<Level> {
        let mut levels = self.opponents.iter().map(|name| level(name));
        let first = levels.next()??;
        levels.all(|other| other == Some(first)).then_some(first)
    }

    /// How strong the weakest opponent was. Opponents that are not of a fixed strength come first.
    fn strength(&self) -> usize {
        let strength = |name: &String| level(name).filter(|&level| level != Level::Companion).map_or(0, Level::number);
        self.opponents.iter().map(strength).min().unwrap_or(0)
    }
}

fn level(name: &str) -> Option<Level> {
    match name.parse() {
        Ok(BotSpec::Level(level)) => Some(level),
        _ => None,
    }
}

impl fmt::Display for OwnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OwnResult { ended, place, players, masters, lead, opponents, resigned } = self;
        write!(f, "{VERSION} {ended} {place}/{players} {masters} {lead} {}", opponents.join(","))?;
        if *resigned { write!(f, " {RESIGNED}") } else { Ok(()) }
    }
}

/// A text that is not a result, or one of a later version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseOwnResultError;

impl fmt::Display for ParseOwnResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the result of a game")
    }
}

impl core::error::Error for ParseOwnResultError {}

impl FromStr for OwnResult {
    type Err = ParseOwnResultError;

    fn from_str(text: &str) -> Result<OwnResult, ParseOwnResultError> {
        let read = || {
            let fields: Vec<&str> = text.split(' ').collect();
            let (fields, resigned) = match fields[..] {
                [ref fields @ .., RESIGNED] => (fields, true),
                ref fields => (fields, false),
            };
            let [VERSION, ended, place, masters, lead, opponents] = *fields else { return None };
            let (place, players) = place.split_once('/')?;
            let players = players.parse().ok().filter(|players| (3..=4).contains(players))?;
            let opponents: Vec<String> = opponents.split(',').map(str::to_string).collect();
            Some(OwnResult {
                ended: ended.parse().ok().filter(|&ended| ended <= LAST_MOMENT)?,
                place: place.parse().ok().filter(|place| (1..=players).contains(place))?,
                players,
                masters: masters.parse().ok()?,
                lead: lead.parse().ok()?,
                opponents: Some(opponents).filter(|opponents| opponents.len() + 1 == players)?,
                resigned,
            })
        };
        read().ok_or(ParseOwnResultError)
    }
}

/// How often someone came first, second, third and fourth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// The number of games by place, first places first.
    pub places: [usize; 4],
}

impl Tally {
    fn of<'a>(results: impl IntoIterator<Item = &'a OwnResult>) -> Tally {
        let mut tally = Tally::default();
        for result in results {
            tally.places[result.place - 1] += 1;
        }
        tally
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.places.iter().sum()
    }
}

/// All results of someone, each with the id of its game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OwnRecord {
    /// In the order in which the games ended.
    results: Vec<(String, OwnResult)>,
}

impl OwnRecord {
    /// Adds up these results, whatever their order.
    pub fn new(mut results: Vec<(String, OwnResult)>) -> OwnRecord {
        results.sort_by(|(one_id, one), (other_id, other)| (one.ended, one_id).cmp(&(other.ended, other_id)));
        OwnRecord { results }
    }

    /// The results with the ids of their games, latest first.
    pub fn latest(&self) -> impl ExactSizeIterator<Item = &(String, OwnResult)> {
        self.results.iter().rev()
    }

    fn results(&self) -> impl Iterator<Item = &OwnResult> {
        self.results.iter().map(|(_, result)| result)
    }

    /// All games.
    pub fn tally(&self) -> Tally {
        Tally::of(self.results())
    }

    /// The games against each level, weakest first, and then those against opponents of several kinds. Levels without games are left out.
    pub fn by_level(&self) -> Vec<(Option<Level>, Tally)> {
        let levels = Level::ALL.into_iter().map(Some).chain([None]);
        let tally = |level| (level, Tally::of(self.results().filter(|result| result.level() == level)));
        levels.map(tally).filter(|(_, tally)| tally.games() > 0).collect()
    }

    /// The games with this many players.
    pub fn with_players(&self, players: usize) -> Tally {
        Tally::of(self.results().filter(|result| result.players == players))
    }

    /// The latest games won in a row.
    pub fn streak(&self) -> usize {
        self.results().collect::<Vec<_>>().into_iter().rev().take_while(|result| result.is_win()).count()
    }

    /// The most games ever won in a row.
    pub fn longest_streak(&self) -> usize {
        let mut streak = 0;
        let streaks = self.results().map(|result| {
            streak = if result.is_win() { streak + 1 } else { 0 };
            streak
        });
        streaks.max().unwrap_or(0)
    }

    /// The best victory: against the strongest opponents, of those the one with the greatest lead, of those the latest.
    pub fn best(&self) -> Option<&(String, OwnResult)> {
        let wins = self.results.iter().filter(|(_, result)| result.is_win());
        wins.max_by_key(|(_, result)| (result.strength(), result.lead, result.masters, result.ended))
    }

    /// The number of games won in a row against one level, and the level above it, if that is worth offering.
    pub fn next_level(&self) -> Option<(usize, Level)> {
        let level = self.latest().next()?.1.level()?;
        let wins = self.latest().take_while(|(_, result)| result.is_win() && result.level() == Some(level)).count();
        // The companion adapts, so nothing is above or below it.
        let next = *Level::ALL.get(level.number()).filter(|&&next| next <= Level::STRONGEST)?;
        (wins >= WINS_FOR_OFFER).then_some((wins, next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::record::Start;
    use shangrila_rules::{Clan, GameOptions, Seats};

    fn result(line: &str) -> OwnResult {
        line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    fn record(lines: &[&str]) -> OwnRecord {
        OwnRecord::new(lines.iter().enumerate().map(|(number, line)| (format!("g{number}"), result(line))).collect())
    }

    fn random_game(seats: &[&str], seed: u64) -> Session {
        let start = Start::FirstGame { seats: Seats::FOUR, options: GameOptions::default() };
        let mut session = Session::new(start, seats.iter().map(|seat| seat.parse().unwrap()).collect(), None);
        let mut rng = fastrand::Rng::with_seed(seed);
        while !session.is_finished() {
            let moves = session.position().legal_moves();
            session.play(moves.get(rng.usize(..moves.len())).unwrap()).unwrap();
        }
        session
    }

    #[test]
    fn the_result_of_a_game_is_the_place_of_its_only_person() {
        for seed in 0..20 {
            let mut session = random_game(&["goatherd", "person", "guide", "goatherd"], seed);
            let own = OwnResult::of(&session, 7).unwrap();
            let standings = session.position().standings();
            let place = standings.iter().find(|standing| standing.clan == Clan::Blue).unwrap().place;
            assert_eq!((own.place, own.players, own.ended, own.resigned), (place, 4, 7, false));
            assert_eq!(own.opponents, ["goatherd", "guide", "goatherd"]);
            assert_eq!(own.masters, session.position().score(Clan::Blue).masters);
            assert!(if own.is_win() { own.lead >= 0 } else { own.lead <= 0 }, "{own}");
            assert_eq!(own.to_string().parse(), Ok(own));
            session.undo();
            assert_eq!(OwnResult::of(&session, 7), None, "the game goes on");
            session.resign(Clan::Blue);
            let own = OwnResult::of(&session, 7).unwrap();
            assert!(own.resigned && own.place == 4);
            assert_eq!(own.to_string().parse(), Ok(own));
        }
    }

    #[test]
    fn games_of_several_people_of_none_from_links_or_from_the_middle_do_not_count() {
        assert_eq!(OwnResult::of(&random_game(&["person", "person", "guide", "guide"], 1), 7), None);
        assert_eq!(OwnResult::of(&random_game(&["guide"; 4], 1), 7), None);
        let mut shared = random_game(&["person", "guide", "guide", "guide"], 1);
        assert!(OwnResult::of(&shared, 7).is_some());
        shared.set_shared();
        assert_eq!(OwnResult::of(&shared, 7), None);
        let players = ["person", "guide", "guide", "guide"].map(|seat| seat.parse().unwrap()).to_vec();
        let over = Session::new(Start::Position(*shared.position()), players, None);
        assert!(over.is_finished());
        assert_eq!(OwnResult::of(&over, 7), None);
    }

    #[test]
    fn damaged_results_and_those_of_other_versions_are_refused() {
        for text in [
            "",
            "2 5 1/4 9 2 guide,guide,guide",
            "1 5 1/4 9 2 guide,guide",
            "1 5 0/4 9 2 guide,guide,guide",
            "1 5 5/4 9 2 guide,guide,guide",
            "1 5 1/5 9 2 guide,guide,guide,guide",
            "1 -5 1/4 9 2 guide,guide,guide",
            "1 5 1/4 9 2 guide,guide,guide lost",
            "1 5 1/4 9 2",
            "resigned",
            "1 8640000000000001 1/4 9 2 guide,guide,guide",
            "1 99999999999999999999 1/4 9 2 guide,guide,guide",
        ] {
            assert_eq!(text.parse::<OwnResult>(), Err(ParseOwnResultError), "{text}");
        }
    }

    #[test]
    fn places_are_counted_by_level_and_by_number_of_players() {
        let record = record(&[
            "1 5 1/4 9 2 guide,guide,guide",
            "1 6 4/4 3 -6 guide,guide,guide resigned",
            "1 7 2/3 5 -1 goatherd,goatherd",
            "1 8 1/3 8 0 goatherd,sage",
            "1 9 3/3 4 -4 random,random",
        ]);
        assert_eq!(record.tally().places, [2, 1, 1, 1]);
        assert_eq!(record.with_players(3).places, [1, 1, 1, 0]);
        assert_eq!(record.with_players(4).places, [1, 0, 0, 1]);
        let by_level: Vec<_> = record.by_level().into_iter().map(|(level, tally)| (level, tally.places)).collect();
        assert_eq!(
            by_level,
            [(Some(Level::Goatherd), [0, 1, 0, 0]), (Some(Level::Guide), [1, 0, 0, 1]), (None, [1, 0, 1, 0])]
        );
        assert_eq!(OwnRecord::default().tally().games(), 0);
    }

    #[test]
    fn streaks_follow_the_time_of_the_games_not_their_order_in_storage() {
        let lines = |places: &[usize]| -> Vec<String> {
            let line = |(number, place): (usize, &usize)| format!("1 {} {place}/4 5 0 guide,guide,guide", 90 - number);
            places.iter().enumerate().map(line).collect()
        };
        let of = |places: &[usize]| {
            let lines = lines(places);
            let record = record(&lines.iter().map(String::as_str).collect::<Vec<_>>());
            (record.streak(), record.longest_streak())
        };
        // The first of these games is the latest.
        assert_eq!(of(&[1, 1, 2, 1, 1, 1, 4]), (2, 3));
        assert_eq!(of(&[2, 1]), (0, 1));
        assert_eq!(of(&[1, 1]), (2, 2));
        assert_eq!(of(&[3]), (0, 0));
        assert_eq!(OwnRecord::default().longest_streak(), 0);
    }

    #[test]
    fn the_best_game_is_a_win_against_the_strongest_with_the_greatest_lead() {
        let lines = [
            "1 1 1/4 12 8 goatherd,goatherd,goatherd",
            "1 2 1/4 8 1 abbot,abbot,abbot",
            "1 3 1/4 9 3 abbot,abbot,abbot",
            "1 4 1/4 14 9 sage,sage,goatherd",
            "1 5 2/4 9 -1 sage,sage,sage",
            "1 6 1/4 15 9 companion,companion,companion",
        ];
        assert_eq!(record(&lines).best().map(|(id, _)| id.as_str()), Some("g2"));
        assert_eq!(record(&lines[4..5]).best(), None);
        assert_eq!(record(&lines[5..]).best().map(|(id, _)| id.as_str()), Some("g0"));
    }

    #[test]
    fn the_next_level_is_offered_after_wins_against_one_level_only() {
        let offer = |lines: &[&str]| record(lines).next_level();
        let win = |number: usize, level: &str| format!("1 {number} 1/4 9 2 {level},{level},{level}");
        let (one, two, other) = (win(1, "guide"), win(2, "guide"), win(3, "abbot"));
        assert_eq!(offer(&[&one]), None);
        assert_eq!(offer(&[&one, &two]), Some((2, Level::Abbot)));
        assert_eq!(offer(&[&one, &two, &other]), None);
        assert_eq!(offer(&[&one, &two, "1 4 2/4 5 -2 guide,guide,guide"]), None);
        assert_eq!(offer(&[&win(1, "sage"), &win(2, "sage")]), None);
        assert_eq!(offer(&[&win(1, "companion"), &win(2, "companion")]), None);
        assert_eq!(offer(&[]), None);
    }
}
