//! Builds the app for the browser: `target/web/dist` is what the server serves.

mod bundle;

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::process::{cargo, root};
use crate::tools;
use bundle::{Bundle, Effort};

/// The sources of this step: when they change, a bundle is made anew.
const THIS_STEP: &str = concat!(include_str!("mod.rs"), include_str!("bundle.rs"));

/// How the app is built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Small and fast, as people get it.
    Release,
    /// Built in seconds, for whoever is writing it.
    Dev,
}

impl Profile {
    /// The profile of the same name in the root `Cargo.toml`.
    fn name(self) -> &'static str {
        match self {
            Profile::Release => "wasm",
            Profile::Dev => "wasm-dev",
        }
    }
}

/// Where cargo builds for the browser. Not where it builds for this machine: the two would wait for each other.
pub(crate) const TARGET_FOLDER: &str = "target/web/cargo";

/// What every cargo command about the app has in common.
pub(crate) fn cargo_arguments(profile: Profile) -> [&'static str; 9] {
    [
        "--locked",
        "--package",
        "shangrila-web",
        "--target",
        tools::WASM_TARGET,
        "--target-dir",
        TARGET_FOLDER,
        "--profile",
        profile.name(),
    ]
}

/// Builds the app and its bundle, and says where the bundle lies. What has not changed is not built again.
pub(crate) fn build(profile: Profile) -> Result<PathBuf, String> {
    tools::ensure_wasm_target()?;
    println!("building the app for the browser");
    cargo(&[&["build", "--quiet"][..], &cargo_arguments(profile)].concat())?;
    let wasm = root().join(TARGET_FOLDER).join(tools::WASM_TARGET).join(profile.name()).join("shangrila_web.wasm");

    let dist = root().join("target/web/dist");
    let stamp_file = root().join("target/web/dist.stamp");
    let sources = Sources::read(&wasm)?;
    let stamp = sources.stamp(profile);
    if dist.is_dir() && fs::read_to_string(&stamp_file).is_ok_and(|kept| kept == stamp) {
        return Ok(dist);
    }
    println!("bundling the app");
    let effort = if profile == Profile::Release { Effort::Most } else { Effort::Least };
    // Without a stamp there is no bundle to trust, should what follows be interrupted.
    fs::remove_file(&stamp_file).or_else(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Ok(()),
        _ => Err(format!("{}: {error}", stamp_file.display())),
    })?;
    sources.bundle(profile)?.write(&dist, effort)?;
    write(&stamp_file, stamp.as_bytes())?;
    Ok(dist)
}

/// Everything a bundle is made of, by name.
struct Sources {
    wasm: Vec<u8>,
    page: Vec<u8>,
    manifest: Vec<u8>,
    /// `boot.js`, `engine-worker.js`, `service-worker.js`
    scripts: Vec<(String, Vec<u8>)>,
    /// Pictures, and whatever else is served as it is
    files: Vec<(String, Vec<u8>)>,
    /// In the order of the cascade
    styles: Vec<(String, Vec<u8>)>,
}

impl Sources {
    fn read(wasm: &Path) -> Result<Sources, String> {
        let web = root().join("crates/web");
        let (manifest, files) = read_folder(&web.join("static"))?
            .into_iter()
            .partition::<Vec<_>, _>(|(name, _)| name == "manifest.webmanifest");
        let (_, manifest) = manifest.into_iter().next().ok_or("crates/web/static has no manifest.webmanifest")?;
        // The palette comes first, then how the board is drawn, then the app around it.
        let mut styles = read_folder(&root().join("crates/scene/style"))?;
        styles.sort_by_key(|(name, _)| name != "palette.css");
        styles.extend(read_folder(&web.join("style"))?);
        styles.retain(|(name, _)| name.ends_with(".css"));
        let scripts = read_folder(&web.join("scripts"))?;
        Ok(Sources { wasm: read(wasm)?, page: read(&web.join("index.html"))?, manifest, scripts, files, styles })
    }

    /// Names this state of everything that goes into the bundle.
    fn stamp(&self, profile: Profile) -> String {
        let mut hash = Sha256::new();
        hash.update(THIS_STEP);
        hash.update(profile.name());
        let lists = [&self.scripts, &self.files, &self.styles];
        let named = lists.into_iter().flatten().flat_map(|(name, content)| [name.as_bytes(), content]);
        for part in [&self.wasm[..], &self.page, &self.manifest].into_iter().chain(named) {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        }
        format!("{:x}\n", hash.finalize())
    }

    /// Each file after those whose names it mentions.
    fn bundle(&self, profile: Profile) -> Result<Bundle, String> {
        let script = |name: &str| {
            let found = self.scripts.iter().find(|(script, _)| script == name);
            found.map(|(_, content)| &content[..]).ok_or_else(|| format!("crates/web/scripts has no {name}"))
        };
        let (glue, wasm) = bind(&self.wasm, profile)?;
        let mut bundle = Bundle::default();
        for (name, content) in &self.files {
            bundle.add_named_by_content(name, content.clone())?;
        }
        let style = self.styles.iter().map(|(_, content)| &content[..]).collect::<Vec<_>>().join(&b'\n');
        bundle.add_named_by_content("style.css", bundle.filled("style.css", &style)?)?;
        bundle.add_named_by_content("app.wasm", wasm)?;
        bundle.add_named_by_content("app.js", glue.into_bytes())?;
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

/// The script that lets a browser and the app talk, and the app changed so that it can.
fn bind(wasm: &[u8], profile: Profile) -> Result<(String, Vec<u8>), String> {
    // The names of functions help to find a fault, and nobody else.
    let nameless = profile == Profile::Release;
    let mut bindgen = Bindgen::new();
    let bound = bindgen.input_bytes("app", wasm.to_vec()).remove_name_section(nameless).web(true);
    let mut output = bound.and_then(Bindgen::generate_output).map_err(|error| format!("wasm-bindgen: {error:#}"))?;
    if output.snippets().values().any(|scripts| !scripts.is_empty()) || !output.local_modules().is_empty() {
        return Err("a dependency of the app brings scripts of its own, which the bundle cannot carry".to_string());
    }
    Ok((output.js().to_string(), output.wasm_mut().emit_wasm()))
}

/// The files of a folder by name, sorted; none where there is no such folder.
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
