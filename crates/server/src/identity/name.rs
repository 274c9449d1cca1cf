//! Which names are allowed, and which look alike. Unicode's security mechanisms (UTS #39) do the work.

use shangrila_protocol::{Refusal, clean_name};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection, skeleton};

/// The most marks on top of one letter. Some writing systems use two; dozens cover the lines above and below.
const MOST_MARKS: usize = 2;

/// Returns a name in the form in which it is stored: letters that are merely other forms of the same one, such as full-width ones, become
/// the usual ones.
pub(crate) fn normalised(given: &str) -> String {
    given.trim().nfkc().collect()
}

/// Returns a name as it will be displayed.
///
/// # Errors
/// If it is empty, contains characters that cannot be seen or are not meant for names, or mixes writing systems.
pub(crate) fn checked_name(given: &str) -> Result<String, Refusal> {
    let name = normalised(given);
    if name.chars().any(is_hidden) || has_many_marks(&name) {
        return Err(Refusal::HiddenInName);
    }
    let name = clean_name(&name).ok_or(Refusal::BadName)?;
    let letters: String =
        name.chars().filter(|&letter| letter.is_alphanumeric() || is_combining_mark(letter)).collect();
    if letters.chars().any(|letter| !letter.identifier_allowed()) {
        return Err(Refusal::HiddenInName);
    }
    // Latin may be mixed with Japanese, Chinese or Korean, as people there do.
    if !letters.check_restriction_level(RestrictionLevel::HighlyRestrictive) {
        return Err(Refusal::MixedScripts);
    }
    Ok(name)
}

/// Returns what a name looks like. Names with the same result cannot be told apart at a glance: capital i and small L, zero and O, letters
/// of other alphabets.
pub(crate) fn name_skeleton(name: &str) -> String {
    // Once before the case is folded, for what only capital letters look like, and once after it.
    let folded = skeleton(&name.nfkc().collect::<String>()).collect::<String>().to_lowercase();
    let letters: String = skeleton(&folded).collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a character cannot be seen, or changes how others are shown. White space does not count: it is reduced to single spaces.
fn is_hidden(letter: char) -> bool {
    let is_control = letter.is_control() && !letter.is_whitespace();
    is_control
        || matches!(letter,
            // Soft hyphen, joiners, fillers, directions, invisible operators, and the blank of Braille.
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffd}'
            // Private use, and tags.
            | '\u{e000}'..='\u{f8ff}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

fn has_many_marks(name: &str) -> bool {
    let mut marks = 0;
    name.nfd().any(|letter| {
        marks = if is_combining_mark(letter) { marks + 1 } else { 0 };
        marks > MOST_MARKS
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_everywhere_can_use_their_names() {
        for name in [
            "Ada",
            "Zoë",
            "Åsa Ö.",
            "O'Brien",
            "Łukasz 2",
            "Дмитрий",
            "Ελένη",
            "山田太郎",
            "Yamada 太郎",
            "Nguyễn",
            "محمد",
            "Ada 🐉",
        ] {
            assert_eq!(checked_name(name).as_deref(), Ok(name));
        }
        assert_eq!(checked_name("  Ada \t L "), Ok("Ada L".to_string()));
        assert_eq!(checked_name("Ａｄａ"), Ok("Ada".to_string()), "compatibility forms are normalised");
    }

    #[test]
    fn names_with_hidden_characters_or_mixed_scripts_are_refused() {
        for name in [
            "A\u{200b}da",
            "\u{202e}adA",
            "Ada\u{7}",
            "A\u{ad}da",
            "\u{3164}",
            "Ada\u{e0041}",
            "A\u{301}\u{302}\u{303}da",
        ] {
            assert_eq!(checked_name(name), Err(Refusal::HiddenInName), "{name:?}");
        }
        for name in ["Аda", "Adα", "Adа"] {
            assert_eq!(checked_name(name), Err(Refusal::MixedScripts), "{name}");
        }
        for name in ["", " ", "bot:sage", "\""] {
            assert_eq!(checked_name(name), Err(Refusal::BadName), "{name:?}");
        }
    }

    #[test]
    fn names_that_look_alike_have_the_same_skeleton() {
        for (one, other) in
            [("Alice", "AIice"), ("Moon", "M00n"), ("Noemi", "Noerni"), ("Аӏісе", "Alice"), ("ADA", "ada")]
        {
            assert_eq!(name_skeleton(one), name_skeleton(other), "{one} and {other}");
        }
        for (one, other) in [("Ada", "Ida"), ("Ada L", "AdaL"), ("Robot 1", "Robot 2"), ("Jose", "José")] {
            assert_ne!(name_skeleton(one), name_skeleton(other), "{one} and {other}");
        }
    }
}
