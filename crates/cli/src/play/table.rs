//! Turns the command line into a game: who plays, what is set up or resumed, where it is saved.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::SystemTime;

use shangrila_i18n::Language;
use shangrila_rules::record::{GameRecord, Start};
use shangrila_rules::{GameOptions, Seats};

use super::saves;
use crate::args::{PlayArgs, SetupArg};
use crate::commands::read_text;
use shangrila_table::{FairSetups, FairStart, Player, Session};

/// The opponent if none is named.
const USUAL_OPPONENT: &str = "pilgrim";

/// A game ready to be played.
pub(crate) struct Table {
    pub(crate) session: Session,
    pub(crate) save: Option<PathBuf>,
    /// Whether there is another unfinished game.
    pub(crate) unfinished: bool,
}

/// Prepares the game the command line asks for.
pub(crate) fn prepare(args: &PlayArgs, variable: impl Fn(&str) -> Option<OsString>) -> Result<Table, String> {
    let players = args.seats.as_deref().map(read_seats).transpose()?;
    let folder = saves::folder(variable);
    let last = || folder.as_deref().and_then(saves::last_unfinished);
    let resumed = match (&args.record, args.resume) {
        (Some(path), _) if path.as_os_str() == "-" => return Err("the game to resume must be a file".to_string()),
        (Some(path), _) => {
            let shown = path.display();
            let text = read_text(path).map_err(|error| format!("{shown}: {error}"))?;
            let record: GameRecord = text.parse().map_err(|error| format!("{shown}: {error}"))?;
            Some((path.clone(), record))
        }
        (None, true) => Some(last().ok_or("there is no unfinished game to resume")?),
        (None, false) => None,
    };
    if let Some((path, record)) = resumed {
        let session = Session::resume(record, players).map_err(|error| format!("{}: {error}", path.display()))?;
        return Ok(Table { session, save: Some(args.save.clone().unwrap_or(path)), unfinished: false });
    }

    let usual = || {
        let count = args.players.map_or(4, usize::from);
        let mut players = vec![Player::person()];
        players.resize_with(count, || USUAL_OPPONENT.parse().expect("a level"));
        players
    };
    let players = players.unwrap_or_else(usual);
    let seats = match players.len() {
        3 => Seats::THREE,
        4 => Seats::FOUR,
        count => return Err(format!("--seats names {count} players; 3 or 4 are needed")),
    };
    if args.players.is_some_and(|count| usize::from(count) != players.len()) {
        return Err(format!(
            "--seats names {} players, but --players says {}",
            players.len(),
            args.players.unwrap_or(0)
        ));
    }
    let options = read_options(&args.options)?;
    let time = SystemTime::now();
    let today = saves::now(time).0;
    let (start, fair_start) = match args.setup {
        SetupArg::Card => (Start::FirstGame { seats, options }, None),
        SetupArg::Free => (Start::Free { seats, options }, None),
        SetupArg::Fair | SetupArg::Daily => {
            let (clans, setups) = (seats.count(), FairSetups::stored());
            let day = time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
            let (setup, date) = match args.setup {
                SetupArg::Daily => (setups.of_day(clans, day), today),
                _ => (setups.pick(clans, args.seed.unwrap_or_else(|| fastrand::u64(..))), None),
            };
            let setup = setup.ok_or_else(|| format!("there is no fair set-up for {clans} players"))?;
            let position = setup.position(seats, options).ok_or("there is no fair set-up")?;
            (Start::Position(position), FairStart::of(&setup, date, options))
        }
    };
    let save = args.save.clone().or_else(|| Some(saves::new_file(folder.as_deref()?, time)));
    // Never overwrite another game by accident.
    if let Some(path) = args.save.as_deref().filter(|path| path.exists()) {
        return Err(format!("{} already exists; to resume it, give it as RECORD", path.display()));
    }
    let mut session = Session::new(start, players, today);
    session.set_fair_start(fair_start.as_ref());
    Ok(Table { session, save, unfinished: last().is_some() })
}

fn read_seats(text: &str) -> Result<Vec<Player>, String> {
    text.split(',').map(|seat| seat.trim().parse::<Player>().map_err(|error| error.to_string())).collect()
}

fn read_options(text: &str) -> Result<GameOptions, String> {
    let options: Vec<&str> = text.split(',').map(str::trim).filter(|option| !option.is_empty()).collect();
    options.join(",").parse().map_err(|error| format!("--options: {error}"))
}

/// The language of the locale, from LC_ALL, LC_MESSAGES and LANG in that order.
pub(crate) fn language(variable: impl Fn(&str) -> Option<OsString>) -> Language {
    let set = |name: &&str| variable(name).is_some_and(|value| !value.is_empty());
    let name = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find(set);
    let locale = name.and_then(variable).map(|value| value.to_string_lossy().into_owned());
    locale.and_then(|locale| Language::from_locale(&locale)).unwrap_or_default()
}
