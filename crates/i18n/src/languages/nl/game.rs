//! The game itself in Dutch: moves, journeys, and what is wrong with a move or a record.

use super::PLURALS;
use crate::catalogue::*;

pub(super) const PHRASES: PhraseWords = PhraseWords {
    plurals: PLURALS,
    and: "en",
    of: "van {name}",
    by: "door {name}",
    to: "aan {name}",
    space: "{guild} in {village}",
};

pub(super) const COUNT: CountWords = CountWords {
    plurals: PLURALS,
    in_villages: "in {n:one # dorp|other # dorpen}",
    bridges_left: "nog {n:one # brug|other # bruggen}",
    turns: "{n:one # beurt|other # beurten}",
};

pub(super) const CHOOSE: ChooseWords = ChooseWords {
    plurals: PLURALS,
    turn: "{clan} is aan de beurt: kies een veld, of een dorp waaruit gezellen op reis gaan.",
    setup: "{clan}: vestig een wijsgeer van een gilde dat nog niet is gebruikt.",
    place: "Kies een leeg veld voor een nieuwe wijsgeer.",
    recruit: "Kies de wijsgeer die de eerste gezel krijgt.",
    recruit_second: "{space.the} krijgt een gezel. Kies een tweede wijsgeer, of annuleer met Esc.",
    recruit_one: "Kies {space.object} nog eens om alleen deze gezel aan te nemen.",
    origin: "Kies het dorp waaruit gezellen op reis gaan.",
    destination: "Gezellen verlaten {village}. Kies waar ze heen gaan, of annuleer met Esc.",
    impossible: "Die zet is nu niet mogelijk.",
    must_pass: "{who.the} heeft geen geldige zet en past.",
    enter_place: "Enter: {guild.one} vestigen in {village}.",
    enter_first: "Enter: een eerste gezel aannemen voor {space.object}.",
    enter_recruit: "Enter: gezellen aannemen voor {first.object} en {second.object}.",
    enter_recruit_one: "Enter: één gezel aannemen, voor {space.object}.",
    enter_origin: "Enter: de gezellen van {village} op reis sturen.",
    enter_journey: "Enter: de gezellen van {from} naar {to} sturen.",
    not_a_move: "‘{text}’ is geen zet. Probeer R@a, +R@a+Y@c of a>b.",
};

pub(super) const LOG: LogWords = LogWords {
    plurals: PLURALS,
    place: "{who.the} vestigt {guild.one} in {village}",
    recruit_two: "{who.the} neemt gezellen aan voor {first.object} en {second.object}",
    recruit_one: "{who.the} neemt één gezel aan voor {space.object}",
    journey: "{who.the} stuurt de gezellen van {from} naar {to}",
    pass: "{who.the} heeft geen geldige zet en past",
    changes: "wijsgeren: {changes}",
    stones: "{n:one steen|other stenen} op {villages}",
};

pub(super) const JOURNEY: JourneyWords = JourneyWords {
    plurals: PLURALS,
    origin_tiles: "{from} is sterker dan {to}: {origin:one # fiche|other # fiches} tegen {destination}.",
    origin_masters: "{from} is sterker dan {to}: elk {tiles:one # fiche|other # fiches}, {origin:one # wijsgeer|other # wijsgeren} tegen {destination}.",
    destination_tiles: "{to} is sterker dan {from}: {destination:one # fiche|other # fiches} tegen {origin}. Niemand wordt verdreven.",
    destination_masters: "{to} is sterker dan {from}: elk {tiles:one # fiche|other # fiches}, {destination:one # wijsgeer|other # wijsgeren} tegen {origin}. Niemand wordt verdreven.",
    tie: "{from} en {to} zijn even sterk, dus {to}, de bestemming, geldt als sterker. Niemand wordt verdreven.",
    becomes_master: "{guild} ({clan}) wordt wijsgeer.",
    joins: "{guild} ({clan}) wordt daar gezel van de wijsgeer van zijn eigen volk.",
    drives_out: "{guild} ({clan}) verdrijft de wijsgeer {other.of} en neemt zijn plaats in.",
    drives_out_both: "{guild} ({clan}) verdrijft de wijsgeer {other.of} met gezel en neemt hun plaats in.",
    has_student: "{guild} ({clan}) gaat terug naar de voorraad: de wijsgeer van zijn volk daar heeft al een gezel.",
    occupied: "{guild} ({clan}) gaat terug naar de voorraad: het veld is bezet {other.by}.",
    bridge: "Brug {bridge} wordt afgebroken.",
    stone: "{village} krijgt een steen.",
    ends_game: "Daarmee is de partij afgelopen.",
    scores: "Wijsgeren: {scores}.",
};

