//! Putting values into texts.

use core::fmt::Display;

/// Replaces every `{name}` by the value of that name.
///
/// Which names a text uses is the same in all languages, so a caller that got it right once is right everywhere; debug
/// builds check that all names have values and all values are used.
pub fn fill(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut filled = String::with_capacity(text.len() + 16);
    let mut used = 0;
    for piece in pieces(text) {
        match piece {
            Piece::Text(text) => filled.push_str(text),
            Piece::Value(name) => match values.iter().position(|(known, _)| *known == name) {
                Some(index) => {
                    filled.push_str(&values[index].1.to_string());
                    used |= 1 << index;
                }
                None => {
                    debug_assert!(false, "{text:?} wants a value for {name:?}");
                    filled.push_str(name);
                }
            },
        }
    }
    debug_assert!(used == (1_u32 << values.len()) - 1, "{text:?} leaves out one of its values");
    filled
}

/// A number of things: `one` for a single one, `several` for any other number; `{n}` is the number.
pub fn count(one: &str, several: &str, n: usize) -> String {
    fill(if n == 1 { one } else { several }, &[("n", &n)])
}

/// The text with its first letter in upper case: clans are named in lower case where a language does that.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

enum Piece<'a> {
    Text(&'a str),
    Value(&'a str),
}

/// Takes a text apart. A brace without its partner is text.
fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some((name, after)) = rest.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
            rest = after;
            return Some(Piece::Value(name));
        }
        let next = rest.char_indices().skip(1).find(|&(_, letter)| letter == '{').map_or(rest.len(), |(at, _)| at);
        let (piece, after) = rest.split_at(next);
        rest = after;
        Some(Piece::Text(piece))
    })
}

/// The names of the values a text wants, sorted, each once.
#[cfg(test)]
pub(crate) fn placeholders(text: &str) -> std::collections::BTreeSet<&str> {
    let name = |piece| match piece {
        Piece::Value(name) => Some(name),
        Piece::Text(_) => None,
    };
    pieces(text).filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_take_the_place_of_their_names() {
        assert_eq!(fill("{a}→{b}{a}!", &[("a", &1), ("b", &"zwei")]), "1→zwei1!");
        assert_eq!(fill("é { x", &[]), "é { x");
        assert_eq!(fill("", &[]), "");
    }

    #[test]
    #[cfg(debug_assertions)]
    fn forgotten_and_unused_values_are_noticed() {
        assert!(std::panic::catch_unwind(|| fill("{a} {b}", &[("a", &1)])).is_err());
        assert!(std::panic::catch_unwind(|| fill("{a}", &[("a", &1), ("b", &2)])).is_err());
    }

    #[test]
    fn one_is_not_several() {
        assert_eq!([0, 1, 2].map(|n| count("{n} egg", "{n} eggs", n)), ["0 eggs", "1 egg", "2 eggs"]);
    }

    #[test]
    fn sentences_begin_with_a_capital() {
        assert_eq!(sentence("écru"), "Écru");
        assert_eq!(sentence(""), "");
    }
}
