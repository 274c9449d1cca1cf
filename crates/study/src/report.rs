//! The report on a game: everyone's chance of winning after every turn, and what follows from the reviews of all turns.

use shangrila_rules::record::GameRecord;
use shangrila_rules::{Clan, Move, PerClan, Position};

use crate::accuracy::{accuracy_of_game, accuracy_of_turn};
use crate::review::{Lapse, StudySearch, TurnReview};

/// A turning point moves at least this much of the chances of winning from some clans to others.
const TURNING: f32 = 0.10;
/// The most turning points that are named.
const MOST_TURNING_POINTS: usize = 5;
/// A turn is among a player's best if any other move would have given away at least this much.
const MERIT: f32 = Lapse::INACCURACY;

/// Makes a report turn by turn, so that whoever waits for it can show progress and stop.
pub struct ReportMaker {
    positions: Vec<Position>,
    moves: Vec<Move>,
    search: StudySearch,
    steps: Vec<ReportStep>,
}

/// One step towards a report. All of them, in order, make up the report.
#[derive(Clone, PartialEq, Debug)]
pub enum ReportStep {
    /// A turn was reviewed.
    Turn(Box<TurnReview>),
    /// After the last turn: each clan's chance of winning, or share of the victory.
    End(PerClan<f32>),
}

impl ReportMaker {
    /// Prepares the report on a game, finished or not.
    pub fn new(record: &GameRecord, search: StudySearch) -> ReportMaker {
        let mut moves: Vec<Move> = record.moves().collect();
        let positions = positions(record.start.position(), &moves);
        moves.truncate(positions.len() - 1);
        ReportMaker { positions, moves, search, steps: Vec::new() }
    }

    /// The number of steps done, and of all steps.
    pub fn progress(&self) -> (usize, usize) {
        (self.steps.len(), self.positions.len())
    }

    /// Reviews the next turn; `None` if nothing is left to do.
    pub fn step(&mut self) -> Option<&ReportStep> {
        let index = self.steps.len();
        let position = self.positions.get(index)?;
        let step = match self.moves.get(index) {
            Some(&mv) => ReportStep::Turn(Box::new(TurnReview::of(position, mv, self.search)?)),
            None => ReportStep::End(self.search.chances(position)),
        };
        self.steps.push(step);
        self.steps.last()
    }

    /// Does the steps that are left and puts the report together.
    pub fn finish(mut self) -> GameReport {
        while self.step().is_some() {}
        GameReport::of(self.positions, self.steps)
    }
}

/// The position before each turn, and after the last legal one.
fn positions(start: Position, moves: &[Move]) -> Vec<Position> {
    let mut positions = vec![start];
    for &mv in moves {
        let mut next = positions[positions.len() - 1];
        if next.play(mv).is_err() {
            break;
        }
        positions.push(next);
    }
    positions
}

/// The report on a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameReport {
    /// The position before each turn, and after the last one.
    pub positions: Vec<Position>,
    /// Each clan's chance of winning in each of them.
    pub chances: Vec<PerClan<f32>>,
    /// The review of each turn.
    pub turns: Vec<TurnReview>,
    /// The turns that changed the chances most, in the order of play.
    pub turning_points: Vec<TurningPoint>,
    /// In turn order.
    pub players: Vec<PlayerReport>,
    /// The turns on which a player who could no longer win decided who does.
    pub kingmaking: Vec<usize>,
}

/// A turn that changed the chances.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TurningPoint {
    /// The number of turns before it.
    pub turn: usize,
    /// The part of the chances that went from some clans to others.
    pub swing: f32,
    /// The favourite after it, if that was another clan before.
    pub new_favourite: Option<Clan>,
}

/// How somebody has played.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerReport {
    /// The clan.
    pub clan: Clan,
    /// The accuracy of play after set-up; `None` if no turn counts.
    pub accuracy: Option<f32>,
    /// The accuracy of a free set-up; `None` if there was none.
    pub setup_accuracy: Option<f32>,
    /// The chance of winning before and after set-up; before play, twice the same, if there was no free set-up.
    pub setup_chance: (f32, f32),
    /// The number of inaccuracies, mistakes and blunders after set-up.
    pub lapses: [usize; 3],
    /// The turn after set-up that gave away most, if it was at least an inaccuracy.
    pub worst: Option<usize>,
    /// The turn of the set-up that gave away most, if it was at least an inaccuracy.
    pub worst_setup: Option<usize>,
    /// The turn on which every other move would have given away most, and at least an inaccuracy.
    pub best: Option<usize>,
}

impl GameReport {
    /// Puts a report together from its steps. `None` if they do not belong to this game.
    pub fn from_steps(start: Position, moves: &[Move], steps: Vec<ReportStep>) -> Option<GameReport> {
        let positions = positions(start, moves);
        let turns = |step: &ReportStep| matches!(step, ReportStep::Turn(_));
        let complete = steps.len() == positions.len() && steps.iter().rev().skip(1).all(turns);
        (complete && steps.last().is_some_and(|last| !turns(last))).then(|| GameReport::of(positions, steps))
    }

