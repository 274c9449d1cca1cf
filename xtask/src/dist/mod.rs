//! `cargo xtask dist`: what people install. The same commit gives the same bytes, wherever it is built.

mod archive;
#[cfg(test)]
mod container_tests;
mod debian;
mod install_test;
mod materials;
mod processor_test;
mod toolchain;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::{fs, io};

use sha2::{Digest, Sha256};

use crate::process::{command, output, root, run as run_command};
use crate::web;
use archive::{FILE, PROGRAM, Tree};
use toolchain::Toolchain;
pub(crate) use toolchain::without_paths;

/// Where everything goes.
const PACKAGES: &str = "target/packages";

/// The processors that programs are built for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Architecture {
    /// Intel and AMD, as in `.cargo/config.toml`; older ones get a message.
    X86,
    /// Every Intel and AMD with 64 bits, at two thirds of the speed (docs/decisions/0009-release.md).
    OldX86,
    Arm,
}

impl Architecture {
    const ALL: [Architecture; 3] = [Architecture::X86, Architecture::OldX86, Architecture::Arm];

    /// The name that Debian and Docker use.
    fn name(self) -> &'static str {
        match self {
            Architecture::X86 => "amd64",
            Architecture::OldX86 => "amd64-baseline",
            Architecture::Arm => "arm64",
        }
    }

    /// The target of the Rust compiler.
    fn target(self) -> &'static str {
        match self {
            Architecture::X86 | Architecture::OldX86 => "x86_64-unknown-linux-musl",
            Architecture::Arm => "aarch64-unknown-linux-musl",
        }
    }

    /// Options of cargo.
    fn configuration(self) -> &'static [&'static str] {
        match self {
            // Of two such flags, the last one counts.
            Architecture::OldX86 => {
                &["--config", "target.'cfg(target_arch = \"x86_64\")'.rustflags=[\"-C\", \"target-cpu=x86-64\"]"]
            }
            Architecture::X86 | Architecture::Arm => &[],
        }
    }

    /// Whether there is a Debian package. Few have such an old processor, and Debian has no name for it.
    fn has_package(self) -> bool {
        self != Architecture::OldX86
    }

    /// Where the program is kept.
    fn program(self) -> PathBuf {
        root().join("target/programs").join(self.name()).join("shangrila")
    }

    /// The one of this machine.
    fn here() -> Result<Architecture, String> {
        let named = |one: &Architecture| one.target().starts_with(std::env::consts::ARCH);
        Architecture::ALL.into_iter().find(named).ok_or_else(|| format!("no release for {}", std::env::consts::ARCH))
    }
}

/// What every file of a release has in common.
struct Release {
    version: String,
    /// The time of the commit, in seconds since 1970: the time of every file.
    time: u64,
}

impl Release {
    /// The release of the commit that is checked out, or of `SOURCE_DATE_EPOCH` where there is no repository.
    fn current() -> Result<Release, String> {
        let time = match std::env::var("SOURCE_DATE_EPOCH") {
            Ok(time) => time,
            Err(_) => output(command("git").args(["log", "-1", "--format=%ct"]))
                .map_err(|message| format!("{message}; set SOURCE_DATE_EPOCH where there is no repository"))?,
        };
        let time = time.trim().parse().map_err(|_| format!("{} is not a time in seconds since 1970", time.trim()))?;
        Ok(Release { version: env!("CARGO_PKG_VERSION").to_string(), time })
    }

    /// A text file of the repository with its placeholders filled in: `{{version}}` and the given ones.
    fn filled(&self, file: &str, values: &[(&str, &str)]) -> Result<String, String> {
        let text = String::from_utf8(read(file)?).map_err(|error| format!("{file}: {error}"))?;
        let values = [("version", self.version.as_str())].into_iter().chain(values.iter().copied());
        let text = values.fold(text, |text, (name, value)| text.replace(&format!("{{{{{name}}}}}"), value));
        if text.contains("{{") { Err(format!("{file}: a placeholder is left")) } else { Ok(text) }
    }

