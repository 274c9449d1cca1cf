//! A disk of a few megabytes that tests can fill up.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A small file system in memory, mounted on a folder. Mounting needs the rights of an administrator.
#[derive(Debug)]
pub struct SmallDisk {
    path: PathBuf,
}

impl SmallDisk {
    /// Mounts a disk on a folder, which is created if missing; `None` if that is not allowed here.
    ///
    /// # Errors
    /// When the folder cannot be created.
    pub fn mount(path: &Path, megabytes: u32) -> io::Result<Option<SmallDisk>> {
        fs::create_dir_all(path)?;
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={megabytes}m,mode=0700"), "tmpfs"])
            .arg(path)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .status();
        Ok(mounted.is_ok_and(|status| status.success()).then(|| SmallDisk { path: path.to_path_buf() }))
    }

    /// The folder the disk is mounted on.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Fills the disk to the last byte.
    ///
    /// # Errors
    /// When that fails for another reason than the disk being full.
    pub fn fill(&self) -> io::Result<()> {
        let mut filler = File::options().create(true).append(true).open(self.filler())?;
        let mut block: &[u8] = &[0; 65536];
        while !block.is_empty() {
            match filler.write(block) {
                Ok(0) => block = &block[..block.len() / 2],
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::StorageFull => block = &block[..block.len() / 2],
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Makes room again.
    ///
    /// # Errors
    /// When the filler cannot be deleted.
    pub fn make_room(&self) -> io::Result<()> {
        match fs::remove_file(self.filler()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn filler(&self) -> PathBuf {
        self.path.join("filler")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a process that was just killed may still hold a file.
        let _ = Command::new("umount").arg("-l").arg(&self.path).stderr(Stdio::null()).status();
    }
}