pub(super) const REFUSALS: RefusalWords = RefusalWords {
    plurals: PLURALS,
    game_over: "De partij is afgelopen.",
    pass_not_forced: "Je mag alleen passen als geen andere zet mogelijk is. {mv} kan bijvoorbeeld wel.",
    setup_only_places: "Tijdens de opzetfase mag je per beurt alleen één wijsgeer vestigen.",
    guild_already_placed: "{clan.the} heeft in de opzetfase al een {guild} gevestigd.",
    setup_village_full: "Dorp {village} is vol: er {tiles:one ligt al # fiche|other liggen al # fiches}, en in de opzetfase is de limiet {limit}.",
    setup_clan_limit: "{clan.the} heeft al {tiles:one # fiche|other # fiches} in dorp {village}; in de opzetfase is de limiet per volk {limit}.",
    village_out_of_play: "Dorp {village} doet met drie spelers niet mee.",
    village_has_stone: "Op dorp {village} ligt een steen: daar zijn geen acties meer mogelijk.",
    no_master_in_village: "{clan.the} heeft geen wijsgeer in dorp {village} en kan er dus geen vestigen.",
    space_occupied: "{space}: dit veld is al bezet {other.by}.",
    no_tile_to_place: "{clan.the} heeft geen {guild} meer in de voorraad.",
    no_own_master_empty: "{clan.the} heeft geen {space}: het veld is leeg.",
    no_own_master_other: "{clan.the} heeft geen {space}: het veld is bezet {other.by}.",
    has_student_already: "{space.the} heeft al een gezel.",
    too_few_tiles: "Hiervoor {needed:one is # fiche|other zijn # fiches} {guild.of} nodig, maar {clan.the} heeft er nog maar {supply}.",
    same_master_twice: "De twee gezellen moeten naar verschillende wijsgeren, niet allebei naar {space.object}.",
    second_student_possible: "Je moet twee gezellen aannemen als dat kan: naast {space.object} kan ook {also.the} er een krijgen.",
    not_neighbours: "Er is geen brug tussen {from} en {to}.",
    bridge_down: "Brug {bridge} is er niet meer.",
    no_student_to_send: "{clan.the} heeft geen gezel in dorp {village}.",
    rule: "Regel {rule}",
};

pub(super) const FAULTS: FaultWords = FaultWords {
    plurals: PLURALS,
    at: "regel {line}, kolom {column}: {fault}",
    bad_header: "een kopregel moet er zo uitzien: [Naam \"waarde\"]",
    too_many_headers: "er zijn meer dan {limit} kopregels",
    repeated_header: "de kopregel {name} komt twee keer voor",
    missing_header: "de kopregel {name} ontbreekt",
    bad_value: "de kopregel {name} is ongeldig: {reason}",
    rules_version: "dit programma kent versie {supported} van de regels, niet {version}",
    clan_not_seated: "{clan.the} speelt niet mee in deze partij",
    unreadable_from: "hij is vanaf teken {column} niet leesbaar",
    not_a_date: "een datum ziet er zo uit: 2026-11-16",
    contradicts: "hij is in strijd met de kopregel {name}",
    late_header: "kopregels moeten vóór de zetten staan",
    unterminated: "wat hier begint, wordt niet afgesloten",
    unmatched_bracket: "hier valt niets af te sluiten",
    variation_without_move: "een variant moet volgen op de zet die hij vervangt",
    too_deep: "de varianten zijn meer dan {limit} niveaus diep genest",
    not_a_move: "dit is geen zet",
    illegal: "{mv} is niet toegestaan. {reason}",
    wrong_result: "de kopregel {name} komt niet overeen met de zetten",
    unknown_player: "de computerspeler {clan.of} is onbekend",
    seat_count: "de partij heeft {clans:one # volk|other # volken}, maar {players:one # speler|other # spelers}",
    link_incomplete: "een deel van de link ontbreekt of is beschadigd",
    link_version: "de link komt uit een andere versie van het spel ({version})",
    link_move: "zet {number} is niet leesbaar",
    position_unreadable: "de stelling is vanaf teken {column} niet leesbaar",
    position_impossible: "deze stelling kan in geen enkele partij voorkomen",
};
