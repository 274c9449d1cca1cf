//! The strategy page in Italian.

use super::PLURALS;
use crate::strategy::StrategyWords;

pub(crate) const STRATEGY: StrategyWords = StrategyWords {
    plurals: PLURALS,
    title: "Strategia",
    intro: "Che cosa ci ha insegnato il giocatore virtuale più forte. Mostra come gioca e giudica lui, non come giocano le persone. Accanto a ogni cifra c’è il comando che l’ha misurata.",
    open: "Apri questa posizione",
    source: "Misurato con",
    seats_title: "Chi piazza per primo è in vantaggio",
    card_title: "I piazzamenti stampati non sono equilibrati",
    setup_title: "Da dove cominciare",
    students_title: "Uno studente vale mezzo maestro",
    rhythm_title: "Piazzare, reclutare, viaggiare",
    travel_title: "Viaggiare dal villaggio più forte",
    bridge_title: "A volte conta il ponte",
    villages_title: "Il centro è conteso",
    close_title: "Ogni villaggio conta",
    seats: "Nel piazzamento libero è avanti chi piazza per primo. Il computer dà ai quattro posti, in ordine di turno, il {four}% delle vittorie; in tre giocatori il {three}%.",
    card: "Sulla carta per quattro giocatori i posti hanno il {four}%: il migliore è il terzo. In tre hanno il {three}%. Cambiate quindi posto da una partita all’altra.",
    setup: "In {games} partite di un livello forte contro sé stesso i primi quattro maestri sono stati piazzati in {first} ({first_share}%) o in {second} ({second_share}%), mai altrove.",
    students: "In 120 partite di alto livello uno studente valeva {worth} maestri (intervallo al 95%: da {low} a {high}). Dipende dal momento: con quattro-otto ponti rimasti uno studente in più vale {late} punti della probabilità di vittoria; con 19 o più, niente. Conta dove si trova.",
    rhythm: "Finché ci sono almeno 19 ponti, nel {place_early}% dei turni si piazza e nel {journey_early}% si viaggia. Con otto o meno è il {place_late}% e il {journey_late}%; nel mezzo i giocatori forti reclutano nel {recruit}% dei turni.",
    travel: "Il {share}% dei viaggi parte dal villaggio più forte. Portano {students} studenti di chi li manda, guadagnano in media {gained} maestri, e il {attacks}% scaccia qualcuno. In questa posizione il viaggio del giallo da G ad A ne guadagna quattro.",
    bridge: "L’altro {share}% parte dal villaggio più debole e guadagna in media {gained} maestri. Però rompe un ponte, e due villaggi non possono più attaccarsi. In questa posizione il viaggio del giallo da I a J non guadagna maestri, ma porta la pace in entrambi i villaggi.",
    villages: "Alla fine quasi nessuna casella è vuota: ogni villaggio ha in media da {least} a {most} maestri. Cambia quante volte passano di mano. In una partita si scacciano più maestri in {contested}, meno in {quiet}. In questa posizione il viaggio del rosso da A a E ne scaccia tre.",
    close: "Chi vince ha in media {lead} maestri più del secondo. Nel {villages}% delle partite due clan sono pari nei maestri e decidono i villaggi; nel {shared}% la vittoria è condivisa. Questa partita è finita con tre clan a 23 maestri.",
};
