//! Fair starts: complete set-ups in which every seat has practically the same chance, judged by long searches.
//!
//! A line of the list is the village of each guild's master, in the order of the spaces (`RADPYFH`), for one seat after the other, and
//! then each seat's chance of winning in thousandths. Anything after a `#` is a comment. `shangrila setups` makes and checks these
//! lines; docs/fair-start.md says how.

use core::fmt;
use core::str::FromStr;
use std::collections::BTreeSet;

pub use shangrila_rules::SeatVillages;
use shangrila_rules::map::villages_in_play;
use shangrila_rules::{Clan, GameOptions, Guild, OpeningLimits, Position, Seats, Space, Village};

use crate::daily::{index_of_day, scramble};

/// The set-ups that come with the game.
const STORED: &str = include_str!("../data/fair-setups.txt");

/// How far the chances of two seats may lie apart, in percentage points.
pub const FAIR_POINTS: f32 = 2.0;

/// Each seat's chance of winning in percent with the first-game set-up and the usual turn order: the mean of two searches as long as those
/// that judge the fair set-ups (`shangrila analyse card4 --visits 400000`, seeds 0 and 1).
pub const fn first_game_chances(clans: usize) -> &'static [u16] {
    if clans == 3 { &[40, 34, 26] } else { &[24, 17, 43, 16] }
}

/// A complete set-up, by seats rather than clans, with each seat's chance of winning.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FairSetup {
    villages: Vec<SeatVillages>,
    /// In thousandths, by seat.
    chances: Vec<u16>,
}

impl FairSetup {
    /// Combines where the masters of each seat lie with each seat's chance of winning, from 0 to 1.
    ///
    /// # Errors
    /// Why no free set-up ends like this, or why these cannot be the chances.
    pub fn new(villages: Vec<SeatVillages>, chances: &[f32]) -> Result<FairSetup, FairSetupProblem> {
        let chances = chances.iter().map(|chance| (chance * 1000.0).round() as u16).collect();
        FairSetup { villages, chances }.checked()
    }

    fn checked(self) -> Result<FairSetup, FairSetupProblem> {
        let clans = self.villages.len();
        if !(3..=4).contains(&clans) || self.chances.len() != clans {
            return Err(FairSetupProblem::Fields);
        }
        check_masters(&self.villages)?;
        let sum: u32 = self.chances.iter().map(|&chance| u32::from(chance)).sum();
        // Each of them is rounded.
        if sum.abs_diff(1000) > 2 {
            return Err(FairSetupProblem::Sum { sum });
        }
        Ok(self)
    }

    /// The number of clans.
    pub fn clans(&self) -> usize {
        self.villages.len()
    }

    /// Where the masters of each seat lie.
    pub fn villages(&self) -> &[SeatVillages] {
        &self.villages
    }

    /// Each seat's chance of winning, from 0 to 1.
    pub fn chances(&self) -> impl ExactSizeIterator<Item = f32> {
        self.chances.iter().map(|&chance| f32::from(chance) / 1000.0)
    }

    /// How far the chances of the best and the worst seat lie apart, in percentage points.
    pub fn spread(&self) -> f32 {
        let (least, most) =
            self.chances.iter().fold((u16::MAX, 0), |(least, most), &chance| (least.min(chance), most.max(chance)));
        f32::from(most.saturating_sub(least)) / 10.0
    }

    /// The board with these clans in these seats, the first of them to move; `None` if their number does not match.
    pub fn position(&self, seats: Seats, options: GameOptions) -> Option<Position> {
        Position::after_setup(&self.villages, seats, options)
    }

    /// The same set-up with other guilds in place of these. The rules treat all guilds alike, so the chances stay the same while the
    /// board looks different.
    #[must_use]
    pub fn with_guilds_shuffled(mut self, seed: u64) -> FairSetup {
        let mut order: Vec<usize> = (0..Guild::COUNT).collect();
        order.sort_by_key(|&guild| scramble(seed, guild as u64));
        for villages in &mut self.villages {
            let old = *villages;
            *villages = core::array::from_fn(|guild| old[order[guild]]);
        }
        self
    }
}

/// Checks that a free set-up can end with these masters.
///
/// # Errors
/// Why it cannot. Limits that the complete set-up keeps are never exceeded on the way, so any order of placing gets there.
pub fn check_masters(villages: &[SeatVillages]) -> Result<(), FairSetupProblem> {
    let (open, limits) = (villages_in_play(villages.len()), OpeningLimits::for_clans(villages.len()));
    let mut occupied = BTreeSet::new();
    for seat in villages {
        for (&village, guild) in seat.iter().zip(Guild::ALL) {
            if !open.contains(village) {
                return Err(FairSetupProblem::OutOfPlay { village });
            }
            if !occupied.insert(Space::new(village, guild)) {
                return Err(FairSetupProblem::Occupied { space: Space::new(village, guild) });
            }
            if seat.iter().filter(|&&other| other == village).count() > limits.of_one_clan {
                return Err(FairSetupProblem::OneClan { village, limit: limits.of_one_clan });
            }
        }
    }
    for village in Village::ALL {
        if occupied.iter().filter(|space| space.village() == village).count() > limits.tiles {
            return Err(FairSetupProblem::Crowded { village, limit: limits.tiles });
        }
    }
    Ok(())
}

