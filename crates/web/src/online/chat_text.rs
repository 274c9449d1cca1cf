//! The text of a chat line: web addresses in it become links that show exactly where they lead.

/// A part of a chat line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part<'a> {
    Text(&'a str),
    /// An `http` or `https` address, as it was typed.
    Link(&'a str),
}

/// The only schemes that become links.
const SCHEMES: [&str; 2] = ["https://", "http://"];
/// What ends a sentence rather than an address.
const CLOSING: [char; 14] = ['.', ',', ';', ':', '!', '?', '\'', '"', ']', '}', '»', '”', '’', '…'];

/// Takes a line apart.
pub(super) fn parts(line: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let (mut text_from, mut at) = (0, 0);
    while let Some(start) = next_address(line, at) {
        let end = start + address_length(&line[start..]);
        at = end.max(start + 1);
        while !line.is_char_boundary(at) {
            at += 1;
        }
        if is_safe(&line[start..end]) {
            if text_from < start {
                parts.push(Part::Text(&line[text_from..start]));
            }
            parts.push(Part::Link(&line[start..end]));
            text_from = end;
        }
    }
    if text_from < line.len() {
        parts.push(Part::Text(&line[text_from..]));
    }
    parts
}

/// Where the next address begins: at the start of a word.
fn next_address(line: &str, from: usize) -> Option<usize> {
    let starts_word = |at: usize| !line[..at].ends_with(|before: char| before.is_alphanumeric());
    let has_scheme = |at: usize| SCHEMES.iter().any(|scheme| starts_with(&line[at..], scheme));
    line[from..].char_indices().map(|(offset, _)| from + offset).find(|&at| has_scheme(at) && starts_word(at))
}

fn starts_with(text: &str, scheme: &str) -> bool {
    text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
}

/// The length of an address without what only follows it.
fn address_length(text: &str) -> usize {
    let ends =
        |sign: char| sign.is_whitespace() || matches!(sign, '<' | '>' | '"' | '`' | '\\' | '^' | '{' | '}' | '|');
    let mut address = &text[..text.find(ends).unwrap_or(text.len())];
    loop {
        let unopened = address.ends_with(')') && address.matches(')').count() > address.matches('(').count();
        let shorter = if unopened { &address[..address.len() - 1] } else { address.trim_end_matches(CLOSING) };
        if shorter.len() == address.len() {
            return address.len();
        }
        address = shorter;
    }
}

/// Whether an address leads where it seems to lead: it has a host, no user name before it, and no invisible or reordering characters.
fn is_safe(address: &str) -> bool {
    let Some(scheme) = SCHEMES.iter().find(|scheme| starts_with(address, scheme)) else { return false };
    let host = address[scheme.len()..].split(['/', '?', '#']).next().unwrap_or_default();
    let is_invisible = |sign: char| {
        sign.is_control()
            || matches!(sign, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    host.starts_with(|sign: char| sign.is_alphanumeric() || sign == '[')
        && !host.contains('@')
        && !address.contains(is_invisible)
}

#[cfg(test)]
mod tests {
    use super::Part::{Link, Text};
    use super::*;

    #[test]
    fn web_addresses_become_links() {
        assert_eq!(parts("Well played."), [Text("Well played.")]);
        assert_eq!(parts("https://example.org/a?b=c#d"), [Link("https://example.org/a?b=c#d")]);
        assert_eq!(
            parts("See (http://example.org/x_(y)), then HTTPS://EXAMPLE.ORG!"),
            [Text("See ("), Link("http://example.org/x_(y)"), Text("), then "), Link("HTTPS://EXAMPLE.ORG"), Text("!")]
        );
        assert_eq!(parts("„https://müller.example/ü“ ok"), [Text("„"), Link("https://müller.example/ü“"), Text(" ok")]);
        assert_eq!(parts(""), []);
    }

    #[test]
    fn nothing_else_becomes_a_link() {
        for line in [
            "javascript:alert(1)",
            "data:text/html,x",
            "ftp://example.org",
            "www.example.org",
            "xhttp://example.org",
            "https://",
            "https:// example.org",
            "http://user:password@example.org/",
            "https://bank.example@evil.example",
            "https://example.org/\u{202e}gpj.exe",
            "https:///path",
        ] {
            assert_eq!(parts(line), [Text(line)], "{line:?}");
        }
    }

    #[test]
    fn the_parts_are_the_line() {
        let pieces = ["https://", "http://", "a", "ü", ")", "(", ".", " ", "@", "“", "/", "<b>", "\u{202e}", "🐉"];
        let all = || pieces.iter().copied();
        for line in all().flat_map(|one| all().flat_map(move |two| all().map(move |three| [one, two, three].concat())))
        {
            let joined: String = parts(&line)
                .iter()
                .map(|part| match part {
                    Text(text) | Link(text) => *text,
                })
                .collect();
            assert_eq!(joined, line);
        }
    }
}
