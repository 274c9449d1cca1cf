//! The examples in the documents are what the program prints.

use std::path::Path;

use crate::program::{run, run_with_input, stdout};

fn document(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)).unwrap()
}

/// The indented lines of a document, without their indentation; other lines are `None`.
fn examples(text: &str) -> Vec<Option<&str>> {
    text.lines().map(|line| if line.is_empty() { Some("") } else { line.strip_prefix("    ") }).collect()
}

#[test]
fn commands_of_the_readme_print_what_it_shows() {
    let text = document("README.md");
    let lines = examples(&text);
    let mut checked = 0;
    for (index, line) in lines.iter().enumerate() {
        let Some(command) = line.and_then(|line| line.strip_prefix("$ shangrila ")) else { continue };
        let shown: Vec<&str> =
            lines[index + 1..].iter().map_while(|line| line.filter(|line| !line.starts_with("$ "))).collect();
        let arguments: Vec<&str> = command.split(' ').collect();
        let output = run(&arguments);
        let printed = stdout(&output).to_string() + &String::from_utf8_lossy(&output.stderr);
        let printed: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
        assert_eq!(shown.join("\n").trim_end(), printed.join("\n"), "{command}");
        checked += 1;
    }
    assert_eq!(checked, 3);
}

#[test]
fn requests_of_the_protocol_get_the_answers_it_shows() {
    let text = document("docs/engine-protocol.md");
    let lines: Vec<&str> = examples(&text).into_iter().flatten().filter(|line| line.starts_with("{\"id\"")).collect();
    let mut checked = 0;
    for pair in lines.windows(2).filter(|pair| pair[0].contains("\"do\"")) {
        let output = run_with_input(&["engine"], format!("{}\n", pair[0]).as_bytes());
        // An ellipsis leaves out the rest of a text or a list.
        let mut rest = stdout(&output);
        for piece in pair[1].split('…') {
            let start = rest.find(piece).unwrap_or_else(|| panic!("{piece} is not in {rest}"));
            rest = &rest[start + piece.len()..];
        }
        checked += 1;
    }
    assert_eq!(checked, 6);
}
