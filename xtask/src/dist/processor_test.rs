//! Runs the programs of a release on emulated processors: old ones, and those of other machines.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::{fs, io};

use super::{Architecture, broken, remove};
use crate::process::{command, output, root};
use crate::tools;

/// Programs and the processors of QEMU they have to work on.
const PROCESSORS: [(Architecture, &str, &str); 5] = [
    (Architecture::X86, "Haswell", "of 2013, the first with AVX2"),
    (Architecture::OldX86, "qemu64", "the first with 64 bits"),
    (Architecture::OldX86, "Nehalem", "of 2008, without AVX"),
    (Architecture::OldX86, "SandyBridge", "of 2011, without AVX2"),
    (Architecture::Arm, "cortex-a53", "of a Raspberry Pi 3"),
];

/// Processors that are too old for the usual program.
const TOO_OLD: [&str; 3] = ["qemu64", "Nehalem", "SandyBridge"];

/// Commands that reach the rules, the search with its network, and the report, whose instructions depend on the processor. The
/// answers must not.
const COMMANDS: [&[&str]; 3] = [
    &["perft", "card4", "3"],
    &["analyse", "card4", "--visits", "300", "--seed", "1"],
    &["report", "fixtures/games/random-four.shangrila", "--visits", "2", "--json"],
];

pub(super) fn run() -> Result<(), String> {
    tools::ensure_emulators()?;
    for architecture in Architecture::ALL {
        let program = architecture.program();
        if !program.is_file() {
            return Err(format!("{} is missing: run `cargo xtask dist` first", program.display()));
        }
    }
    let here = Architecture::here()?.program();
    for (architecture, processor, description) in PROCESSORS {
        for arguments in COMMANDS {
            let expected = timeless(&output(command(&here).args(arguments))?);
            // Without QEMU's warnings.
            let emulated = emulated(architecture, processor).args(arguments).output();
            let emulated = emulated.map_err(|error| format!("QEMU: {error}"))?;
            let emulated = String::from_utf8_lossy(&emulated.stdout);
            if timeless(&emulated) != expected {
                let command = arguments.join(" ");
                return Err(format!("on {processor}, `shangrila {command}` says\n{emulated}\ninstead of\n{expected}"));
            }
        }
        serve(architecture, processor)?;
        println!("{} on {processor}, {description}: the same answers, and a healthy server", architecture.name());
    }
    for processor in TOO_OLD {
        let refused = emulated(Architecture::X86, processor).arg("--version").stdout(Stdio::piped()).output();
        let refused = refused.map_err(|error| format!("QEMU: {error}"))?;
        let message = String::from_utf8_lossy(&refused.stderr);
        if refused.status.code() != Some(1) || !message.contains("needs a processor with AVX2") {
            return Err(format!("on {processor}, the program ends with {}: {message}", refused.status));
        }
        println!("{} on {processor}: ends with a message", Architecture::X86.name());
    }
    Ok(())
}

/// Starts the server with an empty database and asks it for the app and for its health.
fn serve(architecture: Architecture, processor: &str) -> Result<(), String> {
    let folder = root().join("target/processor-test");
    remove(&folder)?;
    fs::create_dir_all(&folder).map_err(broken(folder.display()))?;
    let mut server = emulated(architecture, processor);
    server.args(["serve", "--port", "0", "--database"]).arg(folder.join("games.db"));
    let mut server = server.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(broken("QEMU"))?;
    let answers = ask_server(&mut server);
    let _ = server.kill().and_then(|()| server.wait());
    let [page, health] = answers.map_err(broken(format!("the server on {processor}")))?;
    if !page.contains("<html") || !health.starts_with("HTTP/1.1 200") {
        return Err(format!("the server on {processor} answers {health}"));
    }
    remove(&folder)
}

fn ask_server(server: &mut Child) -> io::Result<[String; 2]> {
    let mut line = String::new();
    let out = server.stdout.take().ok_or_else(|| io::Error::other("no output"))?;
    BufReader::new(out).read_line(&mut line)?;
    let address = line.split_once("http://").and_then(|(_, rest)| rest.split_once('/')).map(|(address, _)| address);
    let address = address.ok_or_else(|| io::Error::other(format!("it says {line:?}")))?;
    let get = |path: &str| {
        let mut stream = TcpStream::connect(address)?;
        write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map(|_| answer)
    };
    Ok([get("/")?, get("/api/health")?])
}

/// The program on an emulated processor.
fn emulated(architecture: Architecture, processor: &str) -> Command {
    let emulator = match architecture {
        Architecture::X86 | Architecture::OldX86 => "qemu-x86_64-static",
        Architecture::Arm => "qemu-aarch64-static",
    };
    let mut emulated = command(emulator);
    emulated.args(["-cpu", processor]).arg(architecture.program()).stderr(Stdio::piped());
    emulated
}

/// Leaves out lines that state a speed or a time, which emulators change.
fn timeless(text: &str) -> String {
    let states_time =
        |line: &&str| ["per second", " ms", " s.", " s,", "/s", "seconds"].iter().any(|unit| line.contains(unit));
    text.lines().filter(|line| !states_time(line)).collect::<Vec<_>>().join("\n")
}
