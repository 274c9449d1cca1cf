//! Two players with two clans each, in German.

use super::PLURALS;
use crate::pairs::{PairRulesWords, PairsWords};

pub(crate) const PAIRS: PairsWords = PairsWords {
    plurals: PLURALS,
    two: "Zwei",
    help: "Beide spielen je zwei Völker auf gegenüberliegenden Plätzen.",
    what_counts: "Was zählt",
    sum: "Beide Völker zusammen",
    weaker: "Das schwächere Volk",
    sum_help: "Die Meister deiner beiden Völker werden zusammengezählt.",
    weaker_help: "Von beiden Spielern zählt jeweils nur das Volk mit weniger Meistern.",
    sum_counts: "zu zweit mit je zwei Völkern, es zählt die Summe",
    weaker_counts: "zu zweit mit je zwei Völkern, es zählt das schwächere",
    won: "{name} gewinnt mit {own:one # Meister|other # Meistern} gegen {other}.",
    won_weaker: "{name} gewinnt: Das schwächere Volk hat {own:one # Meister|other # Meister}, das der Gegenseite {other}.",
    won_resigned: "{name} gewinnt, weil die Gegenseite aufgegeben hat.",
    shared: "Der Sieg wird geteilt.",
    tie_break: "Gleich viele Meister: {name} gewinnt nach der Regel für Gleichstand.",
    you_won: "Du hast gewonnen",
    you_lost: "Du hast verloren",
    no_report: "Für Partien zu zweit gibt es keinen Bericht: Die Engine beurteilt jedes Volk so, als spielte es für sich allein.",
};

pub(crate) const PAIR_RULES: PairRulesWords = PairRulesWords {
    title: "Zu zweit",
    players: "An einem Online-Tisch für vier könnt ihr auch zu zweit spielen: mit je zwei Völkern auf gegenüberliegenden Plätzen, dem ersten und dritten oder dem zweiten und vierten. Alle anderen Regeln bleiben: Deine beiden Völker sind einander so fremd wie alle anderen.",
    agree: "Vor der Partie einigt ihr euch, was zählt:",
    sum: "Beide Völker zusammen: Wer insgesamt mehr Meister hat, gewinnt. Bei Gleichstand werden die Dörfer mit eigenen Meistern für jedes Volk gezählt und addiert.",
    weaker: "Das schwächere Volk: Von beiden Spielern zählt jeweils das Volk mit weniger Meistern, bei Gleichstand das in weniger Dörfern. Das bessere dieser zwei gewinnt; sind sie gleich, entscheiden die anderen Völker.",
    equal: "Ist all das gleich, wird der Sieg geteilt.",
};