/// Where the masters of each seat lie in a position right after its set-up; `None` if a master is missing.
pub fn masters_of_setup(position: &Position) -> Option<Vec<SeatVillages>> {
    let village = |clan: Clan, guild: Guild| {
        position.masters(clan).into_iter().find(|space| space.guild() == guild).map(Space::village)
    };
    let villages = |clan: Clan| {
        let mut villages = [Village::A; Guild::COUNT];
        for (guild, place) in Guild::ALL.into_iter().zip(&mut villages) {
            *place = village(clan, guild)?;
        }
        Some(villages)
    };
    position.seats().iter().map(villages).collect()
}

/// The set-up of a position that is exactly the board after one; `None` if anything has been played since.
pub fn setup_of(position: &Position) -> Option<Vec<SeatVillages>> {
    let villages = masters_of_setup(position)?;
    let board = Position::after_setup(&villages, position.seats(), position.options());
    (board == Some(*position)).then_some(villages)
}

/// A list of fair set-ups for three and for four clans.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FairSetups {
    three: Vec<FairSetup>,
    four: Vec<FairSetup>,
}

impl FairSetups {
    /// The set-ups that come with the game. The app downloads the same list, and only when someone asks for a fair start.
    ///
    /// # Panics
    /// Never: a test reads the list.
    pub fn stored() -> FairSetups {
        STORED.parse().expect("the stored set-ups are tested")
    }

    /// All set-ups for three or four clans, in the order of the list.
    pub fn all(&self, clans: usize) -> &[FairSetup] {
        if clans == 3 { &self.three } else { &self.four }
    }

    /// The set-up of a day, counted from 1 January 1970 in UTC: the same for everyone. `None` if the list has none for this number
    /// of clans.
    ///
    /// Every set-up has its day before one comes again, and then with other guilds.
    pub fn of_day(&self, clans: usize, day: u64) -> Option<FairSetup> {
        let all = self.all(clans);
        Some(all[index_of_day(all.len(), day)?].clone().with_guilds_shuffled(day))
    }

    /// Whether the list has this set-up, with the same chances and perhaps other guilds.
    pub fn contains(&self, setup: &FairSetup) -> bool {
        // What the guilds are does not matter, but which masters share one does.
        let guilds = |setup: &FairSetup| {
            let guild = |guild: usize| setup.villages.iter().map(|villages| villages[guild]).collect::<Vec<_>>();
            let mut guilds: Vec<Vec<Village>> = (0..Guild::COUNT).map(guild).collect();
            guilds.sort();
            guilds
        };
        self.all(setup.clans()).iter().any(|one| one.chances == setup.chances && guilds(one) == guilds(setup))
    }

    /// Picks a set-up by a random number, with guilds in random order. `None` if the list has none for this number of clans.
    pub fn pick(&self, clans: usize, random: u64) -> Option<FairSetup> {
        let all = self.all(clans);
        let number = scramble(random, 0).checked_rem(all.len() as u64)?;
        Some(all[number as usize].clone().with_guilds_shuffled(random))
    }
}

impl fmt::Display for FairSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for villages in &self.villages {
            let letters: String = villages.iter().map(|village| village.letter()).collect();
            write!(f, "{letters} ")?;
        }
        let chances: Vec<String> = self.chances.iter().map(u16::to_string).collect();
        write!(f, "{}", chances.join(" "))
    }
}

/// Why a line is not a fair set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names of the fields say it")]
pub enum FairSetupProblem {
    /// There is not one field for the masters and one for the chance of each of three or four seats.
    Fields,
    /// Not the letters of seven villages.
    Villages { field: String },
    /// Not a number of thousandths.
    Chance { field: String },
    /// The chances do not add up to a thousand thousandths.
    Sum { sum: u32 },
    /// The village is not in play with three clans.
    OutOfPlay { village: Village },
    /// Two masters on the same space.
    Occupied { space: Space },
    /// More masters in a village than a set-up allows.
    Crowded { village: Village, limit: usize },
    /// More masters of one clan in a village than a set-up allows.
    OneClan { village: Village, limit: usize },
}

