//! Draws the map as text for `show` and `play`: each character has an ink instead of a colour, and functions map spaces,
//! villages and bridges to screen coordinates and back.

use shangrila_rules::map::villages_in_play;
use shangrila_rules::{Bridge, Clan, Guild, Occupant, Position, Space, Village};
use shangrila_table::Spot;

/// The drawing fits in eighty columns.
pub(crate) const WIDTH: usize = 80;
const HEIGHT: usize = 44;
/// Rows above this one, and below the rows used, are always blank.
const FIRST_ROW: usize = 2;
pub(crate) const ROWS_USED: usize = 40;

/// A village is a frame around three rows of two, three and two spaces, as on the printed board.
const FRAME_WIDTH: usize = 13;
const FRAME_HEIGHT: usize = 5;
const ROWS: [&[Guild]; 3] = [
    &[Guild::Rainmaker, Guild::Astrologer],
    &[Guild::Dragonbreeder, Guild::Priest, Guild::YetiWhisperer],
    &[Guild::Firekeeper, Guild::Healer],
];

/// The centre of each village, in thousandths of the board's width and height, as on the printed board.
const fn village_centre(village: Village) -> (usize, usize) {
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

/// The centre of each bridge in the same units, in the order of [`Bridge::all`].
const BRIDGE_CENTRES: [(usize, usize); Bridge::COUNT] = [
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

/// What a character represents; the caller chooses the colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ink {
    Plain,
    Faint,
    Bold,
    Tile(Clan),
}

/// The translated words on the map.
#[derive(Clone, Copy)]
pub(crate) struct MapWords<'a> {
    pub(crate) stone: &'a str,
    pub(crate) not_used: &'a str,
}

/// A grid of characters.
pub(crate) struct Canvas {
    cells: Vec<(char, Ink)>,
}

impl Canvas {
    fn new() -> Canvas {
        Canvas { cells: vec![(' ', Ink::Plain); WIDTH * HEIGHT] }
    }

    fn text(&mut self, column: usize, row: usize, text: &str, ink: Ink) {
        for (offset, letter) in text.chars().enumerate() {
            if column + offset < WIDTH && row < HEIGHT {
                self.cells[row * WIDTH + column + offset] = (letter, ink);
            }
        }
    }

    fn path(&mut self, from: (usize, usize), to: (usize, usize)) {
        let steps = from.0.abs_diff(to.0).max(2 * from.1.abs_diff(to.1)).max(1);
        for step in (0..=steps).step_by(2) {
            let between = |a: usize, b: usize| (a * (steps - step) + b * step + steps / 2) / steps;
            self.text(between(from.0, to.0), between(from.1, to.1), "·", Ink::Faint);
        }
    }

    /// Returns the rows of the drawing, padded with blanks on the right.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[(char, Ink)]> {
        self.cells.chunks(WIDTH).skip(FIRST_ROW).take(ROWS_USED)
    }
}

/// Converts thousandths of the board to a column and row of the canvas.
const fn on_canvas((x, y): (usize, usize)) -> (usize, usize) {
    (x * WIDTH / 1000, y * HEIGHT / 1000)
}

/// Returns the top left corner of a village's frame on the canvas.
const fn frame(village: Village) -> (usize, usize) {
    let (column, row) = on_canvas(village_centre(village));
    (column - FRAME_WIDTH / 2, row - FRAME_HEIGHT / 2)
}

/// Returns the column and row of a guild's space within the frame.
fn in_frame(guild: Guild) -> (usize, usize) {
    let places = |(row, guilds): (usize, &&[Guild])| {
        let indent = if guilds.len() == 2 { 3 } else { 1 };
        let place = guilds.iter().position(|&other| other == guild)?;
        Some((indent + 4 * place, row + 1))
    };
    ROWS.iter().enumerate().find_map(places).expect("every guild is in a row")
}

/// Returns the column and row of a space in [`Canvas::rows`]; it is three characters wide.
pub(crate) fn space_place(space: Space) -> (usize, usize) {
    let ((left, top), (column, row)) = (frame(space.village()), in_frame(space.guild()));
    (left + column, top + row - FIRST_ROW)
}

/// Returns the column and row of a village's letter in [`Canvas::rows`].
pub(crate) const fn letter_place(village: Village) -> (usize, usize) {
    let (left, top) = frame(village);
    (left + 2, top - FIRST_ROW)
}

/// Returns the column and row of a bridge's name in [`Canvas::rows`]; it is two characters wide.
pub(crate) fn bridge_place(bridge: Bridge) -> (usize, usize) {
    let place = Bridge::all().zip(BRIDGE_CENTRES).find(|&(other, _)| other == bridge);
    let (column, row) = on_canvas(place.expect("every bridge has a centre").1);
    (column.saturating_sub(1), row - FIRST_ROW)
}

