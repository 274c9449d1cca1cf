//! Games in this browser in Italian: the fair start and the results.

use super::PLURALS;
use crate::catalogue::*;

pub(crate) const FAIR_START: FairStartWords = FairStartWords {
    plurals: PLURALS,
    today: "Piazzamento del giorno",
    random: "Piazzamento casuale",
    another: "Mostrane un altro",
    today_help: "Oggi è uguale per tutti (UTC).",
    chances: "Probabilità di vittoria",
    judged: "Stimate con una lunga ricerca, tra giocatori della stessa forza.",
    standard_rules: "Le probabilità valgono per le regole standard.",
    none: "Per questo numero di giocatori non c’è ancora un piazzamento equo.",
    compare: "Per confronto, il piazzamento della prima partita: {chances}.",
};

pub(crate) const RECORD: RecordWords = RecordWords {
    plurals: PLURALS,
    none: "Ancora nessuna partita conclusa.",
    what_counts: "Conta ogni partita che concludi o abbandoni in questo browser, da solo contro giocatori virtuali. Le partite in più persone sullo stesso dispositivo, quelle online e quelle aperte da un link non contano.",
    games: "Partite",
    won: "Vinte",
    streak: "Vittorie di fila",
    longest_streak: "Serie più lunga",
    by_level: "Per livello",
    by_players: "Per numero di giocatori",
    level: "Livello",
    players: "Giocatori",
    mixed: "Livelli misti",
    best: "Partita migliore",
    latest: "Ultime partite",
    open: "Apri la partita",
    gone: "Questa partita non è più salvata.",
    resigned: "abbandonata",
    delete: "Elimina i risultati",
    delete_sure: "Eliminare per sempre tutti i risultati? Le partite salvate restano.",
    against: "Contro {level}",
    best_line: "{masters:one # maestro|other # maestri}, {lead} in più di tutti gli altri",
    unreadable: "{n:one # risultato illeggibile non è incluso|other # risultati illeggibili non sono inclusi}.",
};
