//! The Debian package: an `ar` archive of two `tar` archives, what to install and how.

use super::archive::{FILE, PROGRAM, Tree, gzip};
use super::{Documents, Release, broken, read};

/// The settings, which dpkg leaves alone once a host has changed them.
const SETTINGS: &str = "etc/shangrila/shangrila.toml";

/// Returns the files that the package installs.
pub(super) fn contents(release: &Release, documents: &Documents, program: &[u8]) -> Result<Tree, String> {
    let mut tree = Tree::default();
    tree.add("usr/bin/shangrila", PROGRAM, program);
    tree.add(SETTINGS, FILE, read("packaging/shangrila.toml")?);
    tree.add("usr/lib/systemd/system/shangrila.service", FILE, read("packaging/shangrila.service")?);
    for (name, page) in &documents.manual {
        tree.add(format!("usr/share/man/man1/{name}.gz"), FILE, gzip(page).map_err(broken(name))?);
    }
    for (shell, path) in [
        ("bash", "usr/share/bash-completion/completions/shangrila"),
        ("fish", "usr/share/fish/vendor_completions.d/shangrila.fish"),
        ("zsh", "usr/share/zsh/vendor-completions/_shangrila"),
    ] {
        tree.add(path, FILE, documents.completion(shell)?);
    }
    let doc = |name: &str| format!("usr/share/doc/shangrila/{name}");
    let mit = String::from_utf8_lossy(&read("LICENSE-MIT")?).into_owned();
    let copyright = release.filled("packaging/debian/copyright", &[("mit", &indented(&mit))])?;
    tree.add(doc("copyright"), FILE, copyright);
    tree.add(doc("CHANGELOG.md.gz"), FILE, gzip(&read("CHANGELOG.md")?).map_err(broken("CHANGELOG.md"))?);
    tree.add(doc("hosting.md"), FILE, read("docs/hosting.md")?);
    let licences = gzip(documents.licences.as_bytes()).map_err(broken("the licences"))?;
    tree.add(doc("third-party-licences.txt.gz"), FILE, licences);
    Ok(tree)
}

/// Packs the files with everything that dpkg wants to know about them.
pub(super) fn package(release: &Release, architecture: &str, contents: &Tree) -> Result<Vec<u8>, String> {
    let size = contents.files().map(|(_, content)| content.len().div_ceil(1024)).sum::<usize>().to_string();
    let mut control = Tree::default();
    let fields = [("architecture", architecture), ("size", &size)];
    control.add("control", FILE, release.filled("packaging/debian/control", &fields)?);
    control.add("conffiles", FILE, format!("/{SETTINGS}\n"));
    for script in ["postinst", "postrm", "prerm"] {
        control.add(script, PROGRAM, read(&format!("packaging/debian/{script}"))?);
    }
    let broken = broken("the Debian package");
    let mut package = b"!<arch>\n".to_vec();
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", control.tar_gz("./", release.time).map_err(&broken)?),
        ("data.tar.gz", contents.tar_gz("./", release.time).map_err(&broken)?),
    ];
    for (name, content) in members {
        let header = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", release.time, 0, 0, "100644", content.len());
        package.extend(header.bytes());
        package.extend(&content);
        // Members start at even offsets.
        if content.len() % 2 == 1 {
            package.push(b'\n');
        }
    }
    Ok(package)
}

