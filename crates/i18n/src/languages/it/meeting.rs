//! Invitations, the ready check and games that wait for a move, in Italian.

use super::PLURALS;
use crate::meeting::MeetingWords;

pub(crate) const MEETING: MeetingWords = MeetingWords {
    plurals: PLURALS,
    invited: "Un invito a una partita",
    game_link: "Una partita a I ponti di Shangri-La",
    rules_title: "Le regole in due minuti",
    share: "Condividi",
    share_text: "Gioca con me a I ponti di Shangri-La",
    qr_code: "Codice QR",
    qr_help: "Scansionalo con un telefono per aprire lì il tavolo.",
    rated_table: "Questa partita è classificata: per partecipare serve un account.",
    to_account: "Registrati o accedi",
    ready_title: "Sei pronto?",
    ready_help: "La partita comincia appena tutti sono pronti.",
    ready: "Sono pronto",
    is_ready: "pronto",
    elsewhere_ready: "La tua partita può cominciare. Sei pronto?",
    games_waiting: "Partite che ti aspettano",
    invites_you: "{name} ti invita a una partita",
    seats_free: "{seats} giocatori, {free:one # posto libero|other # posti liberi}",
    live_clock: "{minutes} min a testa, più {seconds} s per turno",
    up_to_minutes: "al massimo circa {n:one # minuto|other # minuti}",
    waiting_for: "In attesa di {names}.",
    seconds_left: "{n:one Ancora # secondo|other Ancora # secondi}. Chi non è pronto entro allora perde il posto.",
    your_turn_in: "Tocca a te in {n:one # partita|other # partite}",
};
