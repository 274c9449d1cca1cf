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
    turn: "{clan} ist am Zug: ein Feld wählen oder ein Dorf, dessen Schüler wandern.",
    setup: "{clan} setzt einen Meister einer Gilde, von der es noch keinen gesetzt hat.",
    place: "Ein leeres Feld für einen neuen Meister wählen.",
    recruit: "Den Meister wählen, der den ersten Schüler bekommt.",
    recruit_second: "{space.the} bekommt einen Schüler. Den zweiten Meister wählen; Esc verwirft den ersten.",
    alone: "{space.object} noch einmal wählen, um nur diesen einen Schüler anzuwerben.",
    origin: "Das Dorf wählen, dessen Schüler wandern.",
    destination: "Schüler verlassen {village}. Das Ziel wählen; Esc geht zurück.",
    impossible: "So ein Zug ist jetzt nicht möglich.",
    must_pass: "{who.the} kann nichts tun und passt.",
    enter_place: "Enter setzt {guild.one} in {village}.",
    enter_first: "Enter: ein erster Schüler für {space.object}.",
    enter_recruit: "Enter wirbt Schüler an für {first.object} und {second.object}.",
    enter_alone: "Enter wirbt einen Schüler an, für {space.object}.",
    enter_origin: "Enter: die Schüler von {village} brechen auf.",
    enter_journey: "Enter schickt die Schüler von {from} nach {to}.",
    not_a_move: "«{text}» ist kein Zug. Möglich sind R@a, +R@a+Y@c oder a>b.",
};

pub(super) const LOG: LogWords = LogWords {
    plurals: PLURALS,
    place: "{who.the} setzt {guild.one} in {village}",
    recruit_two: "{who.the} rekrutiert Schüler: {first} und {second}",
    recruit_one: "{who.the} rekrutiert einen Schüler: {space}",
    journey: "{who.the} schickt die Schüler von {from} nach {to}",
    pass: "{who.the} passt",
    changes: "Meister: {changes}",
    stones: "{n:one Stein|other Steine} auf {villages}",
};

pub(super) const JOURNEY: JourneyWords = JourneyWords {
    plurals: PLURALS,
    origin_tiles: "{from} ist stärker als {to}: {origin} Plättchen gegen {destination}.",
    origin_masters: "{from} ist stärker als {to}: je {tiles} Plättchen, {origin} Meister gegen {destination}.",
    destination_tiles: "{to} ist stärker als {from}: {destination} Plättchen gegen {origin}. Niemand wird vertrieben.",
    destination_masters: "{to} ist stärker als {from}: je {tiles} Plättchen, {destination} Meister gegen {origin}. Niemand wird vertrieben.",
    tie: "{from} und {to} sind gleich stark, also gilt {to} als stärker. Niemand wird vertrieben.",
    becomes_master: "{guild} ({clan}) wird Meister.",
    joins: "{guild} ({clan}) wird Schüler des Meisters seines Volkes dort.",
    drives_out: "{guild} ({clan}) vertreibt den Meister {other.of} und nimmt seinen Platz ein.",
    drives_out_both: "{guild} ({clan}) vertreibt den Meister {other.of} samt Schüler und nimmt ihren Platz ein.",
    has_student: "{guild} ({clan}) kehrt in den Vorrat zurück: der Meister seines Volkes dort hat schon einen Schüler.",
    occupied: "{guild} ({clan}) kehrt in den Vorrat zurück: dort liegt {other}.",
    bridge: "Brücke {bridge} bricht.",
    stone: "{village} bekommt einen Stein.",
    ends_game: "Damit endet die Partie.",
    scores: "Meister: {scores}.",
};

pub(super) const REFUSALS: RefusalWords = RefusalWords {
    plurals: PLURALS,
    game_over: "Die Partie ist zu Ende.",
    pass_not_forced: "Gepasst wird nur, wenn nichts anderes geht; möglich ist zum Beispiel {mv}.",
    setup_only_places: "Beim Aufbau setzt man je Zug einen Meister, sonst nichts.",
    guild_already_placed: "{clan} hat beim Aufbau schon einen Meister dieser Gilde gesetzt: {guild}.",
    setup_village_full: "Dorf {village} hat {tiles} Plättchen; beim Aufbau dürfen es höchstens {limit} sein.",
    setup_clan_limit: "{clan} hat {tiles} Meister in Dorf {village}; beim Aufbau dürfen es höchstens {limit} sein.",
    village_out_of_play: "Dorf {village} entfällt bei drei Völkern.",
    village_has_stone: "Auf Dorf {village} liegt ein Stein: dort geschieht nichts mehr.",
    no_master_in_village: "{clan} hat keinen Meister in Dorf {village} und kann dort keinen setzen.",
    space_occupied: "{space}: dort liegt schon {other}.",
    no_tile_to_place: "{clan} hat im Vorrat kein Plättchen dieser Gilde mehr: {guild}.",
    no_own_master_empty: "{clan} hat keinen {space}: das Feld ist leer.",
    no_own_master_other: "{clan} hat keinen {space}: dort liegt {other}.",
    has_student_already: "Der {space} hat schon einen Schüler.",
    too_few_tiles: "Dafür braucht es {needed} Plättchen ({guild}), aber {clan} hat {supply} im Vorrat.",
    same_master_twice: "Zwei Schüler gehen zu zwei verschiedenen Meistern, nicht beide zum {space}.",
    second_student_possible: "Ein einzelner Schüler ist nur erlaubt, wenn zwei nicht möglich sind: neben dem {space} könnte auch der {also} einen bekommen.",
    not_neighbours: "Keine Brücke verbindet {from} und {to}.",
    bridge_down: "Die Brücke {bridge} steht nicht.",
    no_student_to_send: "{clan} hat keinen Schüler in Dorf {village}.",
    rule: "Regel {rule}",
};

pub(super) const FAULTS: FaultWords = FaultWords {
    plurals: PLURALS,
    at: "Zeile {line}, Spalte {column}: {fault}",
    bad_header: "eine Kopfzeile sieht so aus: [Name \"Wert\"]",
    too_many_headers: "mehr als {limit} Kopfzeilen",
    repeated_header: "die Kopfzeile {name} kommt zweimal vor",
    missing_header: "die Kopfzeile {name} fehlt",
    bad_value: "die Kopfzeile {name} hat einen ungültigen Wert",
    late_header: "Kopfzeilen müssen vor den Zügen stehen",
    unclosed: "was hier beginnt, endet nicht",
    nothing_to_close: "hier gibt es nichts zu schließen",
    variation_of_nothing: "eine Variante muss auf den Zug folgen, den sie ersetzt",
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
