//! The files of the web app.

use std::io;
use std::path::PathBuf;

use axum::body::Bytes;

/// The web app: a flat folder of files, some also in compressed form. `cargo xtask web` builds it.
#[derive(Clone, Debug)]
pub struct Bundle {
    source: Source,
}

#[derive(Clone, Debug)]
enum Source {
    /// Files embedded in this program.
    Embedded(&'static [(&'static str, &'static [u8])]),
    /// Files read on every request, so that a reload shows a new build.
    Folder(PathBuf),
}

/// The app as it was when this program was built in release mode; empty in other builds.
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/bundle.rs"));

impl Bundle {
    /// The app embedded in this program. Debug builds use the latest output of `cargo xtask web`.
    ///
    /// # Errors
    /// If the program was built without the app, or there is no output to use.
    pub fn built_in() -> Result<Bundle, String> {
        if cfg!(debug_assertions) {
            return Bundle::in_folder(PathBuf::from(env!("SHANGRILA_WEB_DIST")));
        }
        if EMBEDDED.is_empty() {
            return Err("this program was built without the app; run `cargo xtask play` to build both".to_string());
        }
        Ok(Bundle { source: Source::Embedded(EMBEDDED) })
    }

    /// The app in a folder.
    ///
    /// # Errors
    /// If the folder has no `index.html`.
    pub fn in_folder(folder: PathBuf) -> Result<Bundle, String> {
        if !folder.join("index.html").is_file() {
            return Err(format!("no app found in {}; run `cargo xtask web` to build it", folder.display()));
        }
        Ok(Bundle { source: Source::Folder(folder) })
    }

    /// Returns the content of a file; `None` if there is no such file.
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
