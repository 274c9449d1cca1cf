//! Compiles static programs for Linux, whatever this machine has: the C compiler and the linker come from a package of Zig.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Architecture, broken};
use crate::process::{command, output, root, run, succeeds};
use crate::tools;

/// Zig contains Clang, LLD and the sources of musl for every processor. With fixed versions, C code compiles to the same
/// bytes on every machine, which no distribution's compiler promises.
const PACKAGES: [&str; 2] = ["ziglang==0.17.0", "cargo-zigbuild==0.24.0"];

pub(super) struct Toolchain {
    /// A virtual environment of Python.
    environment: PathBuf,
}

impl Toolchain {
    /// Installs what is missing.
    pub(super) fn install(architectures: &[Architecture]) -> Result<Toolchain, String> {
        for architecture in architectures {
            tools::ensure_rust_target(architecture.target())?;
        }
        let environment = root().join("target/tools").join(format!("zig-{}", PACKAGES.join("-").replace("==", "-")));
        let toolchain = Toolchain { environment };
        if !succeeds(command(toolchain.program("cargo-zigbuild")).arg("--version")) {
            println!("Installing {}", PACKAGES.join(" and "));
            run(command(tools::ensure_python()?).args(["-m", "venv"]).arg(&toolchain.environment))?;
            run(command(toolchain.program("python")).args(["-m", "pip", "install", "--quiet"]).args(PACKAGES))?;
        }
        Ok(toolchain)
    }

    fn program(&self, name: &str) -> PathBuf {
        self.environment.join("bin").join(name)
    }

    /// Builds the program, with the app that was bundled last inside.
    pub(super) fn build(&self, architecture: Architecture) -> Result<Vec<u8>, String> {
        let target = architecture.target();
        let mut build = command(self.program("cargo-zigbuild"));
        build.args(["zigbuild", "--locked", "--profile", "dist", "--package", "shangrila-cli", "--target", target]);
        build.args(without_paths()?).args(architecture.configuration());
        build.env("CARGO_ZIGBUILD_ZIG_PATH", self.program("python-zig"));
        // They would replace the flags of .cargo/config.toml and those above.
        run(build.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS"))?;
        // The next build for the same target replaces it.
        let (built, kept) = (root().join("target").join(target).join("dist/shangrila"), architecture.program());
        fs::create_dir_all(kept.parent().unwrap_or(&kept)).map_err(broken(kept.display()))?;
        fs::copy(&built, &kept).map_err(broken(built.display()))?;
        fs::read(&kept).map_err(broken(kept.display()))
    }

    /// The folder with the sources of musl, and its version.
    pub(super) fn musl(&self) -> Result<(PathBuf, String), String> {
        let find = "import ziglang, pathlib; print(pathlib.Path(ziglang.__file__).parent / 'lib/libc/musl')";
        let folder = output(command(self.program("python")).args(["-c", find]))?;
        let folder = PathBuf::from(folder.trim());
        let header = folder.join("src/internal/version.h");
        let text = fs::read_to_string(&header).map_err(broken(header.display()))?;
        let version = text.split('"').nth(1).ok_or_else(|| format!("{} names no version", header.display()))?;
        Ok((folder, version.to_string()))
    }
}

/// Options of cargo that keep the paths of this machine out of what it compiles.
///
/// Messages of panics name source files. Those of other crates are in the user's home folder, which nobody else has or should know.
pub(crate) fn without_paths() -> Result<[String; 2], String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let home = home.ok_or("cargo has no home folder")?;
    // Where the sources of the standard library are installed, the compiler names them; otherwise it names this path.
    let library = output(command("rustc").args(["--print", "sysroot"]))?;
    let library = Path::new(library.trim()).join("lib/rustlib/src/rust");
    let compiler = output(command("rustc").arg("-vV"))?;
    let commit = compiler.lines().find_map(|line| line.strip_prefix("commit-hash: ")).unwrap_or("unknown");
    let flags = [
        (root(), "/shangrila".to_string()),
        (home.join("registry/src"), "/crates".to_string()),
        (library, format!("/rustc/{commit}")),
    ]
    .map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()));
    // Joined to the flags in .cargo/config.toml. JSON strings are valid TOML.
    let flags = flags.map(|flag| serde_json::Value::from(flag).to_string()).join(", ");
    Ok(["--config".to_string(), format!("target.'cfg(all())'.rustflags=[{flags}]")])
}
