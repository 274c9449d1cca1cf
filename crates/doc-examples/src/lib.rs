//! Finds the commands and examples in the Markdown documents, so that tests can run them.
//!
//! A test takes every command of a program from [`documents`], so a command that is added to a document is tested without
//! being added to a list.
//!
//! ```
//! use shangrila_doc_examples::Document;
//!
//! let document = Document::new("README.md", "Try this:\n\n    $ shangrila perft card4 2\n    1965\n");
//! let commands = document.commands();
//! assert_eq!(commands[0].words, ["shangrila", "perft", "card4", "2"]);
//! assert_eq!(commands[0].output.as_deref(), Some("1965"));
//! ```

#![forbid(unsafe_code)]

mod shell;

use std::fs;
use std::path::{Path, PathBuf};

/// A Markdown file.
#[derive(Clone, Debug)]
pub struct Document {
    path: String,
    text: String,
}

/// A command in a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// The file that contains it, for messages.
    pub document: String,
    /// The program and its arguments.
    pub words: Vec<String>,
    /// What the document pipes into the program with `echo`.
    pub input: Option<String>,
    /// The output that the document shows below the command, without trailing blanks.
    pub output: Option<String>,
    /// Whether the command stands in running text, where it may name a program without its required arguments.
    pub is_mention: bool,
}

/// The root of the repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reads every Markdown file in the repository: in its root, `docs`, `docs/decisions` and `fixtures`.
///
/// # Panics
/// If a file cannot be read.
#[must_use]
pub fn documents() -> Vec<Document> {
    let mut documents = Vec::new();
    for folder in ["", "docs", "docs/decisions", "fixtures"] {
        let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
        for entry in entries.map(|entry| entry.expect("the folder can be read")) {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.ends_with(".md") {
                documents.push(Document::read(&Path::new(folder).join(name).to_string_lossy()));
            }
        }
    }
    documents.sort_by(|a, b| a.path.cmp(&b.path));
    documents
}

impl Document {
    /// Creates a document from its text.
    #[must_use]
    pub fn new(path: &str, text: &str) -> Document {
        Document { path: path.to_string(), text: text.to_string() }
    }

    /// Reads a document, by its path from the root of the repository.
    ///
    /// # Panics
    /// If the file cannot be read.
    #[must_use]
    pub fn read(path: &str) -> Document {
        let text = fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        Document::new(path, &text)
    }

    /// The path of the file, from the root of the repository.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the code blocks, fenced or indented, without their indentation.
    #[must_use]
    pub fn code_blocks(&self) -> Vec<String> {
        self.parts().0
    }

    /// Returns every command: those in code blocks, then those in running text.
    ///
    /// In a code block, a line is a command if it starts with `$ `, or with `shangrila` or `cargo`. In running text,
    /// a command is code that starts with `shangrila` or `cargo` and has arguments.
    #[must_use]
    pub fn commands(&self) -> Vec<Command> {
        let (blocks, prose) = self.parts();
        let mut commands: Vec<Command> = blocks.iter().flat_map(|block| self.commands_in(block)).collect();
        // Every second piece between backticks is code. It may continue on the next line.
        for code in prose.split('`').skip(1).step_by(2).map(|code| code.replace('\n', " ")) {
            if is_command(&code) && code.contains(' ') {
                commands.push(Command { is_mention: true, ..self.command(&code) });
            }
        }
        commands
    }

    fn commands_in(&self, block: &str) -> Vec<Command> {
        // A backslash at the end of a line continues the command.
        let block = block.replace("\\\n", "");
        let has_prompt = block.lines().any(|line| line.starts_with("$ "));
        let mut commands: Vec<Command> = Vec::new();
        for line in block.lines() {
            if let Some(line) = line.strip_prefix("$ ") {
                commands.push(self.command(line));
            } else if has_prompt {
                let output = commands.last_mut().map(|command| command.output.get_or_insert_default());
                output.into_iter().for_each(|output| *output += &format!("{}\n", line.trim_end()));
            } else if is_command(line) {
                commands.push(self.command(line));
            }
        }
        for output in commands.iter_mut().filter_map(|command| command.output.as_mut()) {
            output.truncate(output.trim_end().len());
        }
        commands
    }

