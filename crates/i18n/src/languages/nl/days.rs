//! Games over days, in Dutch.

use super::PLURALS;
use crate::days::DaysWords;

pub(crate) const DAYS: DaysWords = DaysWords {
    plurals: PLURALS,
    conditional_moves: "Voorwaardelijke zetten",
    conditional_help: "Speel op het bord uit wat de anderen kunnen doen, en dan je antwoord. Zodra het zover komt, speelt de server het voor je. Alleen jij ziet deze reeksen.",
    no_lines: "Nog geen voorwaardelijke zetten.",
    any_move: "willekeurige zet",
    your_answer: "Je antwoord",
    new_line: "Nieuwe reeks",
    add_line: "Reeks toevoegen",
    remove_line: "Reeks verwijderen",
    move_up: "Deze reeks eerder proberen",
    type_line: "Of typ een reeks; * is een willekeurige zet",
    line_full: "Een reeks heeft hooguit 12 zetten.",
    line_dropped: "De partij ging verder, dus de begonnen reeks is vervallen.",
    played_for_you: "Je voorwaardelijke zet is gespeeld.",
    was_conditional: "voorwaardelijke zet",
    if_plays: "Als {name} speelt…",
    notes: "Notities",
    notes_help: "Plannen, dreigingen, afspraken…",
    notes_private: "Alleen jij kunt je notities lezen.",
    notes_saved: "Opgeslagen",
    notes_pending: "Opslaan…",
    notes_failed: "Niet opgeslagen: {why}",
};
