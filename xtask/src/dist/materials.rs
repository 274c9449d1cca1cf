//! What the programs are made of: a bill of materials in CycloneDX, and the licences of everything in it.
//!
//! cargo-cyclonedx describes one crate for one target. A program for Linux that contains an app for the browser is two, so
//! both are walked here.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use toml::de::{DeTable, DeValue};

use super::{Release, broken, read};
use crate::process::{command, output};
use crate::tools::WASM_TARGET;

/// A library, a language runtime or one of our own crates in the programs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Material {
    name: String,
    version: String,
    licence: String,
    /// Where its sources are on this machine, for the texts of its licences.
    folder: PathBuf,
    /// The SHA-256 of its source archive, if it comes from a registry.
    checksum: Option<String>,
    /// Whether it is a crate; otherwise it was compiled by another compiler or comes with one.
    is_crate: bool,
    /// What it needs, by [`Material::reference`].
    needs: BTreeSet<String>,
}

impl Material {
    /// The package URL, which names it among the others too.
    fn reference(&self) -> String {
        let kind = if self.is_crate { "cargo" } else { "generic" };
        format!("pkg:{kind}/{}@{}", self.name, self.version)
    }

    fn is_ours(&self) -> bool {
        self.is_crate && self.checksum.is_none()
    }
}

/// The crates that become part of a program, for one of the given targets each: name and target.
pub(super) fn crates(roots: &[(&str, &str)]) -> Result<Vec<Material>, String> {
    let checksums = checksums(&String::from_utf8_lossy(&read("Cargo.lock")?))?;
    let mut all: BTreeMap<String, Material> = BTreeMap::new();
    for (name, target) in roots {
        let metadata = ["metadata", "--locked", "--format-version", "1", "--filter-platform", target];
        let metadata = output(command("cargo").args(metadata))?;
        let metadata: Value = serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
        for material in reachable(&metadata, name, &checksums)? {
            // A crate can need different ones for each target.
            all.entry(material.reference()).or_insert_with(|| material.clone()).needs.extend(material.needs);
        }
    }
    Ok(all.into_values().collect())
}

/// The crates that the programs of a release contain.
pub(super) fn of_release(targets: &[&str]) -> Result<Vec<Material>, String> {
    let programs = targets.iter().map(|target| ("shangrila-cli", *target));
    crates(&programs.chain([("shangrila-web", WASM_TARGET)]).collect::<Vec<_>>())
}

/// A language runtime or a library in another language.
pub(super) fn other(name: &str, version: &str, licence: &str, folder: PathBuf) -> Material {
    let (name, version, licence) = (name.to_string(), version.to_string(), licence.to_string());
    Material { name, version, licence, folder, checksum: None, is_crate: false, needs: BTreeSet::new() }
}

/// SQLite, which is compiled into the program with the crate that contains its source.
pub(super) fn sqlite(crates: &[Material]) -> Result<Material, String> {
    let wrapper = crates.iter().find(|material| material.name == "libsqlite3-sys").ok_or("no crate contains SQLite")?;
    let header = wrapper.folder.join("sqlite3/sqlite3.h");
    let text = fs::read_to_string(&header).map_err(broken(header.display()))?;
    let version = text.lines().find_map(|line| line.strip_prefix("#define SQLITE_VERSION")?.split('"').nth(1));
    let version = version.ok_or_else(|| format!("{} names no version", header.display()))?;
    // In the public domain, so there is no licence to reproduce.
    Ok(other("sqlite", version, "blessing", PathBuf::new()))
}