    fn command(&self, line: &str) -> Command {
        let (input, words) = shell::parse(line);
        Command { document: self.path.clone(), words, input, output: None, is_mention: false }
    }

    /// The code blocks, and everything else.
    fn parts(&self) -> (Vec<String>, String) {
        let (mut blocks, mut prose) = (Vec::new(), String::new());
        let mut lines = self.text.lines().peekable();
        let mut after_blank = true;
        while let Some(line) = lines.next() {
            let mut block = String::new();
            if line.starts_with("```") {
                for line in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                    block += &format!("{line}\n");
                }
            } else if let Some(first) = line.strip_prefix("    ").filter(|_| after_blank) {
                block = format!("{first}\n");
                while let Some(line) = lines.next_if(|line| line.is_empty() || line.starts_with("    ")) {
                    block += &format!("{}\n", line.strip_prefix("    ").unwrap_or_default());
                }
            } else {
                prose += &format!("{line}\n");
            }
            after_blank = line.is_empty();
            if !block.is_empty() {
                blocks.push(block.trim_end().to_string());
            }
        }
        (blocks, prose)
    }
}

fn is_command(line: &str) -> bool {
    let program = line.split(' ').find(|word| !word.contains('=')).unwrap_or_default();
    program == "cargo" || program == "shangrila" || program.starts_with("shangrila-")
}

/// Whether a text is what a document shows, where `…` stands for any text.
///
/// ```
/// assert!(shangrila_doc_examples::matches("[1,…,9]", "[1,2,3,9]"));
/// assert!(!shangrila_doc_examples::matches("[1,…,9]", "[1,2,3]"));
/// ```
#[must_use]
pub fn matches(shown: &str, actual: &str) -> bool {
    let pieces: Vec<&str> = shown.split('…').collect();
    let [first, middle @ .., last] = &pieces[..] else { return shown == actual };
    let Some(mut rest) = actual.strip_prefix(first) else { return false };
    for piece in middle {
        let Some(found) = rest.find(piece) else { return false };
        rest = &rest[found + piece.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Vec<String>> {
        Document::new("a.md", text).commands().into_iter().map(|command| command.words).collect()
    }

    #[test]
    fn commands_are_found_in_fenced_and_indented_blocks_and_in_running_text() {
        let text = "Run `shangrila show card4` or `shangrila`:\n\n    cargo xtask play   # opens a browser\n\n```sh\n\
                    A=1 shangrila serve \\\n  --port 80\n```\n";
        assert_eq!(
            words(text),
            [
                vec!["cargo", "xtask", "play"],
                vec!["shangrila", "serve", "--port", "80"],
                vec!["shangrila", "show", "card4"]
            ]
        );
    }

    #[test]
    fn output_extends_to_the_next_prompt() {
        let text = "    $ shangrila a\n    one\n\n    two  \n    $ shangrila b\n\nText.\n";
        let commands = Document::new("a.md", text).commands();
        assert_eq!(commands[0].output.as_deref(), Some("one\n\ntwo"));
        assert_eq!(commands[1].output, None);
    }

    #[test]
    fn code_in_running_text_may_continue_on_the_next_line() {
        assert_eq!(words("See `cargo\nxtask tidy`."), [["cargo", "xtask", "tidy"]]);
    }

    #[test]
    fn continued_list_items_are_not_code() {
        assert_eq!(words("- a\n    cargo b c\n"), Vec::<Vec<String>>::new());
    }

    #[test]
    fn an_ellipsis_matches_any_text_but_the_ends_must_match() {
        assert!(matches("a…c", "abc") && matches("same", "same"));
        assert!(!matches("a…c", "abcd") && !matches("b…", "abc") && !matches("a…x…c", "abc"));
    }
}
