//! Embeds the web app built by `cargo xtask` into release builds of the server.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
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
    fs::write(Path::new(&env::var("OUT_DIR")?).join("bundle.rs"), table)?;
    Ok(())
}
