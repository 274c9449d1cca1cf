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
    vacation: "Vakantie",
    vacation_help: "Zolang je op vakantie bent, staan de klokken van je partijen over dagen stil, krijg je geen meldingen en kun je daar niet zetten; voorwaardelijke zetten worden wel gespeeld. Livepartijen gaan door. Een vakantie kost minstens één dag, en elke begonnen dag.",
    begin_vacation: "Op vakantie gaan",
    end_vacation: "Vakantie beëindigen",
    vacation_left: "Nog {left:one # dag|other # dagen} van {all} dit jaar.",
    vacation_until: "Op vakantie, uiterlijk tot {date}",
    own_vacation_until: "Je bent op vakantie, uiterlijk tot {date}. Je klok staat stil.",
};