    /// The time as in `2026-11-18T08:00:00Z`.
    fn timestamp(&self) -> String {
        let (days, second) = (self.time / 86_400 + 719_468, self.time % 86_400);
        // Years start in March here, so that the leap day comes last; 400 years have 146,097 days.
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * day_of_year + 2) / 153;
        let (day, month) = (day_of_year - (153 * from_march + 2) / 5 + 1, (from_march + 2) % 12 + 1);
        let year = 400 * era + year_of_era + u64::from(month <= 2);
        format!("{year}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
    }
}

/// What packages contain beside the program.
struct Documents {
    /// Man pages by file name.
    manual: BTreeMap<String, Vec<u8>>,
    /// Completions by shell.
    completions: BTreeMap<&'static str, Vec<u8>>,
    /// The licences of what others have written.
    licences: String,
}

impl Documents {
    /// Asks a program that runs on this machine.
    fn of(program: &Path, licences: String) -> Result<Documents, String> {
        let mut completions = BTreeMap::new();
        for shell in ["bash", "fish", "zsh"] {
            completions.insert(shell, output(command(program).args(["completions", shell]))?.into_bytes());
        }
        let folder = root().join("target/dist-manual");
        remove(&folder)?;
        run_command(command(program).arg("manual").arg(&folder))?;
        let mut manual = BTreeMap::new();
        for page in fs::read_dir(&folder).map_err(broken(folder.display()))? {
            let page = page.map_err(broken(folder.display()))?.path();
            let name = page.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            manual.insert(name, fs::read(&page).map_err(broken(page.display()))?);
        }
        Ok(Documents { manual, completions, licences })
    }

    fn completion(&self, shell: &str) -> Result<&[u8], String> {
        self.completions.get(shell).map(Vec::as_slice).ok_or_else(|| format!("no completions for {shell}"))
    }
}

/// Builds everything into `target/packages`.
pub(crate) fn run(only: Option<&str>) -> Result<(), String> {
    let release = Release::current()?;
    let mut architectures = Architecture::ALL.to_vec();
    architectures.retain(|one| only.is_none_or(|name| name == one.name()));
    if architectures.is_empty() {
        let names = Architecture::ALL.map(Architecture::name).join(", ");
        return Err(format!("{} is not among the processors of the release: {names}", only.unwrap_or_default()));
    }
    let here = Architecture::here()?;
    if !architectures.contains(&here) {
        // Only a program that runs here can write the man pages.
        architectures.push(here);
    }
    let toolchain = Toolchain::install(&architectures)?;
    web::build(web::Profile::Release)?;
    let mut programs = BTreeMap::new();
    for &architecture in &architectures {
        println!("Building the program for {}", architecture.name());
        programs.insert(architecture, toolchain.build(architecture)?);
    }
    let mut targets: Vec<&str> = architectures.iter().map(|architecture| architecture.target()).collect();
    targets.dedup();
    let materials = everything_inside(&toolchain, &targets)?;
    let documents = Documents::of(&here.program(), materials::licences(&materials)?)?;

    println!("Packing");
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for (architecture, program) in &programs {
        let name = format!("shangrila-{}-linux-{}.tar.gz", release.version, architecture.name());
        let folder = format!("shangrila-{}/", release.version);
        let archive = portable(&documents, program)?.tar_gz(&folder, release.time).map_err(broken(&name))?;
        files.insert(name, archive);
        if !architecture.has_package() {
            continue;
        }
        let contents = debian::contents(&release, &documents, program)?;
        let package = debian::package(&release, architecture.name(), &contents)?;
        files.insert(format!("shangrila_{}_{}.deb", release.version, architecture.name()), package);
    }
    files.insert("shangrila.cdx.json".to_string(), materials::bill(&release, &materials)?.into_bytes());
    for name in ["Dockerfile", "compose.yaml"] {
        files.insert(name.to_string(), release.filled(&format!("packaging/{name}"), &[])?.into_bytes());
    }
    write(&files)
}

/// Everything the programs contain: crates, and what other compilers have contributed.
fn everything_inside(toolchain: &Toolchain, targets: &[&str]) -> Result<Vec<materials::Material>, String> {
    let mut materials = materials::of_release(targets)?;
    materials.push(materials::sqlite(&materials)?);
    let (folder, version) = toolchain.musl(Architecture::here()?)?;
    materials.push(materials::other("musl", &version, "MIT", folder));
    let version = output(command("rustc").arg("--version"))?;
    let version = version.split_whitespace().nth(1).unwrap_or_default().to_string();
    // The text of the Apache licence is there already, for others.
    materials.push(materials::other("rust-std", &version, "MIT OR Apache-2.0", PathBuf::new()));
    Ok(materials)
}

