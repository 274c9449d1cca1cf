//! `shangrila server`: looks after the database of a server.

use std::io::Write;
use std::path::PathBuf;

use shangrila_server::Config;

use crate::args::{DatabaseArgs, ServerCommand};
use crate::{Failure, health, refused};

/// Runs one of the commands.
pub(crate) fn run(out: &mut impl Write, command: &ServerCommand) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(refused)?;
    runtime.block_on(async {
        match command {
            ServerCommand::Backup(args) => {
                let database = file(&args.database)?;
                let (file, contents) =
                    shangrila_server::back_up(&database, &args.to, args.keep).await.map_err(refused)?;
                writeln!(out, "{}: {contents}; verified", file.display())?;
            }
            ServerCommand::Verify(args) => {
                let contents = shangrila_server::verify(&args.file).await.map_err(refused)?;
                writeln!(out, "{}: {contents}; intact", args.file.display())?;
            }
            ServerCommand::Copy(args) => {
                let contents = shangrila_server::copy(&args.from, &args.to).await.map_err(refused)?;
                writeln!(out, "{}: {contents}; copied and verified", args.to)?;
            }
            ServerCommand::Restore(args) => {
                let database = file(&args.database)?;
                let (contents, old) = shangrila_server::restore(&args.file, &database).await.map_err(refused)?;
                writeln!(out, "{}: {contents}; restored", database.display())?;
                if let Some(old) = old {
                    writeln!(out, "The database that was there is now {}", old.display())?;
                }
            }
            ServerCommand::Health(args) => health::run(out, args).await?,
        }
        Ok(())
    })
}

/// The file of the database. PostgreSQL has commands of its own.
fn file(args: &DatabaseArgs) -> Result<PathBuf, Failure> {
    let database = settings(args)?.database;
    let file = database.file().map(PathBuf::from);
    file.ok_or_else(|| refused(format!("{database} is not a file: back it up with PostgreSQL's own commands")))
}

/// Reads the settings, for the place of the database.
pub(crate) fn settings(args: &DatabaseArgs) -> Result<Config, Failure> {
    let flag = args.database.clone().map(|database| ("database", String::from(database)));
    Config::load(args.config.as_deref(), flag).map_err(refused)
}
