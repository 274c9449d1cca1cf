//! The texts of the coach: help in three steps, and teaching mode.

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
