//! Keyboard and mouse input.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use super::app::App;
use super::board_view::{self, Direction};
use shangrila_table::PendingMove;

/// Turns a page key scrolls the log.
const PAGE: isize = 8;
/// Lines a page key scrolls the help page.
const HELP_PAGE: usize = 10;

/// Handles a terminal event. Drawing queries the window size itself.
pub(crate) fn handle(app: &mut App, event: &Event) {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => handle_key(app, *key),
        Event::Mouse(mouse) => handle_mouse(app, *mouse),
        _ => {}
    }
}

fn handle_key(app: &mut App, key: KeyEvent) {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    if control && key.code == KeyCode::Char('c') {
        app.quit = true;
    } else if app.help {
        handle_help(app, key.code);
    } else if app.prompt.is_some() {
        handle_prompt(app, key.code);
    } else if control && key.code == KeyCode::Char('r') {
        app.redo();
    } else if !control {
        handle_plain(app, key.code);
    }
}

fn handle_help(app: &mut App, code: KeyCode) {
    let scroll = app.help_scroll;
    match code {
        KeyCode::Up => app.help_scroll = scroll.saturating_sub(1),
        // Drawing clamps this to the length of the page.
        KeyCode::Down => app.help_scroll = (scroll + 1).min(HELP_PAGE * 4),
        KeyCode::PageUp => app.help_scroll = scroll.saturating_sub(HELP_PAGE),
        KeyCode::PageDown => app.help_scroll = (scroll + HELP_PAGE).min(HELP_PAGE * 4),
        KeyCode::Char('L') => app.next_language(),
        _ => app.help = false,
    }
}

fn handle_prompt(app: &mut App, code: KeyCode) {
    match code {
        KeyCode::Enter => {
            let text = app.prompt.take().unwrap_or_default();
            app.play_text(&text);
        }
        KeyCode::Esc => app.prompt = None,
        // Backspace in an empty prompt closes it.
        KeyCode::Backspace => app.prompt = app.prompt.take().filter(|text| !text.is_empty()).map(shortened),
        KeyCode::Char(letter) => app.type_letter(letter),
        _ => {}
    }
}

fn shortened(mut text: String) -> String {
    text.pop();
    text
}

fn handle_plain(app: &mut App, code: KeyCode) {
    match code {
        KeyCode::Left => app.go(Direction::Left),
        KeyCode::Right => app.go(Direction::Right),
        KeyCode::Up => app.go(Direction::Up),
        KeyCode::Down => app.go(Direction::Down),
        KeyCode::Tab => app.cycle(true),
        KeyCode::BackTab => app.cycle(false),
        KeyCode::Enter => app.choose(),
        KeyCode::Esc => app.back(),
        KeyCode::Char('p') => app.choose_kind(PendingMove::Place),
        KeyCode::Char('r') => app.choose_kind(PendingMove::Recruit),
        KeyCode::Char('j') => app.choose_kind(PendingMove::Journey),
        KeyCode::Char(':' | '/') => {
            app.prompt = Some(String::new());
            app.note = None;
        }
        KeyCode::Char('u') => app.undo(),
        KeyCode::Char('U') => app.redo(),
        KeyCode::Char('h') => app.ask_advice(),
        KeyCode::Char(',') => app.look(-1),
        KeyCode::Char('.') => app.look(1),
        KeyCode::Home => app.look(isize::MIN),
        KeyCode::End => app.look(isize::MAX),
        KeyCode::PageUp => app.scroll(PAGE),
        KeyCode::PageDown => app.scroll(-PAGE),
        KeyCode::Char(' ') => app.toggle_pause(),
        KeyCode::Char('l' | 'L') => app.next_language(),
        KeyCode::Char('?') | KeyCode::F(1) => {
            app.help = true;
            app.help_scroll = 0;
        }
        KeyCode::Char('q') => app.quit = true,
        _ => {}
    }
}

fn handle_mouse(app: &mut App, mouse: MouseEvent) {
    let Some(areas) = app.areas() else { return };
    let place = Position::new(mouse.column, mouse.row);
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) if app.help => app.help = false,
        MouseEventKind::Down(MouseButton::Left) if areas.board.contains(place) => {
            let (column, row) = (place.x - areas.board.x, place.y - areas.board.y);
            if let Some(spot) = board_view::spot_at(areas.style, column, row) {
                app.click(spot);
            }
        }
        MouseEventKind::Down(MouseButton::Right) => app.back(),
        MouseEventKind::ScrollUp => app.scroll(1),
        MouseEventKind::ScrollDown => app.scroll(-1),
        _ => {}
    }
}
