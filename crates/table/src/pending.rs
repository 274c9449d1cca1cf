//! Choosing a move one spot of the board at a time; only steps that lead to legal moves are offered.

use shangrila_rules::{Choices, Move, Position, Space, Village};

use crate::short_list::sort_short_list;

/// A part of the board that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// One space.
    Space(Space),
    /// A whole village.
    Village(Village),
}

/// A move that is being chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PendingMove {
    /// Nothing chosen yet: the first spot decides the type of move.
    #[default]
    Open,
    /// A placement: choose an empty space.
    Place,
    /// A recruit: choose the first master.
    Recruit,
    /// A recruit whose first master is chosen.
    SecondStudent {
        /// The first master's space.
        first: Space,
    },
    /// A journey: choose the village the students leave.
    Journey,
    /// A journey whose origin is chosen.
    Destination {
        /// The origin.
        from: Village,
    },
}

/// The result of choosing a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The move needs another choice.
    Further(PendingMove),
    /// The move is complete.
    Complete(Move),
}

impl PendingMove {
    /// The spots that can be chosen now, ordered by village and guild.
    pub fn spots(self, position: &Position) -> Vec<Spot> {
        let choices = position.choices();
        let spaces = |set: shangrila_rules::SpaceSet| set.into_iter().map(Spot::Space);
        let mut spots: Vec<Spot> = match self {
            PendingMove::Open => {
                let villages = origins(&choices).map(Spot::Village);
                spaces(choices.places | choices.recruits).chain(villages).collect()
            }
            PendingMove::Place => spaces(choices.places).collect(),
            PendingMove::Recruit => spaces(choices.recruits).collect(),
            PendingMove::SecondStudent { first } => {
                let possible = |&space: &Space| position.is_legal(recruit(first, space));
                choices.recruits.into_iter().filter(possible).map(Spot::Space).collect()
            }
            PendingMove::Journey => origins(&choices).map(Spot::Village).collect(),
            PendingMove::Destination { from } => {
                let journeys = choices.journeys.into_iter().filter(|&(_, origin, _)| origin == from);
                journeys.map(|(_, _, to)| Spot::Village(to)).collect()
            }
        };
        sort_short_list(&mut spots, |spot| match *spot {
            Spot::Village(village) => (village, None),
            Spot::Space(space) => (space.village(), Some(space)),
        });
        spots.dedup();
        spots
    }

    /// Chooses a spot; `None` if it cannot be chosen.
    pub fn step(self, position: &Position, spot: Spot) -> Option<Step> {
        if !self.spots(position).contains(&spot) {
            return None;
        }
        Some(match (self, spot) {
            (PendingMove::SecondStudent { first }, Spot::Space(space)) => Step::Complete(recruit(first, space)),
            (_, Spot::Space(space)) if position.occupant(space).is_none() => Step::Complete(Move::Place { space }),
            (_, Spot::Space(first)) => {
                let second = PendingMove::SecondStudent { first };
                let alone = Step::Complete(Move::recruit_one(first));
                // There is nothing left to choose if no other master can take a student.
                let others = second.spots(position).iter().any(|&other| other != spot);
                if others { Step::Further(second) } else { alone }
            }
            (PendingMove::Destination { from }, Spot::Village(to)) => Step::Complete(Move::Journey { from, to }),
            (_, Spot::Village(from)) => Step::Further(PendingMove::Destination { from }),
        })
    }
}

/// Recruits two students, or only one if both spaces are the same.
fn recruit(first: Space, second: Space) -> Move {
    if first == second { Move::recruit_one(first) } else { Move::recruit_two(first, second) }
}

fn origins(choices: &Choices) -> impl Iterator<Item = Village> {
    choices.journeys.into_iter().map(|(_, from, _)| from)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use shangrila_rules::{GameOptions, RecruitRule, Seats};

    /// All moves that choosing spots can lead to.
    fn reachable(choice: PendingMove, position: &Position, moves: &mut BTreeSet<Move>) {
        for spot in choice.spots(position) {
            match choice.step(position, spot).expect("offered spots can be chosen") {
                Step::Further(next) => reachable(next, position, moves),
                Step::Complete(mv) => {
                    moves.insert(mv);
                }
            }
        }
    }

    #[test]
    fn a_single_possible_student_needs_only_one_step() {
        // Red has one master and one tile for it.
        let position: Position = "r6/7/7/7/7/7/7/7/7/7/7/7/b6 7fffff rbvy r 28 0".parse().unwrap();
        let space = Space::new(Village::A, shangrila_rules::Guild::Rainmaker);
        let alone = Some(Step::Complete(Move::recruit_one(space)));
        assert_eq!(PendingMove::Open.step(&position, Spot::Space(space)), alone);
        assert_eq!(PendingMove::Recruit.step(&position, Spot::Space(space)), alone);
    }

    #[test]
    fn exactly_the_legal_moves_can_be_chosen() {
        let mut rng = fastrand::Rng::with_seed(7);
        for recruit in [RecruitRule::Two, RecruitRule::UpToTwo] {
            for seats in [Seats::THREE, Seats::FOUR] {
                let mut position = Position::start(seats, GameOptions { recruit, ..GameOptions::default() });
                let mut kinds = [0; 3];
                while !position.is_over() {
                    let list = position.legal_moves();
                    let legal: BTreeSet<Move> = list.iter().filter(|&mv| mv != Move::Pass).collect();
                    let mut open = BTreeSet::new();
                    reachable(PendingMove::Open, &position, &mut open);
                    assert_eq!(open, legal, "{position}");
                    let mut by_kind = BTreeSet::new();
                    for (index, choice) in
                        [PendingMove::Place, PendingMove::Recruit, PendingMove::Journey].into_iter().enumerate()
                    {
                        let before = by_kind.len();
                        reachable(choice, &position, &mut by_kind);
                        kinds[index] += by_kind.len() - before;
                    }
                    assert_eq!(by_kind, legal, "{position}");
                    position.play_random(|n| rng.u32(..n));
                }
                assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
            }
        }
    }
}
