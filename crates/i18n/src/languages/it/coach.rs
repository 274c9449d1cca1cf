//! The coach in Italian.

use super::PLURALS;
use crate::coach::CoachWords;

pub(crate) const COACH: CoachWords = CoachWords {
    plurals: PLURALS,
    more_help: "Altro aiuto",
    kind_place: "Piazza un maestro.",
    kind_recruit: "Recluta studenti.",
    kind_journey: "Manda in viaggio gli studenti.",
    kind_pass: "Devi passare.",
    careful: "Attenzione",
    play_anyway: "Gioca lo stesso",
    other_move: "Prova un’altra mossa",
    look_at: "Guarda {villages}.",
    prevents: "Così {who.the} non può più scacciare {n:one # dei tuoi maestri|other # dei tuoi maestri} con il viaggio da {from} a {to}.",
    brings_peace: "{village} è in pace da ora in poi, e lì ti {n:one resta # maestro|other restano # maestri}.",
    prepares: "Se gli altri giocano come previsto, il viaggio da {from} a {to} fa poi guadagnare {n:one # maestro|other # maestri}.",
    leaves_open: "C’è da aspettarsi che {who.the} risponda con il viaggio da {from} a {to}, che scaccia {n:one # dei tuoi maestri|other # dei tuoi maestri}.",
    gives_away: "Regala {n:one # punto|other # punti} di probabilità di vittoria: {chance}% invece del {best}%.",
};