/// Walks from a package to everything that is linked into it.
fn reachable(
    metadata: &Value,
    from: &str,
    checksums: &BTreeMap<(String, String), String>,
) -> Result<Vec<Material>, String> {
    let texts = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_string();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages: BTreeMap<String, Value> =
        list(&metadata["packages"]).into_iter().map(|package| (texts(&package, "id"), package)).collect();
    let nodes: BTreeMap<String, Value> =
        list(&metadata["resolve"]["nodes"]).into_iter().map(|node| (texts(&node, "id"), node)).collect();
    let first = packages.iter().find(|(_, package)| package["name"] == from).map(|(id, _)| id.clone());
    let mut open = vec![first.ok_or_else(|| format!("there is no package {from}"))?];
    let mut found: BTreeMap<String, Material> = BTreeMap::new();
    while let Some(id) = open.pop() {
        if found.contains_key(&id) {
            continue;
        }
        let package = packages.get(&id).ok_or_else(|| format!("cargo metadata does not describe {id}"))?;
        let is_linked = |dependency: &Value| list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        let needs: Vec<String> = list(&nodes.get(&id).unwrap_or(&Value::Null)["deps"])
            .iter()
            .filter(|dependency| is_linked(dependency))
            .map(|dependency| texts(dependency, "pkg"))
            // A procedural macro runs in the compiler and is not part of the program.
            .filter(|id| !packages.get(id).is_some_and(is_procedural_macro))
            .collect();
        let (name, version) = (texts(package, "name"), texts(package, "version"));
        let checksum = checksums.get(&(name.clone(), version.clone())).cloned();
        let manifest = PathBuf::from(texts(package, "manifest_path"));
        let folder = manifest.parent().map(Path::to_path_buf).unwrap_or_default();
        let licence = texts(package, "license").replace('/', " OR ");
        let material = Material {
            name,
            version,
            licence,
            folder,
            checksum,
            is_crate: true,
            needs: needs.iter().cloned().collect(),
        };
        found.insert(id, material);
        open.extend(needs);
    }
    let references: BTreeMap<String, String> =
        found.iter().map(|(id, material)| (id.clone(), material.reference())).collect();
    for material in found.values_mut() {
        material.needs = material.needs.iter().filter_map(|id| references.get(id).cloned()).collect();
    }
    Ok(found.into_values().collect())
}

fn is_procedural_macro(package: &Value) -> bool {
    let targets = package["targets"].as_array().cloned().unwrap_or_default();
    targets.iter().any(|target| target["kind"].as_array().is_some_and(|kinds| kinds.contains(&json!("proc-macro"))))
}

/// Reads the checksums in `Cargo.lock`, by name and version.
fn checksums(lock: &str) -> Result<BTreeMap<(String, String), String>, String> {
    let lock = DeTable::parse(lock).map_err(|error| format!("Cargo.lock: {error}"))?;
    let packages = lock.get_ref().get("package").and_then(|packages| packages.get_ref().as_array());
    let mut checksums = BTreeMap::new();
    for package in packages.into_iter().flatten() {
        let text = |key: &str| match package.get_ref() {
            DeValue::Table(fields) => fields.get(key).and_then(|value| value.get_ref().as_str()).map(str::to_string),
            _ => None,
        };
        if let (Some(name), Some(version), Some(checksum)) = (text("name"), text("version"), text("checksum")) {
            checksums.insert((name, version), checksum);
        }
    }
    Ok(checksums)
}

/// Writes the bill of materials as JSON.
pub(super) fn bill(release: &Release, materials: &[Material]) -> Result<String, String> {
    let component = |material: &Material| {
        let mut component = json!({
            "type": if material.is_crate { "library" } else { "platform" },
            "bom-ref": material.reference(),
            "name": material.name,
            "version": material.version,
            "purl": material.reference(),
        });
        if !material.licence.is_empty() {
            component["licenses"] = json!([{ "expression": material.licence }]);
        }
        if let Some(checksum) = &material.checksum {
            component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
        }
        component
    };
    let components: Vec<Value> = materials.iter().map(component).collect();
    let program = format!("pkg:generic/shangrila@{}", release.version);
    let mut dependencies: Vec<Value> =
        materials.iter().map(|one| json!({ "ref": one.reference(), "dependsOn": one.needs })).collect();
    let direct: Vec<String> = materials
        .iter()
        .filter(|one| !one.is_crate || ["shangrila-cli", "shangrila-web"].contains(&one.name.as_str()))
        .map(Material::reference)
        .collect();
    dependencies.insert(0, json!({ "ref": program, "dependsOn": direct }));
    let mut bill = json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": release.timestamp(),
            "tools": { "components": [{ "type": "application", "name": "cargo xtask dist", "version": release.version }] },
            "component": {
                "type": "application",
                "bom-ref": program,
                "name": "shangrila",
                "version": release.version,
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
                "purl": program,
            },
        },
        "components": components,
        "dependencies": dependencies,
    });
    // A serial number has to be a UUID and to differ for different content; a hash of it serves.
    let hash = Sha256::digest(bill.to_string());
    let hex: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let uuid = format!("{}-{}-8{}-8{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..]);
    bill["serialNumber"] = json!(format!("urn:uuid:{uuid}"));
    serde_json::to_string_pretty(&bill)
        .map(|text| text + "\n")
        .map_err(|error| format!("the bill of materials: {error}"))
}

