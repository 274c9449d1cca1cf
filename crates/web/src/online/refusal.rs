//! Why the server does not do something, in the words of the person.

use shangrila_i18n::{Words, fill};
use shangrila_protocol::Refusal;

/// A refusal in words. What only programs can get wrong is told as the server tells it.
pub(super) fn words(words: &Words, reason: &Refusal) -> String {
    let online = &words.online;
    let text = match reason {
        Refusal::NotFound => online.not_found,
        Refusal::NobodyKnown => online.nobody_known,
        Refusal::NeedsAccount => online.needs_account,
        Refusal::NotSeated => online.not_seated,
        Refusal::NotHost => online.not_host,
        Refusal::NotYourTurn => words.table.not_your_turn,
        Refusal::Stale { .. } => online.stale,
        Refusal::WrongPhase => online.wrong_phase,
        Refusal::SeatTaken => online.seat_taken,
        Refusal::AlreadySeated => online.already_seated,
        Refusal::StoodIn => online.stood_in,
        Refusal::Resigned => online.you_resigned,
        Refusal::RatedGame => online.rated_game,
        Refusal::NothingToTakeBack => words.screen.no_undo,
        Refusal::SeatsFree => online.seats_free,
        Refusal::BadName => online.bad_name,
        Refusal::NameTaken => online.name_taken,
        Refusal::BadText => online.bad_text,
        Refusal::TooMany => online.too_many,
        Refusal::TooFast { wait } => return fill(online.too_fast, &[("seconds", wait)]),
        Refusal::Failed => online.failed,
        Refusal::NoMove { .. }
        | Refusal::IllegalMove { .. }
        | Refusal::NotForBots
        | Refusal::BadPassword
        | Refusal::WrongPassword
        | Refusal::ForeignOrigin
        | Refusal::BadMessage { .. } => return reason.to_string(),
    };
    text.to_string()
}
