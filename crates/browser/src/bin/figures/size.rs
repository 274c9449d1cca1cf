//! The size of the bundle.

use std::fs;
use std::path::Path;

use shangrila_browser::{Result, root};

/// Prints the size of every file, uncompressed and as sent.
pub(crate) fn show() -> Result<()> {
    let folder = root().join("target/web/dist");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).filter(|name| is_plain(name)).collect();
    names.sort();
    println!("Sizes in bytes: as they are, compressed with brotli");
    for name in names {
        let plain = size(&folder.join(&name)).unwrap_or(0);
        let sent = size(&folder.join(format!("{name}.br"))).unwrap_or(plain);
        println!("  {plain:8} {sent:8} {name}");
    }
    Ok(())
}

fn is_plain(name: &str) -> bool {
    !name.ends_with(".br") && !name.ends_with(".gz")
}

fn size(file: &Path) -> Option<u64> {
    fs::metadata(file).ok().map(|data| data.len())
}
