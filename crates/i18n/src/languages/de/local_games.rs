//! Games in this browser in German: the fair start and the results.

use super::PLURALS;
use crate::catalogue::*;

pub(crate) const FAIR_START: FairStartWords = FairStartWords {
    plurals: PLURALS,
    today: "Aufstellung des Tages",
    random: "Zufällige Aufstellung",
    another: "Eine andere zeigen",
    today_help: "Heute für alle gleich (UTC).",
    chances: "Gewinnchancen",
    judged: "Ergebnis einer langen Suche, bei gleich starken Spielern.",
    standard_rules: "Die Chancen gelten für die Standardregeln.",
    none: "Für diese Spielerzahl gibt es noch keine faire Startaufstellung.",
    compare: "Zum Vergleich die Startaufstellung für die erste Partie: {chances}.",
};

pub(crate) const RECORD: RecordWords = RecordWords {
    plurals: PLURALS,
    none: "Noch keine beendete Partie.",
    what_counts: "Hier zählt jede Partie, die du in diesem Browser allein gegen Computerspieler beendest oder aufgibst. Partien zu mehreren an einem Gerät, Online-Partien und Partien aus Links zählen nicht.",
    games: "Partien",
    won: "Gewonnen",
    streak: "Siege in Folge",
    longest_streak: "Längste Serie",
    by_level: "Nach Stufe",
    by_players: "Nach Spielerzahl",
    level: "Stufe",
    players: "Spieler",
    mixed: "Verschiedene Stufen",
    best: "Beste Partie",
    latest: "Letzte Partien",
    open: "Partie öffnen",
    gone: "Diese Partie ist nicht mehr gespeichert.",
    resigned: "aufgegeben",
    delete: "Bilanz löschen",
    delete_sure: "Alle Ergebnisse endgültig löschen? Gespeicherte Partien bleiben erhalten.",
    against: "Gegen {level}",
    best_line: "{masters:one # Meister|other # Meister}, {lead} mehr als alle anderen",
    unreadable: "{n:one # Ergebnis ist nicht lesbar und fehlt|other # Ergebnisse sind nicht lesbar und fehlen} hier.",
};
