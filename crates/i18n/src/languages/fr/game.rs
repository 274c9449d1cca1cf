//! The game itself in French: moves, journeys, and what is wrong with a move or a record.

use super::PLURALS;
use crate::catalogue::*;

pub(super) const PHRASES: PhraseWords = PhraseWords {
    plurals: PLURALS,
    and: "et",
    of: "de {name}",
    by: "par {name}",
    to: "à {name}",
    space: "{guild} en {village}",
};

pub(super) const COUNT: CountWords = CountWords {
    plurals: PLURALS,
    in_villages: "dans {n:one # village|other # villages}",
    bridges_left: "{n:one # pont restant|other # ponts restants}",
    turns: "{n:one # tour|other # tours}",
};

pub(super) const CHOOSE: ChooseWords = ChooseWords {
    plurals: PLURALS,
    turn: "C’est {clan.to} de jouer : choisis une case, ou un village dont les élèves partent en voyage.",
    setup: "{clan.the} : place un maître d’une guilde que tu n’as pas encore utilisée.",
    place: "Choisis une case vide pour un nouveau maître.",
    recruit: "Choisis le maître qui reçoit le premier élève.",
    recruit_second: "{space.the} reçoit un élève. Choisis un deuxième maître, ou appuie sur Échap pour annuler.",
    recruit_one: "Choisis de nouveau {space.object} pour ne recruter que cet élève.",
    origin: "Choisis le village dont les élèves partent en voyage.",
    destination: "Les élèves quittent {village}. Choisis où ils vont, ou appuie sur Échap pour annuler.",
    impossible: "Ce coup n’est pas possible pour l’instant.",
    must_pass: "{who.the} n’a aucun coup possible et passe.",
    enter_place: "Entrée : placer {guild.one} en {village}.",
    enter_first: "Entrée : recruter le premier élève pour {space.object}.",
    enter_recruit: "Entrée : recruter des élèves pour {first.object} et {second.object}.",
    enter_recruit_one: "Entrée : recruter un seul élève, pour {space.object}.",
    enter_origin: "Entrée : envoyer les élèves de {village} en voyage.",
    enter_journey: "Entrée : envoyer les élèves de {from} vers {to}.",
    not_a_move: "« {text} » n’est pas un coup. Essaie R@a, +R@a+Y@c ou a>b.",
};

pub(super) const LOG: LogWords = LogWords {
    plurals: PLURALS,
    place: "{who.the} place {guild.one} en {village}",
    recruit_two: "{who.the} recrute des élèves pour {first.object} et {second.object}",
    recruit_one: "{who.the} recrute un élève pour {space.object}",
    journey: "{who.the} envoie les élèves de {from} vers {to}",
    pass: "{who.the} n’a aucun coup possible et passe",
    changes: "maîtres : {changes}",
    stones: "{n:one pierre|other pierres} sur {villages}",
};

pub(super) const JOURNEY: JourneyWords = JourneyWords {
    plurals: PLURALS,
    origin_tiles: "{from} est plus fort que {to} : {origin:one # tuile|other # tuiles} contre {destination}.",
    origin_masters: "{from} est plus fort que {to} : {tiles:one # tuile|other # tuiles} chacun, mais {origin:one # maître|other # maîtres} contre {destination}.",
    destination_tiles: "{to} est plus fort que {from} : {destination:one # tuile|other # tuiles} contre {origin}. Personne n’est chassé.",
    destination_masters: "{to} est plus fort que {from} : {tiles:one # tuile|other # tuiles} chacun, mais {destination:one # maître|other # maîtres} contre {origin}. Personne n’est chassé.",
    tie: "{from} et {to} sont à égalité : {to}, la destination, compte comme plus fort. Personne n’est chassé.",
    becomes_master: "{guild} ({clan}) devient maître.",
    joins: "{guild} ({clan}) devient l’élève du maître de son clan à l’arrivée.",
    drives_out: "{guild} ({clan}) chasse le maître {other.of} et prend sa place.",
    drives_out_both: "{guild} ({clan}) chasse le maître {other.of} et son élève et prend leur place.",
    has_student: "{guild} ({clan}) retourne dans la réserve : à l’arrivée, le maître de son clan a déjà un élève.",
    occupied: "{guild} ({clan}) retourne dans la réserve : la case est occupée {other.by}.",
    bridge: "Le pont {bridge} s’effondre.",
    stone: "{village} reçoit une pierre.",
    ends_game: "La partie se termine ainsi.",
    scores: "Maîtres : {scores}.",
};

