//! Games in this browser in Dutch: the fair start and the results.

use super::PLURALS;
use crate::catalogue::*;

pub(crate) const FAIR_START: FairStartWords = FairStartWords {
    plurals: PLURALS,
    today: "Opzet van vandaag",
    random: "Willekeurige opzet",
    another: "Toon een andere",
    today_help: "Vandaag voor iedereen gelijk (UTC).",
    chances: "Winstkansen",
    judged: "Bepaald met een lange zoektocht, bij even sterke spelers.",
    standard_rules: "De kansen gelden voor de standaardregels.",
    none: "Voor dit aantal spelers is er nog geen eerlijke opzet.",
    compare: "Ter vergelijking de startopstelling: {chances}.",
};

pub(crate) const RECORD: RecordWords = RecordWords {
    plurals: PLURALS,
    none: "Nog geen partij uitgespeeld.",
    what_counts: "Hier telt elke partij die je in deze browser alleen tegen computerspelers uitspeelt of opgeeft. Partijen met meer mensen op één apparaat, onlinepartijen en partijen uit links tellen niet mee.",
    games: "Partijen",
    won: "Gewonnen",
    streak: "Winst op rij",
    longest_streak: "Langste reeks",
    by_level: "Per niveau",
    by_players: "Per aantal spelers",
    level: "Niveau",
    players: "Spelers",
    mixed: "Gemengde niveaus",
    best: "Beste partij",
    latest: "Laatste partijen",
    open: "Partij openen",
    gone: "Deze partij is niet meer bewaard.",
    resigned: "opgegeven",
    delete: "Resultaten verwijderen",
    delete_sure: "Alle resultaten voorgoed verwijderen? Bewaarde partijen blijven.",
    against: "Tegen {level}",
    best_line: "{masters:one # wijsgeer|other # wijsgeren}, {lead} meer dan alle anderen",
    unreadable: "{n:one # resultaat is onleesbaar en telt|other # resultaten zijn onleesbaar en tellen} niet mee.",
};
