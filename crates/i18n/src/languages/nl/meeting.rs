//! Invitations, the ready check and games that wait for a move, in Dutch.

use super::PLURALS;
use crate::meeting::MeetingWords;

pub(crate) const MEETING: MeetingWords = MeetingWords {
    plurals: PLURALS,
    invited: "Je bent uitgenodigd voor een partij",
    game_link: "Een partij De bruggen van Shangri-La",
    rules_title: "De regels in twee minuten",
    share: "Delen",
    share_text: "Speel De bruggen van Shangri-La met me",
    qr_code: "QR-code",
    qr_help: "Scan hem met een telefoon om de tafel daar te openen.",
    rated_table: "Dit is een partij met rating. Om mee te doen heb je een account nodig.",
    to_account: "Registreren of inloggen",
    ready_title: "Ben je er klaar voor?",
    ready_help: "De partij begint zodra iedereen klaar is.",
    ready: "Ik ben klaar",
    is_ready: "klaar",
    elsewhere_ready: "Je partij kan beginnen. Ben je er klaar voor?",
    games_waiting: "Partijen die op je wachten",
    invites_you: "{name} nodigt je uit voor een partij",
    seats_free: "{seats} spelers, {free:one # plaats|other # plaatsen} vrij",
    live_clock: "{minutes} min per speler, plus {seconds} s per beurt",
    up_to_minutes: "hooguit ongeveer {n:one # minuut|other # minuten}",
    waiting_for: "Wachten op {names}.",
    seconds_left: "Nog {n:one # seconde|other # seconden}. Wie dan niet klaar is, verliest zijn plaats.",
    your_turn_in: "Je bent aan de beurt in {n:one # partij|other # partijen}",
};
