//! Invitations, the ready check and games that wait for a move, in German.

use super::PLURALS;
use crate::meeting::MeetingWords;

pub(crate) const MEETING: MeetingWords = MeetingWords {
    plurals: PLURALS,
    invited: "Du bist zu einer Partie eingeladen",
    game_link: "Eine Partie Die Brücken von Shangri-La",
    rules_title: "Die Regeln in zwei Minuten",
    share: "Teilen",
    share_text: "Spiel mit mir Die Brücken von Shangri-La",
    qr_code: "QR-Code",
    qr_help: "Mit dem Handy scannen, um den Tisch dort zu öffnen.",
    rated_table: "Diese Partie wird gewertet. Zum Mitspielen brauchst du ein Konto.",
    to_account: "Registrieren oder anmelden",
    ready_title: "Bist du bereit?",
    ready_help: "Die Partie beginnt, sobald alle bereit sind.",
    ready: "Ich bin bereit",
    is_ready: "bereit",
    elsewhere_ready: "Deine Partie kann beginnen. Bist du bereit?",
    games_waiting: "Partien, die auf dich warten",
    invites_you: "{name} lädt dich zu einer Partie ein",
    seats_free: "{seats} Spieler, {free:one # Platz|other # Plätze} frei",
    live_clock: "je {minutes} min, dazu {seconds} s pro Zug",
    up_to_minutes: "höchstens etwa {n:one # Minute|other # Minuten}",
    waiting_for: "Warten auf {names}.",
    seconds_left: "Noch {n:one # Sekunde|other # Sekunden}. Wer bis dahin nicht bereit ist, verliert den Platz.",
    your_turn_in: "Du bist am Zug: {n:one # Partie|other # Partien}",
};
