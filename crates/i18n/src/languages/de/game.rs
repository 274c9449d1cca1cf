//! The game itself in German: moves, journeys, and what is wrong with a move or a record.

use super::PLURALS;
use crate::catalogue::*;

pub(super) const PHRASES: PhraseWords = PhraseWords {
    plurals: PLURALS,
    and: "und",
    of: "von {name}",
    by: "von {name}",
    to: "{name}",
    space: "{guild} in {village}",
};

pub(super) const COUNT: CountWords = CountWords {
    plurals: PLURALS,
    in_villages: "in {n:one # Dorf|other # Dörfern}",
    bridges_left: "noch {n:one # Brücke|other # Brücken}",
    turns: "{n:one # Zug|other # Züge}",
};

pub(super) const CHOOSE: ChooseWords = ChooseWords {
    plurals: PLURALS,
    turn: "{clan.the} ist am Zug: Wähle ein Feld oder ein Dorf, dessen Schüler wandern.",
    setup: "{clan.the} ist am Zug: Setze einen Meister aus einer Gilde, die noch fehlt.",
    place: "Wähle ein leeres Feld für einen neuen Meister.",
    recruit: "Wähle den Meister, der den ersten Schüler bekommt.",
    recruit_second: "{space.the} bekommt einen Schüler. Wähle den zweiten Meister, oder brich mit Esc ab.",
    recruit_one: "Wähle {space.object} noch einmal, um nur diesen einen Schüler zu rekrutieren.",
    origin: "Wähle das Dorf, dessen Schüler wandern.",
    destination: "Schüler verlassen {village}. Wähle ihr Ziel, oder brich mit Esc ab.",
    impossible: "Dieser Zug ist gerade nicht möglich.",
    must_pass: "{who.the} hat keinen möglichen Zug und passt.",
    enter_place: "Enter: {guild.one} in {village} setzen.",
    enter_first: "Enter: den ersten Schüler für {space.object} rekrutieren.",
    enter_recruit: "Enter: Schüler für {first.object} und {second.object} rekrutieren.",
    enter_recruit_one: "Enter: nur einen Schüler rekrutieren, für {space.object}.",
    enter_origin: "Enter: die Schüler von {village} auf Wanderung schicken.",
    enter_journey: "Enter: die Schüler von {from} nach {to} schicken.",
    not_a_move: "„{text}“ ist kein Zug. Versuch es mit R@a, +R@a+Y@c oder a>b.",
};

pub(super) const LOG: LogWords = LogWords {
    plurals: PLURALS,
    place: "{who.the} setzt {guild.one} in {village}",
    recruit_two: "{who.the} rekrutiert Schüler für {first.object} und {second.object}",
    recruit_one: "{who.the} rekrutiert einen Schüler für {space.object}",
    journey: "{who.the} schickt die Schüler von {from} nach {to}",
    pass: "{who.the} hat keinen möglichen Zug und passt",
    changes: "Meister: {changes}",
    stones: "{n:one Stein|other Steine} auf {villages}",
};

pub(super) const JOURNEY: JourneyWords = JourneyWords {
    plurals: PLURALS,
    origin_tiles: "{from} ist stärker als {to}: {origin} Plättchen gegen {destination}.",
    origin_masters: "{from} ist stärker als {to}: je {tiles} Plättchen, {origin} Meister gegen {destination}.",
    destination_tiles: "{to} ist stärker als {from}: {destination} Plättchen gegen {origin}. Niemand wird vertrieben.",
    destination_masters: "{to} ist stärker als {from}: je {tiles} Plättchen, {destination} Meister gegen {origin}. Niemand wird vertrieben.",
    tie: "{from} und {to} sind gleich stark, also gilt das Ziel {to} als stärker. Niemand wird vertrieben.",
    becomes_master: "{guild} ({clan}) wird Meister.",
    joins: "{guild} ({clan}) wird Schüler des dortigen Meisters seines Volkes.",
    drives_out: "{guild} ({clan}) vertreibt den Meister {other.of} und nimmt seinen Platz ein.",
    drives_out_both: "{guild} ({clan}) vertreibt Meister und Schüler {other.of} und nimmt ihren Platz ein.",
    has_student: "{guild} ({clan}) kehrt in den Vorrat zurück: Der dortige Meister seines Volkes hat schon einen Schüler.",
    occupied: "{guild} ({clan}) kehrt in den Vorrat zurück: Das Feld ist {other.by} besetzt.",
    bridge: "Die Brücke {bridge} wird abgerissen.",
    stone: "{village} bekommt einen Stein.",
    ends_game: "Damit endet die Partie.",
    scores: "Meister: {scores}.",
};