    fn of(positions: Vec<Position>, steps: Vec<ReportStep>) -> GameReport {
        let chance = |step: &ReportStep| match step {
            ReportStep::Turn(turn) => turn.chances,
            ReportStep::End(chances) => *chances,
        };
        let chances: Vec<PerClan<f32>> = steps.iter().map(chance).collect();
        let turns: Vec<TurnReview> = steps
            .into_iter()
            .filter_map(|step| if let ReportStep::Turn(turn) = step { Some(*turn) } else { None })
            .collect();
        let kingmaking = (0..turns.len()).filter(|&turn| turns[turn].kingmaking.is_some()).collect();
        let clans: Vec<Clan> = positions[0].seats().iter().collect();
        let mut report =
            GameReport { positions, chances, turns, turning_points: Vec::new(), players: Vec::new(), kingmaking };
        report.turning_points = report.find_turning_points();
        report.players = clans.into_iter().map(|clan| report.player(clan)).collect();
        report
    }

    /// Whether a turn belongs to a free set-up.
    pub fn is_setup(&self, turn: usize) -> bool {
        self.positions[turn].in_opening()
    }

    /// Whether the game had a free set-up.
    pub fn has_setup(&self) -> bool {
        self.is_setup(0)
    }

    fn find_turning_points(&self) -> Vec<TurningPoint> {
        let clans = self.positions[0].seats();
        let favourite =
            |chances: &PerClan<f32>| clans.iter().max_by(|&one, &other| chances[one].total_cmp(&chances[other]));
        let point = |turn: usize| {
            let (before, after) = (&self.chances[turn], &self.chances[turn + 1]);
            let swing = clans.iter().map(|clan| (after[clan] - before[clan]).abs()).sum::<f32>() / 2.0;
            let new_favourite = favourite(after).filter(|_| favourite(after) != favourite(before));
            TurningPoint { turn, swing, new_favourite }
        };
        let mut points: Vec<TurningPoint> =
            (0..self.turns.len()).map(point).filter(|point| point.swing >= TURNING).collect();
        points.sort_by(|one, other| other.swing.total_cmp(&one.swing).then(one.turn.cmp(&other.turn)));
        points.truncate(MOST_TURNING_POINTS);
        points.sort_by_key(|point| point.turn);
        points
    }

    fn player(&self, clan: Clan) -> PlayerReport {
        let own = |setup: bool| {
            let is_own = move |&turn: &usize| self.turns[turn].clan == clan && self.is_setup(turn) == setup;
            (0..self.turns.len()).filter(is_own)
        };
        let most = |turns: &mut dyn Iterator<Item = usize>, worth: &dyn Fn(&TurnReview) -> f32| {
            let worth = |&turn: &usize| worth(&self.turns[turn]);
            turns.filter(|turn| worth(turn) >= MERIT).max_by(|one, other| worth(one).total_cmp(&worth(other)))
        };
        let lapses = [Lapse::Inaccuracy, Lapse::Mistake, Lapse::Blunder]
            .map(|lapse| own(false).filter(|&turn| self.turns[turn].lapse() == Some(lapse)).count());
        let after_setup = (0..self.turns.len()).take_while(|&turn| self.is_setup(turn)).count();
        PlayerReport {
            clan,
            accuracy: self.accuracy(clan, own(false)),
            setup_accuracy: self.accuracy(clan, own(true)),
            setup_chance: (self.chances[0][clan], self.chances[after_setup][clan]),
            lapses,
            worst: most(&mut own(false), &TurnReview::loss),
            worst_setup: most(&mut own(true), &TurnReview::loss),
            best: most(&mut own(false), &TurnReview::merit),
        }
    }

    fn accuracy(&self, clan: Clan, turns: impl Iterator<Item = usize>) -> Option<f32> {
        let players = self.positions[0].seats().count();
        let rated: Vec<(f32, f32)> = turns
            .filter(|&turn| self.turns[turn].counts())
            .map(|turn| (accuracy_of_turn(self.turns[turn].loss(), players), self.swing_around(turn, clan, players)))
            .collect();
        accuracy_of_game(&rated, players)
    }

    /// The standard deviation of a clan's chance of winning from one round before a turn to one round after it.
    fn swing_around(&self, turn: usize, clan: Clan, round: usize) -> f32 {
        let window = &self.chances[turn.saturating_sub(round)..=(turn + round).min(self.chances.len() - 1)];
        let count = window.len() as f32;
        let mean = window.iter().map(|chances| chances[clan]).sum::<f32>() / count;
        let square = |chances: &PerClan<f32>| (chances[clan] - mean) * (chances[clan] - mean);
        (window.iter().map(square).sum::<f32>() / count).sqrt()
    }
}
