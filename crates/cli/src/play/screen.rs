//! The layout of the screen at each window size, and drawing it.

use ratatui::Frame;
use ratatui::layout::{Rect, Size};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use shangrila_rules::Move;

use super::app::App;
use super::board_view::{self, BoardStyle, LIST_HEIGHT, LIST_WIDTH};
use super::palette::Mark;
use super::panels;
use crate::map_drawing::{ROWS_USED, WIDTH};
use shangrila_table::{Spot, wording};

/// The smallest supported window.
pub(crate) const MIN_WIDTH: u16 = 80;
pub(crate) const MIN_HEIGHT: u16 = 22;
/// The width of the panels beside the map.
const SIDE_WIDTH: u16 = 36;
/// The height of the prompt panel.
const NOW_HEIGHT: u16 = 7;

/// The area of each part of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Areas {
    pub(crate) style: BoardStyle,
    pub(crate) title: Rect,
    pub(crate) board: Rect,
    pub(crate) now: Rect,
    pub(crate) clans: Rect,
    pub(crate) log: Rect,
    /// Covers the log, and in small windows the clans too.
    pub(crate) preview: Rect,
    pub(crate) keys: Rect,
}

impl Areas {
    /// Lays out a window; `None` if it is too small.
    pub(crate) fn of(window: Size, clans: usize) -> Option<Areas> {
        let Size { width, height } = window;
        if width < MIN_WIDTH || height < MIN_HEIGHT {
            return None;
        }
        let (title, keys) = (Rect::new(1, 0, width - 2, 1), Rect::new(1, height - 1, width - 2, 1));
        let (top, room) = (1, height - 2);
        let clans_height = 2 * clans as u16 + 1;
        let (map_width, map_height) = (WIDTH as u16, ROWS_USED as u16);
        if width < map_width + 2 + SIDE_WIDTH || room < map_height {
            let side = Rect::new(LIST_WIDTH + 3, top, width - LIST_WIDTH - 4, room);
            let log_top = top + clans_height + 1;
            return Some(Areas {
                style: BoardStyle::List,
                title,
                board: Rect::new(1, top + 1, LIST_WIDTH, LIST_HEIGHT),
                now: Rect::new(1, top + LIST_HEIGHT + 2, LIST_WIDTH, room - LIST_HEIGHT - 2),
                clans: Rect { height: clans_height, ..side },
                log: Rect { y: log_top, height: top + room - log_top, ..side },
                preview: side,
                keys,
            });
        }
        let board = Rect::new(0, top, map_width, map_height);
        let side = Rect::new(map_width + 1, top, width - map_width - 2, room);
        let below = room - map_height;
        let clans = Rect { height: clans_height, ..side };
        let under_clans = top + clans_height + 1;
        let (now, log_top) = if below >= NOW_HEIGHT {
            (Rect::new(1, top + map_height + 1, map_width - 2, below - 1), under_clans)
        } else {
            (Rect { y: under_clans, height: NOW_HEIGHT + 1, ..side }, under_clans + NOW_HEIGHT + 2)
        };
        let log = Rect { y: log_top, height: top + room - log_top, ..side };
        Some(Areas { style: BoardStyle::Map, title, board, now, clans, log, preview: log, keys })
    }
}

/// Draws the screen.
pub(crate) fn draw(frame: &mut Frame<'_>, app: &App) {
    let words = app.words();
    let window = frame.area();
    let Some(areas) = app.areas() else {
        let text = words.screen.too_small(MIN_WIDTH, MIN_HEIGHT);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), window);
        return;
    };
    if app.help {
        panels::draw_help(frame, app);
        return;
    }
    let position = app.session.shown();
    let title = vec![
        Span::styled(words.screen.title, app.palette.heading()),
        Span::raw("   "),
        Span::raw(wording::state(words, position)),
    ];
    frame.render_widget(Line::from(title), areas.title);
    draw_board(frame, app, &areas);
    panels::draw_now(frame, app, areas.now);
    match app.journey_preview() {
        Some(report) => {
            if areas.style == BoardStyle::Map {
                panels::draw_clans(frame, app, areas.clans);
            }
            panels::draw_preview(frame, app, areas.preview, &report);
        }
        None => {
            panels::draw_clans(frame, app, areas.clans);
            panels::draw_log(frame, app, areas.log);
        }
    }
    frame.render_widget(Line::styled(words.screen.keys, app.palette.faint()), areas.keys);
}

fn draw_board(frame: &mut Frame<'_>, app: &App, areas: &Areas) {
    let mut marks: Vec<(Spot, Mark)> = Vec::new();
    let mut mark = |spots: Vec<Spot>, mark: Mark| marks.extend(spots.into_iter().map(|spot| (spot, mark)));
    if let Some((_, mv, _)) = app.session.turns_back().next() {
        mark(board_view::spots_of(mv), Mark::LastMove);
    }
    if app.session.person_chooses() {
        mark(app.spots(), Mark::Possible);
        mark(app.advised_spots(), Mark::Advised);
        mark(app.chosen().into_iter().collect(), Mark::Chosen);
        mark(app.cursor().into_iter().collect(), Mark::Cursor);
    }
    let (style, area) = (areas.style, areas.board);
    let buffer = frame.buffer_mut();
    board_view::draw(buffer, area, style, app.session.shown(), app.words(), app.palette, &marks);
    if let Some(report) = app.journey_preview() {
        board_view::mark_bridge(buffer, area, style, report.bridge, app.palette);
    } else if let Some(Move::Journey { from, to }) = app.advised_move() {
        let standing = app.session.shown().journey_report(from, to);
        if let Ok(report) = standing {
            board_view::mark_bridge(buffer, area, style, report.bridge, app.palette);
        }
    }
}
