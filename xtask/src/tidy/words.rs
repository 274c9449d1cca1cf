//! Every text of the catalogue is used somewhere.

/// Where words are declared, and where they are said.
pub(super) const DECLARED: [&str; 2] = ["crates/i18n/src/catalogue.rs", "crates/i18n/src/local_games.rs"];
pub(super) const SAID: [&str; 5] =
    ["crates/cli/src/", "crates/server/src/", "crates/study/src/", "crates/table/src/", "crates/web/src/"];

/// Reports each field of a topic in this file that no source mentions.
pub(super) fn check(file: &str, declarations: &str, sources: &str, problems: &mut Vec<String>) {
    for (topic, field) in fields(declarations).filter(|(_, field)| !is_mentioned(field, sources)) {
        problems.push(format!("{file}: nothing says {topic}::{field}"));
    }
}

/// Topics and their fields: `topic! { /// … Name { labels { title, … } messages { turn_of(name: Text), … } } }`. The forms of clans and
/// guilds, and the parts of sentences, are used inside the crate that declares them.
fn fields(declarations: &str) -> impl Iterator<Item = (&str, &str)> {
    declarations
        .split("\ntopic! {")
        .skip(1)
        .flat_map(|topic| {
            let (name, fields) = topic.split_once('{').unwrap_or_default();
            let name = name.lines().last().unwrap_or_default().trim();
            let fields = fields.split("\n}").next().unwrap_or_default();
            let without_arguments = fields.split('(').flat_map(|part| part.rsplit(')').next());
            let words = without_arguments
                .flat_map(|part| part.split(|letter: char| !letter.is_alphanumeric() && letter != '_'));
            let is_field = |word: &&str| !matches!(*word, "" | "labels" | "messages");
            words.filter(is_field).map(move |field| (name, field))
        })
        .filter(|(topic, _)| !matches!(*topic, "ClanWords" | "GuildWords" | "PhraseWords"))
}

/// Whether `.field` occurs as a whole word.
fn is_mentioned(field: &str, sources: &str) -> bool {
    let goes_on = |letter: char| letter.is_alphanumeric() || letter == '_';
    sources.split(&format!(".{field}")).skip(1).any(|after| !after.starts_with(goes_on))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_nobody_says_are_reported() {
        let declarations = "use x;\n\ntopic! {\n    /// One; two.\n    HomeWords {\n        labels { start, go_on }\n        messages { \
                            with(names: Text, n: Number), left(n: Number) }\n    }\n}\n";
        let mut problems = Vec::new();
        check(
            "words.rs",
            declarations,
            "words.home.start; words.home.go_on_then; start with; words.home.left(3)",
            &mut problems,
        );
        let expected = ["HomeWords::go_on", "HomeWords::with"];
        assert_eq!(problems, expected.map(|word| format!("words.rs: nothing says {word}")));
    }
}
