//! Words and phrases that make English sound translated or archaic.

/// What to avoid, and what to write instead.
const AVOIDED: [(&str, &str); 11] = [
    ("anew", "again"),
    ("for ever", "forever, or indefinitely"),
    ("the own", "its own, or your own"),
    ("shall", "must, should or will"),
    ("mend", "fix or repair"),
    ("mends", "fixes or repairs"),
    ("mended", "fixed or repaired"),
    ("obey", "follow or respect"),
    ("obeys", "follows or respects"),
    ("obeyed", "followed or respected"),
    ("lest", "so that … not"),
];

/// What may follow “is no”: a comparison. “There is no” is fine as well.
const AFTER_IS_NO: [&str; 9] =
    ["longer", "more", "less", "better", "worse", "different", "larger", "smaller", "faster"];

/// Reports every avoided phrase in a text.
pub(super) fn check(path: &str, text: &str, problems: &mut Vec<String>) {
    let is_in_word = |letter: char| letter.is_alphanumeric() || "_'’".contains(letter);
    for (index, line) in text.lines().enumerate() {
        let lower = line.to_lowercase();
        // Identifiers such as `forever_` are single words, so they never match.
        let words: Vec<&str> = lower.split(|letter| !is_in_word(letter)).filter(|word| !word.is_empty()).collect();
        let place = format!("{path}:{}", index + 1);
        for (phrase, instead) in AVOIDED {
            let phrase_words: Vec<&str> = phrase.split(' ').collect();
            if words.windows(phrase_words.len()).any(|window| window == phrase_words) {
                problems.push(format!("{place}: write {instead} instead of “{phrase}”"));
            }
        }
        for (index, pair) in words.windows(2).enumerate().filter(|(_, pair)| *pair == ["is", "no"]) {
            let before = index.checked_sub(1).map_or("", |before| words[before]);
            let after = words.get(index + 2).copied().unwrap_or_default();
            if before != "there" && !after.is_empty() && !AFTER_IS_NO.contains(&after) {
                problems.push(format!("{place}: write “is not a” instead of “{} {after}”", pair.join(" ")));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> usize {
        let mut problems = Vec::new();
        check("a.md", text, &mut problems);
        problems.len()
    }

    #[test]
    fn translated_phrases_are_reported() {
        assert_eq!(problems("Write it anew.\nIt shall last for ever."), 3);
        assert_eq!(problems("`pass` is no move"), 1);
    }

    #[test]
    fn similar_phrases_are_fine() {
        assert_eq!(problems("There is no bridge. It is no longer there. a_mend marshalled for everyone"), 0);
    }
}
