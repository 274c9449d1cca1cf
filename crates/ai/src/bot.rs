//! What every computer player can do.

use shangrila_rules::{Move, MoveList, PerClan, Position};

use crate::budget::Budget;

/// A computer player.
pub trait Bot: Send {
    /// Chooses a move; `None` when the game is over.
    ///
    /// Where there is nothing to choose, it answers at once.
    fn think(&mut self, position: &Position, budget: &Budget<'_>) -> Option<Thought>;

    /// Is told that a move was played, by anyone, so that it can keep what it knows about the rest of the game.
    ///
    /// A bot that is not told loses nothing but time: [`Bot::think`] notices when the position is another one.
    fn observe(&mut self, _mv: Move) {}
}

/// The chosen move, and what the bot thinks of the position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought {
    /// The move.
    pub mv: Move,
    /// What is expected to come of the game.
    pub outlook: Outlook,
    /// Positions looked at.
    pub visits: u32,
}

/// What is expected to come of a game, for each clan. Clans that do not play have zeros.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Outlook {
    /// The chance to win. A shared victory is split, so the sum is 1.
    pub wins: PerClan<f32>,
    /// The expected number of masters at the end.
    pub masters: PerClan<f32>,
    /// Whether this is no expectation but proved: see `docs/computer-players.md` for what that means.
    pub proved: bool,
}

impl Outlook {
    /// Equal chances, and the masters that lie on the board.
    pub fn unknown(position: &Position) -> Outlook {
        let seats = position.seats();
        let share = 1.0 / seats.count() as f32;
        Outlook {
            wins: PerClan::from_fn(|clan| if seats.contains(clan) { share } else { 0.0 }),
            masters: PerClan::from_fn(|clan| position.masters(clan).len() as f32),
            proved: false,
        }
    }

    /// How a finished game has ended.
    pub fn of_end(position: &Position) -> Option<Outlook> {
        let winners = position.outcome()?.winners;
        let share = 1.0 / winners.len() as f32;
        Some(Outlook {
            wins: PerClan::from_fn(|clan| if winners.contains(clan) { share } else { 0.0 }),
            masters: PerClan::from_fn(|clan| position.masters(clan).len() as f32),
            proved: true,
        })
    }
}

/// The only legal move, if there is only one.
pub fn only_move(position: &Position) -> Option<Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if moves.len() == 1 { moves.get(0) } else { None }
}
