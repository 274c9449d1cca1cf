//! Games over days, in Italian.

use super::PLURALS;
use crate::days::DaysWords;

pub(crate) const DAYS: DaysWords = DaysWords {
    plurals: PLURALS,
    conditional_moves: "Mosse condizionali",
    conditional_help: "Gioca sul tavoliere ciò che gli altri potrebbero fare, e poi la tua risposta. Appena la partita ci arriva, il server la gioca per te. Solo tu vedi queste sequenze.",
    no_lines: "Ancora nessuna mossa condizionale.",
    any_move: "qualsiasi mossa",
    your_answer: "La tua risposta",
    new_line: "Nuova sequenza",
    add_line: "Aggiungi la sequenza",
    remove_line: "Togli la sequenza",
    move_up: "Prova prima questa sequenza",
    type_line: "Oppure scrivi una sequenza; * è qualsiasi mossa",
    line_full: "Una sequenza ha al massimo 12 mosse.",
    line_dropped: "La partita è andata avanti, quindi la sequenza iniziata è decaduta.",
    played_for_you: "La tua mossa condizionale è stata giocata.",
    was_conditional: "mossa condizionale",
    if_plays: "Se {name} gioca…",
    notes: "Appunti",
    notes_help: "Piani, minacce, accordi…",
    notes_private: "Solo tu puoi leggere i tuoi appunti.",
    notes_saved: "Salvato",
    notes_pending: "Salvataggio…",
    notes_failed: "Non salvato: {why}",
    vacation: "Vacanza",
    vacation_help: "Quando sei in vacanza, gli orologi delle tue partite su più giorni si fermano, non ricevi avvisi di turno e lì non puoi muovere; le mosse condizionali vengono giocate lo stesso. Le partite dal vivo continuano. Una vacanza prende almeno un giorno, e ogni giorno iniziato.",
    begin_vacation: "Vai in vacanza",
    end_vacation: "Termina la vacanza",
    vacation_left: "{left:one Resta # giorno|other Restano # giorni} su {all} quest’anno.",
    vacation_until: "In vacanza, al più tardi fino al {date}",
    own_vacation_until: "Sei in vacanza, al più tardi fino al {date}. Il tuo orologio è fermo.",
};
