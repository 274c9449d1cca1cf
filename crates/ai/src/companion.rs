//! How well the people at a table play, so that a computer player can play about as well as they do.
//!
//! Each of their moves is compared with the moves that the network would look at first: how much of the mover's chance of
//! winning did it give away? How much people give away per move puts them somewhere between the levels. The measure is rough
//! and knows only what the network sees at a glance, so the companion also looks at the board: it plays up while it is
//! behind the people and eases off while it is ahead of them, the longer the more. Neither needs results of earlier games.

use shangrila_rules::{GameOptions, Move, PerSeat, Position, Seat, Seats};

use crate::evaluator::{Action, Evaluation, Evaluator};
use crate::network::{NetworkEvaluator, installed};
use crate::portable;

/// A game up to now: what a player who adapts to people needs to know.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSoFar {
    /// The position the game began with.
    pub start: Position,
    /// The moves since.
    pub moves: Vec<Move>,
    /// The seats whose players are to be matched.
    pub people: PerSeat<bool>,
}

impl GameSoFar {
    /// The current position; `None` if the moves cannot be played.
    pub fn position(&self) -> Option<Position> {
        let mut position = self.start;
        self.moves.iter().all(|&mv| position.play(mv).is_ok()).then_some(position)
    }
}

/// A strength between and beyond the levels: 1 is the first of them, 2 the second, and so on.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Skill(pub f32);

/// Estimates how well people play from their moves.
pub struct SkillEstimate {
    /// Without a network nothing can be said of a single move.
    evaluator: Option<NetworkEvaluator>,
    game: Option<GameSoFar>,
    position: Position,
    /// The sum over all moves of what each gave away.
    given_away: f32,
    moves: u32,
    /// The sum over all moves of every seat's chance of winning afterwards.
    standing: PerSeat<f32>,
}

/// How many of the moves that look best are compared with the one that was made.
const COMPARED: usize = 8;
/// Added to chances before they are compared, so that throwing away the last hundredth does not count for much.
const NEGLIGIBLE_CHANCE: f32 = 0.02;
/// What is assumed before the first move, and how many moves it takes to outweigh that.
const TYPICAL: (Skill, f32) = (Skill(1.7), 8.0);
/// What players of the first level give away per move (the logarithm of a ratio of chances), and how much less, again as a
/// logarithm, each further level does. `shangrila-selfplay skills` measures it.
const FIRST_LEVEL_GIVES_AWAY: f32 = 0.206;
const LESS_PER_LEVEL: f32 = 0.7;
/// How many levels the companion plays up or down when all of the chances lie with the people, or with itself.
const CORRECTION: f32 = 5.0;
/// How many more for each round in which it was like that, and the most of those.
const CORRECTION_PER_ROUND: f32 = 0.3;
const MOST_CORRECTION: f32 = 3.0;
/// The share of the correction when it is ahead: a lead is soon lost to three others, so it eases off less than it plays up.
const EASING_OFF: f32 = 0.5;

impl SkillEstimate {
    /// An estimate that knows nothing yet.
    pub fn new() -> SkillEstimate {
        SkillEstimate {
            evaluator: installed().map(NetworkEvaluator::new),
            game: None,
            position: Position::start(Seats::FOUR, GameOptions::default()),
            given_away: 0.0,
            moves: 0,
            standing: PerSeat::default(),
        }
    }

    /// Takes in the moves of a game that it has not seen yet. After a takeback, or in another game, it starts again.
    pub fn update(&mut self, game: &GameSoFar) {
        let continues = |known: &&GameSoFar| {
            known.start == game.start && known.people == game.people && game.moves.starts_with(&known.moves)
        };
        let known = self.game.as_ref().filter(continues).map(|known| known.moves.len());
        if known.is_none() {
            (self.position, self.given_away, self.moves) = (game.start, 0.0, 0);
            self.standing = PerSeat::default();
        }
        for &mv in &game.moves[known.unwrap_or(0)..] {
            if let Some(seat) = self.position.seat_to_move().filter(|&seat| game.people[seat]) {
                self.observe(mv, seat);
            }
            if self.position.play(mv).is_err() {
                break;
            }
        }
        self.game = Some(game.clone());
    }

    /// How well people have played so far, starting from what is typical.
    pub fn skill(&self) -> Skill {
        let (typical, weight) = TYPICAL;
        let given_away = self.given_away + weight * typical.gives_away();
        Skill::that_gives_away(given_away / (self.moves as f32 + weight))
    }

