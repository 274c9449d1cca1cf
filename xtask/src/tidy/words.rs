//! Every word that people are to read is read somewhere.

/// Where words are declared, and where they are said.
pub(super) const DECLARED: &str = "crates/i18n/src/words.rs";
pub(super) const SAID: [&str; 3] = ["crates/cli/src/", "crates/table/src/", "crates/web/src/"];

/// Reports each field of a topic that no source mentions.
pub(super) fn check(declarations: &str, sources: &str, problems: &mut Vec<String>) {
    for (topic, field) in fields(declarations).filter(|(_, field)| !is_mentioned(field, sources)) {
        problems.push(format!("{DECLARED}: nothing says {topic}::{field}"));
    }
}

/// Topics and their fields: `topic! { /// … Name { field, field } }`.
fn fields(declarations: &str) -> impl Iterator<Item = (&str, &str)> {
    declarations.split("\ntopic! {").skip(1).flat_map(|topic| {
        let (name, fields) = topic.split_once('{').unwrap_or_default();
        let name = name.lines().last().unwrap_or_default().trim();
        let fields = fields.split('}').next().unwrap_or_default();
        fields.split(',').map(str::trim).filter(|field| !field.is_empty()).map(move |field| (name, field))
    })
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
        let declarations = "use x;\n\ntopic! {\n    /// One; two.\n    HomeWords { start, go_on,\n        with }\n}\n";
        let mut problems = Vec::new();
        check(declarations, "words.home.start; words.home.go_on_then; start with", &mut problems);
        let expected = ["HomeWords::go_on", "HomeWords::with"];
        assert_eq!(problems, expected.map(|word| format!("{DECLARED}: nothing says {word}")));
    }
}
