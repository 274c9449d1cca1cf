//! Compiles static programs for Linux, whatever this machine has: the C compiler comes from a package of Zig.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Architecture, broken};
use crate::process::{command, output, root, run, succeeds};
use crate::tools;

/// Zig contains Clang and the headers of musl for every processor. With a fixed version, C code compiles to the same bytes on every
/// machine, which no distribution's compiler promises.
const ZIG: &str = "ziglang==0.17.0";

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
        let toolchain = Toolchain { environment: root().join("target/tools").join(ZIG.replace("==", "-")) };
        if !succeeds(command(toolchain.program("python-zig")).arg("version")) {
            println!("Installing {ZIG}");
            run(command(tools::ensure_python()?).args(["-m", "venv"]).arg(&toolchain.environment))?;
            run(command(toolchain.program("python")).args(["-m", "pip", "install", "--quiet", ZIG]))?;
        }
        Ok(toolchain)
    }

    fn program(&self, name: &str) -> PathBuf {
        self.environment.join("bin").join(name)
    }

    /// Builds the program, with the app that was bundled last inside.
    pub(super) fn build(&self, architecture: Architecture) -> Result<Vec<u8>, String> {
        let target = architecture.target();
        let mut build = command("cargo");
        build.args(["build", "--locked", "--profile", "dist", "--package", "shangrila-cli", "--target", target]);
        build.args(without_paths()?).args(architecture.configuration());
        // Rust brings its own linker and its own musl; only the C code of crates needs more.
        build.env(format!("CARGO_TARGET_{}_LINKER", target.to_uppercase().replace('-', "_")), "rust-lld");
        for (variable, tool) in [("CC", "cc"), ("AR", "ar")] {
            build.env(format!("{variable}_{}", target.replace('-', "_")), self.wrapper(tool, architecture)?);
        }
        // They would replace the flags of .cargo/config.toml and those above.
        run(build.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS"))?;
        // The next build for the same target replaces it.
        let (built, kept) = (root().join("target").join(target).join("dist/shangrila"), architecture.program());
        fs::create_dir_all(kept.parent().unwrap_or(&kept)).map_err(broken(kept.display()))?;
        fs::copy(&built, &kept).map_err(broken(built.display()))?;
        fs::read(&kept).map_err(broken(kept.display()))
    }

    /// Writes a script that calls one of Zig's tools, and returns its path. Zig has its own names for targets, so the one that build
    /// scripts pass is left out.
    fn wrapper(&self, tool: &str, architecture: Architecture) -> Result<PathBuf, String> {
        let zig = self.program("python-zig");
        let options = match tool {
            "cc" => {
                format!("-target {} -mcpu=baseline -fno-sanitize=all", architecture.target().replace("-unknown", ""))
            }
            _ => String::new(),
        };
        let script = format!(
            "#!/bin/sh\nfor word do shift; case \"$word\" in --target=*) ;; *) set -- \"$@\" \"$word\" ;; esac; done\n\
             exec '{}' {tool} {options} \"$@\"\n",
            zig.display()
        );
        let path = self.environment.join(format!("{tool}-{}", architecture.target()));
        fs::write(&path, script).map_err(broken(path.display()))?;
        run(command("chmod").arg("755").arg(&path))?;
        Ok(path)
    }

    /// The licence of musl, in a folder, and the version that Rust links.
    pub(super) fn musl(&self, architecture: Architecture) -> Result<(PathBuf, String), String> {
        let find = "import ziglang, pathlib; print(pathlib.Path(ziglang.__file__).parent / 'lib/libc/musl')";
        let folder = output(command(self.program("python")).args(["-c", find]))?;
        let libraries = output(command("rustc").args(["--print", "target-libdir", "--target", architecture.target()]))?;
        let library = Path::new(libraries.trim()).join("self-contained/libc.a");
        let content = fs::read(&library).map_err(broken(library.display()))?;
        let version = musl_version(&content).ok_or_else(|| format!("{} names no version", library.display()))?;
        Ok((PathBuf::from(folder.trim()), version))
    }
}

/// Finds the version in the library: a text such as `1.2.5`, with zeros around it.
fn musl_version(library: &[u8]) -> Option<String> {
    let texts = library.split(|byte| *byte == 0).filter(|text| text.starts_with(b"1.2."));
    let mut texts = texts.filter(|text| text.len() < 8 && text[4..].iter().all(u8::is_ascii_digit));
    texts.next().map(|text| String::from_utf8_lossy(text).into_owned())
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
