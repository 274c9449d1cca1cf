//! What happened, what threatens and what to do in Italian.

use super::PLURALS;
use crate::catalogue::*;

pub(super) const STORY: StoryWords = StoryWords {
    plurals: PLURALS,
    since_your_move: "Dalla tua ultima mossa",
    latest_moves: "Ultime mosse",
    nothing_since: "Da allora nessuno ha mosso.",
    replay: "Rivedi",
    you_pass: "Non hai mosse possibili e passi.",
    no_masters_change: "Nessun maestro guadagnato o perso.",
    you_gain: "Guadagni {n:one # maestro|other # maestri} ({guilds}).",
    you_lose: "Perdi {n:one # maestro|other # maestri} ({guilds}).",
    passes: "passa: nessuna mossa possibile",
    bot_pace: "Ritmo dei giocatori virtuali",
    calm: "Calmo",
    quick: "Veloce",
    instant: "Immediato",
};
