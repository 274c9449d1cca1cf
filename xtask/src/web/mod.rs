//! Builds the app for the browser into `target/web/dist`, which the server serves.

mod bundle;
mod parts;
mod styles;

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::process::{cargo, root};
use crate::{dist, tools};
use bundle::{Bundle, Effort};

/// The sources of this step: when they change, the app is bundled again.
const THIS_STEP: &str =
    concat!(include_str!("mod.rs"), include_str!("bundle.rs"), include_str!("parts.rs"), include_str!("styles.rs"));

/// How the app is built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Small and fast, for releases.
    Release,
    /// Built in minutes and as fast to play, but larger: for playing on this machine.
    Local,
    /// Rebuilt in seconds, for working on the app.
    Dev,
}

impl Profile {
    /// The profile of the same name in the root `Cargo.toml`.
    fn name(self) -> &'static str {
        match self {
            Profile::Release => "wasm",
            Profile::Local => "local",
            Profile::Dev => "wasm-dev",
        }
    }
}

/// Builds the app and its bundle, and returns the bundle's folder.
pub(crate) fn build(profile: Profile) -> Result<PathBuf, String> {
    println!("Building the app for the browser");
    let wasm = compile(profile)?;
    println!("Bundling the app");
    bundle(profile, &wasm)
}

/// Compiles the app and returns the path of the WebAssembly module.
pub(crate) fn compile(profile: Profile) -> Result<PathBuf, String> {
    tools::ensure_wasm_target()?;
    let (target, name) = (tools::WASM_TARGET, profile.name());
    // Cargo locks the directory it builds in, so the app usually has its own. To play, app and program are built one after
    // the other anyway.
    let folder = if profile == Profile::Local { "target" } else { "target/web/cargo" };
    let build = ["build", "--locked", "--package", "shangrila-web", "--target", target];
    let mut options = [&build[..], &["--target-dir", folder, "--profile", name]].concat();
    let without_paths = dist::without_paths()?;
    if profile == Profile::Release {
        options.extend(without_paths.iter().map(String::as_str));
    }
    cargo(&options)?;
    Ok(root().join(folder).join(target).join(name).join("shangrila_web.wasm"))
}

/// Bundles a compiled app with its scripts, styles and pictures, unless nothing has changed, and returns the folder.
pub(crate) fn bundle(profile: Profile, wasm: &Path) -> Result<PathBuf, String> {
    let dist = root().join("target/web/dist");
    let stamp_file = root().join("target/web/dist.stamp");
    let sources = Sources::read(wasm)?;
    let stamp = sources.stamp(profile);
    if dist.is_dir() && fs::read_to_string(&stamp_file).is_ok_and(|kept| kept == stamp) {
        return Ok(dist);
    }
    let effort = if profile == Profile::Release { Effort::Best } else { Effort::Fast };
    // Remove the stamp first: if bundling is interrupted, the next run starts over.
    fs::remove_file(&stamp_file).or_else(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Ok(()),
        _ => Err(format!("{}: {error}", stamp_file.display())),
    })?;
    sources.bundle(profile)?.write(&dist, effort)?;
    write(&stamp_file, stamp.as_bytes())?;
    Ok(dist)
}

/// Everything that goes into a bundle.
struct Sources {
    wasm: Vec<u8>,
    page: Vec<u8>,
    manifest: Vec<u8>,
    /// `boot.js`, `engine-worker.js`, `service-worker.js`
    scripts: Vec<(String, Vec<u8>)>,
    /// Pictures, fonts and other files that are served unchanged
    files: Vec<(String, Vec<u8>)>,
    /// Style sheets, in the order of the cascade
    styles: Vec<(String, Vec<u8>)>,
    /// The weights of the computer players
    network: Vec<u8>,
}

impl Sources {
    fn read(wasm: &Path) -> Result<Sources, String> {
        let web = root().join("crates/web");
        let (manifest, files) = read_folder(&web.join("static"))?
            .into_iter()
            .partition::<Vec<_>, _>(|(name, _)| name == "manifest.webmanifest");
        let (_, manifest) = manifest.into_iter().next().ok_or("crates/web/static has no manifest.webmanifest")?;
        // The palette first, then the styles of the board, then those of the app around it.
        let mut styles = read_folder(&root().join("crates/scene/style"))?;
        styles.sort_by_key(|(name, _)| name != "palette.css");
        styles.extend(read_folder(&web.join("style"))?);
        styles.retain(|(name, _)| name.ends_with(".css"));
        let scripts = read_folder(&web.join("scripts"))?;
        let network = read(&root().join("crates/ai/weights/network.bin"))?;
        let page = read(&web.join("index.html"))?;
        Ok(Sources { wasm: read(wasm)?, page, manifest, scripts, files, styles, network })
    }

    /// A hash of everything that goes into the bundle.
    fn stamp(&self, profile: Profile) -> String {
        let mut hash = Sha256::new();
        hash.update(THIS_STEP);
        hash.update(profile.name());
        let lists = [&self.scripts, &self.files, &self.styles];
        let named = lists.into_iter().flatten().flat_map(|(name, content)| [name.as_bytes(), content]);
        for part in [&self.wasm[..], &self.page, &self.manifest, &self.network].into_iter().chain(named) {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        }
        format!("{:x}\n", hash.finalize())
    }

    /// Adds every file after the files whose names it contains.
    fn bundle(&self, profile: Profile) -> Result<Bundle, String> {
        let script = |name: &str| {
            let found = self.scripts.iter().find(|(script, _)| script == name);
            found.map(|(_, content)| &content[..]).ok_or_else(|| format!("crates/web/scripts has no {name}"))
        };
        let app = parts::split(&self.wasm, profile, &root().join("target/web/parts"))?;
        let mut bundle = Bundle::default();
        for (name, content) in &self.files {
            bundle.add_named_by_content(name, content.clone())?;
        }
        let style = self.styles.iter().map(|(_, content)| &content[..]).collect::<Vec<_>>().join(&b'\n');
        let style = bundle.filled("style.css", &style)?;
        bundle.add_named_by_content("style.css", styles::compact(&style))?;
        bundle.add_named_by_content("network.bin", self.network.clone())?;
        bundle.add_named_by_content("app.wasm", app.module)?;
        let mut loader = app.loader;
        for (name, part) in app.parts {
            let final_name = bundle.add_named_by_content(&name, part)?;
            loader = loader.replace(&format!("\"./{name}\""), &format!("\"./{final_name}\""));
        }
        bundle.add_pair_named_by_content([("app.js", app.glue), ("app-parts.js", loader)])?;
        for name in ["engine-worker.js", "boot.js"] {
            bundle.add_named_by_content(name, bundle.filled(name, script(name)?)?)?;
        }
        let kept = [
            ("manifest.webmanifest", &self.manifest[..]),
            ("index.html", &self.page),
            ("sw.js", script("service-worker.js")?),
        ];
        for (name, content) in kept {
            bundle.add(name, bundle.filled(name, content)?);
        }
        Ok(bundle)
    }
}

/// The files of a folder with their names, sorted; empty if the folder does not exist.
fn read_folder(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut files = Vec::new();
    if !folder.is_dir() {
        return Ok(files);
    }
    for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let entry = entry.map_err(|error| format!("{}: {error}", folder.display()))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_file() && !name.starts_with('.') {
            files.push((name, read(&entry.path())?));
        }
    }
    files.sort();
    Ok(files)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    fs::write(path, content).map_err(|error| format!("{}: {error}", path.display()))
}
