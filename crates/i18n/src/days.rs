//! The texts of games over days: conditional moves, notes and vacations. They are apart from [`Words`](crate::Words) because a first visit does not need them.

use crate::language::Language;
use crate::languages::{de, en, fr, it, nl};
use crate::topic;

topic! {
    /// Games over days.
    DaysWords {
        labels {
            conditional_moves, conditional_help, no_lines, any_move, your_answer, new_line, add_line, remove_line, move_up, type_line,
            line_full, line_dropped, played_for_you, was_conditional, notes, notes_help, notes_private, notes_saved, notes_pending,
            vacation, vacation_help, begin_vacation, end_vacation,
        }
        messages {
            if_plays(name: Text),
            notes_failed(why: Text),
            vacation_left(left: Number, all: Number),
            vacation_until(date: Text),
            own_vacation_until(date: Text),
        }
    }
}

impl Language {
    /// The words of games over days.
    pub const fn days(self) -> &'static DaysWords {
        match self {
            Language::English => &en::DAYS,
            Language::German => &de::DAYS,
            Language::Italian => &it::DAYS,
            Language::Dutch => &nl::DAYS,
            Language::French => &fr::DAYS,
        }
    }
}
