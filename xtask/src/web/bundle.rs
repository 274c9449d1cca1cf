//! A folder of files that refer to each other by names with a hash of the content, so that browsers can cache them
//! indefinitely.

use std::fs;
use std::io::Write;
use std::path::Path;

use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// The compression level.
#[derive(Clone, Copy)]
pub(crate) enum Effort {
    /// As small as possible.
    Best,
    /// As fast as possible.
    Fast,
}

/// Formats that are already compressed.
const COMPRESSED: [&str; 2] = [".png", ".woff2"];

/// The files to serve. A text file can refer to files added before it.
#[derive(Default)]
pub(crate) struct Bundle {
    files: Vec<File>,
}

struct File {
    /// The name by which other files refer to it.
    name: String,
    /// The name under which it is served.
    final_name: String,
    content: Vec<u8>,
}

impl Bundle {
    /// Adds a file that is served under its own name.
    pub(crate) fn add(&mut self, name: &str, content: Vec<u8>) {
        self.files.push(File { name: name.to_string(), final_name: name.to_string(), content });
    }

    /// Adds a file that is served under a name with a hash of its content, and returns that: app.js becomes app-0123456789abcdef.js.
    pub(crate) fn add_named_by_content(&mut self, name: &str, content: Vec<u8>) -> Result<String, String> {
        let final_name = hashed_name(name, &hex_hash(&content))?;
        self.files.push(File { name: name.to_string(), final_name: final_name.clone(), content });
        Ok(final_name)
    }

    /// Adds two scripts that import each other. Neither name can contain a hash of the other's content, so both have the same one.
    pub(crate) fn add_pair_named_by_content(&mut self, pair: [(&str, String); 2]) -> Result<(), String> {
        let hash = hex_hash(pair.iter().map(|(_, text)| &text[..]).collect::<String>().as_bytes());
        let [first, second] = pair.each_ref().map(|(name, _)| (*name, hashed_name(name, &hash)));
        let names = [(first.0, first.1?), (second.0, second.1?)];
        for ((name, text), (_, final_name)) in pair.into_iter().zip(&names) {
            // Imports only: the module knows its own by the name without a hash.
            let text = names.iter().fold(text, |text, (name, final_name)| {
                text.replace(&format!("from \"./{name}\""), &format!("from \"./{final_name}\""))
            });
            let content = text.into_bytes();
            self.files.push(File { name: name.to_string(), final_name: final_name.clone(), content });
        }
        Ok(())
    }

    /// Replaces the placeholders in a text: `{{app.js}}` becomes the name under which `app.js` is served.
    pub(crate) fn filled(&self, name: &str, text: &[u8]) -> Result<Vec<u8>, String> {
        let text = std::str::from_utf8(text).map_err(|error| format!("{name}: {error}"))?;
        let mut parts = text.split("{{");
        let mut filled = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let (placeholder, rest) =
                part.split_once("}}").ok_or_else(|| format!("{name}: a placeholder is not closed"))?;
            let value = self.value(placeholder);
            filled += &value.ok_or_else(|| format!("{name}: unknown placeholder {{{{{placeholder}}}}}"))?;
            filled += rest;
        }
        Ok(filled.into_bytes())
    }

    fn value(&self, placeholder: &str) -> Option<String> {
        let kept = || self.files.iter().filter(|file| file.name != "index.html");
        match placeholder {
            // All files except the page, as a JavaScript array.
            "files" => Some(format!("{:?}", kept().map(|file| &file.final_name).collect::<Vec<_>>())),
            "version" => {
                let mut hash = Sha256::new();
                self.files.iter().for_each(|file| hash.update(&file.content));
                Some(format!("{:x}", hash.finalize())[..16].to_string())
            }
            name => self.files.iter().find(|file| file.name == name).map(|file| file.final_name.clone()),
        }
    }

    /// Writes all files, plus compressed copies where those are smaller, and then replaces the folder in one step.
    pub(crate) fn write(&self, folder: &Path, effort: Effort) -> Result<(), String> {
        let new = folder.with_extension("new");
        let broken = |error: std::io::Error| format!("{}: {error}", new.display());
        remove(&new)?;
        fs::create_dir_all(&new).map_err(broken)?;
        for File { final_name, content, .. } in &self.files {
            fs::write(new.join(final_name), content).map_err(broken)?;
            if COMPRESSED.iter().any(|ending| final_name.ends_with(ending)) {
                continue;
            }
            let smaller = [("br", brotli(content, effort)), ("gz", gzip(content, effort))];
            for (ending, compressed) in smaller {
                let compressed = compressed.map_err(broken)?;
                if compressed.len() < content.len() {
                    fs::write(new.join(format!("{final_name}.{ending}")), compressed).map_err(broken)?;
                }
            }
        }
        remove(folder)?;
        fs::rename(&new, folder).map_err(broken)
    }
}

