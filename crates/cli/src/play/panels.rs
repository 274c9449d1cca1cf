//! The panels beside the board: clans, moves, prompt, journey preview, help.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use shangrila_rules::{Clan, Guild, JourneyReport};

use super::app::App;
use shangrila_table::{Player, TurnNumber, wording};

/// The frames of the spinner.
const WHEEL: [&str; 8] = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠇", "⠏", "⠹"];

/// Draws each clan with its player, score and supply.
pub(crate) fn draw_clans(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let (words, position) = (app.words(), app.session.shown());
    let width = usize::from(area.width);
    let heading = format!("{}, {}", words.screen.masters, words.screen.villages);
    let mut lines = vec![Line::styled(format!("{heading:>width$}"), app.palette.faint())];
    for clan in position.seats().iter() {
        let (style, score) = (app.palette.clan(clan), position.score(clan));
        let mark = if position.to_move() == Some(clan) { "▸" } else { " " };
        let player = app.shown_player(clan);
        let name = format!("{} {}", clan.letter(), words.clans[clan as usize].name);
        let used = 1 + name.chars().count();
        let rest = format!(" ({player})");
        let numbers = format!("{:>3} {:>3}", score.masters, score.villages);
        let gap = width.saturating_sub(used + rest.chars().count() + numbers.len());
        lines.push(Line::from(vec![
            Span::styled(mark, app.palette.heading()),
            Span::styled(name, style),
            Span::raw(rest),
            Span::raw(" ".repeat(gap)),
            Span::styled(numbers, app.palette.heading()),
        ]));
        let supply = |guild: Guild| format!(" {}{}", guild.letter(), position.supply(clan, guild));
        let supply: String = Guild::ALL.into_iter().map(supply).collect();
        lines.push(Line::styled(format!("  {supply}"), app.palette.faint()));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// Draws the moves so far, the latest at the bottom.
pub(crate) fn draw_log(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let words = app.words();
    if area.height < 2 {
        return;
    }
    frame.render_widget(Line::styled(words.screen.log, app.palette.heading()), Rect { height: 1, ..area });
    let area = Rect { y: area.y + 1, height: area.height - 1, ..area };
    let room = usize::from(area.height);
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (before, mv, after) in app.session.turns_back().skip(app.log_scroll) {
        if lines.len() >= room {
            break;
        }
        let text = wording::turn_words(words, before, mv, after, &|clan| app.session.who(words, clan));
        let wrapped = wrap(&text, usize::from(area.width).saturating_sub(6));
        // Fill from the bottom, so that the latest turn is always visible.
        for (index, piece) in wrapped.into_iter().enumerate().rev() {
            lines.push(match (index, before.to_move()) {
                (0, Some(clan)) => Line::from(vec![
                    Span::styled(format!("{:>3} ", TurnNumber::of(before).number()), app.palette.faint()),
                    Span::styled(clan.letter().to_string(), app.palette.clan(clan)),
                    Span::raw(format!(" {piece}")),
                ]),
                _ => Line::raw(format!("      {piece}")),
            });
        }
    }
    lines.truncate(room);
    lines.reverse();
    frame.render_widget(Paragraph::new(lines), area);
}

/// Draws the prompt, what Enter would do, and the current note.
pub(crate) fn draw_now(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let words = app.words();
    let mut lines: Vec<Line<'_>> = Vec::new();
    if let Some(text) = &app.prompt {
        lines.push(Line::styled(format!("{} {text}▏", words.screen.prompt), app.palette.heading()));
    } else if app.session.is_viewing() {
        let text = words.screen.viewing(wording::shown_turn(words, &app.session));
        lines.push(Line::raw(text));
    } else if let Some(result) = wording::result(words, app.session.position(), &|clan| app.session.who(words, clan)) {
        lines.push(Line::styled(result, app.palette.notice()));
    } else if app.session.person_chooses() {
        let mover = app.session.position().to_move().unwrap_or(Clan::Red);
        let request = wording::request(words, app.session.position(), app.session.pending);
        lines.push(Line::styled(request, app.palette.clan(mover)));
        if let Some(step) = app.step_at_cursor() {
            lines.push(Line::styled(wording::enter_words(words, step), app.palette.heading()));
        }
    } else if app.paused {
        lines.push(Line::raw(words.screen.paused));
    } else if let Some(clan) = app.session.position().to_move() {
        let player = app.shown_player(clan);
        let wheel = if app.session.player(clan).is_some_and(Player::is_person) { "" } else { WHEEL[app.beat % 8] };
        let text = if wheel.is_empty() {
            words.choose.must_pass(wording::clan(words, clan))
        } else {
            words.screen.thinking(wording::clan(words, clan), player)
        };
        lines.push(Line::styled(format!("{wheel} {text}").trim().to_string(), app.palette.clan(clan)));
    }
    if app.is_looking_for_advice() {
        lines.push(Line::raw(format!("{} {}", WHEEL[app.beat % 8], words.screen.hint_search)));
    }
    if let Some(advice) = app.advice_words().filter(|_| app.session.person_chooses()) {
        lines.push(Line::raw(advice));
    }
    if let Some(note) = &app.note {
        lines.push(Line::styled(note.clone(), app.palette.notice()));
    }
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), area);
}

