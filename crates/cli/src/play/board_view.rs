//! The board on the screen: a map or, in small windows, a list of villages.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use shangrila_i18n::Words;
use shangrila_rules::map::villages_in_play;
use shangrila_rules::{Bridge, Guild, Move, Position, Space, Village};

use super::palette::{Mark, Palette};
use crate::map_drawing::{self, Ink, MapWords};
use shangrila_table::Spot;
use shangrila_table::wording::neighbours;

/// The board's layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoardStyle {
    Map,
    List,
}

/// The size of the list, which has a row per village.
pub(crate) const LIST_WIDTH: u16 = 44;
pub(crate) const LIST_HEIGHT: u16 = Village::COUNT as u16;
const LIST_FIRST_SPACE: usize = 4;
const LIST_SPACE_WIDTH: usize = 4;
const LIST_STRENGTH: u16 = 33;
const LIST_NEIGHBOURS: u16 = 39;

/// Column, row and width of a spot, from the upper left corner of the board.
pub(crate) fn place(style: BoardStyle, spot: Spot) -> (u16, u16, u16) {
    let (column, row) = match (style, spot) {
        (BoardStyle::Map, Spot::Space(space)) => map_drawing::space_place(space),
        (BoardStyle::Map, Spot::Village(village)) => {
            let (column, row) = map_drawing::letter_place(village);
            (column - 1, row)
        }
        (BoardStyle::List, Spot::Space(space)) => {
            (LIST_FIRST_SPACE + LIST_SPACE_WIDTH * space.guild() as usize, space.village() as usize)
        }
        (BoardStyle::List, Spot::Village(village)) => (0, village as usize),
    };
    (column as u16, row as u16, 3)
}

/// The spot at a column and row of the board.
pub(crate) fn spot_at(style: BoardStyle, column: u16, row: u16) -> Option<Spot> {
    let (column, row) = (usize::from(column), usize::from(row));
    match style {
        BoardStyle::Map => map_drawing::spot_at(column, row),
        BoardStyle::List => {
            let village = *Village::ALL.get(row)?;
            let hit = |&guild: &Guild| {
                let left = LIST_FIRST_SPACE + LIST_SPACE_WIDTH * guild as usize;
                (left..left + 3).contains(&column)
            };
            let space = Guild::ALL.into_iter().find(hit).map(|guild| Space::new(village, guild));
            (column < usize::from(LIST_WIDTH)).then(|| space.map_or(Spot::Village(village), Spot::Space))
        }
    }
}

/// Draws the board with its marks; later marks cover earlier ones.
pub(crate) fn draw(
    buffer: &mut Buffer,
    area: Rect,
    style: BoardStyle,
    position: &Position,
    words: &Words,
    palette: Palette,
    marks: &[(Spot, Mark)],
) {
    let map_words = MapWords { stone: words.screen.stone, not_used: words.screen.not_used };
    match style {
        BoardStyle::Map => {
            let canvas = map_drawing::draw(position, map_words);
            for (row, cells) in canvas.rows().enumerate() {
                for (column, &(letter, ink)) in cells.iter().enumerate().filter(|(_, (letter, _))| *letter != ' ') {
                    put(buffer, area, (column as u16, row as u16), &letter.to_string(), palette.ink(ink));
                }
            }
        }
        BoardStyle::List => {
            for village in Village::ALL {
                draw_row(buffer, area, position, village, map_words, palette);
            }
        }
    }
    for &(spot, mark) in marks {
        let (column, row, width) = place(style, spot);
        let occupant = if let Spot::Space(space) = spot { position.occupant(space) } else { None };
        // Marks cover the letters; quiet marks on a village cover only its own letter.
        let (offset, width) = match (spot, mark) {
            (Spot::Space(_), _) if occupant.is_none_or(|there| !there.student) => (0, 2),
            (Spot::Village(_), Mark::LastMove | Mark::Possible) => (1, 1),
            _ => (0, width),
        };
        let cells = Rect::new(area.x + column + offset, area.y + row, width, 1).intersection(area);
        buffer.set_style(cells, palette.mark(mark, occupant.is_some()));
    }
}

/// Highlights a bridge if the layout draws bridges.
pub(crate) fn mark_bridge(buffer: &mut Buffer, area: Rect, style: BoardStyle, bridge: Bridge, palette: Palette) {
    if style == BoardStyle::Map {
        let (column, row) = map_drawing::bridge_place(bridge);
        let cells = Rect::new(area.x + column as u16, area.y + row as u16, 2, 1).intersection(area);
        buffer.set_style(cells, palette.mark(Mark::Chosen, false));
    }
}