impl fmt::Display for FairSetupProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FairSetupProblem::Fields => write!(f, "expected masters and chances of three or four seats"),
            FairSetupProblem::Villages { field } => write!(f, "{field:?} is not the villages of seven masters"),
            FairSetupProblem::Chance { field } => write!(f, "{field:?} is not a chance in thousandths"),
            FairSetupProblem::Sum { sum } => write!(f, "the chances add up to {sum} instead of 1000"),
            FairSetupProblem::OutOfPlay { village } => write!(f, "village {village} is out of play with three clans"),
            FairSetupProblem::Occupied { space } => write!(f, "two masters on {space}"),
            FairSetupProblem::Crowded { village, limit } => write!(f, "more than {limit} masters in village {village}"),
            FairSetupProblem::OneClan { village, limit } => {
                write!(f, "more than {limit} of one clan's masters in village {village}")
            }
        }
    }
}

impl core::error::Error for FairSetupProblem {}

impl FromStr for FairSetup {
    type Err = FairSetupProblem;

    fn from_str(line: &str) -> Result<FairSetup, FairSetupProblem> {
        let line = line.split('#').next().unwrap_or_default();
        let fields: Vec<&str> = line.split_whitespace().collect();
        if ![6, 8].contains(&fields.len()) {
            return Err(FairSetupProblem::Fields);
        }
        let (villages, chances) = fields.split_at(fields.len() / 2);
        let shown = |field: &str| field.chars().take(40).collect();
        let seat = |field: &&str| {
            let villages: Option<Vec<Village>> = field.chars().map(Village::from_letter).collect();
            let villages = villages.and_then(|villages| SeatVillages::try_from(villages).ok());
            villages.ok_or_else(|| FairSetupProblem::Villages { field: shown(field) })
        };
        let chance = |field: &&str| {
            let chance = field.parse().ok().filter(|&chance: &u16| chance <= 1000);
            chance.ok_or_else(|| FairSetupProblem::Chance { field: shown(field) })
        };
        let villages = villages.iter().map(seat).collect::<Result<_, _>>()?;
        FairSetup { villages, chances: chances.iter().map(chance).collect::<Result<_, _>>()? }.checked()
    }
}

/// A line of a list that is not a fair set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FairSetupsError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: FairSetupProblem,
}

impl fmt::Display for FairSetupsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl core::error::Error for FairSetupsError {}

impl FromStr for FairSetups {
    type Err = FairSetupsError;

