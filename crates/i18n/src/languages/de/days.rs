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
    if_plays: "Falls {name} zieht…",
    notes: "Notizen",
    notes_help: "Pläne, Gefahren, Absprachen…",
    notes_private: "Nur du kannst deine Notizen lesen.",
    notes_saved: "Gespeichert",
    notes_pending: "Wird gespeichert…",
    notes_failed: "Nicht gespeichert: {why}",
    vacation: "Urlaub",
    vacation_help: "Solange du im Urlaub bist, stehen die Uhren deiner Partien über mehrere Tage still, du bekommst keine Benachrichtigungen und kannst dort nicht ziehen; bedingte Züge werden weiter gespielt. Partien in Echtzeit gehen weiter. Ein Urlaub nimmt mindestens einen Tag in Anspruch, und jeden angebrochenen Tag.",
    begin_vacation: "Urlaub beginnen",
    end_vacation: "Urlaub beenden",
    vacation_left: "Noch {left:one # Tag|other # Tage} von {all} in diesem Jahr.",
    vacation_until: "Im Urlaub, längstens bis {date}",
    own_vacation_until: "Du bist im Urlaub, längstens bis {date}. Deine Uhr steht still.",
};