pub(super) fn remove(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(format!("{}: {error}", folder.display())),
        _ => Ok(()),
    }
}

fn hashed_name(name: &str, hash: &str) -> Result<String, String> {
    let (stem, ending) = name.rsplit_once('.').ok_or_else(|| format!("{name} has no file ending"))?;
    Ok(format!("{stem}-{}.{ending}", &hash[..16]))
}

fn hex_hash(content: &[u8]) -> String {
    format!("{:x}", Sha256::digest(content))
}

fn brotli(mut content: &[u8], effort: Effort) -> std::io::Result<Vec<u8>> {
    let quality = match effort {
        Effort::Best => 11,
        Effort::Fast => 3,
    };
    let parameters = BrotliEncoderParams { quality, lgwin: 22, size_hint: content.len(), ..Default::default() };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut content, &mut compressed, &parameters)?;
    Ok(compressed)
}

fn gzip(content: &[u8], effort: Effort) -> std::io::Result<Vec<u8>> {
    let level = match effort {
        Effort::Best => Compression::best(),
        Effort::Fast => Compression::fast(),
    };
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(content)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_replaced_by_the_names_files_are_served_under() {
        let mut bundle = Bundle::default();
        bundle.add_named_by_content("app.js", b"1".to_vec()).unwrap();
        bundle.add("index.html", Vec::new());
        let name = format!("app-{}.js", &hex_hash(b"1")[..16]);
        let filled = bundle.filled("sw.js", b"{{files}} <{{app.js}}>").unwrap();
        assert_eq!(String::from_utf8(filled).unwrap(), format!("[\"{name}\"] <{name}>"));
    }

    #[test]
    fn different_content_gets_a_different_name_and_version() {
        let version = |content: &[u8]| {
            let mut bundle = Bundle::default();
            bundle.add_named_by_content("boot.js", content.to_vec()).unwrap();
            (bundle.value("boot.js"), bundle.value("version"))
        };
        assert_eq!(version(b"a"), version(b"a"));
        assert_ne!(version(b"a").0, version(b"b").0);
        assert_ne!(version(b"a").1, version(b"b").1);
    }

    #[test]
    fn two_scripts_can_import_each_other() {
        let mut bundle = Bundle::default();
        let first = r#"import { b } from "./b.js"; names["./b.js"]"#.to_string();
        let second = r#"import { a } from "./a.js";"#.to_string();
        bundle.add_pair_named_by_content([("a.js", first), ("b.js", second)]).unwrap();
        let [a, b] = &bundle.files[..] else { panic!("two files") };
        assert_eq!(
            String::from_utf8_lossy(&a.content),
            format!(r#"import {{ b }} from "./{}"; names["./b.js"]"#, b.final_name)
        );
        assert_eq!(String::from_utf8_lossy(&b.content), format!(r#"import {{ a }} from "./{}";"#, a.final_name));
    }

    #[test]
    fn an_unknown_placeholder_is_reported_with_its_file() {
        let error = Bundle::default().filled("index.html", b"{{ap.js}}").unwrap_err();
        assert_eq!(error, "index.html: unknown placeholder {{ap.js}}");
    }
}
