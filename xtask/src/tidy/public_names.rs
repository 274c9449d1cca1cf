//! No two crates have a public type, trait or alias of the same name.

use std::collections::{BTreeMap, BTreeSet};

/// Names that several crates may use, and why.
const SHARED: [(&str, &str); 0] = [];

/// Reports every public name that more than one crate defines. Takes the sources of all crates, with their paths.
///
/// The lint `unreachable_pub` ensures that whatever is `pub` really is part of a crate's public interface.
pub(super) fn check<'a>(sources: impl Iterator<Item = (&'a str, &'a str)>, problems: &mut Vec<String>) {
    let mut crates_by_name: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (path, text) in sources {
        let Some((krate, _)) = path.strip_prefix("crates/").and_then(|rest| rest.split_once("/src/")) else { continue };
        for name in text.lines().filter_map(defined_name) {
            crates_by_name.entry(name).or_default().insert(krate);
        }
    }
    for (name, crates) in crates_by_name.iter().filter(|(_, crates)| crates.len() > 1) {
        if !SHARED.iter().any(|(shared, _)| shared == name) {
            let crates = crates.iter().copied().collect::<Vec<_>>().join(", ");
            problems.push(format!("several crates have a public {name}: {crates}"));
        }
    }
}

/// The name of the type, trait or alias that a line defines as public.
fn defined_name(line: &str) -> Option<&str> {
    let mut words = line.trim_start().strip_prefix("pub ")?.split_whitespace();
    if !["struct", "enum", "trait", "type", "union"].contains(&words.next()?) {
        return None;
    }
    // In a macro, the name may be a variable.
    words
        .next()?
        .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .next()
        .filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_two_crates_define_are_reported() {
        let sources = [
            ("crates/a/src/lib.rs", "pub struct Table<T>(T);\npub(crate) enum Hidden {}\n"),
            ("crates/b/src/table.rs", "    pub enum Table {\npub enum Hidden {}\npub fn table() {}\n"),
            ("crates/b/src/lib.rs", "pub use table::Table;\npub type Other = u8;\n"),
            ("crates/b/tests/it.rs", "pub type Other = u8;\n"),
        ];
        let mut problems = Vec::new();
        check(sources.into_iter(), &mut problems);
        assert_eq!(problems, ["several crates have a public Table: a, b"]);
    }
}
