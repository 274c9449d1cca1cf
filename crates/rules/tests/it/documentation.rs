//! Every public type has a documentation example, which the documentation tests run.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn source_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            source_files(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// The name of the type that a line of source declares as public, directly or through one of the crate's macros.
fn declared_type(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let keywords = ["pub struct ", "pub enum ", "pub type "];
    let keyword = keywords.iter().find_map(|keyword| line.strip_prefix(keyword));
    let by_macro = || Some(line).filter(|line| line.contains("iterated by") || line.contains(" by "));
    let rest = keyword.or_else(|| by_macro().filter(|_| !line.starts_with("//")))?;
    let name = rest.split(|letter: char| !letter.is_alphanumeric()).next()?;
    name.starts_with(char::is_uppercase).then_some(name)
}

#[test]
fn every_public_type_has_a_documentation_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    let mut with_example = BTreeSet::new();
    for text in files.iter().map(|path| fs::read_to_string(path).unwrap()) {
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let Some(name) = declared_type(line) else { continue };
            let belongs = |line: &&&str| ["///", "//", "#["].iter().any(|start| line.trim_start().starts_with(start));
            if lines[..index].iter().rev().take_while(belongs).any(|line| line.contains("```")) {
                with_example.insert(name.to_string());
            }
        }
    }
    // The sets' macro writes one example for the iterator of each set.
    let sets = ["BridgeIter", "ClanIter", "GuildIter", "SpaceIter", "VillageIter"];
    assert!(fs::read_to_string(root.join("bit_set.rs")).unwrap().contains("::EMPTY.into_iter().next(), None);\\n```"));
    with_example.extend(sets.map(String::from));

    let mut missing = Vec::new();
    for file in ["lib.rs", "record/mod.rs"] {
        let text = fs::read_to_string(root.join(file)).unwrap();
        let exported = text.lines().filter_map(|line| line.strip_prefix("pub use "));
        let own = text.lines().filter_map(declared_type);
        let names = exported.flat_map(|line| line.split(|letter: char| !letter.is_alphanumeric() && letter != '_'));
        for name in names.chain(own) {
            let is_type = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
            if is_type && !with_example.contains(name) {
                missing.push(name.to_string());
            }
        }
    }
    assert!(missing.is_empty(), "no documentation example: {missing:?}");
    assert!(with_example.len() > 50, "only {} types were found", with_example.len());
}