pub(super) const REFUSALS: RefusalWords = RefusalWords {
    plurals: PLURALS,
    game_over: "Die Partie ist zu Ende.",
    pass_not_forced: "Du kannst nur passen, wenn kein anderer Zug möglich ist. Möglich ist zum Beispiel {mv}.",
    setup_only_places: "In der Einsatzphase darfst du nur setzen, einen Meister je Zug.",
    guild_already_placed: "{clan.the} hat {guild.object} in der Einsatzphase schon gesetzt.",
    setup_village_full: "Dorf {village} ist voll: Es hat {tiles} Plättchen, und in der Einsatzphase sind nicht mehr als {limit} erlaubt.",
    setup_clan_limit: "{clan.the} hat schon {tiles} Plättchen in Dorf {village}; in der Einsatzphase sind je Volk nicht mehr als {limit} erlaubt.",
    village_out_of_play: "Dorf {village} spielt zu dritt nicht mit.",
    village_has_stone: "Dorf {village} hat einen Stein: Dort sind keine Aktionen mehr möglich.",
    no_master_in_village: "{clan.the} hat keinen Meister in Dorf {village} und kann dort keinen setzen.",
    space_occupied: "{space}: Das Feld ist schon {other.by} besetzt.",
    no_tile_to_place: "{clan.the} hat keine Plättchen dieser Gilde ({guild}) mehr im Vorrat.",
    no_own_master_empty: "{clan.the} hat keinen {space}: Das Feld ist leer.",
    no_own_master_other: "{clan.the} hat keinen {space}: Das Feld ist {other.by} besetzt.",
    has_student_already: "{space.the} hat schon einen Schüler.",
    too_few_tiles: "Dafür {needed:one ist # Plättchen|other sind # Plättchen} ({guild}) nötig, aber {clan.the} hat nur {supply} im Vorrat.",
    same_master_twice: "Die beiden Schüler müssen zu verschiedenen Meistern, nicht beide zu {space.to}.",
    second_student_possible: "Du musst zwei Schüler rekrutieren, wenn du kannst: Neben {space.to} könnte auch {also.the} einen bekommen.",
    not_neighbours: "Keine Brücke verbindet {from} und {to}.",
    bridge_down: "Die Brücke {bridge} gibt es nicht mehr.",
    no_student_to_send: "{clan.the} hat keinen Schüler in Dorf {village}.",
    rule: "Regel {rule}",
};

pub(super) const FAULTS: FaultWords = FaultWords {
    plurals: PLURALS,
    at: "Zeile {line}, Spalte {column}: {fault}",
    bad_header: "eine Kopfzeile muss so aussehen: [Name \"Wert\"]",
    too_many_headers: "es gibt mehr als {limit} Kopfzeilen",
    repeated_header: "die Kopfzeile {name} kommt zweimal vor",
    missing_header: "die Kopfzeile {name} fehlt",
    bad_value: "die Kopfzeile {name} ist ungültig: {reason}",
    rules_version: "dieses Programm kennt Version {supported} der Regeln, nicht {version}",
    clan_not_seated: "{clan.the} spielt in dieser Partie nicht mit",
    unreadable_from: "sie ist ab Zeichen {column} nicht lesbar",
    not_a_date: "ein Datum sieht so aus: 2026-11-16",
    contradicts: "sie widerspricht der Kopfzeile {name}",
    late_header: "Kopfzeilen müssen vor den Zügen stehen",
    unterminated: "was hier geöffnet wird, wird nie geschlossen",
    unmatched_bracket: "hier gibt es nichts zu schließen",
    variation_without_move: "eine Variante muss auf den Zug folgen, den sie ersetzt",
    too_deep: "Varianten sind mehr als {limit}-fach verschachtelt",
    not_a_move: "das ist kein Zug",
    illegal: "{mv} ist nicht erlaubt. {reason}",
    wrong_result: "die Kopfzeile {name} passt nicht zu den Zügen",
    unknown_player: "der Computerspieler {clan.of} ist unbekannt",
    seat_count: "die Partie hat {clans:one # Volk|other # Völker}, aber {players} Spieler",
    link_incomplete: "ein Teil des Links fehlt oder ist beschädigt",
    link_version: "der Link stammt aus einer anderen Version des Spiels ({version})",
    link_move: "Zug {number} ist nicht lesbar",
    position_unreadable: "die Stellung ist ab Zeichen {column} nicht lesbar",
    position_impossible: "diese Stellung kann in keiner Partie entstehen",
};