    fn from_str(text: &str) -> Result<FairSetups, FairSetupsError> {
        let mut setups = FairSetups::default();
        for (index, line) in text.lines().enumerate() {
            if line.split('#').next().is_none_or(|content| content.trim().is_empty()) {
                continue;
            }
            let setup: FairSetup = line.parse().map_err(|problem| FairSetupsError { line: index + 1, problem })?;
            if setup.clans() == 3 { &mut setups.three } else { &mut setups.four }.push(setup);
        }
        Ok(setups)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREE: &str = "mebgjif kdfehaj hlkagmi 345 328 327";
    const FOUR: &str = "abcdefg bcdefga hijklmh ijklmhi 250 251 249 250";

    fn problem(line: &str) -> String {
        line.parse::<FairSetup>().unwrap_err().to_string()
    }

    #[test]
    fn every_stored_set_up_is_fair() {
        let setups = FairSetups::stored();
        for setup in setups.all(3).iter().chain(setups.all(4)) {
            assert!(setup.spread() <= FAIR_POINTS, "{setup}");
            assert_eq!(setup.to_string().parse().as_ref(), Ok(setup));
        }
    }

    #[test]
    fn every_stored_set_up_can_be_placed_move_by_move() {
        let setups = FairSetups::stored();
        for setup in setups.all(3).iter().chain(setups.all(4)) {
            let seats = if setup.clans() == 3 { Seats::THREE } else { Seats::FOUR };
            let mut position = Position::start(seats, GameOptions::default());
            for (guild, village) in Guild::ALL
                .into_iter()
                .enumerate()
                .flat_map(|(index, guild)| setup.villages().iter().map(move |villages| (guild, villages[index])))
            {
                let mv = shangrila_rules::Move::Place { space: Space::new(village, guild) };
                position.play(mv).unwrap_or_else(|error| panic!("{setup}: {mv}: {error}"));
            }
            assert_eq!(Some(position), setup.position(seats, GameOptions::default()), "{setup}");
        }
    }

    #[test]
    fn lists_are_read_with_comments_and_blank_lines() {
        let text = format!("# Made by hand\n\n{THREE} # 3.1.7\n{FOUR}\n");
        let setups: FairSetups = text.parse().unwrap();
        assert_eq!((setups.all(3).len(), setups.all(4).len()), (1, 1));
        assert_eq!(setups.all(3)[0].to_string(), THREE);
        assert_eq!(setups.all(4)[0].to_string(), FOUR);
    }

    #[test]
    fn garbage_is_reported_with_its_line_and_the_reason() {
        let error = format!("{THREE}\n# fine\n\u{1f600}\n").parse::<FairSetups>().unwrap_err();
        assert_eq!(error.to_string(), "line 3: expected masters and chances of three or four seats");
        assert_eq!(problem(""), "expected masters and chances of three or four seats");
        assert_eq!(problem(&THREE.replace("mebgjif", "mebgji")), "\"mebgji\" is not the villages of seven masters");
        assert_eq!(problem(&THREE.replace("mebgjif", "mebgjiz")), "\"mebgjiz\" is not the villages of seven masters");
        assert_eq!(problem(&THREE.replace("345", "-45")), "\"-45\" is not a chance in thousandths");
        assert_eq!(problem(&THREE.replace("345", "1001")), "\"1001\" is not a chance in thousandths");
        assert_eq!(problem(&THREE.replace("345", "445")), "the chances add up to 1100 instead of 1000");
        assert_eq!(problem(&THREE.replace("mebgjif", "cebgjif")), "village c is out of play with three clans");
        assert_eq!(problem(&FOUR.replace("bcdefga", "acdefga")), "two masters on R@a");
        assert_eq!(problem(&THREE.replace("mebgjif", "mebgjim")), "more than 1 of one clan's masters in village m");
        assert_eq!(problem(&FOUR.replace("abcdefg", "abbbefg")), "more than 2 of one clan's masters in village b");
        assert_eq!(problem(&FOUR.replace("ijklmhi", "ijklhhi")), "more than 3 masters in village h");
    }

    /// Seven made-up set-ups that differ in the first chances.
    fn seven() -> FairSetups {
        let line = |number: u16| FOUR.replace("250 251", &format!("{} {}", 250 + number, 251 - number));
        (0..7).map(line).collect::<Vec<_>>().join("\n").parse().unwrap()
    }

    #[test]
    fn all_set_ups_have_their_day_before_one_comes_again() {
        let setups = seven();
        let of = |day| setups.of_day(4, day).unwrap();
        for round in [0, 2967, 2968] {
            let chances: BTreeSet<Vec<u16>> = (0..7).map(|day| of(round * 7 + day).chances).collect();
            assert_eq!(chances.len(), 7);
        }
        assert_eq!(of(20_773), of(20_773));
        assert_ne!(of(20_773).villages, of(20_774).villages);
        assert_eq!(setups.of_day(3, 20_773), None);
        assert_eq!(setups.pick(3, 1), None);
        assert!(setups.pick(4, 1).is_some());
    }

    #[test]
    fn the_set_up_of_a_day_is_the_same_for_everyone() {
        let days = (20_773..20_776).map(|day| seven().of_day(4, day).unwrap().to_string());
        let expected = [
            "cfeagdb dgfbaec jmlhhki khmiilj 250 251 249 250",
            "egcbdaf fadcebg lhjikhm mikjlih 255 246 249 250",
            "bagfecd cbagfde ihhmljk jiihmkl 252 249 249 250",
        ];
        assert_eq!(days.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn other_guilds_keep_every_seats_villages_and_the_chances() {
        let setup: FairSetup = FOUR.parse().unwrap();
        let shuffled: BTreeSet<FairSetup> = (0..20).map(|seed| setup.clone().with_guilds_shuffled(seed)).collect();
        assert!(shuffled.len() > 10);
        for other in shuffled {
            assert_eq!(check_masters(other.villages()), Ok(()));
            assert!(other.chances().eq(setup.chances()));
            for (one, other) in setup.villages().iter().zip(other.villages()) {
                let sorted = |villages: &SeatVillages| villages.iter().copied().collect::<BTreeSet<_>>();
                assert_eq!(sorted(one), sorted(other));
            }
        }
    }

    #[test]
    fn the_clans_of_the_seats_get_the_masters_of_the_seats() {
        let setup: FairSetup = FOUR.parse().unwrap();
        let order = Seats::new(&[Clan::Yellow, Clan::Red, Clan::Violet, Clan::Blue]).unwrap();
        let options = GameOptions::default();
        let (one, other) = (setup.position(Seats::FOUR, options).unwrap(), setup.position(order, options).unwrap());
        assert_eq!(one.masters(Clan::Red), other.masters(Clan::Yellow));
        assert_eq!(other.to_move(), Some(Clan::Yellow));
        assert_eq!(setup.position(Seats::THREE, options), None);
        assert_eq!(masters_of_setup(&other), Some(setup.villages().to_vec()));
        assert_eq!(setup_of(&other), Some(setup.villages().to_vec()));
        let mut later = other;
        later.play_random(|_| 0);
        assert_eq!(setup_of(&later), None);
    }

    #[test]
    fn the_spread_is_the_distance_between_the_best_and_the_worst_seat() {
        let setup: FairSetup = THREE.parse().unwrap();
        assert!((setup.spread() - 1.8).abs() < 0.01, "{}", setup.spread());
    }
}
