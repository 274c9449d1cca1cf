//! What is wrong with a record, a link or a position.

use shangrila_i18n::Words;
use shangrila_rules::record::{
    HeaderError, IllegalTurn, MAX_HEADERS, MAX_VARIATION_DEPTH, RecordError, RecordErrorKind,
};
use shangrila_rules::{RULES_VERSION, ReadPositionError};

use super::{clan, refusal_with_rule};
use crate::link::LinkError;
use crate::session::ResumeError;

/// What is wrong with a record, and where.
pub fn record_error(words: &Words, error: &RecordError) -> String {
    use RecordErrorKind as Kind;
    let faults = &words.faults;
    let fault = match &error.kind {
        Kind::BadHeader => faults.bad_header.to_string(),
        Kind::TooManyHeaders => faults.too_many_headers(MAX_HEADERS),
        Kind::RepeatedHeader { name } => faults.repeated_header(name),
        Kind::MissingHeader { name } => faults.missing_header(name),
        Kind::BadValue { name, reason } => faults.bad_value(name, header_error(words, reason)),
        Kind::LateHeader => faults.late_header.to_string(),
        Kind::Unterminated { .. } => faults.unterminated.to_string(),
        Kind::UnmatchedBracket => faults.unmatched_bracket.to_string(),
        Kind::VariationWithoutMove => faults.variation_without_move.to_string(),
        Kind::TooDeep => faults.too_deep(MAX_VARIATION_DEPTH),
        Kind::NotAMove(_) => faults.not_a_move.to_string(),
        Kind::Illegal(IllegalTurn { mv, reason, .. }) => faults.illegal(mv, refusal_with_rule(words, *reason)),
        Kind::WrongResult { name, .. } => faults.wrong_result(name),
    };
    faults.at(error.line, error.column, fault)
}

/// Why the value of a header is invalid.
fn header_error(words: &Words, error: &HeaderError) -> String {
    let faults = &words.faults;
    match error {
        HeaderError::UnknownRules { version } => faults.rules_version(RULES_VERSION as usize, version),
        HeaderError::ClanNotSeated { clan: absent } => faults.clan_not_seated(clan(words, *absent)),
        HeaderError::Date(_) => faults.not_a_date.to_string(),
        HeaderError::Malformed(error) => faults.unreadable_from(error.column),
        HeaderError::Setup(error) => position_error(words, error),
        HeaderError::ContradictsSetup => faults.contradicts("Setup"),
    }
}

/// Why a text is not a position.
pub fn position_error(words: &Words, error: &ReadPositionError) -> String {
    match error {
        ReadPositionError::Text(error) => words.faults.position_unreadable(error.column),
        ReadPositionError::Arrangement(_) => words.faults.position_impossible.to_string(),
    }
}

/// Why a recorded game cannot be continued here.
pub fn resume_error(words: &Words, error: &ResumeError) -> String {
    match *error {
        ResumeError::UnknownPlayer { clan: seated, .. } => words.faults.unknown_player(clan(words, seated)),
        ResumeError::SeatCount { clans, players } => words.faults.seat_count(clans, players),
    }
}

/// Why a link does not contain a game.
pub fn link_error(words: &Words, error: &LinkError) -> String {
    let faults = &words.faults;
    match error {
        LinkError::Parts { .. } | LinkError::Seats | LinkError::Name | LinkError::Bracket => {
            faults.link_incomplete.to_string()
        }
        LinkError::Version { version } => faults.link_version(version),
        LinkError::Unreadable { number } => faults.link_move(*number),
        LinkError::Illegal { mv, reason, .. } => faults.illegal(mv, refusal_with_rule(words, *reason)),
        LinkError::Position(error) => position_error(words, error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link;
    use shangrila_i18n::Language;
    use shangrila_rules::record::GameRecord;
    use shangrila_rules::{Position, Seats};

    #[test]
    fn a_bad_record_is_explained_with_its_line() {
        let words = Language::English.words();
        let explain = |text: &str| record_error(words, &text.parse::<GameRecord>().unwrap_err());
        let headers = "[Rules \"1\"]\n[Seats \"rbvy\"]\n[Setup \"first-game\"]\n\n";
        assert_eq!(explain(&format!("{headers}8. hello")), "line 5, column 4: this isn’t a move");
        assert_eq!(
            explain(&format!("{headers}8. pass")),
            "line 5, column 4: pass is illegal. You can pass only when no other move is possible. R@a, for example, is \
             legal. (Rule R7.3)"
        );
        assert_eq!(explain("[Rules \"1\"]"), "line 1, column 12: the header Seats is missing");
    }

    #[test]
    fn an_invalid_header_is_explained_in_the_readers_language() {
        let position = Position::first_game(Seats::FOUR, Default::default());
        let records = [
            ("[Rules \"99\"]", "this program supports version 1 of the rules, not 99"),
            ("[Rules \"1\"][Seats \"rby\"][Violet \"Ada\"]", "Violet doesn’t play in this game"),
            ("[Rules \"1\"][Seats \"rby\"][Date \"today\"]", "a date looks like 2026-11-16"),
            ("[Rules \"1\"][Seats \"rbx\"]", "it can’t be read from character 3 on"),
            ("[Rules \"1\"][Setup \"x\"]", "the position can’t be read from character 1 on"),
            (&format!("[Rules \"1\"][Seats \"rby\"][Setup \"{position}\"]"), "it contradicts the header Setup"),
        ];
        for (record, reason) in records {
            let error = record.parse::<GameRecord>().unwrap_err();
            let english = record_error(Language::English.words(), &error);
            assert!(english.ends_with(&format!(" is invalid: {reason}")), "{english}");
            for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
                let fault = record_error(language.words(), &error);
                assert!(!fault.contains(reason), "{language}: {fault}");
            }
        }
    }

    #[test]
    fn a_bad_link_is_explained_in_the_readers_language() {
        let explain = |words, text: &str| link_error(words, &link::unpack(text).unwrap_err());
        let words = Language::English.words();
        assert_eq!(explain(words, ""), "part of the link is missing or damaged");
        assert_eq!(explain(words, "1.rbvy.f..Q."), "move 1 can’t be read");
        assert_eq!(explain(words, "1.rbvy.x..."), "the position can’t be read from character 1 on");
        for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
            assert_ne!(explain(language.words(), ""), explain(words, ""), "{language}");
        }
    }
}
