//! Templates: texts with named arguments, checked while compiling and filled in while running.
//!
//! | In a template | Means |
//! |---|---|
//! | `{name}` | the argument as it is: a text, a number, the plain word for a clan, guild or space |
//! | `{clan.of}` | the argument in another grammatical form; [`Kind::forms`] lists those of each kind |
//! | `{n:one # tile\|other # tiles}` | a text by plural category; `#` is the number |
//!
//! One parser serves both the check and the filling, so they cannot disagree.

use core::fmt::Display;

use crate::catalogue::GuildWords;
use crate::phrase::{SpaceName, Who, capitalise};
use crate::plural::{PluralCategory, PluralRule};

/// What an argument is, which decides the forms it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Any text: a name, a village, a move.
    Text,
    /// A whole number, which can choose a plural form.
    Number,
    /// A clan or a player by name.
    Who,
    /// A member of a guild.
    Guild,
    /// The master's place of a guild in a village.
    Space,
}

impl Kind {
    /// The grammatical forms besides the plain word.
    pub const fn forms(self) -> &'static [&'static str] {
        match self {
            Kind::Text | Kind::Number => &[],
            Kind::Who => &["the", "of", "by", "to"],
            Kind::Guild | Kind::Space => &["one", "the", "object", "of", "to"],
        }
    }
}