fn draw_row(
    buffer: &mut Buffer,
    area: Rect,
    position: &Position,
    village: Village,
    words: MapWords<'_>,
    palette: Palette,
) {
    let row = village as u16;
    let stone = position.has_stone(village);
    let letter = if stone { Ink::Faint } else { Ink::Bold };
    put(buffer, area, (1, row), &village.to_string(), palette.ink(letter));
    if !villages_in_play(position.seats().count()).contains(village) {
        put(buffer, area, (LIST_FIRST_SPACE as u16, row), words.not_used, palette.ink(Ink::Faint));
        return;
    }
    for guild in Guild::ALL {
        let space = Space::new(village, guild);
        let (text, ink) = map_drawing::space_text(guild, position.occupant(space));
        let (column, ..) = place(BoardStyle::List, Spot::Space(space));
        put(buffer, area, (column, row), &text, palette.ink(ink));
    }
    let strength = position.strength(village);
    let strength = format!("{:>2}/{}", strength.tiles, strength.masters);
    put(buffer, area, (LIST_STRENGTH, row), &strength, palette.ink(Ink::Plain));
    let (beside, ink) = if stone {
        (words.stone.to_string(), Ink::Faint)
    } else {
        (neighbours(position, village).into_iter().map(Village::letter).collect(), Ink::Plain)
    };
    put(buffer, area, (LIST_NEIGHBOURS, row), &beside, palette.ink(ink));
}

fn put(buffer: &mut Buffer, area: Rect, (column, row): (u16, u16), text: &str, style: Style) {
    if row < area.height && column < area.width {
        buffer.set_stringn(area.x + column, area.y + row, text, usize::from(area.width - column), style);
    }
}

/// The spots a move involves.
pub(crate) fn spots_of(mv: Move) -> Vec<Spot> {
    match mv {
        Move::Place { space } => vec![Spot::Space(space)],
        Move::Recruit { first, second } => [Some(first), second].into_iter().flatten().map(Spot::Space).collect(),
        Move::Journey { from, to } => vec![Spot::Village(from), Spot::Village(to)],
        Move::Pass => Vec::new(),
    }
}

/// A direction on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Left,
    Right,
    Up,
    Down,
}

/// The nearest spot in a direction, if any.
pub(crate) fn next_spot(style: BoardStyle, spots: &[Spot], from: Spot, direction: Direction) -> Option<Spot> {
    let centre = |spot| {
        let (column, row, width) = place(style, spot);
        // Characters are twice as high as wide.
        (i32::from(column) + i32::from(width) / 2, 2 * i32::from(row))
    };
    let (x, y) = centre(from);
    let cost = |spot: &Spot| {
        let (column, row) = centre(*spot);
        let (dx, dy) = (column - x, row - y);
        let (ahead, aside) = match direction {
            Direction::Left => (-dx, dy.abs()),
            Direction::Right => (dx, dy.abs()),
            Direction::Up => (-dy, dx.abs()),
            Direction::Down => (dy, dx.abs()),
        };
        (ahead > 0).then_some(ahead + 3 * aside)
    };
    spots.iter().filter_map(|spot| Some((cost(spot)?, *spot))).min_by_key(|&(cost, _)| cost).map(|(_, spot)| spot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_i18n::Language;
    use shangrila_rules::{GameOptions, Seats};

    #[test]
    fn every_drawn_spot_can_be_clicked() {
        let spaces = Space::all().map(Spot::Space);
        for spot in spaces.chain(Village::ALL.map(Spot::Village)) {
            for style in [BoardStyle::Map, BoardStyle::List] {
                let (column, row, width) = place(style, spot);
                for offset in 0..width {
                    assert_eq!(spot_at(style, column + offset, row), Some(spot), "{style:?}");
                }
            }
        }
        // The letter of a village is in the middle of its mark.
        let position = Position::first_game(Seats::FOUR, GameOptions::default());
        for (style, area) in [(BoardStyle::Map, Rect::new(0, 0, 80, 40)), (BoardStyle::List, Rect::new(0, 0, 44, 13))] {
            let mut buffer = Buffer::empty(area);
            let palette = Palette { colours: false };
            draw(&mut buffer, area, style, &position, Language::English.words(), palette, &[]);
            for village in Village::ALL {
                let (column, row, _) = place(style, Spot::Village(village));
                assert_eq!(buffer[(column + 1, row)].symbol(), village.to_string());
            }
        }
        assert_eq!(spot_at(BoardStyle::List, 0, LIST_HEIGHT), None);
        assert_eq!(spot_at(BoardStyle::List, LIST_WIDTH, 0), None);
    }

    #[test]
    fn arrow_keys_move_in_their_direction() {
        let all: Vec<Spot> = Village::ALL.map(Spot::Village).to_vec();
        let go = |from: Village, direction| next_spot(BoardStyle::Map, &all, Spot::Village(from), direction);
        assert_eq!(go(Village::A, Direction::Right), Some(Spot::Village(Village::B)));
        assert_eq!(go(Village::E, Direction::Down), Some(Spot::Village(Village::H)));
        assert_eq!(go(Village::G, Direction::Up), Some(Spot::Village(Village::D)));
        assert_eq!(go(Village::A, Direction::Left), None);
    }
}
