//! The commands about a single position or game record: `moves`, `apply`, `show`, `perft`, `replay`.

use std::io::{Read, Write};
use std::path::Path;

use shangrila_rules::record::{GameRecord, Mark, Start};
use shangrila_rules::{EndReason, Move, Position, perft_divide};
use shangrila_table::TurnNumber;

use crate::args::{ApplyArgs, MovesArgs, PerftArgs, ReplayArgs, ReplayOutput, ShowArgs};
use crate::positions::{read_position, sorted_moves};
use crate::show;
use crate::{Failure, refused};

/// Larger files are rejected.
const MAX_RECORD_BYTES: u64 = 64 << 20;

fn position(text: &str) -> Result<Position, Failure> {
    read_position(text).map_err(|error| refused(format!("invalid position: {error}")))
}

pub(crate) fn moves(out: &mut impl Write, args: &MovesArgs) -> Result<(), Failure> {
    for mv in sorted_moves(&position(&args.position)?) {
        writeln!(out, "{mv}")?;
    }
    Ok(())
}

pub(crate) fn apply(out: &mut impl Write, args: &ApplyArgs) -> Result<(), Failure> {
    let mut position = position(&args.position)?;
    for (index, text) in args.moves.iter().enumerate() {
        let number = index + 1;
        let mv: Move = text.parse().map_err(|error| refused(format!("move {number}: {error}")))?;
        position
            .play(mv)
            .map_err(|reason| refused(format!("move {number} ({mv}) is illegal: {reason} ({})", reason.rule())))?;
    }
    Ok(writeln!(out, "{position}")?)
}

pub(crate) fn show(out: &mut impl Write, args: &ShowArgs) -> Result<(), Failure> {
    Ok(show::draw(out, &position(&args.position)?)?)
}

pub(crate) fn perft(out: &mut impl Write, args: &PerftArgs) -> Result<(), Failure> {
    let position = position(&args.position)?;
    if !args.divide {
        return Ok(writeln!(out, "{}", shangrila_rules::perft(&position, args.depth))?);
    }
    let mut lines: Vec<(String, u64)> =
        perft_divide(&position, args.depth).map(|(mv, count)| (mv.to_string(), count)).collect();
    lines.sort_unstable();
    for (mv, count) in &lines {
        writeln!(out, "{mv} {count}")?;
    }
    // Depth 0 counts one (empty) sequence, which has no first move.
    let total = if args.depth == 0 { 1 } else { lines.iter().map(|(_, count)| count).sum() };
    Ok(writeln!(out, "\n{total}")?)
}

pub(crate) fn replay(out: &mut impl Write, args: &ReplayArgs) -> Result<(), Failure> {
    let name = args.record.display();
    let text = read_text(&args.record).map_err(|error| refused(format!("{name}: {error}")))?;
    let record: GameRecord = text.parse().map_err(|error| refused(format!("{name}: {error}")))?;
    match args.print {
        ReplayOutput::Moves => print_game(out, &record),
        ReplayOutput::Positions => print_positions(out, &record),
        ReplayOutput::Record => Ok(write!(out, "{record}")?),
    }
}

/// Reads a text file, or standard input for `-`.
pub(crate) fn read_text(path: &Path) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().lock().take(MAX_RECORD_BYTES + 1).read_to_end(&mut bytes)?;
    } else {
        std::fs::File::open(path)?.take(MAX_RECORD_BYTES + 1).read_to_end(&mut bytes)?;
    }
    let invalid = |message: String| std::io::Error::new(std::io::ErrorKind::InvalidData, message);
    if bytes.len() as u64 > MAX_RECORD_BYTES {
        return Err(invalid(format!("larger than {} MB, too large for a game record", MAX_RECORD_BYTES >> 20)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = 1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|&&b| b == b'\n').count();
        invalid(format!("line {line}: not UTF-8 text"))
    })
}

fn print_positions(out: &mut impl Write, record: &GameRecord) -> Result<(), Failure> {
    let mut position = record.start.position();
    writeln!(out, "{position}")?;
    for mv in record.moves() {
        position.play(mv).map_err(refused)?;
        writeln!(out, "{position}")?;
    }
    Ok(())
}

fn print_game(out: &mut impl Write, record: &GameRecord) -> Result<(), Failure> {
    let mut position = record.start.position();
    let setup = match record.start {
        Start::Free { .. } => "free set-up".to_string(),
        Start::FirstGame { .. } => "first-game set-up".to_string(),
        Start::Position(position) => format!("from {position}"),
    };
    let options = position.options();
    let options = if options.is_default() { String::new() } else { format!(", {options}") };
    let date = record.date.map_or(String::new(), |date| format!(", {date}"));
    writeln!(out, "{} clans, {setup}{options}{date}", position.seats().count())?;
    for clan in position.seats().iter() {
        if let Some(name) = &record.players[clan] {
            writeln!(out, "  {clan}: {name}")?;
        }
    }
    writeln!(out)?;
    for turn in &record.line.turns {
        let clan = position.to_move().map_or(String::new(), |clan| clan.to_string());
        let number = TurnNumber::of(&position).number();
        position.play(turn.mv).map_err(refused)?;
        let comments = turn.comments.join(" ").replace(['\n', '\r'], " ");
        let mv = format!("{}{}", turn.mv, turn.mark.map_or("", Mark::sign));
        let line = format!("{number:>4}  {clan:<7} {mv:<10} {comments}");
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out, "\n{position}\n")?;
    print_standings(out, &position)
}

fn print_standings(out: &mut impl Write, position: &Position) -> Result<(), Failure> {
    match position.outcome().map(|outcome| outcome.reason) {
        Some(EndReason::LastStone) => writeln!(out, "The last stone has been placed; the game is over.")?,
        Some(EndReason::AllPassed) => writeln!(out, "Every clan has passed; the game is over.")?,
        None => writeln!(out, "The game is not over.")?,
    }
    for standing in position.standings() {
        let (clan, score) = (standing.clan.to_string(), standing.score);
        let place = standing.place;
        let (masters, villages) = (counted(score.masters, "master"), counted(score.villages, "village"));
        writeln!(out, "  {place}. {clan:<7} {masters:>10} in {villages}")?;
    }
    Ok(())
}

/// Formats a count with its noun: `1 round`, `2 rounds`.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