    /// The strength to play at in a position: that of the people, and more or less of it by who is ahead.
    pub(crate) fn matching_skill(&mut self, position: &Position) -> Skill {
        let Skill(estimate) = self.skill();
        let (Some(own), Some(game)) = (position.seat_to_move(), &self.game) else { return Skill(estimate) };
        let people: Vec<Seat> =
            game.people.iter().filter(|&(seat, &is_person)| is_person && seat != own).map(|(seat, _)| seat).collect();
        if people.is_empty() {
            return Skill(estimate);
        }
        // How far people are above their fair share, counted so that it is 1 when they have all and the others nothing.
        let (people, clans) = (people.iter(), position.seats().count() as f32);
        let count = people.len() as f32;
        let lead = |chances: &PerSeat<f32>, games: f32| {
            let theirs: f32 = people.clone().map(|&seat| chances[seat]).sum();
            (theirs - games * count / clans) * clans / (count * (clans - count).max(1.0))
        };
        let Some(evaluator) = &mut self.evaluator else { return Skill(estimate) };
        let now = lead(&evaluator.evaluate(position).wins, 1.0);
        let rounds = lead(&self.standing, self.moves as f32) / count;
        let correction = CORRECTION * now + (CORRECTION_PER_ROUND * rounds).clamp(-MOST_CORRECTION, MOST_CORRECTION);
        Skill(estimate + if correction < 0.0 { EASING_OFF * correction } else { correction })
    }

    fn observe(&mut self, mv: Move, seat: Seat) {
        let moves: Vec<Move> = self.position.legal_moves().iter().collect();
        if moves.len() < 2 || !moves.contains(&mv) {
            return;
        }
        let Some(evaluator) = &mut self.evaluator else { return };
        let position = self.position;
        let logits = logits(evaluator, &position, &moves);
        let mut chances_after = |mv: Move| {
            let mut after = position;
            after.play_unchecked(mv);
            if after.is_over() { Evaluation::of_end(&after).wins } else { evaluator.evaluate(&after).wins }
        };
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by(|&one, &other| logits[other].total_cmp(&logits[one]));
        let after = chances_after(mv);
        let best = order.iter().take(COMPARED).map(|&index| chances_after(moves[index])[seat]);
        let best = best.fold(after[seat], f32::max);
        self.given_away += portable::ln((best + NEGLIGIBLE_CHANCE) / (after[seat] + NEGLIGIBLE_CHANCE));
        self.moves += 1;
        for (seat, sum) in self.standing.iter_mut() {
            *sum += after[seat];
        }
    }
}

impl Default for SkillEstimate {
    fn default() -> SkillEstimate {
        SkillEstimate::new()
    }
}

impl Skill {
    fn gives_away(self) -> f32 {
        FIRST_LEVEL_GIVES_AWAY * portable::exp(-LESS_PER_LEVEL * (self.0 - 1.0))
    }

    fn that_gives_away(amount: f32) -> Skill {
        // Beyond these limits the measure says nothing.
        Skill((1.0 - portable::ln(amount / FIRST_LEVEL_GIVES_AWAY) / LESS_PER_LEVEL).clamp(0.0, 4.0))
    }
}

/// The policy logits of whole moves; that of a recruit of two is the sum of both students'.
fn logits(evaluator: &mut NetworkEvaluator, position: &Position, moves: &[Move]) -> Vec<f32> {
    let mut actions: Vec<Action> = Vec::new();
    let mut add = |action: Action| {
        let known = actions.iter().position(|&other| other == action);
        known.unwrap_or_else(|| {
            actions.push(action);
            actions.len() - 1
        })
    };
    let parts: Vec<(usize, Option<usize>)> = moves
        .iter()
        .map(|mv| match *mv {
            Move::Place { space } => (add(Action::Place(space)), None),
            Move::Journey { from, to } => (add(Action::Journey(from, to)), None),
            Move::Pass => (add(Action::Pass), None),
            Move::Recruit { first, second } => {
                (add(Action::Recruit(first)), second.map(|second| add(Action::Recruit(second))))
            }
        })
        .collect();
    let mut logits = vec![0.0; actions.len()];
    evaluator.policy_logits(position, &actions, &mut logits);
    parts.iter().map(|&(one, other)| logits[one] + other.map_or(0.0, |other| logits[other])).collect()
}
