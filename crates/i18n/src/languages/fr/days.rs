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
    type_line: "Ou écris une suite ; * est n’importe quel coup",
    line_full: "Une suite a au plus 12 coups.",
    line_dropped: "La partie a continué : la suite commencée n’est plus valable.",
    played_for_you: "Ton coup conditionnel a été joué.",
    was_conditional: "coup conditionnel",
    if_plays: "Si {name} joue…",
    notes: "Notes",
    notes_help: "Plans, menaces, accords…",
    notes_private: "Personne d’autre ne peut lire tes notes.",
    notes_saved: "Enregistré",
    notes_pending: "Enregistrement…",
    notes_failed: "Non enregistré : {why}",
    vacation: "Vacances",
    vacation_help: "Pendant tes vacances, les pendules de tes parties sur plusieurs jours s’arrêtent, tu ne reçois pas d’avis et tu ne peux pas y jouer ; les coups conditionnels sont joués quand même. Les parties en direct continuent. Des vacances prennent au moins un jour, et chaque jour commencé.",
    begin_vacation: "Partir en vacances",
    end_vacation: "Finir les vacances",
    vacation_left: "{left:one Il reste # jour|other Il reste # jours} sur {all} cette année.",
    vacation_until: "En vacances, au plus tard jusqu’au {date}",
    own_vacation_until: "Tu es en vacances, au plus tard jusqu’au {date}. Ta pendule est arrêtée.",
};
