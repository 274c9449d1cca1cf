//! A drawing of the map that one can play from.

use std::io::{self, Write};

use anstyle::{AnsiColor, Effects, Style};
use shangrila_rules::map::villages_in_play;
use shangrila_rules::{Bridge, Choices, Clan, EndReason, Guild, Occupant, Position, Space, Village};

/// The drawing fits the usual eighty columns.
const WIDTH: usize = 80;
const HEIGHT: usize = 44;

/// A village is a frame around three rows of spaces, two, three and two, as on the printed board.
const FRAME_WIDTH: usize = 13;
const FRAME_HEIGHT: usize = 5;
const ROWS: [&[Guild]; 3] = [
    &[Guild::Rainmaker, Guild::Astrologer],
    &[Guild::Dragonbreeder, Guild::Priest, Guild::YetiWhisperer],
    &[Guild::Firekeeper, Guild::Healer],
];

/// The middle of each village in thousandths of the board's width and height, where the printed board has it.
const fn village_place(village: Village) -> (usize, usize) {
    match village {
        Village::A => (161, 153),
        Village::B => (545, 145),
        Village::C => (850, 180),
        Village::D => (242, 486),
        Village::E => (430, 346),
        Village::F => (700, 322),
        Village::G => (170, 762),
        Village::H => (476, 659),
        Village::I => (678, 517),
        Village::J => (890, 530),
        Village::K => (400, 903),
        Village::L => (700, 891),
        Village::M => (825, 712),
    }
}

/// The middle of each bridge, likewise, in the order of the bridges.
const BRIDGE_PLACES: [(usize, usize); Bridge::COUNT] = [
    (345, 89),
    (165, 325),
    (305, 235),
    (50, 412),
    (717, 66),
    (670, 199),
    (850, 329),
    (935, 354),
    (420, 489),
    (200, 644),
    (295, 698),
    (560, 274),
    (485, 504),
    (615, 426),
    (150, 954),
    (620, 651),
    (400, 770),
    (590, 770),
    (790, 431),
    (730, 620),
    (968, 649),
    (547, 935),
    (875, 891),
];

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

/// A grid of styled characters.
struct Canvas {
    cells: Vec<(char, Style)>,
}

impl Canvas {
    fn new() -> Canvas {
        Canvas { cells: vec![(' ', Style::new()); WIDTH * HEIGHT] }
    }

    fn text(&mut self, column: usize, row: usize, text: &str, style: Style) {
        for (offset, letter) in text.chars().enumerate() {
            if column + offset < WIDTH && row < HEIGHT {
                self.cells[row * WIDTH + column + offset] = (letter, style);
            }
        }
    }

    fn path(&mut self, from: (usize, usize), to: (usize, usize)) {
        let steps = from.0.abs_diff(to.0).max(2 * from.1.abs_diff(to.1)).max(1);
        for step in (0..=steps).step_by(2) {
            let between = |a: usize, b: usize| (a * (steps - step) + b * step + steps / 2) / steps;
            self.text(between(from.0, to.0), between(from.1, to.1), "·", DIM);
        }
    }

    /// Writes the rows from the first to the last that is not blank.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let rows: Vec<&[(char, Style)]> = self.cells.chunks(WIDTH).collect();
        let length =
            |row: &[(char, Style)]| row.iter().rposition(|&(letter, _)| letter != ' ').map_or(0, |last| last + 1);
        let first = rows.iter().position(|row| length(row) > 0).unwrap_or(0);
        let end = rows.iter().rposition(|row| length(row) > 0).map_or(first, |last| last + 1);
        for row in &rows[first..end] {
            let used = length(row);
            let mut style = Style::new();
            for &(letter, next) in &row[..used] {
                if next != style {
                    write!(out, "{style:#}{next}")?;
                    style = next;
                }
                write!(out, "{letter}")?;
            }
            writeln!(out, "{style:#}")?;
        }
        Ok(())
    }
}

/// Thousandths of the board as column and row of the drawing.
const fn on_canvas((x, y): (usize, usize)) -> (usize, usize) {
    (x * WIDTH / 1000, y * HEIGHT / 1000)
}

