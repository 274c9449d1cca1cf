//! Conditional moves: answers that a player leaves with the server for moves that others may play.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};
use shangrila_rules::Move;

/// The most lines that one player can leave at a table.
pub const MOST_CONDITIONAL_LINES: usize = 30;
/// The longest line, in plies: three rounds with four players.
pub const LONGEST_CONDITIONAL_LINE: usize = 12;

/// `GET` and `PUT /api/tables/{id}/conditional-moves`: the caller's conditional moves at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ConditionalMoves {
    /// The number of moves before the lines begin, which is that of all moves played so far.
    pub ply: u32,
    /// Each a sequence of plies such as `b>c * +H@e+R@a`, in which `*` is any move of another player. The first line that fits is played.
    pub lines: Vec<String>,
}

/// A sequence of plies that the server answers for a player for as long as the game follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConditionalLine {
    /// `None` stands for any move.
    plies: Vec<Option<Move>>,
}

impl ConditionalLine {
    /// A line of these plies, in which `None` stands for any move.
    pub fn new(plies: Vec<Option<Move>>) -> ConditionalLine {
        ConditionalLine { plies }
    }

    /// The plies, in which `None` stands for any move.
    pub fn plies(&self) -> &[Option<Move>] {
        &self.plies
    }

    /// What is left of the line after these moves, its next ply first; `None` if they have left it or come to its end.
    pub fn after(&self, moves: &[Move]) -> Option<&[Option<Move>]> {
        let (past, rest) = self.plies.split_at_checked(moves.len())?;
        let fits = past.iter().zip(moves).all(|(ply, mv)| ply.is_none_or(|ply| ply == *mv));
        (fits && !rest.is_empty()).then_some(rest)
    }
}

impl fmt::Display for ConditionalLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, ply) in self.plies.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            match ply {
                Some(mv) => write!(f, "{mv}")?,
                None => f.write_str("*")?,
            }
        }
        Ok(())
    }
}

/// A word of a line is neither a move nor `*`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAPly(
    /// The word.
    pub String,
);

impl fmt::Display for NotAPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is neither a move nor *", self.0)
    }
}

impl core::error::Error for NotAPly {}

impl FromStr for ConditionalLine {
    type Err = NotAPly;

    fn from_str(text: &str) -> Result<ConditionalLine, NotAPly> {
        let ply = |word: &str| match word {
            "*" => Ok(None),
            _ => word.parse().map(Some).map_err(|_| NotAPly(word.to_string())),
        };
        text.split_whitespace().map(ply).collect::<Result<_, _>>().map(ConditionalLine::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> ConditionalLine {
        text.parse().unwrap()
    }

    fn moves(text: &str) -> Vec<Move> {
        text.split_whitespace().map(|mv| mv.parse().unwrap()).collect()
    }

    #[test]
    fn a_line_is_written_as_it_is_read_and_students_in_the_order_of_moves() {
        assert_eq!(line(" b>c  *\t+R@a+H@e ").to_string(), line("b>c * +H@e+R@a").to_string());
        assert_eq!(line("b>c * pass R@a").to_string(), "b>c * pass R@a");
        assert_eq!("b>c x".parse::<ConditionalLine>(), Err(NotAPly("x".to_string())));
    }

    #[test]
    fn a_line_goes_on_for_as_long_as_the_game_follows_it() {
        let line = line("b>c * R@a");
        let rest = |played: &str| line.after(&moves(played)).map(<[_]>::len);
        assert_eq!(rest(""), Some(3));
        assert_eq!(rest("b>c"), Some(2));
        assert_eq!(rest("b>c H@e"), Some(1), "any move fits");
        assert_eq!(rest("a>b"), None, "the game has left it");
        assert_eq!(rest("b>c H@e R@a"), None, "it is over");
        assert_eq!(rest("b>c H@e R@a b>f"), None);
    }
}
