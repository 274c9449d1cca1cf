//! Embeds the database migrations into the server, and the web app built by `cargo xtask` into release builds of it.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for database in ["sqlite", "postgres"] {
        let list = migrations(&crate_folder.join("migrations").join(database))?;
        fs::write(out.join(format!("migrations_{database}.rs")), list)?;
    }
    let dist = crate_folder.join("../../target/web/dist");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=SHANGRILA_WEB_DIST={}", dist.display());

    // Other builds read the folder at run time.
    let mut table = String::from("&[\n");
    if env::var("PROFILE")? == "release" {
        println!("cargo::rerun-if-changed={}", dist.display());
        let files = if dist.is_dir() { fs::read_dir(&dist)?.collect::<Result<Vec<_>, _>>()? } else { Vec::new() };
        for file in files {
            let path = file.path().canonicalize()?;
            let name =
                path.file_name().and_then(|name| name.to_str()).ok_or("the app has a file whose name is not UTF-8")?;
            writeln!(table, "    ({name:?}, include_bytes!({path:?})),")?;
        }
    }
    table += "]\n";
    fs::write(out.join("bundle.rs"), table)?;
    Ok(())
}

/// The list of all migrations as Rust code: number, description and content. A file is named `0002_its_description.sql`.
fn migrations(folder: &Path) -> Result<String, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = BTreeMap::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).ok_or("a migration has no name")?;
        let (number, description) = name.split_once('_').ok_or(format!("the migration {name} has no number"))?;
        let number: i64 = number.parse().map_err(|_| format!("the migration {name} has no number"))?;
        if files.insert(number, (description.replace('_', " "), path.clone())).is_some() {
            return Err(format!("two migrations have the number {number}").into());
        }
    }
    let mut list = String::from("&[\n");
    for (number, (description, path)) in files {
        writeln!(list, "    ({number}, {description:?}, include_str!({path:?})),")?;
    }
    Ok(list + "]\n")
}
