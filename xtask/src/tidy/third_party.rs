//! Licences, versions and sources of everything this project depends on, held to `deny.toml`.
//!
//! cargo-deny checks the same, and much more, but takes minutes to compile: it runs with the long tests.

use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::process::{command, output, root};

/// What `deny.toml` allows.
struct Policy {
    licences: BTreeSet<String>,
    /// Additional licences for one package.
    exceptions: Vec<(String, BTreeSet<String>)>,
    /// Versions that may exist beside another one: name and the beginning of the version.
    skipped: Vec<(String, String)>,
}

/// A package in the dependency tree.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Package {
    name: String,
    version: String,
    /// Where it comes from; `None` for crates.io.
    source: Option<String>,
    licence: String,
}

/// Checks the dependencies of the workspace and of the fuzz targets.
pub(super) fn check(deny: &str, problems: &mut Vec<String>) -> Result<(), String> {
    let policy = Policy::parse(deny)?;
    let root = root().display().to_string();
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let everything = tree(manifest, "normal,build,dev")?;
        policy.check_licences(&everything, problems);
        check_sources(&everything, &root, problems);
        let unused = policy.check_versions(&tree(manifest, "normal,build")?, problems);
        // The fuzz targets do not need all of the exceptions.
        if manifest == "Cargo.toml" {
            problems.extend(unused.into_iter().map(|skip| format!("deny.toml: there is only one version of {skip}")));
        }
    }
    Ok(())
}

/// All packages of a workspace that are connected to it by some kinds of dependencies, on any platform.
fn tree(manifest: &str, edges: &str) -> Result<BTreeSet<Package>, String> {
    let tree =
        ["tree", "--locked", "--workspace", "--all-features", "--target=all", "--prefix=none", "--format={p};{l}"];
    let listed = output(command("cargo").args(tree).args(["--manifest-path", manifest, "--edges", edges]))?;
    listed.lines().filter(|line| !line.is_empty()).map(Package::parse).collect()
}

impl Package {
    /// Reads a line of `cargo tree`: `serde_derive v1.0.229 (proc-macro);MIT OR Apache-2.0 (*)`.
    fn parse(line: &str) -> Result<Package, String> {
        let unclear = || format!("cargo tree: {line}");
        let (package, licence) = line.trim_end_matches(" (*)").split_once(';').ok_or_else(unclear)?;
        let mut words = package.splitn(3, ' ');
        let name = words.next().ok_or_else(unclear)?.to_string();
        let version = words.next().and_then(|version| version.strip_prefix('v')).ok_or_else(unclear)?.to_string();
        let notes = words.next().unwrap_or("").replace("(proc-macro)", "");
        let source = notes.trim().trim_start_matches('(').trim_end_matches(')');
        let source = (!source.is_empty()).then(|| source.to_string());
        Ok(Package { name, version, source, licence: licence.to_string() })
    }
}

impl Policy {
    fn parse(deny: &str) -> Result<Policy, String> {
        let deny = DeTable::parse(deny).map_err(|error| format!("deny.toml: {error}"))?;
        let part = |section: &str, key: &str| {
            let section = deny.get_ref().get(section).map(Spanned::get_ref);
            section.and_then(|section| field(section, key))
        };
        let mut skipped = Vec::new();
        for skip in list(part("bans", "skip")) {
            let package = text(field(skip, "crate"));
            let (name, version) = package.split_once('@').ok_or(format!("deny.toml: {package} has no version"))?;
            skipped.push((name.to_string(), version.to_string()));
        }
        let exception = |one| (text(field(one, "crate")), texts(field(one, "allow")));
        Ok(Policy {
            licences: texts(part("licenses", "allow")),
            exceptions: list(part("licenses", "exceptions")).map(exception).collect(),
            skipped,
        })
    }

    fn check_licences(&self, packages: &BTreeSet<Package>, problems: &mut Vec<String>) {
        for Package { name, version, licence, .. } in packages {
            let additional = self.exceptions.iter().filter(|(package, _)| package == name);
            let additional: BTreeSet<&String> = additional.flat_map(|(_, licences)| licences).collect();
            let allowed = |one: &str| self.licences.contains(one) || additional.contains(&one.to_string());
            if !is_satisfied(licence, &allowed) {
                problems.push(format!("{name} {version}: deny.toml does not allow the licence {licence:?}"));
            }
        }
    }

    /// Reports packages of which there are several versions. Returns the exceptions that are not needed.
    fn check_versions(&self, packages: &BTreeSet<Package>, problems: &mut Vec<String>) -> Vec<String> {
        let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for package in packages {
            versions.entry(&package.name).or_default().insert(&package.version);
        }
        versions.retain(|_, versions| versions.len() > 1);
        let mut unused = Vec::new();
        for (name, skipped) in &self.skipped {
            let matches = |version: &&str| *version == skipped || version.starts_with(&format!("{skipped}."));
            let several = versions.get_mut(name.as_str());
            let count = several.map_or(0, |versions| versions.extract_if(.., matches).count());
            if count == 0 {
                unused.push(format!("{name}, so {name}@{skipped} need not be skipped"));
            }
        }
        for (name, versions) in versions.iter().filter(|(_, versions)| versions.len() > 1) {
            let versions = versions.iter().copied().collect::<Vec<_>>().join(", ");
            problems.push(format!("there are several versions of {name}: {versions} (exceptions are in deny.toml)"));
        }
        unused
    }
}

