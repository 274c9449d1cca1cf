//! `cargo xtask play`: builds the game and starts it.
//!
//! Everything is built in the profiles for local use, which skip the slow optimisations of a release.

use std::io::IsTerminal;
use std::path::PathBuf;

use crate::process::{cargo, command, root, run};
use crate::web;

pub(crate) fn in_browser() -> Result<(), String> {
    // The program contains the app, so the app comes first.
    println!("1/3 Building the app for the browser. From scratch, all three steps take a few minutes.");
    let wasm = web::compile(web::Profile::Local)?;
    println!("2/3 Bundling the app");
    web::bundle(web::Profile::Local, &wasm)?;
    println!("3/3 Building the program");
    let program = build_program()?;
    // Games played from a working copy stay among its build products.
    let folder = root().join("target/play");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    run(command(program).args(["serve", "--open", "--database"]).arg(folder.join("shangrila.db")))
}

pub(crate) fn in_terminal() -> Result<(), String> {
    println!("1/1 Building the program. From scratch, this takes a few minutes.");
    let program = build_program()?;
    if std::io::stdout().is_terminal() && std::io::stdin().is_terminal() {
        return run(command(&program).arg("play"));
    }
    run(command(&program).args(["show", "card4"]))?;
    println!("\nThis is not a terminal, so only the board is shown. In a terminal, `{PROGRAM} play` starts a game.");
    Ok(())
}

/// Where cargo puts the program when it is built in the profile for local use.
const PROGRAM: &str = "target/local/shangrila";

fn build_program() -> Result<PathBuf, String> {
    cargo(&["build", "--locked", "--profile", "local", "--package", "shangrila-cli"])?;
    Ok(root().join(PROGRAM))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_doc_examples::Document;

    #[test]
    fn the_readme_says_where_the_program_is() {
        let readme = Document::read("README.md");
        assert!(readme.text().contains(&format!("`{PROGRAM}`")), "README.md does not mention {PROGRAM}");
    }
}
