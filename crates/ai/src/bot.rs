//! The interface of every computer player.

use shangrila_rules::{Move, PerClan, Position};

use crate::budget::Budget;
use crate::companion::GameSoFar;

/// A computer player.
pub trait Bot: Send {
    /// Chooses a move; `None` when the game is over.
    ///
    /// A forced move is returned at once.
    fn think(&mut self, position: &Position, budget: &Budget<'_>) -> Option<Thought>;

    /// Tells the bot that a move was played, by any player, so that it can reuse its search tree.
    ///
    /// Calling this is optional: [`Bot::think`] notices when the position has changed and starts over.
    fn observe(&mut self, _mv: Move) {}

    /// Tells the bot about the game before it thinks. Only those that adapt to other players listen.
    fn adapt(&mut self, _game: &GameSoFar) {}

    /// Returns whether [`Bot::adapt`] makes a difference, so that hosts need not put games together for nothing.
    fn adapts(&self) -> bool {
        false
    }
}

/// A bot's answer: the chosen move and its view of the position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought {
    /// The move to play.
    pub mv: Move,
    /// The expected outcome of the game.
    pub outlook: Outlook,
    /// Positions visited; 0 when the move was forced.
    pub visits: u32,
}

/// The expected outcome of a game for each clan. Clans that are not in the game have zeros.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Outlook {
    /// The chance of winning. A shared victory is split, so the chances add up to 1.
    pub wins: PerClan<f32>,
    /// The expected number of masters at the end of the game.
    pub masters: PerClan<f32>,
    /// Whether the outcome is proved rather than estimated; `docs/computer-players.md` defines “proved”.
    pub proved: bool,
}

impl Outlook {
    /// Returns equal chances for all clans, and the masters now on the board.
    pub fn unknown(position: &Position) -> Outlook {
        let seats = position.seats();
        let share = 1.0 / seats.count() as f32;
        Outlook {
            wins: PerClan::from_fn(|clan| if seats.contains(clan) { share } else { 0.0 }),
            masters: PerClan::from_fn(|clan| position.masters(clan).len() as f32),
            proved: false,
        }
    }

    /// Returns the result of a finished game, or `None` if the game is not over.
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

/// Returns the legal move if there is exactly one.
pub fn only_move(position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    if moves.len() == 1 { moves.get(0) } else { None }
}
