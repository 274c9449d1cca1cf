//! `shangrila admin`: what the operator of a server can do on its host.

use std::io::Write;

use shangrila_protocol::{AuditEntry, ModerationAction, Person};
use shangrila_server::HostCommands;

use crate::args::AdminCommand;
use crate::database::settings;
use crate::{Failure, refused};

/// Runs one of the commands.
pub(crate) fn run(out: &mut impl Write, command: &AdminCommand) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(refused)?;
    runtime.block_on(async {
        let database = settings(command.database())?.database;
        let host = HostCommands::open(&database).await.map_err(refused)?;
        let done = act(out, command, &host).await;
        host.close().await;
        done
    })
}

async fn act(out: &mut impl Write, command: &AdminCommand, host: &HostCommands) -> Result<(), Failure> {
    match command {
        AdminCommand::Grant(args) => {
            let person = host.grant(&args.name, args.role, &args.reason).await.map_err(refused)?;
            writeln!(out, "{} is now {}", person.name, args.role)?;
        }
        AdminCommand::Revoke(args) => {
            let person = host.revoke(&args.name, &args.reason).await.map_err(refused)?;
            writeln!(out, "{} has no role any more", person.name)?;
        }
        AdminCommand::List(_) => {
            for holder in host.role_holders().await.map_err(refused)? {
                writeln!(out, "{:<13}  {}", holder.role, holder.person.name)?;
            }
        }
        AdminCommand::Audit(args) => {
            let entries = host.audit(args.latest as usize).await.map_err(refused)?;
            for entry in entries.iter().rev() {
                print_entry(out, entry)?;
            }
        }
        AdminCommand::Ban(args) => {
            let action = ban(host, &args.target, args.hours).await?;
            host.act(&action, &args.reason).await.map_err(refused)?;
            writeln!(out, "{} is banned", args.target)?;
        }
        AdminCommand::Unban(args) => {
            let action = match ban(host, &args.target, None).await? {
                ModerationAction::BanNetwork { network, .. } => ModerationAction::UnbanNetwork { network },
                _ => ModerationAction::Unban { person: host.person(&args.target).await.map_err(refused)?.id },
            };
            host.act(&action, &args.reason).await.map_err(refused)?;
            writeln!(out, "{} is no longer banned", args.target)?;
        }
        AdminCommand::Mute(args) => {
            let person = host.person(&args.target).await.map_err(refused)?;
            let action = ModerationAction::Mute { person: person.id, hours: args.hours };
            host.act(&action, &args.reason).await.map_err(refused)?;
            writeln!(out, "{} may not chat", person.name)?;
        }
        AdminCommand::Unmute(args) => {
            let person = host.person(&args.target).await.map_err(refused)?;
            host.act(&ModerationAction::Unmute { person: person.id }, &args.reason).await.map_err(refused)?;
            writeln!(out, "{} may chat again", person.name)?;
        }
        AdminCommand::ResetLink(args) => {
            let token = host.reset_link(&args.name, &args.reason).await.map_err(refused)?;
            writeln!(out, "{}/#/new-password/{token}", args.app.trim_end_matches('/'))?;
        }
        AdminCommand::CloseTable(args) => {
            let action = ModerationAction::CloseTable { table: args.table.clone() };
            host.act(&action, &args.reason).await.map_err(refused)?;
            writeln!(out, "The server closes table {}", args.table)?;
        }
    }
    Ok(())
}

/// The ban of an account, bot or address range.
async fn ban(host: &HostCommands, target: &str, hours: Option<u32>) -> Result<ModerationAction, Failure> {
    Ok(match shangrila_server::parse_network(target) {
        Ok(network) => ModerationAction::BanNetwork { network: network.to_string(), hours },
        Err(error) if target.contains(['/', ':']) => return Err(refused(error)),
        Err(_) => ModerationAction::Ban { person: host.person(target).await.map_err(refused)?.id, hours },
    })
}

/// Prints an entry of the audit log on one line: number, time, who, what, whom, why.
fn print_entry(out: &mut impl Write, entry: &AuditEntry) -> Result<(), Failure> {
    let named = |person: &Person| match person.name.as_str() {
        "" => format!("deleted person {}", person.id),
        name => name.to_string(),
    };
    let by = entry.by.as_ref().map_or("operator".to_string(), named);
    let action = serde_json::to_value(&entry.action).map_err(refused)?;
    let mut what = action["act"].as_str().unwrap_or_default().replace('_', " ");
    for (field, value) in
        action.as_object().into_iter().flatten().filter(|(field, _)| !["act", "person"].contains(&field.as_str()))
    {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_string);
        what += &format!(" {field} {value}");
    }
    let whom = entry.about.as_ref().map_or(String::new(), |person| format!(" {}", named(person)));
    // A reason may contain anything, even lines that look like entries.
    let why = if entry.reason.is_empty() { String::new() } else { format!(": {}", entry.reason.escape_debug()) };
    writeln!(out, "{:>5}  {}  {by}: {what}{whom}{why}", entry.number, shangrila_server::utc_time(entry.at))?;
    Ok(())
}