/// Indents a text as the format of Debian's copyright files demands, with a dot for an empty line.
fn indented(text: &str) -> String {
    let line = |line: &str| if line.is_empty() { " .".to_string() } else { format!(" {line}") };
    text.trim_end().lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};

    use flate2::read::GzDecoder;

    use super::*;

    fn release() -> Release {
        Release { version: "1.2.3".to_string(), time: 1_800_000_000 }
    }

    fn small_package() -> Vec<u8> {
        let documents = Documents {
            manual: BTreeMap::from([("shangrila-serve.1".to_string(), b".TH shangrila".to_vec())]),
            completions: ["bash", "fish", "zsh"].map(|shell| (shell, b"complete".to_vec())).into(),
            licences: "MIT".to_string(),
        };
        let contents = contents(&release(), &documents, b"program").unwrap();
        package(&release(), "amd64", &contents).unwrap()
    }

    /// The members of an `ar` archive.
    fn members(mut archive: &[u8]) -> BTreeMap<String, Vec<u8>> {
        archive = archive.strip_prefix(b"!<arch>\n").unwrap();
        let mut members = BTreeMap::new();
        while !archive.is_empty() {
            let (header, rest) = archive.split_at(60);
            let header = std::str::from_utf8(header).unwrap();
            let size: usize = header[48..58].trim().parse().unwrap();
            assert_eq!((&header[16..28], &header[58..]), ("1800000000  ", "`\n"));
            members.insert(header[..16].trim().to_string(), rest[..size].to_vec());
            archive = &rest[size.next_multiple_of(2).min(rest.len())..];
        }
        members
    }

    fn unpack(archive: &[u8]) -> BTreeMap<String, (u32, String)> {
        let mut archive = tar::Archive::new(GzDecoder::new(archive));
        let mut files = BTreeMap::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let path = String::from_utf8(entry.path_bytes().into_owned()).unwrap();
            let (mode, mut content) = (entry.header().mode().unwrap(), Vec::new());
            entry.read_to_end(&mut content).unwrap();
            files.insert(path, (mode, String::from_utf8_lossy(&content).into_owned()));
        }
        files
    }

    #[test]
    fn the_package_contains_what_a_service_needs_and_is_always_the_same() {
        let members = members(&small_package());
        assert_eq!(members["debian-binary"], b"2.0\n");
        let (control, data) = (unpack(&members["control.tar.gz"]), unpack(&members["data.tar.gz"]));
        assert!(control["./control"].1.contains("Version: 1.2.3\nArchitecture: amd64\n"), "{}", control["./control"].1);
        let settings = control["./conffiles"].1.trim();
        assert!(data.contains_key(&format!(".{settings}")), "{settings} is not installed");
        assert_eq!(data["./usr/bin/shangrila"], (PROGRAM, "program".to_string()));
        let service = &data["./usr/lib/systemd/system/shangrila.service"].1;
        assert!(service.contains(&format!("ExecStart=/usr/bin/shangrila serve --config {settings}\n")), "{service}");
        for page in
            ["man/man1/shangrila-serve.1.gz", "doc/shangrila/copyright", "bash-completion/completions/shangrila"]
        {
            assert!(data.contains_key(&format!("./usr/share/{page}")), "{page} is missing");
        }
        assert_eq!(small_package(), small_package());
    }

    #[test]
    fn the_scripts_of_the_package_are_valid_and_executable() {
        let control = unpack(&members(&small_package())["control.tar.gz"]);
        for script in ["./postinst", "./prerm", "./postrm"] {
            let (mode, text) = &control[script];
            assert_eq!(*mode, PROGRAM);
            let mut shell = Command::new("sh").arg("-n").stdin(Stdio::piped()).spawn().unwrap();
            shell.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
            assert!(shell.wait().unwrap().success(), "{script}");
        }
    }

    #[test]
    fn the_service_is_sandboxed() {
        let service = String::from_utf8(read("packaging/shangrila.service").unwrap()).unwrap();
        for setting in [
            "CapabilityBoundingSet=",
            "DynamicUser=yes",
            "MemoryDenyWriteExecute=yes",
            "NoNewPrivileges=yes",
            "PrivateDevices=yes",
            "PrivateUsers=yes",
            "ProtectHome=yes",
            "ProtectSystem=strict",
            "RestrictNamespaces=yes",
            "StateDirectoryMode=0700",
            "SystemCallFilter=@system-service",
        ] {
            assert!(service.lines().any(|line| line == setting), "{setting} is missing");
        }
    }
}