/// Collects the licences of everything that others have written. Texts that several share appear once.
pub(super) fn licences(materials: &[Material]) -> Result<String, String> {
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut list = String::from("The programs contain these works of others:\n\n");
    for material in materials.iter().filter(|material| !material.is_ours()) {
        let name = format!("{} {}", material.name, material.version);
        let _ = writeln!(list, "- {name}: {}", material.licence);
        for text in licence_texts(&material.folder)? {
            texts.entry(text).or_default().insert(name.clone());
        }
    }
    let mut groups: Vec<(BTreeSet<String>, String)> = texts.into_iter().map(|(text, names)| (names, text)).collect();
    groups.sort();
    for (names, text) in groups {
        let names = names.into_iter().collect::<Vec<_>>().join(", ");
        let _ = write!(list, "\n\n{}\n{names}\n\n{text}", "=".repeat(80));
    }
    Ok(list)
}

/// The files of a package that contain licences and notices.
fn licence_texts(folder: &Path) -> Result<Vec<String>, String> {
    if folder.as_os_str().is_empty() {
        return Ok(Vec::new());
    }
    let failed = broken(folder.display());
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).map_err(&failed)? {
        let path = entry.map_err(&failed)?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().to_uppercase()).unwrap_or_default();
        let kinds = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
        if path.is_file() && kinds.iter().any(|kind| name.starts_with(kind)) {
            let text = fs::read(&path).map_err(&failed)?;
            texts.push(String::from_utf8_lossy(&text).replace("\r\n", "\n").trim().to_string() + "\n");
        }
    }
    texts.sort();
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release() -> Release {
        Release { version: "1.2.3".to_string(), time: 1_800_000_000 }
    }

    /// Everything that `cargo tree` says is linked into the program and the app is in the bill, with a licence and a checksum.
    #[test]
    fn the_bill_of_materials_is_complete() {
        let target = "x86_64-unknown-linux-musl";
        let materials = of_release(&[target]).unwrap();
        let bill: Value = serde_json::from_str(&bill(&release(), &materials).unwrap()).unwrap();
        let listed: BTreeMap<String, &Value> = bill["components"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (format!("{} v{}", one["name"].as_str().unwrap(), one["version"].as_str().unwrap()), one))
            .collect();
        let mut seen = 0;
        for (package, target) in [("shangrila-cli", target), ("shangrila-web", WASM_TARGET)] {
            let tree =
                ["tree", "--locked", "--package", package, "--target", target, "--edges", "normal,no-proc-macro"];
            for line in output(command("cargo").args(tree).args(["--prefix", "none", "--no-dedupe"])).unwrap().lines() {
                let name = line.split(" (").next().unwrap();
                let component = listed.get(name).unwrap_or_else(|| panic!("{name} is missing"));
                assert!(component["licenses"][0]["expression"].is_string(), "{name} has no licence");
                let is_ours = line.contains(" (/");
                assert_eq!(component["hashes"].is_null(), is_ours, "{name}: the checksum");
                seen += 1;
            }
        }
        assert!(seen > 200, "only {seen} crates were compared");
        let texts = licences(&materials).unwrap();
        assert!(texts.contains("\n- tokio ") && texts.contains("Permission is hereby granted"), "licences are missing");
        assert!(!texts.contains("- shangrila-"), "our own crates are not by others");
        assert!(sqlite(&materials).unwrap().version.starts_with("3."));
    }

    #[test]
    fn the_same_materials_give_the_same_bill() {
        let mut material = other("musl", "1.2.5", "MIT", PathBuf::new());
        let first = bill(&release(), std::slice::from_ref(&material)).unwrap();
        assert_eq!(first, bill(&release(), std::slice::from_ref(&material)).unwrap());
        assert!(first.contains("\"timestamp\": \"2027-01-15T08:00:00Z\""), "{first}");
        material.version = "1.2.6".to_string();
        let serial = |bill: &str| serde_json::from_str::<Value>(bill).unwrap()["serialNumber"].clone();
        assert_ne!(serial(&first), serial(&bill(&release(), &[material]).unwrap()));
    }
}
