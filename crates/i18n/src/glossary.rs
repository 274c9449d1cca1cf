//! Holds the catalogue to docs/glossary.md: its terms occur, and the words it rules out do not.

use crate::language::Language;
use crate::template::without_placeholders;

const GLOSSARY: &str = include_str!("../../../docs/glossary.md");

/// A cell of the glossary.
struct Entry<'a> {
    concept: &'a str,
    terms: Vec<&'a str>,
    forbidden: Vec<&'a str>,
}

/// The entries of a language's column, in all tables.
fn entries<'a>(glossary: &'a str, code: &str) -> Vec<Entry<'a>> {
    fn cells(row: &str) -> Vec<&str> {
        row.trim_matches('|').split('|').map(str::trim).collect()
    }
    fn list(text: &str) -> Vec<&str> {
        text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect()
    }
    let (mut column, mut found) = (None, Vec::new());
    for row in glossary.lines().filter(|line| line.starts_with('|')) {
        let row = cells(row);
        if row[0] == "Concept" {
            column = row.iter().position(|&head| head == code);
        } else if !row[0].starts_with("---")
            && let Some(&cell) = column.and_then(|column| row.get(column))
        {
            let (terms, forbidden) = cell.split_once("; not:").unwrap_or((cell, ""));
            found.push(Entry { concept: row[0], terms: list(terms), forbidden: list(forbidden) });
        }
    }
    found
}

/// Whether a text contains a word or phrase, whatever its case; `word…` stands for every word that begins so.
fn contains_word(text: &str, word: &str) -> bool {
    let (text, word) = (text.to_lowercase(), word.to_lowercase());
    let (stem, is_prefix) = word.strip_suffix('…').map_or((word.as_str(), false), |stem| (stem, true));
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphabetic);
    text.match_indices(stem).any(|(start, _)| {
        let (before, after) = (text[..start].chars().next_back(), text[start + stem.len()..].chars().next());
        !is_letter(before) && (is_prefix || !is_letter(after))
    })
}

#[test]
fn every_term_of_the_glossary_occurs() {
    let mut missing = Vec::new();
    for language in Language::ALL {
        let texts: Vec<String> = language.all_texts().iter().map(|(_, text)| text.to_lowercase()).collect();
        let entries = entries(GLOSSARY, language.code());
        assert!(entries.len() > 40, "the glossary has {} terms for {language}", entries.len());
        for Entry { concept, terms, .. } in entries {
            let is_missing = |term: &&str| !texts.iter().any(|text| text.contains(&term.to_lowercase()));
            missing.extend(terms.into_iter().filter(is_missing).map(|term| format!("{language} {concept}: {term}")));
        }
    }
    assert!(missing.is_empty(), "the catalogue never says\n{}", missing.join("\n"));
}

#[test]
fn no_text_uses_a_word_the_glossary_rules_out() {
    let mut found = Vec::new();
    for language in Language::ALL {
        let entries = entries(GLOSSARY, language.code());
        for (key, text) in language.all_texts() {
            let text = without_placeholders(text);
            for entry in &entries {
                let forbidden = entry.forbidden.iter().filter(|word| contains_word(&text, word));
                found.extend(forbidden.map(|word| format!("{language} {key}: “{word}” ({})", entry.concept)));
            }
        }
    }
    assert!(found.is_empty(), "the glossary rules out\n{}", found.join("\n"));
}

#[test]
fn words_are_found_whole_and_stems_at_the_start() {
    assert!(contains_word("Die Reise beginnt", "reise"));
    assert!(!contains_word("Abreise", "Reise"));
    assert!(!contains_word("Reisen", "Reise"));
    assert!(contains_word("die Lehrlinge", "Lehrling…"));
    assert!(contains_word("{n:one # Stein|other # Steine}", "Stein"));
    let entries = entries("| Concept | en | de |\n|---|---|---|\n| clan | clan; not: tribe, sept | Volk |\n", "en");
    assert_eq!((entries[0].terms.as_slice(), entries[0].forbidden.as_slice()), (&["clan"][..], &["tribe", "sept"][..]));
}
