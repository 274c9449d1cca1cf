//! `shangrila completions` and `shangrila manual`: what a package installs beside the program, derived from the command line.

use std::io::Write;
use std::{fs, io};

use clap::CommandFactory;

use crate::args::{Args, CompletionsArgs, ManualArgs};
use crate::{Failure, refused};

/// Prints a script that completes commands.
pub(crate) fn completions(out: &mut impl Write, args: &CompletionsArgs) -> Result<(), Failure> {
    // The generator panics when it cannot write, for example to a pipe that was closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "shangrila", &mut script);
    Ok(out.write_all(&script)?)
}

/// Writes a man page for the program and for each of its commands.
pub(crate) fn pages(args: &ManualArgs) -> Result<(), Failure> {
    let failed = |error: io::Error| refused(format!("{}: {error}", args.folder.display()));
    fs::create_dir_all(&args.folder).map_err(failed)?;
    clap_mangen::generate_to(Args::command().name("shangrila"), &args.folder).map_err(failed)
}
