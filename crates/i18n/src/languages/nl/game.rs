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
    turn: "{clan} is aan de beurt: kies een veld, of een dorp waarvan de gezellen reizen.",
    setup: "{clan} plaatst een wijsgeer van een gilde waarvan het er nog geen heeft.",
    place: "Kies een leeg veld voor een nieuwe wijsgeer.",
    recruit: "Kies de wijsgeer die de eerste gezel krijgt.",
    recruit_second: "{space.the} krijgt een gezel. Kies de tweede wijsgeer; Esc laat de eerste vallen.",
    alone: "Kies {space.object} nog eens om alleen deze gezel te werven.",
    origin: "Kies het dorp waarvan de gezellen reizen.",
    destination: "Gezellen verlaten {village}. Kies waar ze heen gaan; Esc gaat terug.",
    impossible: "Zo’n zet is nu niet mogelijk.",
    must_pass: "{who.the} kan niets doen en past.",
    enter_place: "Enter plaatst {guild.one} in {village}.",
    enter_first: "Enter: een eerste gezel voor {space.object}.",
    enter_recruit: "Enter werft gezellen voor {first.object} en {second.object}.",
    enter_alone: "Enter werft één gezel, voor {space.object}.",
    enter_origin: "Enter: de gezellen van {village} maken zich klaar.",
    enter_journey: "Enter stuurt de gezellen van {from} naar {to}.",
    not_a_move: "‘{text}’ is geen zet. Schrijf R@a, +R@a+Y@c of a>b.",
};

pub(super) const LOG: LogWords = LogWords {
    plurals: PLURALS,
    place: "{who.the} plaatst {guild.one} in {village}",
    recruit_two: "{who.the} werft gezellen voor {first.object} en {second.object}",
    recruit_one: "{who.the} werft één gezel voor {space.object}",
    journey: "{who.the} stuurt de gezellen van {from} naar {to}",
    pass: "{who.the} past",
    changes: "wijsgeren: {changes}",
    stones: "{n:one steen|other stenen} op {villages}",
};

pub(super) const JOURNEY: JourneyWords = JourneyWords {
    plurals: PLURALS,
    origin_tiles: "{from} is sterker dan {to}: {origin:one # fiche|other # fiches} tegen {destination}.",
    origin_masters: "{from} is sterker dan {to}: elk {tiles:one # fiche|other # fiches}, {origin:one # wijsgeer|other # wijsgeren} tegen {destination}.",
    destination_tiles: "{to} is sterker dan {from}: {destination:one # fiche|other # fiches} tegen {origin}. Niemand wordt verdreven.",
    destination_masters: "{to} is sterker dan {from}: elk {tiles:one # fiche|other # fiches}, {destination:one # wijsgeer|other # wijsgeren} tegen {origin}. Niemand wordt verdreven.",
    tie: "{from} en {to} zijn even sterk, dus geldt {to} als sterker. Niemand wordt verdreven.",
    becomes_master: "{guild} ({clan}) wordt wijsgeer.",
    joins: "{guild} ({clan}) wordt gezel van de wijsgeer van zijn volk daar.",
    drives_out: "{guild} ({clan}) verdrijft de wijsgeer {other.of} en neemt zijn plaats in.",
    drives_out_both: "{guild} ({clan}) verdrijft de wijsgeer {other.of} met zijn gezel en neemt hun plaats in.",
    has_student: "{guild} ({clan}) gaat terug naar de voorraad: de wijsgeer van zijn volk daar heeft al een gezel.",
    occupied: "{guild} ({clan}) gaat terug naar de voorraad: daar ligt {other}.",
    bridge: "De brug {bridge} stort in.",
    stone: "{village} krijgt een steen.",
    ends_game: "Daarmee is de partij afgelopen.",
    scores: "Wijsgeren: {scores}.",
};

pub(super) const REFUSALS: RefusalWords = RefusalWords {
    plurals: PLURALS,
    game_over: "De partij is afgelopen.",
    pass_not_forced: "Passen mag alleen als er niets anders kan; {mv} is bijvoorbeeld mogelijk.",
    setup_only_places: "Tijdens de opbouw plaats je per beurt één wijsgeer en verder niets.",
    guild_already_placed: "{clan} heeft de {guild} van de opbouw al geplaatst.",
    setup_village_full: "Dorp {village} is vol: er liggen al {tiles:one # fiche|other # fiches}; tijdens de opbouw is de grens {limit}.",
    setup_clan_limit: "{clan.the} heeft al {tiles:one # fiche|other # fiches} in dorp {village}; tijdens de opbouw is de grens per volk {limit}.",
    village_out_of_play: "Dorp {village} doet niet mee met drie volken.",
    village_has_stone: "Op dorp {village} ligt een steen: daar gebeurt niets meer.",
    no_master_in_village: "{clan} heeft geen wijsgeer in dorp {village} en kan er dus geen plaatsen.",
    space_occupied: "{space}: daar ligt {other} al.",
    no_tile_to_place: "{clan} heeft geen {guild} meer in de voorraad.",
    no_own_master_empty: "{clan} heeft geen {space}: het veld is leeg.",
    no_own_master_other: "{clan} heeft geen {space}: daar ligt {other}.",
    has_student_already: "De {space} heeft al een gezel.",
    too_few_tiles: "Benodigde fiches ({guild}): {needed}; {clan} heeft er {supply} in de voorraad.",
    same_master_twice: "Twee gezellen gaan naar twee verschillende wijsgeren, niet allebei naar de {space}.",
    second_student_possible: "Eén gezel alleen mag slechts als twee niet kunnen: naast de {space} kan ook de {also} er een krijgen.",
    not_neighbours: "Geen brug verbindt {from} en {to}.",
    bridge_down: "De brug {bridge} staat er niet.",
    no_student_to_send: "{clan} heeft geen gezel in dorp {village}.",
    rule: "Regel {rule}",
};

pub(super) const FAULTS: FaultWords = FaultWords {
    plurals: PLURALS,
    at: "regel {line}, kolom {column}: {fault}",
    bad_header: "een kopregel ziet er zo uit: [Naam \"waarde\"]",
    too_many_headers: "meer dan {limit} kopregels",
    repeated_header: "de kopregel {name} komt twee keer voor",
    missing_header: "de kopregel {name} ontbreekt",
    bad_value: "de kopregel {name} heeft een ongeldige waarde",
    late_header: "kopregels moeten vóór de zetten staan",
    unclosed: "wat hier begint, wordt niet afgesloten",
    nothing_to_close: "hier valt niets te sluiten",
    variation_of_nothing: "een variant volgt op de zet die hij vervangt",
    too_deep: "meer dan {limit} varianten in elkaar",
    not_a_move: "dit is geen zet",
    illegal: "{mv} is niet toegestaan. {reason}",
    wrong_result: "de kopregel {name} klopt niet met de zetten",
    unknown_player: "de computerspeler {clan.of} is onbekend",
    seat_count: "de partij heeft {clans:one # volk|other # volken}, maar {players:one # speler|other # spelers}",
    link_incomplete: "een deel van de link ontbreekt of is beschadigd",
    link_version: "de link komt uit een andere versie van het spel ({version})",
    link_move: "zet {number} is niet leesbaar",
    position_unreadable: "de stelling is vanaf teken {column} niet leesbaar",
    position_impossible: "deze stelling kan in geen enkele partij voorkomen",
};
