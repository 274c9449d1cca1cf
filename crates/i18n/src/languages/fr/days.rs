//! Games over days, in French.

use super::PLURALS;
use crate::days::DaysWords;

pub(crate) const DAYS: DaysWords = DaysWords {
    plurals: PLURALS,
    conditional_moves: "Coups conditionnels",
    conditional_help: "Joue sur le plateau ce que les autres pourraient faire, puis ta réponse. Dès que la partie en arrive là, le serveur la joue pour toi. Personne d’autre ne voit ces suites.",
    no_lines: "Pas encore de coup conditionnel.",
    any_move: "n’importe quel coup",
    your_answer: "Ta réponse",
    new_line: "Nouvelle suite",
    add_line: "Ajouter la suite",
    remove_line: "Retirer la suite",
    move_up: "Essayer cette suite plus tôt",
    type_line: "Ou écris une suite ; * est n’importe quel coup",
    line_full: "Une suite a au plus 12 coups.",
    line_dropped: "La partie a continué : la suite commencée n’est plus valable.",
    played_for_you: "Ton coup conditionnel a été joué.",
    was_conditional: "coup conditionnel",
    if_plays: "Si {name} joue…",
    notes: "Notes",
    notes_help: "Plans, menaces, accords…",
    notes_private: "Personne d’autre ne peut lire tes notes.",
    notes_saved: "Enregistré",
    notes_pending: "Enregistrement…",
    notes_failed: "Non enregistré : {why}",
};
