//! The game itself in Italian: moves, journeys, and what is wrong with a move or a record.

use super::PLURALS;
use crate::catalogue::*;

pub(super) const PHRASES: PhraseWords = PhraseWords {
    plurals: PLURALS,
    and: "e",
    of: "di {name}",
    by: "da {name}",
    to: "a {name}",
    space: "{guild} in {village}",
};

pub(super) const COUNT: CountWords = CountWords {
    plurals: PLURALS,
    in_villages: "in {n:one # villaggio|other # villaggi}",
    bridges_left: "{n:one # ponte rimasto|other # ponti rimasti}",
    turns: "{n:one # turno|other # turni}",
};

pub(super) const CHOOSE: ChooseWords = ChooseWords {
    plurals: PLURALS,
    turn: "Turno {clan.of}: scegli una casella, o il villaggio di partenza di un viaggio.",
    setup: "Turno {clan.of}: piazza un maestro di una disciplina non ancora usata.",
    place: "Scegli una casella vuota per un nuovo maestro.",
    recruit: "Scegli il maestro che riceve il primo studente.",
    recruit_second: "{space.the} riceve uno studente. Scegli il secondo maestro, o premi Esc per annullare.",
    recruit_one: "Scegli di nuovo {space.object} per reclutare solo questo studente.",
    origin: "Scegli il villaggio da cui partono gli studenti.",
    destination: "Gli studenti partono da {village}. Scegli dove vanno, o premi Esc per annullare.",
    impossible: "Questa mossa ora non è possibile.",
    must_pass: "{who.the} non ha mosse possibili e passa.",
    enter_place: "Invio: piazza {guild.one} in {village}.",
    enter_first: "Invio: recluta il primo studente per {space.object}.",
    enter_recruit: "Invio: recluta studenti per {first.object} e {second.object}.",
    enter_recruit_one: "Invio: recluta un solo studente, per {space.object}.",
    enter_origin: "Invio: manda in viaggio gli studenti di {village}.",
    enter_journey: "Invio: manda gli studenti da {from} a {to}.",
    not_a_move: "«{text}» non è una mossa. Prova con R@a, +R@a+Y@c o a>b.",
};

pub(super) const LOG: LogWords = LogWords {
    plurals: PLURALS,
    place: "{who.the} piazza {guild.one} in {village}",
    recruit_two: "{who.the} recluta studenti per {first.object} e {second.object}",
    recruit_one: "{who.the} recluta uno studente per {space.object}",
    journey: "{who.the} manda gli studenti da {from} a {to}",
    pass: "{who.the} non ha mosse possibili e passa",
    changes: "maestri: {changes}",
    stones: "{n:one pietra|other pietre} su {villages}",
};

pub(super) const JOURNEY: JourneyWords = JourneyWords {
    plurals: PLURALS,
    origin_tiles: "{from} è più forte di {to}: {origin:one # tessera|other # tessere} contro {destination}.",
    origin_masters: "{from} è più forte di {to}: {tiles:one # tessera|other # tessere} ciascuno, {origin:one # maestro|other # maestri} contro {destination}.",
    destination_tiles: "{to} è più forte di {from}: {destination:one # tessera|other # tessere} contro {origin}. Nessuno viene scacciato.",
    destination_masters: "{to} è più forte di {from}: {tiles:one # tessera|other # tessere} ciascuno, {destination:one # maestro|other # maestri} contro {origin}. Nessuno viene scacciato.",
    tie: "{from} e {to} sono pari, quindi {to}, villaggio di arrivo, è considerato più forte. Nessuno viene scacciato.",
    becomes_master: "{guild} ({clan}) diventa maestro.",
    joins: "{guild} ({clan}) diventa studente del maestro del suo clan in quella casella.",
    drives_out: "{guild} ({clan}) scaccia il maestro {other.of} e ne prende il posto.",
    drives_out_both: "{guild} ({clan}) scaccia il maestro e lo studente {other.of} e ne prende il posto.",
    has_student: "{guild} ({clan}) torna nella dotazione: lì il maestro del suo clan ha già uno studente.",
    occupied: "{guild} ({clan}) torna nella dotazione: la casella è occupata {other.by}.",
    bridge: "Il ponte {bridge} si rompe.",
    stone: "{village} riceve una pietra.",
    ends_game: "La partita finisce.",
    scores: "Maestri: {scores}.",
};