/// Returns what is drawn at a column and row: a space, or another part of a village.
pub(crate) fn spot_at(column: usize, row: usize) -> Option<Spot> {
    let village = Village::ALL.into_iter().find(|&village| {
        let (left, top) = frame(village);
        (left..left + FRAME_WIDTH).contains(&column) && (top..top + FRAME_HEIGHT).contains(&(row + FIRST_ROW))
    })?;
    let hit = |&space: &Space| {
        let (left, top) = space_place(space);
        top == row && (left..left + 3).contains(&column)
    };
    let space = Guild::ALL.map(|guild| Space::new(village, guild)).into_iter().find(hit);
    Some(space.map_or(Spot::Village(village), Spot::Space))
}

/// Formats a space in two or three characters: `R.`, `Rr`, `Rr+`.
pub(crate) fn space_text(guild: Guild, occupant: Option<Occupant>) -> (String, Ink) {
    match occupant {
        None => (format!("{}.", guild.letter()), Ink::Faint),
        Some(Occupant { clan, student }) => {
            let student = if student { "+" } else { "" };
            (format!("{}{}{student}", guild.letter(), clan.letter()), Ink::Tile(clan))
        }
    }
}

/// Draws the villages and standing bridges.
pub(crate) fn draw(position: &Position, words: MapWords<'_>) -> Canvas {
    let mut canvas = Canvas::new();
    let standing = || Bridge::all().zip(BRIDGE_CENTRES).filter(|&(bridge, _)| position.bridges().contains(bridge));
    for (bridge, place) in standing() {
        let (one, other) = bridge.ends();
        canvas.path(on_canvas(village_centre(one)), on_canvas(place));
        canvas.path(on_canvas(place), on_canvas(village_centre(other)));
    }
    for village in Village::ALL {
        draw_village(&mut canvas, position, village, words);
    }
    for (bridge, place) in standing() {
        let (column, row) = on_canvas(place);
        canvas.text(column.saturating_sub(1), row, &bridge.to_string(), Ink::Bold);
    }
    canvas
}

fn draw_village(canvas: &mut Canvas, position: &Position, village: Village, words: MapWords<'_>) {
    let (left, top) = frame(village);
    if !villages_in_play(position.seats().count()).contains(village) {
        canvas.text(left, top + FRAME_HEIGHT / 2, &format!(" {village}: {}", words.not_used), Ink::Faint);
        return;
    }
    let stone = position.has_stone(village);
    let (corners, line, ink) = if stone {
        (['╔', '╗', '╚', '╝'], "═", Ink::Faint)
    } else {
        (['╭', '╮', '╰', '╯'], "─", Ink::Plain)
    };
    let side = if stone { "║" } else { "│" };
    let inner = FRAME_WIDTH - 2;
    canvas.text(left, top, &format!("{}{}{}", corners[0], line.repeat(inner), corners[1]), ink);
    canvas.text(left, top + FRAME_HEIGHT - 1, &format!("{}{}{}", corners[2], line.repeat(inner), corners[3]), ink);
    let strength = position.strength(village);
    canvas.text(left + 1, top, &format!(" {village} "), Ink::Bold);
    let count = format!(" {}/{} ", strength.tiles, strength.masters);
    canvas.text(left + FRAME_WIDTH - 1 - count.len(), top, &count, Ink::Plain);
    if stone {
        canvas.text(left + 4, top + FRAME_HEIGHT - 1, &format!(" {} ", words.stone), Ink::Plain);
    }
    for row in 1..FRAME_HEIGHT - 1 {
        canvas.text(left, top + row, &format!("{side}{}{side}", " ".repeat(inner)), ink);
    }
    for guild in Guild::ALL {
        let (column, row) = in_frame(guild);
        let (text, ink) = space_text(guild, position.occupant(Space::new(village, guild)));
        canvas.text(left + column, top + row, &text, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::{GameOptions, Seats};

    #[test]
    fn everything_is_drawn_at_its_reported_coordinates() {
        let position = Position::first_game(Seats::FOUR, GameOptions::default());
        let canvas = draw(&position, MapWords { stone: "stone", not_used: "not used" });
        let rows: Vec<String> = canvas.rows().map(|row| row.iter().map(|&(letter, _)| letter).collect()).collect();
        let at = |(column, row): (usize, usize), width: usize| -> String {
            rows[row].chars().skip(column).take(width).collect()
        };
        for village in Village::ALL {
            assert_eq!(at(letter_place(village), 1), village.to_string());
            let (column, row) = letter_place(village);
            assert_eq!(spot_at(column, row), Some(Spot::Village(village)));
        }
        for space in Space::all() {
            assert_eq!(at(space_place(space), 2), space_text(space.guild(), position.occupant(space)).0);
            let (column, row) = space_place(space);
            assert_eq!(spot_at(column + 2, row), Some(Spot::Space(space)));
        }
        for bridge in Bridge::all() {
            assert_eq!(at(bridge_place(bridge), 2), bridge.to_string());
        }
        assert_eq!(spot_at(0, 0), None);
        // Nothing is cut off above or below.
        let all = canvas.cells.iter().filter(|(letter, _)| *letter != ' ').count();
        assert_eq!(all, rows.concat().chars().filter(|&letter| letter != ' ').count());
    }
}
