//! Errors and refusals of the server as text.

use shangrila_i18n::Words;
use shangrila_protocol::Refusal;
use shangrila_table::wording;

use super::api::ApiError;
use super::ban::banned_text;

/// Where on a form an error belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Name,
    /// A wrong password.
    Password,
    /// A password that does not meet the requirements.
    NewPassword,
    Email,
    /// A recovery code.
    Code,
    /// The foot of the form.
    Foot,
}

/// The text of a failed request.
pub(crate) fn error_text(words: &Words, error: &ApiError) -> String {
    match error {
        ApiError::Refused(refusal) => refusal_text(words, refusal),
        ApiError::Unreachable => words.server.unreachable.to_string(),
        ApiError::Unexpected => words.server.unexpected.to_string(),
        ApiError::NoPasskey => words.security.passkey_failed.to_string(),
        ApiError::PasskeyNotAdded => words.security.passkey_not_added.to_string(),
    }
}

/// The text of a refusal.
pub(crate) fn refusal_text(words: &Words, refusal: &Refusal) -> String {
    let (all, words) = (words, &words.server);
    let text = match refusal {
        Refusal::Stale { .. } => words.stale,
        Refusal::IllegalMove { why } => return wording::refusal(all, *why),
        Refusal::TooFast { wait } => return words.too_fast(*wait),
        Refusal::NotAMove { text } => return all.choose.not_a_move(text),
        Refusal::BadMessage { .. } => words.bad_message,
        Refusal::NotFound => words.not_found,
        Refusal::NotSignedIn => words.not_signed_in,
        Refusal::NeedsAccount => words.needs_account,
        Refusal::NotForBots => words.not_for_bots,
        Refusal::NotSeated => words.not_seated,
        Refusal::NotHost => words.not_host,
        Refusal::NotYourTurn => words.not_your_turn,
        Refusal::YourTurn => words.your_turn,
        Refusal::WrongPhase => words.wrong_phase,
        Refusal::SeatTaken => words.seat_taken,
        Refusal::AlreadySeated => words.already_seated,
        Refusal::StoodIn => words.stood_in,
        Refusal::Resigned => words.resigned,
        Refusal::RatedGame => words.rated_game,
        Refusal::NothingToTakeBack => words.nothing_to_take_back,
        Refusal::SeatsFree => words.seats_free,
        Refusal::BadName => words.bad_name,
        Refusal::HiddenInName => words.hidden_in_name,
        Refusal::MixedScripts => words.mixed_scripts,
        Refusal::NameTaken => words.name_taken,
        Refusal::NameTooSimilar => words.name_too_similar,
        Refusal::BadPassword => words.bad_password,
        Refusal::WrongPassword => words.wrong_password,
        Refusal::BadAddress => words.bad_address,
        Refusal::BadEmail => words.bad_email,
        Refusal::EmailTaken => words.email_taken,
        Refusal::NoMail => words.no_mail,
        Refusal::WrongCode => words.wrong_code,
        Refusal::LinkExpired => words.link_expired,
        Refusal::WrongPasskey => words.wrong_passkey,
        Refusal::NoPasskeys => words.no_passkeys,
        Refusal::LastWayIn => words.last_way_in,
        Refusal::Outdated => words.outdated,
        Refusal::OnVacation => words.on_vacation,
        Refusal::NoVacation => words.no_vacation,
        Refusal::BadText => words.bad_text,
        Refusal::TooMany => words.too_many,
        Refusal::NeedsRole => words.needs_role,
        Refusal::Banned { until } => return banned_text(all, *until),
        Refusal::Muted { .. } => words.muted,
        Refusal::Blocked => words.blocked,
        Refusal::ForeignOrigin => words.foreign_origin,
        Refusal::NotStored => words.not_stored,
        Refusal::Failed => words.failed,
    };
    text.to_string()
}

/// The rule that a refused move breaks.
pub(crate) fn rule_of(refusal: &Refusal) -> Option<&'static str> {
    match refusal {
        Refusal::IllegalMove { why } => Some(why.rule()),
        _ => None,
    }
}

/// The place of an error on a form.
pub(crate) fn place_of(error: &ApiError) -> Place {
    match error {
        ApiError::Refused(
            Refusal::BadName
            | Refusal::HiddenInName
            | Refusal::MixedScripts
            | Refusal::NameTaken
            | Refusal::NameTooSimilar,
        ) => Place::Name,
        ApiError::Refused(Refusal::WrongPassword) => Place::Password,
        ApiError::Refused(Refusal::BadPassword) => Place::NewPassword,
        ApiError::Refused(Refusal::BadEmail | Refusal::EmailTaken) => Place::Email,
        ApiError::Refused(Refusal::WrongCode) => Place::Code,
        _ => Place::Foot,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_i18n::Language;

    #[test]
    fn reasons_with_values_name_them() {
        let words = Language::English.words();
        assert!(refusal_text(words, &Refusal::TooFast { wait: 7 }).contains('7'));
        let illegal = Refusal::IllegalMove { why: shangrila_rules::IllegalMove::GameOver };
        assert_eq!(refusal_text(words, &illegal), "The game is over.");
        assert_eq!(rule_of(&illegal), Some("R6.1"));
        assert_eq!(rule_of(&Refusal::NotFound), None);
    }

    #[test]
    fn errors_belong_to_the_field_they_concern() {
        assert_eq!(place_of(&ApiError::Refused(Refusal::NameTaken)), Place::Name);
        assert_eq!(place_of(&ApiError::Refused(Refusal::WrongPassword)), Place::Password);
        assert_eq!(place_of(&ApiError::Refused(Refusal::BadPassword)), Place::NewPassword);
        assert_eq!(place_of(&ApiError::Unreachable), Place::Foot);
    }
}
