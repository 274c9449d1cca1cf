//! Where the files of the app come from.

use std::io;
use std::path::PathBuf;

use axum::body::Bytes;

/// The app: a flat folder of files, some of them compressed as well. `cargo xtask web` makes it.
#[derive(Clone, Debug)]
pub struct Bundle {
    source: Source,
}

#[derive(Clone, Debug)]
enum Source {
    /// Files in this program.
    Embedded(&'static [(&'static str, &'static [u8])]),
    /// Files read when they are asked for, so that a new build shows at the next reload.
    Folder(PathBuf),
}

/// What was there when this program was built in release mode; empty otherwise.
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/bundle.rs"));

impl Bundle {
    /// The app this program was built with. Debug builds take what `cargo xtask web` last built.
    pub fn built_in() -> Result<Bundle, String> {
        if cfg!(debug_assertions) {
            return Bundle::in_folder(PathBuf::from(env!("SHANGRILA_WEB_DIST")));
        }
        if EMBEDDED.is_empty() {
            return Err("this program was built without the app; `cargo xtask play` builds both".to_string());
        }
        Ok(Bundle { source: Source::Embedded(EMBEDDED) })
    }

    /// The app in a folder.
    pub fn in_folder(folder: PathBuf) -> Result<Bundle, String> {
        if !folder.join("index.html").is_file() {
            return Err(format!("there is no app in {}; `cargo xtask web` builds it", folder.display()));
        }
        Ok(Bundle { source: Source::Folder(folder) })
    }

    /// A file's content, or none where there is no such file.
    pub(crate) async fn read(&self, name: &str) -> io::Result<Option<Bytes>> {
        match &self.source {
            Source::Embedded(files) => {
                let found = files.iter().find(|(file, _)| *file == name);
                Ok(found.map(|(_, content)| Bytes::from_static(content)))
            }
            Source::Folder(folder) => match tokio::fs::read(folder.join(name)).await {
                Ok(content) => Ok(Some(Bytes::from(content))),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error),
            },
        }
    }
}
