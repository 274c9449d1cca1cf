//! The coach in German.

use super::PLURALS;
use crate::coach::CoachWords;

pub(crate) const COACH: CoachWords = CoachWords {
    plurals: PLURALS,
    more_help: "Mehr Hilfe",
    kind_place: "Setze einen Meister.",
    kind_recruit: "Rekrutiere Schüler.",
    kind_journey: "Schicke Schüler auf Wanderung.",
    kind_pass: "Du musst passen.",
    careful: "Vorsicht",
    play_anyway: "Trotzdem spielen",
    other_move: "Anderen Zug versuchen",
    look_at: "Sieh dir {villages} an.",
    prevents: "So kann {who.the} {n:one # deiner Meister|other # deiner Meister} nicht mehr mit der Wanderung von {from} nach {to} vertreiben.",
    brings_peace: "{village} lebt von nun an in Frieden, und du behältst dort {n:one # Meister|other # Meister}.",
    prepares: "Spielen die anderen wie erwartet, gewinnt danach die Wanderung {from} nach {to} {n:one # Meister|other # Meister}.",
    leaves_open: "Rechne damit, dass {who.the} mit der Wanderung {from} nach {to} antwortet, die {n:one # deiner Meister|other # deiner Meister} vertreibt.",
    gives_away: "Das verschenkt {n:one # Punkt|other # Punkte} Siegchance: {chance}\u{a0}% statt {best}\u{a0}%.",
};
