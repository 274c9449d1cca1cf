//! What every game leaves behind on the board: reasons why no game can reach an arrangement that the rules themselves accept.
//!
//! The rules judge the material alone, because lessons and puzzles need boards that no game has seen. The position editor also tells what
//! they would have to have been through. All of these conditions are necessary; together they are not sufficient.

use shangrila_rules::map::{bridges_at, bridges_laid, villages_in_play};
use shangrila_rules::{Clan, GuildSet, OpeningLimits, Setup, Village, VillageSet};

/// Turns that each clan takes during set-up (R2.2).
const SETUP_TURNS: usize = 7;

/// One reason why no game can reach an arrangement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names of the fields say it")]
pub enum Unreachable {
    /// Fewer tiles during set-up than its turns have placed (R2.2).
    TilesMissing { tiles: usize, ply: usize },
    /// One clan has placed more than one master more than another during set-up (R2.2).
    UnevenSetup { ahead: Clan, masters: usize, behind: Clan, others: usize },
    /// Fewer masters than set-up leaves: whoever is driven out is replaced (R5.5).
    MastersMissing { masters: usize, least: usize },
    /// Nobody has travelled, but a clan has lost masters of the set-up (R2.2).
    GuildsMissing { clan: Clan, guilds: usize },
    /// A clan is in more villages than its masters of the set-up and the journeys can have led it to (R3.1).
    TooManyVillages { clan: Clan, villages: usize, most: usize },
    /// Nobody has travelled to a village, but more clans are there than set-up allows (R3.1).
    StrangersInVillage { village: Village, clans: usize, most: usize },
    /// More happened than there were turns for (R7.1).
    TooFewTurns { turns: usize, least: usize },
}

impl Unreachable {
    /// The number of the rule in `docs/rules.md`.
    pub const fn rule(self) -> &'static str {
        match self {
            Unreachable::TilesMissing { .. } | Unreachable::UnevenSetup { .. } | Unreachable::GuildsMissing { .. } => {
                "R2.2"
            }
            Unreachable::TooManyVillages { .. } | Unreachable::StrangersInVillage { .. } => "R3.1",
            Unreachable::MastersMissing { .. } => "R5.5",
            Unreachable::TooFewTurns { .. } => "R7.1",
        }
    }

    /// The reasons that the history of a game gives, beside those of [`Setup::problems`].
    pub fn reasons(setup: &Setup) -> Vec<Unreachable> {
        let past = Past::of(setup);
        if usize::from(setup.ply) < past.setup_turns() { past.in_setup() } else { past.in_play() }
    }
}

/// The number of turns to give an arrangement that is being edited. During set-up each of its tiles was a turn; afterwards it keeps its
/// number, or gets the least with which the board can have come about.
pub fn fitting_ply(setup: &Setup, in_setup: bool) -> u16 {
    let past = Past::of(setup);
    if in_setup {
        setup.spaces.len().min(past.setup_turns() - 1) as u16
    } else {
        setup.ply.max(past.least_turns() as u16)
    }
}

/// An arrangement, and what follows from the number of clans.
struct Past<'a> {
    setup: &'a Setup,
    clans: usize,
    /// Bridges break on journeys and in no other way, one on each (R5.7).
    journeys: usize,
}

