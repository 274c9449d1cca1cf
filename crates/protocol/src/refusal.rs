//! Why the server does not do what it is asked for.

use core::fmt;

use serde::{Deserialize, Serialize};
use shangrila_rules::IllegalMove;

use crate::illegal_move::IllegalMoveWire;

/// Why the server does not do what it is asked for. The codes go unchanged over the wire; apps put them into their own words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Refusal {
    /// There is no such thing, or not for you.
    NotFound,
    /// Nobody is known to be asking: a name comes first.
    NobodyKnown,
    /// Only accounts can do this.
    NeedsAccount,
    /// Bots cannot do this.
    NotForBots,
    /// You have no seat at this table.
    NotSeated,
    /// Only who set the table up can do this.
    NotHost,
    /// It is another seat's turn.
    NotYourTurn,
    /// The game has gone on: the number of moves is another one.
    Stale {
        /// The number of moves.
        ply: u32,
    },
    /// The text is not a move in the notation.
    NotAMove {
        /// The text, shortened to [`Refusal::MOVE_EXCERPT`] characters.
        text: String,
    },
    /// The rules do not allow the move.
    IllegalMove {
        /// The rules' own reason: [`IllegalMove::rule`] names the rule, and clients put it into words in their language.
        #[serde(with = "IllegalMoveWire")]
        #[cfg_attr(feature = "openapi", schema(value_type = Object))]
        why: IllegalMove,
    },
    /// Not at this point of the game.
    WrongPhase,
    /// Somebody sits there, or it is kept for somebody.
    SeatTaken,
    /// You have a seat already.
    AlreadySeated,
    /// A computer player plays for you: return first.
    StoodIn,
    /// You gave up in this game.
    Resigned,
    /// Rated games allow nothing to be taken back.
    RatedGame,
    /// There is nothing to take back or to answer.
    NothingToTakeBack,
    /// Some seats are still free.
    SeatsFree,
    /// Names have 1 to 24 characters.
    BadName,
    /// Somebody else has this name.
    NameTaken,
    /// Passwords have 8 to 200 bytes.
    BadPassword,
    /// Name and password do not belong together.
    WrongPassword,
    /// The text is empty or too long.
    BadText,
    /// Too many of these.
    TooMany,
    /// Too much at once: wait.
    TooFast {
        /// Seconds after which it is worth trying again.
        wait: u32,
    },
    /// The request came from another site.
    ForeignOrigin,
    /// The message is none.
    BadMessage {
        /// What is wrong with it.
        message: String,
    },
    /// Something went wrong on the server; nothing was changed.
    Failed,
}

impl Refusal {
    /// How many characters of an unreadable move text are sent back.
    pub const MOVE_EXCERPT: usize = 24;

    /// The refusal of a text that cannot be parsed as a move.
    pub fn not_a_move(text: &str) -> Refusal {
        Refusal::NotAMove { text: text.chars().take(Refusal::MOVE_EXCERPT).collect() }
    }

    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::NotFound => "not_found",
            Refusal::NobodyKnown => "nobody_known",
            Refusal::NeedsAccount => "needs_account",
            Refusal::NotForBots => "not_for_bots",
            Refusal::NotSeated => "not_seated",
            Refusal::NotHost => "not_host",
            Refusal::NotYourTurn => "not_your_turn",
            Refusal::Stale { .. } => "stale",
            Refusal::NotAMove { .. } => "not_a_move",
            Refusal::IllegalMove { .. } => "illegal_move",
            Refusal::WrongPhase => "wrong_phase",
            Refusal::SeatTaken => "seat_taken",
            Refusal::AlreadySeated => "already_seated",
            Refusal::StoodIn => "stood_in",
            Refusal::Resigned => "resigned",
            Refusal::RatedGame => "rated_game",
            Refusal::NothingToTakeBack => "nothing_to_take_back",
            Refusal::SeatsFree => "seats_free",
            Refusal::BadName => "bad_name",
            Refusal::NameTaken => "name_taken",
            Refusal::BadPassword => "bad_password",
            Refusal::WrongPassword => "wrong_password",
            Refusal::BadText => "bad_text",
            Refusal::TooMany => "too_many",
            Refusal::TooFast { .. } => "too_fast",
            Refusal::ForeignOrigin => "foreign_origin",
            Refusal::BadMessage { .. } => "bad_message",
            Refusal::Failed => "failed",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotAMove { text } => write!(f, "{text:?} is not a move"),
            Refusal::IllegalMove { why } => write!(f, "illegal move ({}): {why}", why.rule()),
            Refusal::BadMessage { message } => f.write_str(message),
            Refusal::Stale { ply } => write!(f, "the game has {ply} moves by now"),
            Refusal::TooFast { wait } => write!(f, "too much at once; try again in {wait} seconds"),
            Refusal::NotFound => f.write_str("there is no such thing, or not for you"),
            Refusal::NobodyKnown => f.write_str("give yourself a name first"),
            Refusal::NeedsAccount => f.write_str("this needs an account"),
            Refusal::NotForBots => f.write_str("bots cannot do this"),
            Refusal::NotSeated => f.write_str("you have no seat at this table"),
            Refusal::NotHost => f.write_str("only who set the table up can do this"),
            Refusal::NotYourTurn => f.write_str("it is not your turn"),
            Refusal::WrongPhase => f.write_str("not at this point of the game"),
            Refusal::SeatTaken => f.write_str("the seat is taken"),
            Refusal::AlreadySeated => f.write_str("you have a seat already"),
            Refusal::StoodIn => f.write_str("a computer player plays for you; return first"),
            Refusal::Resigned => f.write_str("you gave up in this game"),
            Refusal::RatedGame => f.write_str("not in a rated game"),
            Refusal::NothingToTakeBack => f.write_str("there is nothing to take back"),
            Refusal::SeatsFree => f.write_str("some seats are still free"),
            Refusal::BadName => f.write_str("a name has 1 to 24 characters"),
            Refusal::NameTaken => f.write_str("somebody else has this name"),
            Refusal::BadPassword => f.write_str("a password has 8 to 200 bytes"),
            Refusal::WrongPassword => f.write_str("name and password do not belong together"),
            Refusal::BadText => f.write_str("the text is empty or too long"),
            Refusal::TooMany => f.write_str("there are too many of these"),
            Refusal::ForeignOrigin => f.write_str("the request comes from another site"),
            Refusal::Failed => f.write_str("something went wrong on the server; nothing was changed"),
        }
    }
}

impl core::error::Error for Refusal {}
