//! Archives whose bytes depend on nothing but the files in them: sorted names, one time, one owner.

use std::collections::BTreeMap;
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{EntryType, Header};

/// The mode of ordinary files.
pub(super) const FILE: u32 = 0o644;
/// The mode of programs and scripts.
pub(super) const PROGRAM: u32 = 0o755;

/// Files by path, as they will be installed or unpacked.
#[derive(Clone, Default)]
pub(super) struct Tree {
    files: BTreeMap<String, (u32, Vec<u8>)>,
}

impl Tree {
    /// Adds a file, with a path such as `usr/bin/shangrila`.
    pub(super) fn add(&mut self, path: impl Into<String>, mode: u32, content: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), (mode, content.into()));
    }

    /// Every file with its content, by path.
    pub(super) fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, (_, content))| (path.as_str(), &content[..]))
    }

    /// Packs everything below a folder, such as `shangrila-1.0/`, or `./` as in Debian packages.
    pub(super) fn tar_gz(&self, folder: &str, time: u64) -> io::Result<Vec<u8>> {
        let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
        let mut folders = vec![folder.to_string()];
        append(&mut archive, folder, EntryType::Directory, PROGRAM, time, &[])?;
        for (path, (mode, content)) in &self.files {
            // dpkg expects every folder before its first file.
            for (end, _) in path.match_indices('/') {
                let parent = format!("{folder}{}", &path[..=end]);
                if !folders.contains(&parent) {
                    append(&mut archive, &parent, EntryType::Directory, PROGRAM, time, &[])?;
                    folders.push(parent);
                }
            }
            append(&mut archive, &format!("{folder}{path}"), EntryType::Regular, *mode, time, content)?;
        }
        archive.into_inner()?.finish()
    }
}

fn append(
    archive: &mut tar::Builder<impl Write>,
    path: &str,
    kind: EntryType,
    mode: u32,
    time: u64,
    content: &[u8],
) -> io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_mtime(time);
    header.set_uid(0);
    header.set_gid(0);
    header.set_username("root")?;
    header.set_groupname("root")?;
    header.set_size(content.len() as u64);
    // Not `set_path`, which would drop the `./` of Debian packages.
    let name = &mut header.as_gnu_mut().expect("the header was made as one of GNU tar").name;
    if path.len() > name.len() {
        return Err(io::Error::other(format!("{path}: the path is too long for an archive")));
    }
    name[..path.len()].copy_from_slice(path.as_bytes());
    header.set_cksum();
    archive.append(&header, content)
}

/// Compresses a single file, such as a man page.
pub(super) fn gzip(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    const TIME: u64 = 1_800_000_000;

    fn tree(paths: &[&str]) -> Tree {
        let mut tree = Tree::default();
        paths.iter().for_each(|path| tree.add(*path, FILE, path.as_bytes()));
        tree
    }

    #[test]
    fn the_order_in_which_files_are_added_does_not_change_a_byte() {
        let packed = tree(&["b/two", "a/one", "c"]).tar_gz("x/", TIME).unwrap();
        assert_eq!(packed, tree(&["c", "a/one", "b/two"]).tar_gz("x/", TIME).unwrap());
        assert_ne!(packed, tree(&["c", "a/one", "b/two"]).tar_gz("x/", TIME + 1).unwrap(), "the time is stored");
    }

    #[test]
    fn every_entry_has_the_given_time_and_belongs_to_root_and_folders_come_first() {
        let mut tree = tree(&["usr/share/doc/it", "etc/it"]);
        tree.add("usr/bin/it", PROGRAM, "program");
        let packed = tree.tar_gz("./", TIME).unwrap();
        let mut archive = tar::Archive::new(GzDecoder::new(&packed[..]));
        let mut seen = Vec::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let header = entry.header();
            assert_eq!((header.mtime().unwrap(), header.uid().unwrap(), header.gid().unwrap()), (TIME, 0, 0));
            let mode = header.mode().unwrap();
            let path = String::from_utf8(entry.path_bytes().into_owned()).unwrap();
            let mut content = String::new();
            entry.read_to_string(&mut content).unwrap();
            seen.push((path, mode, content));
        }
        let names: Vec<&str> = seen.iter().map(|(path, ..)| path.as_str()).collect();
        let expected = [
            "./",
            "./etc/",
            "./etc/it",
            "./usr/",
            "./usr/bin/",
            "./usr/bin/it",
            "./usr/share/",
            "./usr/share/doc/",
            "./usr/share/doc/it",
        ];
        assert_eq!(names, expected);
        assert_eq!((seen[5].1, seen[5].2.as_str()), (PROGRAM, "program"));
        assert_eq!((seen[2].1, seen[2].2.as_str()), (FILE, "etc/it"));
    }

    #[test]
    fn a_path_that_does_not_fit_is_an_error() {
        assert!(tree(&[&"long/".repeat(30)]).tar_gz("", TIME).is_err());
    }
}
