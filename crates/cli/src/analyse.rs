//! `shangrila analyse`: prints the best moves of a position.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anstyle::Style;
use shangrila_ai::network::network_evaluator;
use shangrila_ai::{Analysis, AnalysisLine, Budget, Clock, Limits, Outlook, Params, Search, Stopwatch};
use shangrila_rules::{Clan, Move, PerClan, Position};

use crate::args::AnalyseArgs;
use crate::positions::read_position;
use crate::show::{clan_style, turn_heading};
use crate::{Failure, refused};

const DEFAULT_TIME: Duration = Duration::from_millis(2000);

/// Width of a bar in cells.
const BAR: usize = 8;

/// Moves of a variation that fit on a line.
const VARIATION: usize = 7;

pub(crate) fn run(out: &mut impl Write, args: &AnalyseArgs) -> Result<(), Failure> {
    let position = read_position(&args.position).map_err(|error| refused(format!("invalid position: {error}")))?;
    let mut limits = Limits { visits: args.visits, time: args.time_ms.map(Duration::from_millis) };
    if limits == Limits::default() {
        limits.time = Some(DEFAULT_TIME);
    }
    let params = Params {
        seed: args.seed,
        threads: usize::from(args.threads),
        memory: (args.memory as usize) << 20,
        ..Params::default()
    };
    let clock = Stopwatch::start();
    let mut search = Search::new(&position, params, network_evaluator);
    search.run(&Budget { limits, clock: &clock, stop: &AtomicBool::new(false) });
    let seconds = clock.elapsed().as_secs_f64();
    print(out, &position, &search.analysis(usize::from(args.lines)), seconds)
}

fn print(out: &mut impl Write, position: &Position, analysis: &Analysis, seconds: f64) -> Result<(), Failure> {
    let clans: Vec<Clan> = position.seats().iter().collect();
    let certainty = if analysis.outlook.proved { "proved" } else { "expected" };
    match position.to_move() {
        Some(clan) => {
            let visits = analysis.visits;
            writeln!(out, "{}: {clan} to move. {visits} visits in {seconds:.1} s.\n", turn_heading(position))?;
        }
        None => writeln!(out, "The game is over.\n")?,
    }
    write!(out, "{:<16}", "")?;
    for &clan in &clans {
        write!(out, " {:<15}", clan.to_string())?;
    }
    writeln!(out)?;
    row(out, "win", &clans, &analysis.outlook)?;
    write!(out, "{:<16}", "masters")?;
    for &clan in &clans {
        write!(out, " {:>8.1}{:<7}", analysis.outlook.masters[clan], "")?;
    }
    writeln!(out, " {certainty}")?;
    if !analysis.lines.is_empty() {
        writeln!(out)?;
    }
    for (number, line) in analysis.lines.iter().enumerate() {
        print_line(out, number + 1, line, &clans)?;
    }
    if !analysis.lines.is_empty() {
        writeln!(out, "\nEach move shows every clan's win chance; below it, its visits and the likely continuation.")?;
    }
    Ok(())
}

fn print_line(out: &mut impl Write, number: usize, line: &AnalysisLine, clans: &[Clan]) -> Result<(), Failure> {
    row(out, &format!("{number:>2}. {}", line.mv), clans, &line.outlook)?;
    let continuation: Vec<String> = line.variation.iter().skip(1).take(VARIATION).map(Move::to_string).collect();
    let proved = if line.outlook.proved { ", proved" } else { "" };
    let dim = Style::new().dimmed();
    let visits = format!("{}{proved}", line.visits);
    Ok(writeln!(out, "    {dim}{visits:<12} {}{dim:#}", continuation.join(" "))?)
}

/// Prints a name, and a bar and win chance for each clan.
fn row(out: &mut impl Write, name: &str, clans: &[Clan], outlook: &Outlook) -> Result<(), Failure> {
    write!(out, "{name:<16}")?;
    for &clan in clans {
        let chance = chance_of(&outlook.wins, clan);
        let style = clan_style(clan);
        write!(out, " {style}{}{style:#} {:>5.1}%", bar(chance), 100.0 * chance)?;
    }
    Ok(writeln!(out)?)
}

fn chance_of(wins: &PerClan<f32>, clan: Clan) -> f32 {
    wins[clan].clamp(0.0, 1.0)
}

/// Draws a bar to the nearest eighth of a cell.
fn bar(share: f32) -> String {
    const EIGHTHS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    let eighths = (share * (8 * BAR) as f32).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        bar.push(EIGHTHS[eighths % 8]);
    }
    format!("{bar:<BAR$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_drawn_to_the_nearest_eighth() {
        assert_eq!(bar(0.0), "        ");
        assert_eq!(bar(1.0), "████████");
        assert_eq!(bar(0.5), "████    ");
        assert_eq!(bar(0.2), "█▋      ");
    }
}