impl Past<'_> {
    fn of(setup: &Setup) -> Past<'_> {
        let clans = setup.seats.count();
        let journeys = bridges_laid(clans).without(setup.bridges).len();
        Past { setup, clans, journeys }
    }

    fn setup_turns(&self) -> usize {
        SETUP_TURNS * self.clans
    }

    /// The masters that a clan places in the set-up at least. With four clans there is always a space for the next one. With three, the last
    /// one may find none (R2.5): the clan is in six villages, the others fill up to six with two tiles each.
    const fn placed_at_least(&self) -> usize {
        if self.clans == 3 { SETUP_TURNS - 1 } else { SETUP_TURNS }
    }

    fn masters(&self, clan: Clan) -> usize {
        self.setup.spaces.values().filter(|occupant| occupant.clan == clan).count()
    }

    fn students(&self) -> usize {
        self.setup.spaces.values().filter(|occupant| occupant.student).count()
    }

    fn guilds(&self, clan: Clan) -> GuildSet {
        let own = self.setup.spaces.iter().filter(|(_, occupant)| occupant.clan == clan);
        own.map(|(space, _)| space.guild()).collect()
    }

    fn villages(&self, clan: Clan) -> VillageSet {
        let own = self.setup.spaces.iter().filter(|(_, occupant)| occupant.clan == clan);
        own.map(|(space, _)| space.village()).collect()
    }

    /// The turns it takes at least, those of the set-up included. Without a journey every student was recruited and every master placed;
    /// after one, two recruited students may have become two masters.
    fn least_turns(&self) -> usize {
        let (masters, students) = (self.setup.spaces.len(), self.students());
        let added = if self.journeys == 0 {
            masters.saturating_sub(self.setup_turns()) + students.div_ceil(2)
        } else {
            (masters + students).saturating_sub(self.setup_turns()).div_ceil(2)
        };
        self.setup_turns() + self.journeys + added
    }

    fn in_setup(&self) -> Vec<Unreachable> {
        let mut reasons = Vec::new();
        let (tiles, ply) = (self.setup.spaces.len(), usize::from(self.setup.ply));
        if tiles < ply.min(self.placed_at_least() * self.clans) {
            reasons.push(Unreachable::TilesMissing { tiles, ply });
        }
        let count = |clan: &Clan| self.masters(*clan);
        let clans = self.setup.seats.iter();
        if let (Some(ahead), Some(behind)) = (clans.clone().max_by_key(count), clans.min_by_key(count)) {
            let (masters, others) = (count(&ahead), count(&behind));
            if masters > others + 1 {
                reasons.push(Unreachable::UnevenSetup { ahead, masters, behind, others });
            }
        }
        reasons
    }

    fn in_play(&self) -> Vec<Unreachable> {
        let mut reasons = Vec::new();
        let (masters, least) = (self.setup.spaces.len(), self.placed_at_least() * self.clans);
        if masters < least {
            reasons.push(Unreachable::MastersMissing { masters, least });
        }
        for clan in self.setup.seats.iter() {
            let guilds = self.guilds(clan).len();
            if self.journeys == 0 && guilds < self.placed_at_least() {
                reasons.push(Unreachable::GuildsMissing { clan, guilds });
            }
            let (villages, most) = (self.villages(clan).len(), SETUP_TURNS + self.journeys);
            if villages > most {
                reasons.push(Unreachable::TooManyVillages { clan, villages, most });
            }
        }
        let most = OpeningLimits::for_clans(self.clans).tiles;
        for village in villages_in_play(self.clans) {
            // Whoever travels to or from a village leaves it with a bridge less.
            let untouched = (bridges_at(village) & bridges_laid(self.clans)).without(self.setup.bridges).is_empty();
            let clans = self.setup.seats.iter().filter(|&clan| self.villages(clan).contains(village)).count();
            if untouched && clans > most {
                reasons.push(Unreachable::StrangersInVillage { village, clans, most });
            }
        }
        let (turns, least) = (usize::from(self.setup.ply), self.least_turns());
        if turns < least {
            reasons.push(Unreachable::TooFewTurns { turns, least });
        }
        reasons
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::{GameOptions, Position, Seats};

    fn reasons(text: &str) -> Vec<Unreachable> {
        let setup: Setup = text.parse().unwrap();
        assert_eq!(setup.problems(), [], "{text}: for the rules it is a position");
        Unreachable::reasons(&setup)
    }

    #[test]
    fn nothing_speaks_against_a_position_of_a_game() {
        for seed in 0..400 {
            let seats = if seed % 2 == 0 { Seats::THREE } else { Seats::FOUR };
            let options = GameOptions::default();
            let free = seed % 4 < 2;
            let mut position =
                if free { Position::start(seats, options) } else { Position::first_game(seats, options) };
            let mut rng = fastrand::Rng::with_seed(seed);
            loop {
                let setup = Setup::from(position);
                assert_eq!(Unreachable::reasons(&setup), [], "{position}");
                assert!(fitting_ply(&setup, false) == setup.ply || position.in_opening(), "{position}");
                if position.play_random(|n| rng.u32(..n)).is_none() {
                    break;
                }
            }
        }
    }

    /// R2.2, R7.1
    #[test]
    fn clans_take_turns_during_set_up() {
        let empty = "7/7/7/7/7/7/7/7/7/7/7";
        assert_eq!(
            reasons(&format!("r6/b6/{empty} 7fffff rbvy r 9 0")),
            [Unreachable::TilesMissing { tiles: 2, ply: 9 }]
        );
        let uneven = Unreachable::UnevenSetup { ahead: Clan::Red, masters: 2, behind: Clan::Blue, others: 0 };
        assert_eq!(reasons(&format!("r6/1r5/{empty} 7fff2f rby r 2 0")), [uneven]);
    }

    /// R2.5
    #[test]
    fn with_three_clans_a_last_master_without_a_space_is_no_contradiction() {
        let text = "r6/1r5/7/2r4/3r3/4r2/5r1/b6/1b5/2b4/3b3/4b2/5b1 7fff2f rby r 20 0";
        let uneven = Unreachable::UnevenSetup { ahead: Clan::Blue, masters: 6, behind: Clan::Yellow, others: 0 };
        assert_eq!(reasons(text), [Unreachable::TilesMissing { tiles: 12, ply: 20 }, uneven]);
        let yellow = text.replace("b6/1b5/2b4/3b3/4b2/5b1", "by5/1by4/2by3/3by2/4by1/y4b1");
        assert_eq!(reasons(&yellow), []);
    }

    /// R5.5
    #[test]
    fn no_journey_leaves_fewer_spaces_taken_than_set_up() {
        let few = reasons("rrrrrrr/bbbbbbb/7/7/7/7/7/7/7/7/7/7/7 7ffff0 rbvy r 60 0");
        assert_eq!(few, [Unreachable::MastersMissing { masters: 14, least: 28 }]);
    }

    #[test]
    fn an_empty_board_with_all_bridges_is_no_position_of_a_game() {
        let empty = reasons("7/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 28 0");
        assert!(empty.contains(&Unreachable::MastersMissing { masters: 0, least: 28 }), "{empty:?}");
        assert!(empty.contains(&Unreachable::GuildsMissing { clan: Clan::Violet, guilds: 0 }), "{empty:?}");
    }

    /// R3.1
    #[test]
    fn only_journeys_bring_clans_to_villages() {
        let card = "4vvr/1ry4/7/7/3rb2/1v3bb/1b1y1r1/ry1v3/y1b3y/v1r1r2/7/2v2yv/b2by2 7fffff rbvy r 28 0";
        assert_eq!(reasons(card), []);
        // A has violet and red, and gets blue and yellow.
        let strangers = card.replacen("4vvr", "by2vvr", 1).replace(" 28 ", " 40 ");
        let most = Unreachable::StrangersInVillage { village: Village::A, clans: 4, most: 3 };
        assert_eq!(reasons(&strangers), [most]);
        // With one of its bridges down, somebody may have travelled there.
        assert_eq!(reasons(&strangers.replace("7fffff", "7ffffe")), []);
        let everywhere = "r6/r6/r6/r6/r6/r6/1r5/1r5/2r4/3r3/4r2/5r1/6r 7ffffe rbvy r 40 0";
        let villages = Unreachable::TooManyVillages { clan: Clan::Red, villages: 13, most: 8 };
        assert!(reasons(everywhere).contains(&villages));
    }

    /// R7.1
    #[test]
    fn everything_on_the_board_takes_its_turns() {
        let card = "4vvr/1ry4/7/7/3rb2/1v3bb/1b1y1r1/ry1v3/y1b3y/v1r1r2/7/2v2yv/b2by2 7fffff rbvy r 28 0";
        let students = card.replacen("4vvr", "4VVR", 1).replacen("1ry4", "1rY4", 1);
        assert_eq!(reasons(&students), [Unreachable::TooFewTurns { turns: 28, least: 30 }]);
        let mut setup: Setup = students.parse().unwrap();
        setup.ply = fitting_ply(&setup, false);
        assert_eq!((setup.ply, Unreachable::reasons(&setup)), (30, vec![]));
        let broken = card.replace("7fffff", "7ffff8");
        assert_eq!(reasons(&broken), [Unreachable::TooFewTurns { turns: 28, least: 31 }]);
    }

    #[test]
    fn each_tile_of_a_set_up_is_a_turn() {
        let mut setup: Setup = "r6/1b5/2y4/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 0 0".parse().unwrap();
        setup.ply = fitting_ply(&setup, true);
        assert_eq!((setup.ply, setup.problems()), (3, vec![]));
        assert_eq!(Unreachable::reasons(&setup), []);
    }
}
