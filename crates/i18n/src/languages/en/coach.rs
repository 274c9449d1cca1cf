//! The coach in English.

use super::PLURALS;
use crate::coach::CoachWords;

pub(crate) const COACH: CoachWords = CoachWords {
    plurals: PLURALS,
    more_help: "More help",
    kind_place: "Place a master.",
    kind_recruit: "Recruit students.",
    kind_journey: "Send students on a journey.",
    kind_pass: "You have to pass.",
    careful: "Careful",
    play_anyway: "Play it anyway",
    other_move: "Try another move",
    look_at: "Look at {villages}.",
    prevents: "It keeps {who.the} from driving out {n:one # of your masters|other # of your masters} with the journey from {from} to {to}.",
    brings_peace: "{village} is at peace from now on, and you keep {n:one # master|other # masters} there.",
    prepares: "If the others play as expected, the journey {from} to {to} then wins {n:one # master|other # masters}.",
    leaves_open: "Expect {who.the} to answer with the journey {from} to {to}, which drives out {n:one # of your masters|other # of your masters}.",
    gives_away: "This gives away {n:one # point|other # points} of win chance: {chance}% instead of {best}%.",
};
