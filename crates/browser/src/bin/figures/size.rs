//! The size of the bundle.

use std::fs;
use std::path::Path;

use shangrila_browser::{Result, root};

/// The files needed to play. Icons, the manifest and the service worker load later.
const NEEDED: [&str; 5] = ["index.html", "style-", "boot-", "app-", "worker-"];

/// Prints the size of every file, uncompressed and as sent.
pub(crate) fn show() -> Result<()> {
    let folder = root().join("target/web/dist");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).filter(|name| is_plain(name)).collect();
    names.sort();
    println!("Sizes in bytes: as they are, compressed with brotli; * needed to play");
    let mut total = (0, 0);
    for name in names {
        let plain = size(&folder.join(&name)).unwrap_or(0);
        let sent = size(&folder.join(format!("{name}.br"))).unwrap_or(plain);
        let is_needed = NEEDED.iter().any(|needed| name.starts_with(needed));
        if is_needed {
            total = (total.0 + plain, total.1 + sent);
        }
        println!("  {plain:8} {sent:8} {} {name}", if is_needed { '*' } else { ' ' });
    }
    println!("  {:8} {:8} * together", total.0, total.1);
    Ok(())
}

fn is_plain(name: &str) -> bool {
    !name.ends_with(".br") && !name.ends_with(".gz")
}

fn size(file: &Path) -> Option<u64> {
    fs::metadata(file).ok().map(|data| data.len())
}