/// An argument with its value.
#[derive(Clone, Copy)]
pub enum Value<'a> {
    /// For [`Kind::Text`].
    Text(&'a dyn Display),
    /// For [`Kind::Number`].
    Number(u64),
    /// For [`Kind::Who`].
    Who(Who<'a>),
    /// For [`Kind::Guild`].
    Guild(&'a GuildWords),
    /// For [`Kind::Space`].
    Space(SpaceName<'a>),
}

/// What is wrong with a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A brace without its partner.
    Brace,
    /// A placeholder that is none of the arguments.
    Unknown,
    /// An argument the text leaves out.
    Missing,
    /// A grammatical form the argument does not have.
    Form,
    /// Plural texts that are not exactly those the language needs, or for something that is not a number.
    Plural,
}

/// A range of bytes of a template.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
}

impl Span {
    const fn is(self, template: &str, other: &str) -> bool {
        let (template, other) = (template.as_bytes(), other.as_bytes());
        if self.end - self.start != other.len() {
            return false;
        }
        let mut index = 0;
        while index < other.len() {
            if template[self.start + index] != other[index] {
                return false;
            }
            index += 1;
        }
        true
    }

    fn of(self, template: &str) -> &str {
        &template[self.start..self.end]
    }
}

enum Piece {
    Text(Span),
    Plain { name: Span },
    Form { name: Span, form: Span },
    Plural { name: Span, texts: Span },
    Broken,
}

/// The piece that starts at a byte, and where it ends.
const fn piece(template: &str, start: usize) -> (Piece, usize) {
    let bytes = template.as_bytes();
    if bytes[start] == b'}' {
        return (Piece::Broken, bytes.len());
    }
    let is_placeholder = bytes[start] == b'{';
    let (mut end, mut mark) = (start + 1, None);
    while end < bytes.len() && bytes[end] != b'{' && bytes[end] != b'}' {
        if mark.is_none() && (bytes[end] == b'.' || bytes[end] == b':') {
            mark = Some(end);
        }
        end += 1;
    }
    if !is_placeholder {
        return (Piece::Text(Span { start, end }), end);
    }
    if end == bytes.len() || bytes[end] == b'{' {
        return (Piece::Broken, bytes.len());
    }
    let start = start + 1;
    let piece = match mark {
        None => Piece::Plain { name: Span { start, end } },
        Some(mark) if bytes[mark] == b'.' => {
            Piece::Form { name: Span { start, end: mark }, form: Span { start: mark + 1, end } }
        }
        Some(mark) => Piece::Plural { name: Span { start, end: mark }, texts: Span { start: mark + 1, end } },
    };
    (piece, end + 1)
}

/// The first of the plural texts: its category and its text. The rest starts after the text's end and a `|`.
const fn first_text(template: &str, texts: Span) -> Option<(Span, Span)> {
    let bytes = template.as_bytes();
    let mut space = texts.start;
    while space < texts.end && bytes[space] != b' ' {
        space += 1;
    }
    let mut end = space;
    while end < texts.end && bytes[end] != b'|' {
        end += 1;
    }
    if space == end {
        return None;
    }
    Some((Span { start: texts.start, end: space }, Span { start: space + 1, end }))
}

/// The text of a category.
const fn plural_text(template: &str, mut texts: Span, category: PluralCategory) -> Option<Span> {
    while texts.start < texts.end {
        let Some((name, text)) = first_text(template, texts) else { return None };
        if name.is(template, category.name()) {
            return Some(text);
        }
        texts.start = text.end + 1;
    }
    None
}

/// Whether the plural texts cover the categories a language needs, and no others.
const fn is_complete_plural(template: &str, texts: Span, rule: PluralRule) -> bool {
    let (mut found, mut rest) = (0, texts);
    while rest.start < rest.end {
        let Some((_, text)) = first_text(template, rest) else { return false };
        rest.start = text.end + 1;
        found += 1;
    }
    let (mut index, mut known) = (0, 0);
    while index < rule.possible().len() {
        known += plural_text(template, texts, rule.possible()[index]).is_some() as usize;
        index += 1;
    }
    index = 0;
    while index < rule.required().len() {
        if plural_text(template, texts, rule.required()[index]).is_none() {
            return false;
        }
        index += 1;
    }
    found == known
}

const fn has_form(kind: Kind, template: &str, form: Span) -> bool {
    let mut index = 0;
    while index < kind.forms().len() {
        if form.is(template, kind.forms()[index]) {
            return true;
        }
        index += 1;
    }
    false
}

/// Checks a template against the arguments of its message.
///
/// # Errors
/// The first fault found.
pub const fn check(template: &str, arguments: &[(&str, Kind)], rule: PluralRule) -> Result<(), Fault> {
    let (mut used, mut at) = (0_u32, 0);
    while at < template.len() {
        let (piece, end) = piece(template, at);
        at = end;
        let name = match &piece {
            Piece::Text(_) => continue,
            Piece::Broken => return Err(Fault::Brace),
            Piece::Plain { name } | Piece::Form { name, .. } | Piece::Plural { name, .. } => *name,
        };
        let mut index = 0;
        while index < arguments.len() && !name.is(template, arguments[index].0) {
            index += 1;
        }
        if index == arguments.len() {
            return Err(Fault::Unknown);
        }
        used |= 1 << index;
        let kind = arguments[index].1;
        match piece {
            Piece::Form { form, .. } if !has_form(kind, template, form) => return Err(Fault::Form),
            Piece::Plural { texts, .. }
                if !matches!(kind, Kind::Number) || !is_complete_plural(template, texts, rule) =>
            {
                return Err(Fault::Plural);
            }
            _ => {}
        }
    }
    if used == (1 << arguments.len()) - 1 { Ok(()) } else { Err(Fault::Missing) }
}

/// Whether a text has no placeholders.
pub const fn is_label(text: &str) -> bool {
    let (bytes, mut index) = (text.as_bytes(), 0);
    while index < bytes.len() {
        if bytes[index] == b'{' || bytes[index] == b'}' {
            return false;
        }
        index += 1;
    }
    true
}

/// Fills in a template that [`check`] has accepted. A sentence that starts with a clan, guild or space starts with a capital; a
/// player's name is left as the player wrote it.
pub fn fill(template: &str, rule: PluralRule, values: &[(&str, Value<'_>)]) -> String {
    let mut filled = String::with_capacity(template.len() + 16);
    let mut at = 0;
    while at < template.len() {
        let starts = at == 0;
        let (piece, end) = piece(template, at);
        at = end;
        let (name, form, texts) = match piece {
            Piece::Text(text) => {
                filled.push_str(text.of(template));
                continue;
            }
            Piece::Broken => break,
            Piece::Plain { name } => (name, "", None),
            Piece::Form { name, form } => (name, form.of(template), None),
            Piece::Plural { name, texts } => (name, "", Some(texts)),
        };
        let Some((_, value)) = values.iter().find(|(known, _)| name.is(template, known)) else { continue };
        let length = filled.len();
        match (value, texts) {
            (Value::Text(text), _) => filled.push_str(&text.to_string()),
            (Value::Number(n), None) => filled.push_str(&n.to_string()),
            (Value::Number(n), Some(texts)) => {
                let text = plural_text(template, texts, rule.category(*n))
                    .or(plural_text(template, texts, PluralCategory::Other))
                    .map_or("", |text| text.of(template));
                filled.push_str(&text.replace('#', &n.to_string()));
            }
            (Value::Who(who), _) => filled.push_str(&who.form(form)),
            (Value::Guild(guild), _) => filled.push_str(guild.form(form)),
            (Value::Space(space), _) => filled.push_str(&space.form(form)),
        }
        let is_word = matches!(value, Value::Who(Who::Clan(_)) | Value::Guild(_) | Value::Space(_));
        if starts && is_word {
            filled = capitalise(&filled[length..]);
        }
    }
    filled
}

/// What a template says besides its arguments, for tests.
#[cfg(test)]
pub(crate) fn without_placeholders(template: &str) -> String {
    let (mut text, mut at) = (String::new(), 0);
    while at < template.len() {
        let (piece, end) = piece(template, at);
        at = end;
        match piece {
            Piece::Text(span) | Piece::Plural { texts: span, .. } => text.push_str(span.of(template)),
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: PluralRule = PluralRule::OneIsSingular;

    fn check_one(template: &str, kind: Kind) -> Result<(), Fault> {
        check(template, &[("a", kind)], RULE)
    }

    #[test]
    fn values_replace_their_placeholders() {
        let values = [("a", Value::Number(1)), ("b", Value::Text(&"zwei"))];
        assert_eq!(fill("{a}→{b}{a}!", RULE, &values), "1→zwei1!");
        assert_eq!(fill("é", RULE, &[]), "é");
        assert_eq!(fill("", RULE, &[]), "");
    }

    #[test]
    fn plural_texts_follow_the_number() {
        let eggs = |n| fill("{n:one # egg|other # eggs} left", RULE, &[("n", Value::Number(n))]);
        assert_eq!([0, 1, 2].map(eggs), ["0 eggs left", "1 egg left", "2 eggs left"]);
        let eggs = |n| fill("{n:one # œuf|other # œufs}", PluralRule::French, &[("n", Value::Number(n))]);
        assert_eq!([0, 1, 2, 1_000_000].map(eggs), ["0 œuf", "1 œuf", "2 œufs", "1000000 œufs"]);
    }

    #[test]
    fn a_category_such_as_few_is_found_by_its_name() {
        let texts = "one # vejce|few # vejce|many # vejce|other # vajec";
        let whole = Span { start: 0, end: texts.len() };
        let text = |category| plural_text(texts, whole, category).map(|span| span.of(texts));
        assert_eq!(text(PluralCategory::Few), Some("# vejce"));
        assert_eq!(text(PluralCategory::Other), Some("# vajec"));
        assert_eq!(text(PluralCategory::Two), None);
    }

    #[test]
    fn faulty_templates_are_told_apart() {
        assert_eq!(check_one("x {a} y", Kind::Text), Ok(()));
        assert_eq!(check_one("x", Kind::Text), Err(Fault::Missing));
        assert_eq!(check_one("{a} {b}", Kind::Text), Err(Fault::Unknown));
        assert_eq!(check_one("{a", Kind::Text), Err(Fault::Brace));
        assert_eq!(check_one("{a {a}", Kind::Text), Err(Fault::Brace));
        assert_eq!(check_one("a} {a}", Kind::Text), Err(Fault::Brace));
        assert_eq!(check_one("{a.of}", Kind::Who), Ok(()));
        assert_eq!(check_one("{a.off}", Kind::Who), Err(Fault::Form));
        assert_eq!(check_one("{a.of}", Kind::Number), Err(Fault::Form));
        assert_eq!(check_one("{a:one # x|other # y}", Kind::Number), Ok(()));
        assert_eq!(check_one("{a:one # x|other # y}", Kind::Text), Err(Fault::Plural));
        assert_eq!(check_one("{a:one # x}", Kind::Number), Err(Fault::Plural));
        assert_eq!(check_one("{a:one # x|few # z|other # y}", Kind::Number), Err(Fault::Plural));
        assert_eq!(check_one("{a:one # x|one # z|other # y}", Kind::Number), Err(Fault::Plural));
        assert_eq!(check_one("{a:one|other # y}", Kind::Number), Err(Fault::Plural));
        assert_eq!(
            check("{a:one # x|many # z|other # y}", &[("a", Kind::Number)], PluralRule::Italian),
            Ok(()),
            "a category the language has may be spelled out"
        );
    }
}
