//! The coach in Dutch.

use super::PLURALS;
use crate::coach::CoachWords;

pub(crate) const COACH: CoachWords = CoachWords {
    plurals: PLURALS,
    more_help: "Meer hulp",
    kind_place: "Vestig een wijsgeer.",
    kind_recruit: "Neem gezellen aan.",
    kind_journey: "Stuur gezellen op reis.",
    kind_pass: "Je moet passen.",
    careful: "Voorzichtig",
    play_anyway: "Toch spelen",
    other_move: "Een andere zet proberen",
    look_at: "Kijk naar {villages}.",
    prevents: "Zo kan {who.the} {n:one # van je wijsgeren|other # van je wijsgeren} niet meer verdrijven met de reis van {from} naar {to}.",
    brings_peace: "In {village} heerst voortaan vrede, en je houdt daar {n:one # wijsgeer|other # wijsgeren}.",
    prepares: "Als de anderen spelen zoals verwacht, levert de reis van {from} naar {to} daarna {n:one # wijsgeer|other # wijsgeren} op.",
    leaves_open: "Verwacht dat {who.the} antwoordt met de reis van {from} naar {to}, die {n:one # van je wijsgeren|other # van je wijsgeren} verdrijft.",
    gives_away: "Dit geeft {n:one # punt|other # punten} winstkans weg: {chance}% in plaats van {best}%.",
};