fn field<'v, 'i>(table: &'v DeValue<'i>, key: &str) -> Option<&'v DeValue<'i>> {
    table.get(key).map(Spanned::get_ref)
}

fn list<'v, 'i>(value: Option<&'v DeValue<'i>>) -> impl Iterator<Item = &'v DeValue<'i>> {
    value.and_then(DeValue::as_array).into_iter().flatten().map(Spanned::get_ref)
}

fn text(value: Option<&DeValue<'_>>) -> String {
    value.and_then(DeValue::as_str).unwrap_or_default().to_string()
}

fn texts(value: Option<&DeValue<'_>>) -> BTreeSet<String> {
    list(value).map(|one| text(Some(one))).collect()
}

/// Reports packages that come neither from crates.io nor from this repository.
fn check_sources(packages: &BTreeSet<Package>, root: &str, problems: &mut Vec<String>) {
    for Package { name, version, source, .. } in packages {
        if let Some(source) = source.as_ref().filter(|source| !source.starts_with(root)) {
            problems.push(format!("{name} {version} comes from {source} instead of crates.io"));
        }
    }
}

/// Whether a licence expression (SPDX) can be satisfied with allowed licences.
fn is_satisfied(expression: &str, allowed: &dyn Fn(&str) -> bool) -> bool {
    // Old manifests separate alternatives by slashes.
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = spaced.split_whitespace().peekable();
    any_of(&mut words, allowed) == Some(true) && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

/// Alternatives; `None` if the expression is malformed.
fn any_of(words: &mut Words<'_>, allowed: &dyn Fn(&str) -> bool) -> Option<bool> {
    let mut any = all_of(words, allowed)?;
    while words.next_if_eq(&"OR").is_some() {
        any |= all_of(words, allowed)?;
    }
    Some(any)
}

/// Licences that apply together.
fn all_of(words: &mut Words<'_>, allowed: &dyn Fn(&str) -> bool) -> Option<bool> {
    let mut all = one_of(words, allowed)?;
    while words.next_if_eq(&"AND").is_some() {
        all &= one_of(words, allowed)?;
    }
    Some(all)
}

/// A licence, perhaps with an exception, or an expression in parentheses.
fn one_of(words: &mut Words<'_>, allowed: &dyn Fn(&str) -> bool) -> Option<bool> {
    match words.next()? {
        "(" => {
            let inner = any_of(words, allowed)?;
            words.next_if_eq(&")").map(|_| inner)
        }
        ")" | "OR" | "AND" | "WITH" => None,
        licence if words.next_if_eq(&"WITH").is_some() => Some(allowed(&format!("{licence} WITH {}", words.next()?))),
        licence => Some(allowed(licence)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DENY: &str = r#"
        [licenses]
        allow = ["MIT", "ISC", "Unicode-3.0"]
        exceptions = [{ crate = "fuzzer", allow = ["NCSA"] }]
        [bans]
        skip = [{ crate = "syn@2", reason = "old" }, { crate = "rand@0.8", reason = "old" }]"#;

    fn packages(lines: &[&str]) -> BTreeSet<Package> {
        lines.iter().map(|line| Package::parse(line).unwrap()).collect()
    }

    #[test]
    fn licence_expressions_are_evaluated() {
        let allowed = |licence: &str| ["MIT", "ISC", "Unicode-3.0"].contains(&licence);
        for good in ["MIT", "GPL-3.0 OR MIT", "GPL-3.0/MIT", "(MIT OR GPL-3.0) AND Unicode-3.0", "MIT AND ISC"] {
            assert!(is_satisfied(good, &allowed), "{good}");
        }
        for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "MIT WITH x", "(MIT", "MIT)", "MIT OR", "MIT MIT", "GPL/LGPL"] {
            assert!(!is_satisfied(bad, &allowed), "{bad}");
        }
    }

    #[test]
    fn licences_outside_the_list_are_reported() {
        let mut problems = Vec::new();
        let found = packages(&["fuzzer v1.0.0;NCSA AND MIT", "other v2.0.0 (proc-macro);NCSA (*)"]);
        Policy::parse(DENY).unwrap().check_licences(&found, &mut problems);
        assert_eq!(problems, ["other 2.0.0: deny.toml does not allow the licence \"NCSA\""]);
    }

    #[test]
    fn several_versions_and_needless_exceptions_are_reported() {
        let mut problems = Vec::new();
        let found =
            packages(&["syn v2.0.1;MIT", "syn v3.0.0;MIT", "http v0.2.0;MIT", "http v1.0.0;MIT", "rand v0.8.1;MIT"]);
        let unused = Policy::parse(DENY).unwrap().check_versions(&found, &mut problems);
        assert_eq!(problems, ["there are several versions of http: 0.2.0, 1.0.0 (exceptions are in deny.toml)"]);
        assert_eq!(unused, ["rand, so rand@0.8 need not be skipped"]);
    }

    #[test]
    fn packages_from_elsewhere_are_reported() {
        let mut problems = Vec::new();
        let lines =
            ["a v1.0.0 (/r/crates/a);MIT", "b v1.0.0 (proc-macro) (https://example.org/b#1);MIT", "c v1.0.0;MIT"];
        check_sources(&packages(&lines), "/r", &mut problems);
        assert_eq!(problems, ["b 1.0.0 comes from https://example.org/b#1 instead of crates.io"]);
    }
}