pub(super) const REFUSALS: RefusalWords = RefusalWords {
    plurals: PLURALS,
    game_over: "La partie est terminée.",
    pass_not_forced: "On ne peut passer que si aucun autre coup n’est possible. Par exemple, {mv} est permis.",
    setup_only_places: "Pendant la mise en place, on ne peut que placer un maître par tour.",
    guild_already_placed: "{clan.the} a déjà placé son {guild} pendant la mise en place.",
    setup_village_full: "Le village {village} est plein : il a {tiles:one # tuile|other # tuiles}, et la limite de la mise en place est de {limit}.",
    setup_clan_limit: "{clan.the} a déjà {tiles:one # tuile|other # tuiles} dans le village {village} ; pendant la mise en place, la limite par clan est de {limit}.",
    village_out_of_play: "Le village {village} ne sert pas dans une partie à trois.",
    village_has_stone: "Le village {village} a une pierre : plus aucune action n’y est possible.",
    no_master_in_village: "{clan.the} n’a pas de maître dans le village {village} et ne peut donc pas en placer.",
    space_occupied: "{space} : la case est occupée {other.by}.",
    no_tile_to_place: "{clan.the} n’a plus de tuile {guild} dans sa réserve.",
    no_own_master_empty: "{space} : {clan.the} n’y a pas de maître, la case est vide.",
    no_own_master_other: "{space} : {clan.the} n’y a pas de maître, la case est occupée {other.by}.",
    has_student_already: "{space.the} a déjà un élève.",
    too_few_tiles: "Il faut {needed:one # tuile|other # tuiles} {guild}, mais {clan.the} en a {supply} en réserve.",
    same_master_twice: "Les deux élèves doivent aller à deux maîtres différents, pas tous les deux {space.to}.",
    second_student_possible: "Tu dois recruter deux élèves si c’est possible : en plus {space.of}, {also.the} peut en recevoir un.",
    not_neighbours: "Aucun pont ne relie {from} et {to}.",
    bridge_down: "Le pont {bridge} n’existe plus.",
    no_student_to_send: "{clan.the} n’a pas d’élève dans le village {village}.",
    rule: "Règle {rule}",
};

pub(super) const FAULTS: FaultWords = FaultWords {
    plurals: PLURALS,
    at: "ligne {line}, colonne {column} : {fault}",
    bad_header: "un en-tête s’écrit [Nom \"valeur\"]",
    too_many_headers: "il y a plus de {limit} en-têtes",
    repeated_header: "l’en-tête {name} apparaît deux fois",
    missing_header: "l’en-tête {name} manque",
    bad_value: "l’en-tête {name} n’est pas valable : {reason}",
    rules_version: "ce programme connaît la version {supported} des règles, pas {version}",
    clan_not_seated: "{clan.the} ne joue pas dans cette partie",
    unreadable_from: "il est illisible à partir du caractère {column}",
    not_a_date: "une date s’écrit ainsi : 2026-11-16",
    contradicts: "il contredit l’en-tête {name}",
    late_header: "les en-têtes doivent précéder les coups",
    unterminated: "ce qui s’ouvre ici n’est jamais fermé",
    unmatched_bracket: "il n’y a rien à fermer ici",
    variation_without_move: "une variante doit suivre le coup qu’elle remplace",
    too_deep: "plus de {limit} variantes sont imbriquées",
    not_a_move: "ce n’est pas un coup",
    illegal: "{mv} n’est pas un coup permis. {reason}",
    wrong_result: "l’en-tête {name} ne correspond pas aux coups",
    unknown_player: "l’ordinateur qui joue pour {clan.the} est inconnu",
    seat_count: "la partie a {clans:one # clan|other # clans}, mais {players:one # joueur|other # joueurs}",
    link_incomplete: "une partie du lien manque ou est abîmée",
    link_version: "le lien vient d’une autre version du jeu ({version})",
    link_move: "le coup {number} est illisible",
    position_unreadable: "la position est illisible à partir du caractère {column}",
    position_impossible: "aucune partie ne peut mener à cette position",
};
