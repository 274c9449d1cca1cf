//! Every `shangrila` command in the documents is one that the program understands.

use clap::Parser;
use clap::error::ErrorKind;
use shangrila_doc_examples::{Command, documents};

use crate::args::Args;

/// Placeholders in the documents, and a value for each.
const PLACEHOLDERS: [(&str, &str); 9] = [
    ("POSITION", "card4"),
    ("MOVE…", "P@a"),
    ("RECORD", "fixtures/games/random-four.shangrila"),
    ("DEPTH", "2"),
    ("BOTS", "sage,uct"),
    ("N", "2"),
    ("FILE", "shangrila.db"),
    ("network:FILE", concat!("network:", env!("CARGO_MANIFEST_DIR"), "/../../crates/ai/weights/network.bin")),
    ("…", "card4"),
];

/// The word with values for its placeholders, which may be items of a list.
fn filled(word: &str) -> String {
    word.split(',').map(value).collect::<Vec<_>>().join(",")
}

fn value(item: &str) -> &str {
    PLACEHOLDERS.iter().find(|(placeholder, _)| *placeholder == item).map_or(item, |(_, value)| value)
}

/// Why the program does not understand a command.
fn refusal(command: &Command) -> Option<clap::Error> {
    let error = Args::try_parse_from(command.words.iter().map(|word| filled(word))).err()?;
    let is_fine = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => true,
        // Running text may name a subcommand without its arguments, or a group of them.
        ErrorKind::MissingRequiredArgument | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => command.is_mention,
        _ => false,
    };
    (!is_fine).then_some(error)
}

#[test]
fn the_program_understands_every_command_in_the_documents() {
    let commands: Vec<Command> = documents().iter().flat_map(|document| document.commands()).collect();
    let commands: Vec<&Command> = commands.iter().filter(|command| command.words[0] == "shangrila").collect();
    assert!(commands.len() > 20, "only {} commands were found", commands.len());
    let refused = commands.iter().filter_map(|command| Some((command, refusal(command)?)));
    let refused: Vec<String> =
        refused.map(|(command, error)| format!("{}: {}\n{error}", command.document, command.words.join(" "))).collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}
