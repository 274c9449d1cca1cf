//! Draws everything that never changes while compiling; the crate includes the result as `fragments.rs`.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&folder).join("fragments.rs"), shangrila_scene_drawing::tables())
}
