//! The examples in the documents show what the program prints.

use shangrila_doc_examples::{Document, documents, matches};

use crate::program::{run, run_with_input, stdout};

/// Commands whose output is shown. Those without are parsed in `src/documents.rs`.
#[test]
fn commands_print_the_output_that_the_documents_show() {
    let mut checked = 0;
    for document in documents() {
        for command in document.commands() {
            let (Some(shown), "shangrila") = (&command.output, command.words[0].as_str()) else { continue };
            let arguments: Vec<&str> = command.words[1..].iter().map(String::as_str).collect();
            let output = run_with_input(&arguments, command.input.as_deref().unwrap_or_default().as_bytes());
            let printed = stdout(&output).to_string() + &String::from_utf8_lossy(&output.stderr);
            let printed: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
            let printed = printed.join("\n");
            assert!(matches(shown, &printed), "{}: {}\n{printed}", document.path(), command.words.join(" "));
            checked += 1;
        }
    }
    assert!(checked >= 4, "only {checked} commands were found");
}

/// Every JSON line of the document is a request or the answer to the request before it.
#[test]
fn the_engine_protocol_shows_real_answers() {
    let mut checked = 0;
    for block in Document::read("docs/engine-protocol.md").code_blocks() {
        let mut answer = None;
        for line in block.lines().filter(|line| line.starts_with('{')) {
            if line.contains("\"do\":") {
                let output = run_with_input(&["engine"], format!("{line}\n").as_bytes());
                answer = Some(stdout(&output).trim_end().to_string());
            } else if let Some(answer) = answer.take() {
                assert!(matches(line, &answer), "the document shows\n{line}\nthe answer is\n{answer}");
                checked += 1;
            } else if !block.starts_with("$ ") {
                panic!("no request belongs to the answer\n{line}");
            }
        }
        assert_eq!(answer, None, "the document shows no answer to a request");
    }
    assert!(checked >= 7, "only {checked} answers were found");
}

/// The first code block is a position, which the program reads and writes the same way; the others are records.
#[test]
fn the_notation_shows_positions_and_records_that_can_be_read() {
    let blocks = Document::read("docs/notation.md").code_blocks();
    assert!(blocks.len() >= 2, "a position and a record");
    for block in &blocks {
        if block.starts_with('[') {
            let output = run_with_input(&["replay", "-"], block.as_bytes());
            assert!(output.status.success(), "{}\n{block}", String::from_utf8_lossy(&output.stderr));
        } else {
            let output = run(&["show", block]);
            assert_eq!(stdout(&output).lines().last(), Some(block.as_str()));
        }
    }
}
