//! Two players with two clans each, in Italian.

use super::PLURALS;
use crate::pairs::{PairRulesWords, PairsWords};

pub(crate) const PAIRS: PairsWords = PairsWords {
    plurals: PLURALS,
    two: "Due",
    help: "Ognuno gioca con due clan, in posti opposti.",
    what_counts: "Che cosa conta",
    sum: "I due clan insieme",
    weaker: "Il clan più debole",
    sum_help: "I maestri dei tuoi due clan si sommano.",
    weaker_help: "Di ogni giocatore conta solo il clan con meno maestri.",
    sum_counts: "in due, con due clan a testa: conta la somma",
    weaker_counts: "in due, con due clan a testa: conta il più debole",
    won: "{name} vince per {own:one # maestro|other # maestri} a {other}.",
    won_weaker: "{name} vince: il suo clan più debole ha {own:one # maestro|other # maestri}, quello avversario {other}.",
    won_resigned: "{name} vince per abbandono dell’avversario.",
    shared: "La vittoria è condivisa.",
    tie_break: "Parità di maestri: {name} vince allo spareggio.",
    you_won: "Hai vinto",
    you_lost: "Hai perso",
    no_report: "Sulle partite a due non c’è rapporto: il motore giudica ogni clan come se giocasse per sé.",
};

pub(crate) const PAIR_RULES: PairRulesWords = PairRulesWords {
    title: "Due giocatori",
    players: "A un tavolo online per quattro si può giocare anche in due: ognuno gioca con due clan in posti opposti, il primo e il terzo oppure il secondo e il quarto. Le altre regole non cambiano: i tuoi due clan sono rivali come tutti gli altri.",
    agree: "Prima della partita vi accordate su che cosa conta:",
    sum: "I due clan insieme: vince chi ha in tutto più maestri. A parità, si sommano i villaggi in cui ciascun clan ha maestri.",
    weaker: "Il clan più debole: di ognuno conta il clan con meno maestri o, a parità, quello in meno villaggi. Vince il migliore dei due; se sono pari, decidono gli altri clan.",
    equal: "Se tutto questo è pari, la vittoria è condivisa.",
};
