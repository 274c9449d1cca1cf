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
    turn: "Tocca {clan.to}: scegli una casella, o un villaggio i cui studenti viaggiano.",
    setup: "{clan.the} colloca un maestro di una gilda che non ha ancora collocato.",
    place: "Scegli una casella vuota per un nuovo maestro.",
    recruit: "Scegli il maestro che riceve il primo studente.",
    recruit_second: "{space.the} riceve uno studente. Scegli il secondo maestro; Esc rinuncia al primo.",
    alone: "Scegli di nuovo {space.object} per reclutare soltanto questo studente.",
    origin: "Scegli il villaggio i cui studenti viaggiano.",
    destination: "Gli studenti lasciano {village}. Scegli dove vanno; Esc torna indietro.",
    impossible: "Ora una mossa così non è possibile.",
    must_pass: "{who.the} non può fare nulla e passa.",
    enter_place: "Invio: colloca {guild.one} in {village}.",
    enter_first: "Invio: recluta un primo studente per {space.object}.",
    enter_recruit: "Invio: recluta studenti per {first.object} e {second.object}.",
    enter_alone: "Invio: recluta uno studente per {space.object}.",
    enter_origin: "Invio: gli studenti di {village} si preparano a partire.",
    enter_journey: "Invio: manda gli studenti da {from} a {to}.",
    not_a_move: "«{text}» non è una mossa. Scrivi R@a, +R@a+Y@c oppure a>b.",
};

pub(super) const LOG: LogWords = LogWords {
    plurals: PLURALS,
    place: "{who.the} colloca {guild.one} in {village}",
    recruit_two: "{who.the} recluta studenti per {first.object} e {second.object}",
    recruit_one: "{who.the} recluta uno studente per {space.object}",
    journey: "{who.the} manda gli studenti da {from} a {to}",
    pass: "{who.the} passa",
    changes: "maestri: {changes}",
    stones: "{n:one pietra|other pietre} su {villages}",
};

pub(super) const JOURNEY: JourneyWords = JourneyWords {
    plurals: PLURALS,
    origin_tiles: "{from} è più forte di {to}: {origin:one # tessera|other # tessere} contro {destination}.",
    origin_masters: "{from} è più forte di {to}: {tiles:one # tessera|other # tessere} a testa, {origin:one # maestro|other # maestri} contro {destination}.",
    destination_tiles: "{to} è più forte di {from}: {destination:one # tessera|other # tessere} contro {origin}. Nessuno è scacciato.",
    destination_masters: "{to} è più forte di {from}: {tiles:one # tessera|other # tessere} a testa, {destination:one # maestro|other # maestri} contro {origin}. Nessuno è scacciato.",
    tie: "{from} e {to} sono alla pari, quindi {to} vale come più forte. Nessuno è scacciato.",
    becomes_master: "{guild} ({clan}) diventa maestro.",
    joins: "{guild} ({clan}) diventa studente del maestro del suo clan lì.",
    drives_out: "{guild} ({clan}) scaccia il maestro {other.of} e ne prende il posto.",
    drives_out_both: "{guild} ({clan}) scaccia il maestro {other.of} con il suo studente e ne prende il posto.",
    has_student: "{guild} ({clan}) torna nella dotazione: lì il maestro del suo clan ha già uno studente.",
    occupied: "{guild} ({clan}) torna nella dotazione: la casella è {other.of}.",
    bridge: "Il ponte {bridge} crolla.",
    stone: "{village} riceve una pietra.",
    ends_game: "Così finisce la partita.",
    scores: "Maestri: {scores}.",
};

pub(super) const REFUSALS: RefusalWords = RefusalWords {
    plurals: PLURALS,
    game_over: "La partita è finita.",
    pass_not_forced: "Si passa soltanto quando non si può fare altro; per esempio {mv} è possibile.",
    setup_only_places: "Durante la preparazione in un turno si colloca un maestro e nient’altro.",
    guild_already_placed: "Nella preparazione {clan.the} ha già collocato questa gilda: {guild}.",
    setup_village_full: "Il villaggio {village} è pieno: ha {tiles:one # tessera|other # tessere}, e nella preparazione il limite è {limit}.",
    setup_clan_limit: "{clan.the} ha già {tiles:one # tessera|other # tessere} nel villaggio {village}; nella preparazione il limite per clan è {limit}.",
    village_out_of_play: "Il villaggio {village} è escluso quando giocano tre clan.",
    village_has_stone: "Sul villaggio {village} c’è una pietra: lì non succede più nulla.",
    no_master_in_village: "{clan.the} non ha maestri nel villaggio {village}, quindi non può collocarne.",
    space_occupied: "{space}: la casella è occupata {other.by}.",
    no_tile_to_place: "{clan.the} non ha più tessere di questa gilda nella dotazione: {guild}.",
    no_own_master_empty: "{clan.the} non ha un {space}: la casella è vuota.",
    no_own_master_other: "{clan.the} non ha un {space}: la casella è occupata {other.by}.",
    has_student_already: "{space.the} ha già uno studente.",
    too_few_tiles: "Tessere necessarie ({guild}): {needed}; {clan.the} ne ha {supply} nella dotazione.",
    same_master_twice: "Due studenti vanno a due maestri diversi, non tutti e due allo stesso: {space}.",
    second_student_possible: "Un solo studente è ammesso soltanto se due non sono possibili: oltre a {space} può riceverne uno anche {also}.",
    not_neighbours: "Nessun ponte unisce {from} e {to}.",
    bridge_down: "Il ponte {bridge} non c’è.",
    no_student_to_send: "{clan.the} non ha studenti nel villaggio {village}.",
    rule: "Regola {rule}",
};

pub(super) const FAULTS: FaultWords = FaultWords {
    plurals: PLURALS,
    at: "riga {line}, colonna {column}: {fault}",
    bad_header: "un’intestazione si scrive [Nome \"valore\"]",
    too_many_headers: "più di {limit} intestazioni",
    repeated_header: "l’intestazione {name} compare due volte",
    missing_header: "manca l’intestazione {name}",
    bad_value: "l’intestazione {name} ha un valore non valido",
    late_header: "le intestazioni vanno prima delle mosse",
    unclosed: "ciò che si apre qui non si chiude",
    nothing_to_close: "qui non c’è nulla da chiudere",
    variation_of_nothing: "una variante segue la mossa che sostituisce",
    too_deep: "più di {limit} varianti una dentro l’altra",
    not_a_move: "questa non è una mossa",
    illegal: "{mv} non è una mossa valida. {reason}",
    wrong_result: "l’intestazione {name} non corrisponde alle mosse",
    unknown_player: "il giocatore computer {clan.of} è sconosciuto",
    seat_count: "la partita ha {clans:one # clan|other # clan}, ma {players:one # giocatore|other # giocatori}",
    link_incomplete: "una parte del link manca o è danneggiata",
    link_version: "il link viene da un’altra versione del gioco ({version})",
    link_move: "la mossa {number} non è leggibile",
    position_unreadable: "la posizione non è leggibile dal carattere {column}",
    position_impossible: "nessuna partita può arrivare a questa posizione",
};
