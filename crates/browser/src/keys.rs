//! The keys of a US keyboard, as browsers name them.

/// Keys that write no text, by their name and number. Their position on the keyboard has the same name.
const NAMED: [(&str, u32); 13] = [
    ("ArrowDown", 40),
    ("ArrowLeft", 37),
    ("ArrowRight", 39),
    ("ArrowUp", 38),
    ("Backspace", 8),
    ("Delete", 46),
    ("End", 35),
    ("Enter", 13),
    ("Escape", 27),
    ("Home", 36),
    ("PageDown", 34),
    ("PageUp", 33),
    ("Tab", 9),
];

/// Keys that write a character, by position and number: the character alone, and with Shift.
const WRITING: [(&str, u32, [char; 2]); 22] = [
    ("Backquote", 192, ['`', '~']),
    ("Backslash", 220, ['\\', '|']),
    ("BracketLeft", 219, ['[', '{']),
    ("BracketRight", 221, [']', '}']),
    ("Comma", 188, [',', '<']),
    ("Digit0", 48, ['0', ')']),
    ("Digit1", 49, ['1', '!']),
    ("Digit2", 50, ['2', '@']),
    ("Digit3", 51, ['3', '#']),
    ("Digit4", 52, ['4', '$']),
    ("Digit5", 53, ['5', '%']),
    ("Digit6", 54, ['6', '^']),
    ("Digit7", 55, ['7', '&']),
    ("Digit8", 56, ['8', '*']),
    ("Digit9", 57, ['9', '(']),
    ("Equal", 187, ['=', '+']),
    ("Minus", 189, ['-', '_']),
    ("Period", 190, ['.', '>']),
    ("Quote", 222, ['\'', '"']),
    ("Semicolon", 186, [';', ':']),
    ("Slash", 191, ['/', '?']),
    ("Space", 32, [' ', ' ']),
];

/// A key with everything an event says about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    /// What it means: `a`, `Enter`
    pub(crate) key: String,
    /// Where it is: `KeyA`, `Enter`
    pub(crate) code: String,
    /// The number that old scripts use
    pub(crate) number: u32,
    /// What it writes
    pub(crate) text: Option<String>,
}

impl Key {
    /// Finds a key by the browser's name for it (`Enter`, `a`, `Space`).
    pub(crate) fn named(name: &str) -> Option<Key> {
        if let Some((code, number)) = NAMED.iter().find(|(key, _)| *key == name) {
            let text = (*code == "Enter").then(|| "\r".to_string());
            return Some(Key { key: name.to_string(), code: code.to_string(), number: *number, text });
        }
        let mut letters = name.chars();
        let letter = match (name, letters.next(), letters.next()) {
            ("Space", ..) => ' ',
            (_, Some(letter), None) => letter,
            _ => return None,
        };
        let (code, number) = if letter.is_ascii_alphabetic() {
            let position = letter.to_ascii_uppercase();
            (format!("Key{position}"), u32::from(position))
        } else {
            let (code, number, _) = WRITING.iter().find(|(.., letters)| letters.contains(&letter))?;
            (code.to_string(), *number)
        };
        Some(Key { key: letter.to_string(), code, number, text: Some(letter.to_string()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_by_name() {
        let of = |name: &str| Key::named(name).map(|key| (key.key, key.code, key.number, key.text.unwrap_or_default()));
        let key = |key: &str, code: &str, number, text: &str| Some((key.into(), code.into(), number, text.into()));
        assert_eq!(of("Enter"), key("Enter", "Enter", 13, "\r"));
        assert_eq!(of("Tab"), key("Tab", "Tab", 9, ""));
        assert_eq!(of("u"), key("u", "KeyU", 85, "u"));
        assert_eq!(of("U"), key("U", "KeyU", 85, "U"));
        assert_eq!(of("?"), key("?", "Slash", 191, "?"));
        assert_eq!(of("Space"), key(" ", "Space", 32, " "));
        assert_eq!(of("Entr"), None);
        assert_eq!(of("é"), None);
        assert_eq!(of(""), None);
    }
}
