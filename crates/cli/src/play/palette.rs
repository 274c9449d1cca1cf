//! Styles. Without colours, letters and emphasis still tell everything apart.

use ratatui::style::{Color, Modifier, Style};
use shangrila_rules::Clan;

use crate::map_drawing::Ink;

/// Chooses styles, with colours or without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Palette {
    pub(crate) colours: bool,
}

/// Why a spot is highlighted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// Part of the last move.
    LastMove,
    /// Can be chosen.
    Possible,
    /// Part of the hint.
    Advised,
    /// Already chosen.
    Chosen,
    /// At the cursor.
    Cursor,
}

impl Palette {
    pub(crate) fn ink(self, ink: Ink) -> Style {
        match ink {
            Ink::Plain => Style::new(),
            Ink::Faint => Style::new().add_modifier(Modifier::DIM),
            Ink::Bold => Style::new().add_modifier(Modifier::BOLD),
            Ink::Tile(clan) => self.clan(clan),
        }
    }

    pub(crate) fn clan(self, clan: Clan) -> Style {
        let colour = match clan {
            Clan::Red => Color::LightRed,
            Clan::Blue => Color::LightBlue,
            Clan::Yellow => Color::LightYellow,
            Clan::Violet => Color::LightMagenta,
        };
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.colours { style.fg(colour) } else { style }
    }

    /// What a mark adds to a spot's style. A tile keeps its clan's colour where possible; elsewhere foreground and background are set
    /// together, because the terminal may be light or dark.
    pub(crate) fn mark(self, mark: Mark, tile: bool) -> Style {
        let style = Style::new();
        let strong = style.remove_modifier(Modifier::DIM).add_modifier(Modifier::BOLD);
        match mark {
            Mark::LastMove if self.colours && tile => style.bg(Color::Indexed(238)),
            Mark::LastMove if self.colours => strong.fg(Color::White).bg(Color::Indexed(238)),
            Mark::LastMove => style.add_modifier(Modifier::ITALIC),
            Mark::Possible if self.colours && !tile => strong.add_modifier(Modifier::UNDERLINED).fg(Color::Green),
            Mark::Possible => strong.add_modifier(Modifier::UNDERLINED),
            Mark::Advised if self.colours => strong.fg(Color::Black).bg(Color::LightCyan),
            Mark::Advised => strong.add_modifier(Modifier::UNDERLINED | Modifier::ITALIC),
            Mark::Chosen if self.colours => strong.fg(Color::Black).bg(Color::LightGreen),
            Mark::Chosen => strong.add_modifier(Modifier::REVERSED | Modifier::UNDERLINED),
            // Reversed works on light and dark terminals.
            Mark::Cursor if tile => strong.remove_modifier(Modifier::UNDERLINED).add_modifier(Modifier::REVERSED),
            Mark::Cursor => {
                let plain = strong.fg(Color::Reset).bg(Color::Reset);
                plain.remove_modifier(Modifier::UNDERLINED).add_modifier(Modifier::REVERSED)
            }
        }
    }

    /// For headings and whatever matters most.
    pub(crate) fn heading(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// For less important text.
    pub(crate) fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// For messages that need attention.
    pub(crate) fn notice(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.colours { style.fg(Color::LightGreen) } else { style }
    }
}