/// The archive for machines without dpkg.
fn portable(documents: &Documents, program: &[u8]) -> Result<Tree, String> {
    let mut tree = Tree::default();
    tree.add("shangrila", PROGRAM, program);
    for (name, source) in [
        ("README.md", "README.md"),
        ("CHANGELOG.md", "CHANGELOG.md"),
        ("LICENSE-APACHE", "LICENSE-APACHE"),
        ("LICENSE-MIT", "LICENSE-MIT"),
        ("hosting.md", "docs/hosting.md"),
        ("shangrila.service", "packaging/shangrila.service"),
        ("shangrila.toml", "packaging/shangrila.toml"),
    ] {
        tree.add(name, FILE, read(source)?);
    }
    tree.add("third-party-licences.txt", FILE, documents.licences.as_bytes());
    for (name, page) in &documents.manual {
        tree.add(format!("man/{name}"), FILE, page.as_slice());
    }
    for (shell, script) in &documents.completions {
        tree.add(format!("completions/shangrila.{shell}"), FILE, script.as_slice());
    }
    Ok(tree)
}

/// Writes the files with their checksums, and removes those of earlier releases.
fn write(files: &BTreeMap<String, Vec<u8>>) -> Result<(), String> {
    let folder = root().join(PACKAGES);
    remove(&folder)?;
    fs::create_dir_all(&folder).map_err(broken(folder.display()))?;
    let mut sums = String::new();
    for (name, content) in files {
        fs::write(folder.join(name), content).map_err(broken(name))?;
        sums += &format!("{:x}  {name}\n", Sha256::digest(content));
    }
    fs::write(folder.join("SHA256SUMS"), &sums).map_err(broken("SHA256SUMS"))?;
    print!("{sums}");
    println!("Everything is in {}", folder.display());
    Ok(())
}

/// Builds the commit that is checked out, for all processors or only one, then a second time from a clone in another folder, and compares every byte.
pub(crate) fn twice(only: Option<&str>) -> Result<(), String> {
    run(only)?;
    let clone = root().join("target/packages-again/a folder");
    remove(&clone)?;
    run_command(command("git").args(["clone", "--quiet", "--no-hardlinks"]).arg(root()).arg(&clone))?;
    println!("Building again in {}", clone.display());
    let mut again = command("cargo");
    again.args(["run", "--locked", "--profile", "local", "--package", "xtask", "--", "dist"]).current_dir(&clone);
    again.args(only.map(|name| ["--only", name]).iter().flatten());
    run_command(&mut again)?;
    compare(&root().join(PACKAGES), &clone.join(PACKAGES))?;
    println!("Both builds are the same, byte by byte.");
    remove(&clone)
}

/// Compares two folders of packages by their lists of checksums, which name every file.
fn compare(first: &Path, second: &Path) -> Result<(), String> {
    let sums = |folder: &Path| fs::read_to_string(folder.join("SHA256SUMS")).map_err(broken(folder.display()));
    let (first, second) = (sums(first)?, sums(second)?);
    let different: Vec<&str> = first.lines().filter(|line| !second.lines().any(|other| other == *line)).collect();
    if different.is_empty() && first.lines().count() == second.lines().count() {
        return Ok(());
    }
    Err(format!("the second build differs:\n{}", different.join("\n")))
}

/// Tests what was built last: the programs on processors that this machine lacks, and the package.
pub(crate) fn test() -> Result<(), String> {
    processor_test::run()?;
    install_test::run(&Release::current()?, Architecture::here()?)
}

/// Reads a file of the repository.
fn read(file: &str) -> Result<Vec<u8>, String> {
    fs::read(root().join(file)).map_err(broken(file))
}

/// Turns an error about something into a message that names it.
fn broken(subject: impl Display) -> impl Fn(io::Error) -> String {
    let subject = subject.to_string();
    move |error| format!("{subject}: {error}")
}

fn remove(folder: &PathBuf) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(broken(folder.display())(error)),
        _ => Ok(()),
    }
}