/// Draws the map, then what lies beside it.
pub(crate) fn draw(out: &mut impl Write, position: &Position) -> io::Result<()> {
    let mut canvas = Canvas::new();
    let standing = || Bridge::all().zip(BRIDGE_PLACES).filter(|&(bridge, _)| position.bridges().contains(bridge));
    for (bridge, place) in standing() {
        let (one, other) = bridge.ends();
        canvas.path(on_canvas(village_place(one)), on_canvas(place));
        canvas.path(on_canvas(place), on_canvas(village_place(other)));
    }
    for village in Village::ALL {
        draw_village(&mut canvas, position, village);
    }
    for (bridge, place) in standing() {
        let (column, row) = on_canvas(place);
        canvas.text(column.saturating_sub(1), row, &bridge.to_string(), BOLD);
    }
    canvas.write(out)?;
    writeln!(out)?;
    draw_clans(out, position)?;
    draw_state(out, position)
}

fn draw_village(canvas: &mut Canvas, position: &Position, village: Village) {
    let (column, row) = on_canvas(village_place(village));
    let (left, top) = (column - FRAME_WIDTH / 2, row - FRAME_HEIGHT / 2);
    if !villages_in_play(position.seats().count()).contains(village) {
        canvas.text(left, row, &format!(" {village}: not used"), DIM);
        return;
    }
    let stone = position.has_stone(village);
    let (corners, line, style) = if stone {
        (['╔', '╗', '╚', '╝'], "═", DIM)
    } else {
        (['╭', '╮', '╰', '╯'], "─", Style::new())
    };
    let side = if stone { "║" } else { "│" };
    let inner = FRAME_WIDTH - 2;
    canvas.text(left, top, &format!("{}{}{}", corners[0], line.repeat(inner), corners[1]), style);
    canvas.text(left, top + FRAME_HEIGHT - 1, &format!("{}{}{}", corners[2], line.repeat(inner), corners[3]), style);
    let strength = position.strength(village);
    canvas.text(left + 1, top, &format!(" {village} "), BOLD);
    let count = format!(" {}/{} ", strength.tiles, strength.masters);
    canvas.text(left + FRAME_WIDTH - 1 - count.len(), top, &count, Style::new());
    if stone {
        canvas.text(left + 4, top + FRAME_HEIGHT - 1, " stone ", Style::new());
    }
    for (index, guilds) in ROWS.into_iter().enumerate() {
        let row = top + 1 + index;
        canvas.text(left, row, &format!("{side}{}{side}", " ".repeat(inner)), style);
        let indent = if guilds.len() == 2 { 3 } else { 1 };
        for (place, &guild) in guilds.iter().enumerate() {
            draw_space(canvas, left + indent + 4 * place, row, guild, position.occupant(Space::new(village, guild)));
        }
    }
}

fn draw_space(canvas: &mut Canvas, column: usize, row: usize, guild: Guild, occupant: Option<Occupant>) {
    match occupant {
        None => canvas.text(column, row, &format!("{}.", guild.letter()), DIM),
        Some(Occupant { clan, student }) => {
            let student = if student { "+" } else { "" };
            canvas.text(column, row, &format!("{}{}{student}", guild.letter(), clan.letter()), clan_style(clan));
        }
    }
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

fn draw_state(out: &mut impl Write, position: &Position) -> io::Result<()> {
    let stones = position.options().stones.count();
    let bridges = position.bridges().len();
    writeln!(out, "\n{} of {stones} stones placed, {bridges} bridges stand.", position.stones_placed())?;
    match (position.outcome(), position.to_move()) {
        (Some(outcome), _) => {
            let winners: Vec<String> = outcome.winners.into_iter().map(|clan| clan.to_string()).collect();
            let reason = match outcome.reason {
                EndReason::LastStone => "the last stone is placed",
                EndReason::AllPassed => "every clan has passed",
            };
            let share = if winners.len() == 1 { "wins" } else { "share the victory" };
            writeln!(out, "The game is over, {reason}: {} {share}.", winners.join(" and "))?;
        }
        (None, Some(clan)) => {
            let phase = if position.in_opening() { "Opening, turn" } else { "Turn" };
            let choices = Choices::of(position);
            let moves = if choices.must_pass() {
                "no action is possible, it must pass".to_string()
            } else {
                let (places, journeys) = (choices.places.len(), choices.journeys.len());
                let recruits = choices.count() - places - journeys;
                format!("{} moves: {places} to place, {recruits} to recruit, {journeys} journeys", choices.count())
            };
            writeln!(out, "{phase} {}: {clan} to move, {moves}.", usize::from(position.ply()) + 1)?;
        }
        (None, None) => writeln!(out)?,
    }
    writeln!(out, "{DIM}Rr+ is red's Rainmaker with a student; a village shows tiles/masters.{DIM:#}")?;
    writeln!(out, "{position}")
}
