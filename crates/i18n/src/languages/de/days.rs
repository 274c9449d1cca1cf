//! Games over days, in German.

use super::PLURALS;
use crate::days::DaysWords;

pub(crate) const DAYS: DaysWords = DaysWords {
    plurals: PLURALS,
    conditional_moves: "Bedingte Züge",
    conditional_help: "Spiel auf dem Plan durch, was die anderen ziehen könnten, und dann deine Antwort. Sobald es so kommt, zieht der Server für dich. Nur du siehst diese Folgen.",
    no_lines: "Noch keine bedingten Züge.",
    any_move: "beliebiger Zug",
    your_answer: "Deine Antwort",
    new_line: "Neue Folge",
    add_line: "Folge hinzufügen",
    remove_line: "Folge entfernen",
    move_up: "Folge früher versuchen",
    type_line: "Oder eine Folge eintippen; * ist ein beliebiger Zug",
    line_full: "Eine Folge hat höchstens 12 Züge.",
    line_dropped: "Die Partie ging weiter, deshalb ist die angefangene Folge verfallen.",
    played_for_you: "Dein bedingter Zug wurde gespielt.",
    was_conditional: "bedingter Zug",
    if_plays: "Falls {name} zieht …",
    notes: "Notizen",
    notes_help: "Pläne, Gefahren, Absprachen …",
    notes_private: "Nur du kannst deine Notizen lesen.",
    notes_saved: "Gespeichert",
    notes_pending: "Wird gespeichert …",
    notes_failed: "Nicht gespeichert: {why}",
};
