//! `shangrila show`: draws the map, the supplies and the scores.

use std::io::{self, Write};

use anstyle::{AnsiColor, Effects, Style};
use shangrila_rules::{Choices, Clan, EndReason, Guild, Position};
use shangrila_table::TurnNumber;

use crate::commands::counted;
use crate::map_drawing::{self, Ink, MapWords};

const DIM: Style = Style::new().effects(Effects::DIMMED);
const BOLD: Style = Style::new().bold();

pub(crate) const fn clan_style(clan: Clan) -> Style {
    let colour = match clan {
        Clan::Red => AnsiColor::BrightRed,
        Clan::Blue => AnsiColor::BrightBlue,
        Clan::Yellow => AnsiColor::BrightYellow,
        Clan::Violet => AnsiColor::BrightMagenta,
    };
    colour.on_default().bold()
}

const fn style(ink: Ink) -> Style {
    match ink {
        Ink::Plain => Style::new(),
        Ink::Faint => DIM,
        Ink::Bold => BOLD,
        Ink::Tile(clan) => clan_style(clan),
    }
}

/// Draws the map, the clans and the state of the game.
pub(crate) fn draw(out: &mut impl Write, position: &Position) -> io::Result<()> {
    draw_map(out, position)?;
    writeln!(out)?;
    draw_clans(out, position)?;
    draw_state(out, position)
}

fn draw_map(out: &mut impl Write, position: &Position) -> io::Result<()> {
    let canvas = map_drawing::draw(position, MapWords { stone: "stone", not_used: "not used" });
    let rows: Vec<&[(char, Ink)]> = canvas.rows().collect();
    let length = |row: &[(char, Ink)]| row.iter().rposition(|&(letter, _)| letter != ' ').map_or(0, |last| last + 1);
    // Skip blank rows above and below, which appear when outer bridges have broken.
    let first = rows.iter().position(|row| length(row) > 0).unwrap_or(0);
    let end = rows.iter().rposition(|row| length(row) > 0).map_or(first, |last| last + 1);
    for row in &rows[first..end] {
        let mut current = Style::new();
        for &(letter, ink) in &row[..length(row)] {
            if style(ink) != current {
                write!(out, "{current:#}{}", style(ink))?;
                current = style(ink);
            }
            write!(out, "{letter}")?;
        }
        writeln!(out, "{current:#}")?;
    }
    Ok(())
}

fn draw_clans(out: &mut impl Write, position: &Position) -> io::Result<()> {
    let guilds: String = Guild::ALL.iter().map(|guild| format!("{:>3}", guild.letter())).collect();
    writeln!(out, "  clan      masters  villages   supply{guilds}")?;
    for clan in position.seats().iter() {
        let mark = if position.to_move() == Some(clan) { ">" } else { " " };
        let (style, score) = (clan_style(clan), position.score(clan));
        let supply: String = Guild::ALL.iter().map(|&guild| format!("{:>3}", position.supply(clan, guild))).collect();
        let name = clan.to_string();
        writeln!(
            out,
            "{mark} {style}{} {name:<8}{style:#}{:>7} {:>9}         {supply}",
            clan.letter(),
            score.masters,
            score.villages
        )?;
    }
    Ok(())
}

/// The turn to be played: `Turn 5`, or `Set-up, turn 3 of 28`.
pub(crate) fn turn_heading(position: &Position) -> String {
    match TurnNumber::of(position) {
        TurnNumber::Setup { turn, last } => format!("Set-up, turn {turn} of {last}"),
        TurnNumber::Play(turn) => format!("Turn {turn}"),
    }
}

fn draw_state(out: &mut impl Write, position: &Position) -> io::Result<()> {
    let stones = position.options().stones.count();
    let bridges = counted(position.bridges().len(), "bridge");
    writeln!(out, "\n{} of {stones} stones placed, {bridges} left.", position.stones_placed())?;
    match (position.outcome(), position.to_move()) {
        (Some(outcome), _) => {
            let winners: Vec<String> = outcome.winners.into_iter().map(|clan| clan.to_string()).collect();
            let reason = match outcome.reason {
                EndReason::LastStone => "the last stone has been placed",
                EndReason::AllPassed => "every clan has passed",
            };
            let share = if winners.len() == 1 { "wins" } else { "share the victory" };
            writeln!(out, "The game is over, {reason}: {} {share}.", winners.join(" and "))?;
        }
        (None, Some(clan)) => {
            let choices = Choices::of(position);
            let moves = if choices.must_pass() {
                "no legal move, must pass".to_string()
            } else {
                let (places, journeys) = (choices.places.len(), choices.journeys.len());
                let recruits = choices.count() - places - journeys;
                let (moves, journeys) = (counted(choices.count(), "move"), counted(journeys, "journey"));
                format!("{moves}: {places} to place, {recruits} to recruit, {journeys}")
            };
            writeln!(out, "{}: {clan} to move, {moves}.", turn_heading(position))?;
        }
        (None, None) => writeln!(out)?,
    }
    writeln!(out, "{DIM}Rr+: red Rainmaker with a student. Next to a village's letter: tiles/masters.{DIM:#}")?;
    writeln!(out, "{position}")
}
