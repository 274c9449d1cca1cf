//! Why the server refuses a request.

use core::fmt;

use serde::{Deserialize, Serialize};
use shangrila_rules::IllegalMove;

use crate::illegal_move::IllegalMoveWire;

/// Why the server refuses a request. The codes go over the wire unchanged; clients put them into words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Refusal {
    /// It does not exist, or the caller may not see it.
    NotFound,
    /// The caller has no name yet: no valid cookie or token.
    NotSignedIn,
    /// Only accounts can do this.
    NeedsAccount,
    /// Bots cannot do this.
    NotForBots,
    /// The caller has no seat at this table.
    NotSeated,
    /// Only the host can do this.
    NotHost,
    /// It is not the caller's turn.
    NotYourTurn,
    /// It is the caller's turn, so they can play at once.
    YourTurn,
    /// The move was made for an earlier position.
    Stale {
        /// The number of moves played by now.
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
    /// Not possible at this stage of the game.
    WrongPhase,
    /// The seat is taken or reserved for someone else.
    SeatTaken,
    /// The caller already has a seat.
    AlreadySeated,
    /// A computer player stands in for the caller, who has to return first.
    StoodIn,
    /// The caller has resigned from this game.
    Resigned,
    /// Rated games have no takebacks, and no stand-ins on request.
    RatedGame,
    /// There is no move to take back, or no takeback request to answer.
    NothingToTakeBack,
    /// No person has taken a seat.
    SeatsFree,
    /// The name is not 1 to 24 characters long.
    BadName,
    /// The name contains characters that cannot be seen or are not meant for names.
    HiddenInName,
    /// The name mixes letters of different writing systems.
    MixedScripts,
    /// Another account or bot has this name.
    NameTaken,
    /// Another account or bot has a name that looks like this one.
    NameTooSimilar,
    /// The password is not 8 to 200 characters long.
    BadPassword,
    /// The name or the password is wrong.
    WrongPassword,
    /// Notices cannot be sent to this address.
    BadAddress,
    /// The text is not an e-mail address.
    BadEmail,
    /// Another account has this e-mail address.
    EmailTaken,
    /// This server cannot send mail.
    NoMail,
    /// The name or the recovery code is wrong, or the code has been used.
    WrongCode,
    /// The link has expired or has been used.
    LinkExpired,
    /// The passkey is unknown here, or what it answered is not valid.
    WrongPasskey,
    /// This server cannot use passkeys: people find it at an address without a name.
    NoPasskeys,
    /// Without this, the account would have no way to sign in.
    LastWayIn,
    /// The caller is on vacation, and has to end it first.
    OnVacation,
    /// No vacation is left in this year, or this server has none.
    NoVacation,
    /// It has been changed elsewhere in the meantime.
    Outdated,
    /// The chat line is empty, too long or contains control characters.
    BadText,
    /// A quota is used up, such as open tables or bots.
    TooMany,
    /// A rate limit is exceeded.
    TooFast {
        /// Seconds until the next attempt can succeed.
        wait: u32,
    },
    /// Only moderators or administrators can do this, or only on someone with fewer rights.
    NeedsRole,
    /// The caller, or the address they come from, is banned.
    Banned {
        /// When the ban ends, by the server's clock; `None` if nobody has said when.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u64>,
    },
    /// The host has blocked the caller.
    Blocked,
    /// The caller may not chat.
    Muted {
        /// When the mute ends, by the server's clock; `None` if nobody has said when.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u64>,
    },
    /// The request came from a page of another site.
    ForeignOrigin,
    /// The message cannot be parsed or makes no sense.
    BadMessage {
        /// What is wrong with it, in English, for developers.
        message: String,
    },
    /// The server cannot store anything at the moment, for example because its disk is full. Trying again later may succeed.
    NotStored,
    /// An internal error; nothing was changed.
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
            Refusal::NotSignedIn => "not_signed_in",
            Refusal::NeedsAccount => "needs_account",
            Refusal::NotForBots => "not_for_bots",
            Refusal::NotSeated => "not_seated",
            Refusal::NotHost => "not_host",
            Refusal::NotYourTurn => "not_your_turn",
            Refusal::YourTurn => "your_turn",
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
            Refusal::HiddenInName => "hidden_in_name",
            Refusal::MixedScripts => "mixed_scripts",
            Refusal::NameTaken => "name_taken",
            Refusal::NameTooSimilar => "name_too_similar",
            Refusal::BadPassword => "bad_password",
            Refusal::WrongPassword => "wrong_password",
            Refusal::BadAddress => "bad_address",
            Refusal::BadEmail => "bad_email",
            Refusal::EmailTaken => "email_taken",
            Refusal::NoMail => "no_mail",
            Refusal::WrongCode => "wrong_code",
            Refusal::LinkExpired => "link_expired",
            Refusal::WrongPasskey => "wrong_passkey",
            Refusal::NoPasskeys => "no_passkeys",
            Refusal::LastWayIn => "last_way_in",
            Refusal::OnVacation => "on_vacation",
            Refusal::NoVacation => "no_vacation",
            Refusal::Outdated => "outdated",
            Refusal::BadText => "bad_text",
            Refusal::TooMany => "too_many",
            Refusal::TooFast { .. } => "too_fast",
            Refusal::NeedsRole => "needs_role",
            Refusal::Banned { .. } => "banned",
            Refusal::Blocked => "blocked",
            Refusal::Muted { .. } => "muted",
            Refusal::ForeignOrigin => "foreign_origin",
            Refusal::BadMessage { .. } => "bad_message",
            Refusal::NotStored => "not_stored",
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
            Refusal::Stale { ply } => write!(f, "the game has moved on to ply {ply}"),
            Refusal::TooFast { wait } => write!(f, "too many requests; try again in {wait} seconds"),
            Refusal::NotFound => f.write_str("not found, or no access"),
            Refusal::NotSignedIn => f.write_str("choose a name first"),
            Refusal::NeedsAccount => f.write_str("this requires an account"),
            Refusal::NotForBots => f.write_str("bots cannot do this"),
            Refusal::NotSeated => f.write_str("you have no seat at this table"),
            Refusal::NotHost => f.write_str("only the host can do this"),
            Refusal::NotYourTurn => f.write_str("it is not your turn"),
            Refusal::YourTurn => f.write_str("it is your turn, so play on the board"),
            Refusal::WrongPhase => f.write_str("not possible at this stage of the game"),
            Refusal::SeatTaken => f.write_str("the seat is taken"),
            Refusal::AlreadySeated => f.write_str("you already have a seat"),
            Refusal::StoodIn => f.write_str("a computer player is standing in for you; return to the game first"),
            Refusal::Resigned => f.write_str("you have resigned from this game"),
            Refusal::RatedGame => f.write_str("not possible in rated games"),
            Refusal::NothingToTakeBack => f.write_str("there is nothing to take back"),
            Refusal::SeatsFree => f.write_str("at least one person must have a seat"),
            Refusal::BadName => f.write_str("a name must have 1 to 24 characters"),
            Refusal::HiddenInName => {
                f.write_str("the name contains characters that cannot be seen or are not meant for names")
            }
            Refusal::MixedScripts => f.write_str("the name mixes letters of different writing systems"),
            Refusal::NameTaken => f.write_str("this name is taken"),
            Refusal::NameTooSimilar => f.write_str("another account has a name that looks like this one"),
            Refusal::BadPassword => f.write_str("a password must have 8 to 200 characters"),
            Refusal::WrongPassword => f.write_str("wrong name or password"),
            Refusal::BadAddress => f.write_str("notices cannot be sent to this address"),
            Refusal::BadEmail => f.write_str("this is not an e-mail address"),
            Refusal::EmailTaken => f.write_str("another account has this e-mail address"),
            Refusal::NoMail => f.write_str("this server cannot send mail"),
            Refusal::WrongCode => f.write_str("wrong name or recovery code"),
            Refusal::LinkExpired => f.write_str("the link has expired or has been used"),
            Refusal::WrongPasskey => f.write_str("the passkey is unknown, or its answer is not valid"),
            Refusal::NoPasskeys => f.write_str("this server cannot use passkeys"),
            Refusal::LastWayIn => f.write_str("the account would have no way to sign in"),
            Refusal::OnVacation => f.write_str("you are on vacation; end it first"),
            Refusal::NoVacation => f.write_str("no vacation is left this year"),
            Refusal::Outdated => f.write_str("this has been changed elsewhere in the meantime"),
            Refusal::BadText => f.write_str("the text is empty, too long or contains control characters"),
            Refusal::TooMany => f.write_str("limit reached"),
            Refusal::NeedsRole => f.write_str("this requires another role"),
            Refusal::Banned { .. } => f.write_str("banned from this server"),
            Refusal::Blocked => f.write_str("the host does not play with you"),
            Refusal::Muted { .. } => f.write_str("not allowed to chat"),
            Refusal::ForeignOrigin => f.write_str("the request came from another site"),
            Refusal::NotStored => f.write_str("the server cannot store anything at the moment; try again later"),
            Refusal::Failed => f.write_str("internal server error; nothing was changed"),
        }
    }
}

impl core::error::Error for Refusal {}
