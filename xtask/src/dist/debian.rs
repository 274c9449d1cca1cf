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
    tree.add(doc("changelog.gz"), FILE, gzip(&read("CHANGELOG.md")?).map_err(broken("CHANGELOG.md"))?);
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