pub(super) const REFUSALS: RefusalWords = RefusalWords {
    plurals: PLURALS,
    game_over: "La partita è finita.",
    pass_not_forced: "Si può passare solo quando non c’è altra mossa. {mv}, per esempio, è possibile.",
    setup_only_places: "Durante il piazzamento puoi solo piazzare un maestro per turno.",
    guild_already_placed: "{clan.the} ha già piazzato {guild.object} durante il piazzamento.",
    setup_village_full: "Il villaggio {village} è pieno: ha {tiles:one # tessera|other # tessere}, e durante il piazzamento il limite è {limit}.",
    setup_clan_limit: "{clan.the} ha già {tiles:one # tessera|other # tessere} nel villaggio {village}; durante il piazzamento il limite per clan è {limit}.",
    village_out_of_play: "Il villaggio {village} non si usa nelle partite a tre.",
    village_has_stone: "Il villaggio {village} ha una pietra: lì non si può più agire.",
    no_master_in_village: "{clan.the} non ha maestri nel villaggio {village}, quindi non può piazzarne lì.",
    space_occupied: "{space}: la casella è occupata {other.by}.",
    no_tile_to_place: "{clan.the} non ha più tessere {guild} nella dotazione.",
    no_own_master_empty: "{clan.the} non ha {space.one}: la casella è vuota.",
    no_own_master_other: "{clan.the} non ha {space.one}: la casella è occupata {other.by}.",
    has_student_already: "{space.the} ha già uno studente.",
    too_few_tiles: "{needed:one Serve # tessera|other Servono # tessere} {guild}, ma nella dotazione {clan.the} ne ha {supply}.",
    same_master_twice: "I due studenti devono andare a maestri diversi, non entrambi {space.to}.",
    second_student_possible: "Devi reclutare due studenti se puoi: oltre {space.to}, può riceverne uno anche {also.the}.",
    not_neighbours: "Nessun ponte unisce {from} e {to}.",
    bridge_down: "Il ponte {bridge} non c’è più.",
    no_student_to_send: "{clan.the} non ha studenti nel villaggio {village}.",
    rule: "Regola {rule}",
};

pub(super) const FAULTS: FaultWords = FaultWords {
    plurals: PLURALS,
    at: "riga {line}, colonna {column}: {fault}",
    bad_header: "un’intestazione deve avere la forma [Nome \"valore\"]",
    too_many_headers: "ci sono più di {limit} intestazioni",
    repeated_header: "l’intestazione {name} compare due volte",
    missing_header: "manca l’intestazione {name}",
    bad_value: "l’intestazione {name} non è valida: {reason}",
    rules_version: "questo programma conosce la versione {supported} delle regole, non {version}",
    clan_not_seated: "{clan.the} non gioca in questa partita",
    unreadable_from: "impossibile leggerla dal carattere {column} in poi",
    not_a_date: "una data si scrive così: 2026-11-16",
    contradicts: "contraddice l’intestazione {name}",
    late_header: "le intestazioni devono precedere le mosse",
    unterminated: "ciò che si apre qui non viene mai chiuso",
    unmatched_bracket: "qui non c’è nulla da chiudere",
    variation_without_move: "una variante deve seguire la mossa che sostituisce",
    too_deep: "le varianti sono annidate per più di {limit} livelli",
    not_a_move: "questa non è una mossa",
    illegal: "{mv} non è una mossa valida. {reason}",
    wrong_result: "l’intestazione {name} non corrisponde alle mosse",
    unknown_player: "il giocatore virtuale {clan.of} è sconosciuto",
    seat_count: "la partita ha {clans:one # clan|other # clan}, ma {players:one # giocatore|other # giocatori}",
    link_incomplete: "una parte del link manca o è danneggiata",
    link_version: "il link viene da un’altra versione del gioco ({version})",
    link_move: "impossibile leggere la mossa {number}",
    position_unreadable: "impossibile leggere la posizione dal carattere {column} in poi",
    position_impossible: "nessuna partita può arrivare a questa posizione",
};
