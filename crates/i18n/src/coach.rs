//! The texts of the coach: help in three steps, and teaching mode. They are apart from [`Words`](crate::Words) because a first visit does not
//! need them.

use crate::language::Language;
use crate::languages::{de, en, fr, it, nl};
use crate::topic;

topic! {
    /// What the coach says.
    CoachWords {
        labels { more_help, kind_place, kind_recruit, kind_journey, kind_pass, careful, play_anyway, other_move }
        messages {
            look_at(villages: Text),
            prevents(who: Who, from: Text, to: Text, n: Number),
            brings_peace(village: Text, n: Number),
            prepares(from: Text, to: Text, n: Number),
            leaves_open(who: Who, from: Text, to: Text, n: Number),
            gives_away(n: Number, chance: Number, best: Number),
        }
    }
}

impl Language {
    /// What the coach says.
    pub const fn coach(self) -> &'static CoachWords {
        match self {
            Language::English => &en::COACH,
            Language::German => &de::COACH,
            Language::Italian => &it::COACH,
            Language::Dutch => &nl::COACH,
            Language::French => &fr::COACH,
        }
    }
}
