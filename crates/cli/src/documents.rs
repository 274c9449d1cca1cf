//! Every `shangrila` command in the documents is one that the program understands.

use clap::Parser;
use clap::error::ErrorKind;
use shangrila_doc_examples::{Command, documents};

use crate::args::Args;

/// Placeholders in the documents, and a value for each.
const PLACEHOLDERS: [(&str, &str); 8] = [
    ("POSITION", "card4"),
    ("MOVE…", "P@a"),
    ("RECORD", "fixtures/games/random-four.shangrila"),
    ("DEPTH", "2"),
    ("BOTS", "sage,uct"),
    ("N", "2"),
    ("FILE", "shangrila.db"),
    ("…", "card4"),
];

fn filled(word: &str) -> String {
    let placeholder = PLACEHOLDERS.iter().find(|(placeholder, _)| *placeholder == word);
    placeholder.map_or(word, |(_, value)| value).to_string()
}

/// Why the program does not understand a command.
fn refusal(command: &Command) -> Option<clap::Error> {
    let error = Args::try_parse_from(command.words.iter().map(|word| filled(word))).err()?;
    let is_fine = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => true,
        // Running text may name a subcommand without its arguments.
        ErrorKind::MissingRequiredArgument => command.is_mention,
        _ => false,
    };
    (!is_fine).then_some(error)
}

#[test]
fn the_program_understands_every_command_in_the_documents() {
    let mut checked = 0;
    for document in documents() {
        for command in document.commands().iter().filter(|command| command.words[0] == "shangrila") {
            if let Some(error) = refusal(command) {
                panic!("{}: {}\n{error}", document.path(), command.words.join(" "));
            }
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} commands were found");
}
