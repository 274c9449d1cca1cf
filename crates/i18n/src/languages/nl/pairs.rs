//! Two players with two clans each, in Dutch.

use super::PLURALS;
use crate::pairs::{PairRulesWords, PairsWords};

pub(crate) const PAIRS: PairsWords = PairsWords {
    plurals: PLURALS,
    two: "Twee",
    help: "Ieder speelt met twee volken, op plaatsen tegenover elkaar.",
    what_counts: "Wat telt",
    sum: "Beide volken samen",
    weaker: "Het zwakste volk",
    sum_help: "De wijsgeren van je twee volken worden opgeteld.",
    weaker_help: "Van ieder telt alleen het volk met de minste wijsgeren.",
    sum_counts: "twee spelers met elk twee volken: de som telt",
    weaker_counts: "twee spelers met elk twee volken: het zwakste telt",
    won: "{name} wint met {own:one # wijsgeer|other # wijsgeren} tegen {other}.",
    won_weaker: "{name} wint: het zwakste volk heeft {own:one # wijsgeer|other # wijsgeren}, dat van de tegenstander {other}.",
    won_resigned: "{name} wint, omdat de tegenstander heeft opgegeven.",
    shared: "De overwinning wordt gedeeld.",
    tie_break: "Evenveel wijsgeren: {name} wint de tiebreak.",
    you_won: "Je hebt gewonnen",
    you_lost: "Je hebt verloren",
    no_report: "Over partijen met twee spelers is er geen verslag: de engine beoordeelt elk volk alsof het voor zichzelf speelt.",
};

pub(crate) const PAIR_RULES: PairRulesWords = PairRulesWords {
    title: "Twee spelers",
    players: "Aan een online tafel voor vier kun je ook met zijn tweeën spelen: ieder speelt met twee volken op plaatsen tegenover elkaar, de eerste en derde of de tweede en vierde. Alle andere regels blijven gelden: je twee volken zijn rivalen, net als alle andere.",
    agree: "Voor de partij spreken jullie af wat telt:",
    sum: "Beide volken samen: wie in totaal de meeste wijsgeren heeft, wint. Bij gelijke stand worden de dorpen waarin elk volk wijsgeren heeft bij elkaar opgeteld.",
    weaker: "Het zwakste volk: van ieder telt het volk met de minste wijsgeren, of bij gelijke stand dat in de minste dorpen. Het beste van die twee wint; zijn ze gelijk, dan beslissen de andere volken.",
    equal: "Is dat allemaal gelijk, dan wordt de overwinning gedeeld.",
};