/// Draws what a journey will do.
pub(crate) fn draw_preview(frame: &mut Frame<'_>, app: &App, area: Rect, report: &JourneyReport) {
    let words = app.words();
    let heading = format!("{} ({}>{})", words.screen.preview, report.from, report.to);
    let mut lines = vec![Line::styled(heading, app.palette.heading())];
    for sentence in wording::journey_words(words, app.session.position(), report) {
        lines.extend(wrap(&sentence, usize::from(area.width)).into_iter().map(Line::raw));
    }
    let room = usize::from(area.height);
    if lines.len() > room {
        // It may not fit a small window; the page keys scroll it.
        let first = app.preview_scroll.min(lines.len() - room);
        let more = first + room < lines.len();
        lines = lines.into_iter().skip(first).take(room).collect();
        if more && let Some(last) = lines.last_mut() {
            *last = Line::styled(format!("▼ {}", app.words().keys.page_down), app.palette.heading());
        }
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// Draws the help page: keys, signs, the rules in short, and the computer players.
pub(crate) fn draw_help(frame: &mut Frame<'_>, app: &App) {
    let words = app.words();
    let help = &words.help;
    let heading = app.palette.heading();
    let mut lines = vec![Line::styled(format!("{} – {}", words.screen.title, help.title), heading)];
    let key = &words.keys;
    let (ends, pages) = (format!(", . {} {}", key.home, key.end), format!("{} {}", key.page_up, key.page_down));
    let keys = [
        ("↑ ↓ ← → Tab", help.cursor),
        (key.enter, help.choose),
        ("p r j", help.actions),
        (key.escape, help.back),
        (": /", help.notation),
        ("u", help.undo),
        ("U", help.redo),
        ("h", help.hint),
        (&ends, help.history),
        (&pages, help.scroll),
        (key.space, help.pause),
        ("L", help.language),
        ("q", help.quit),
    ];
    let row = |key: &str, text: &'static str| {
        Line::from(vec![Span::styled(format!("{key:<14}"), heading), Span::styled(text, Style::new())])
    };
    lines.extend(keys.into_iter().map(|(key, text)| row(key, text)));
    let guilds = Guild::ALL.map(|guild| format!("{} {}", guild.letter(), words.guilds[guild as usize].name));
    let mut paragraphs: Vec<String> = vec![help.mouse.into(), help.signs.into(), format!("{}.", guilds.join(", "))];
    paragraphs.extend([help.place, help.recruit, help.journey, help.end].map(String::from));
    let mut levels: Vec<usize> = app.session.players().iter().filter_map(level_number).collect();
    levels.sort_unstable();
    levels.dedup();
    for level in levels.into_iter().map(|number| &words.levels[number - 1]) {
        paragraphs.push(format!("{}: {}", level.name, level.description));
    }
    let area = frame.area();
    let width = usize::from(area.width.saturating_sub(2)).min(100);
    for paragraph in paragraphs {
        lines.extend(wrap(&paragraph, width).into_iter().map(Line::raw));
    }
    let room = usize::from(area.height.saturating_sub(1));
    let first = app.help_scroll.min(lines.len().saturating_sub(room));
    let shown: Vec<Line<'_>> = lines.into_iter().skip(first).take(room).collect();
    let inner = Rect::new(1, 0, area.width.saturating_sub(2), area.height.saturating_sub(1));
    frame.render_widget(Paragraph::new(shown), inner);
    let bottom = Rect::new(1, area.height.saturating_sub(1), area.width.saturating_sub(2), 1);
    frame.render_widget(Line::styled(help.close, app.palette.faint()), bottom);
}

fn level_number(player: &Player) -> Option<usize> {
    match player {
        Player::Bot(shangrila_ai::BotSpec::Level(level)) => Some(level.number()),
        _ => None,
    }
}

/// Breaks a text into lines of at most `width` characters, between words if possible.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let letters: Vec<char> = word.chars().collect();
        let fits = lines.last().is_some_and(|line| line.chars().count() + 1 + letters.len() <= width);
        match lines.last_mut() {
            Some(line) if fits => *line += &format!(" {word}"),
            _ => lines.extend(letters.chunks(width).map(|piece| piece.iter().collect::<String>())),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_break_between_words_and_long_words_inside() {
        assert_eq!(wrap("aa bb cc", 5), ["aa bb", "cc"]);
        assert_eq!(wrap("Brücken", 4), ["Brüc", "ken"]);
        assert_eq!(wrap("", 4), Vec::<String>::new());
    }
}
