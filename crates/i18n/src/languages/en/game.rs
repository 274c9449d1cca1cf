//! The game itself in English: moves, journeys, and what is wrong with a move or a record.

use super::PLURALS;
use crate::catalogue::*;

pub(super) const PHRASES: PhraseWords = PhraseWords {
    plurals: PLURALS,
    and: "and",
    of: "{name}’s",
    by: "by {name}",
    to: "to {name}",
    space: "{guild} in {village}",
};

pub(super) const COUNT: CountWords = CountWords {
    plurals: PLURALS,
    in_villages: "in {n:one # village|other # villages}",
    bridges_left: "{n:one # bridge|other # bridges} left",
    turns: "{n:one # turn|other # turns}",
};

pub(super) const CHOOSE: ChooseWords = ChooseWords {
    plurals: PLURALS,
    turn: "{clan} to move: choose a space, or a village to send students from.",
    setup: "{clan}: place a master from a guild not used yet.",
    place: "Choose an empty space for a new master.",
    recruit: "Choose the master who gets the first student.",
    recruit_second: "{space.the} gets a student. Choose a second master, or press Esc to cancel.",
    recruit_one: "Choose {space.object} again to recruit only this student.",
    origin: "Choose the village to send students from.",
    destination: "Students leave {village}. Choose where they go, or press Esc to cancel.",
    impossible: "That move isn’t possible right now.",
    must_pass: "{who.the} has no legal move and passes.",
    enter_place: "Enter: place {guild.one} in {village}.",
    enter_first: "Enter: recruit the first student for {space.object}.",
    enter_recruit: "Enter: recruit students for {first.object} and {second.object}.",
    enter_recruit_one: "Enter: recruit one student, for {space.object}.",
    enter_origin: "Enter: send the students of {village} on a journey.",
    enter_journey: "Enter: send the students from {from} to {to}.",
    not_a_move: "“{text}” isn’t a move. Try R@a, +R@a+Y@c or a>b.",
};

pub(super) const LOG: LogWords = LogWords {
    plurals: PLURALS,
    place: "{who.the} places {guild.one} in {village}",
    recruit_two: "{who.the} recruits students for {first.object} and {second.object}",
    recruit_one: "{who.the} recruits one student for {space.object}",
    journey: "{who.the} sends the students from {from} to {to}",
    pass: "{who.the} has no legal move and passes",
    changes: "masters: {changes}",
    stones: "{n:one stone|other stones} on {villages}",
};

pub(super) const JOURNEY: JourneyWords = JourneyWords {
    plurals: PLURALS,
    origin_tiles: "{from} is stronger than {to}: {origin:one # tile|other # tiles} to {destination}.",
    origin_masters: "{from} is stronger than {to}: {tiles:one # tile|other # tiles} each, {origin:one # master|other # masters} to {destination}.",
    destination_tiles: "{to} is stronger than {from}: {destination:one # tile|other # tiles} to {origin}. Nobody is driven out.",
    destination_masters: "{to} is stronger than {from}: {tiles:one # tile|other # tiles} each, {destination:one # master|other # masters} to {origin}. Nobody is driven out.",
    tie: "{from} and {to} are tied, so {to}, the destination, counts as stronger. Nobody is driven out.",
    becomes_master: "{guild} ({clan}) becomes a master.",
    joins: "{guild} ({clan}) becomes the student of its clan’s master there.",
    drives_out: "{guild} ({clan}) drives out {other.of} master and takes its place.",
    drives_out_both: "{guild} ({clan}) drives out {other.of} master and student and takes their place.",
    has_student: "{guild} ({clan}) returns to the supply: its clan’s master there already has a student.",
    occupied: "{guild} ({clan}) returns to the supply: {other.the} holds the space.",
    bridge: "Bridge {bridge} breaks.",
    stone: "{village} gets a stone.",
    ends_game: "This ends the game.",
    scores: "Masters: {scores}.",
};

pub(super) const REFUSALS: RefusalWords = RefusalWords {
    plurals: PLURALS,
    game_over: "The game is over.",
    pass_not_forced: "You can pass only when no other move is possible. {mv}, for example, is legal.",
    setup_only_places: "During set-up you may only place one master per turn.",
    guild_already_placed: "{clan.the} has already placed its {guild} during set-up.",
    setup_village_full: "Village {village} is full: it has {tiles:one # tile|other # tiles}, and the set-up limit is {limit}.",
    setup_clan_limit: "{clan.the} already has {tiles:one # tile|other # tiles} in village {village}; the set-up limit per clan is {limit}.",
    village_out_of_play: "Village {village} is not used in a three-player game.",
    village_has_stone: "Village {village} has a stone: no more actions there.",
    no_master_in_village: "{clan.the} has no master in village {village}, so it can’t place one there.",
    space_occupied: "{space}: the space is taken {other.by}.",
    no_tile_to_place: "{clan.the} has no {guild} tiles left in its supply.",
    no_own_master_empty: "{clan.the} has no {space}: the space is empty.",
    no_own_master_other: "{clan.the} has no {space}: the space is taken {other.by}.",
    has_student_already: "{space.the} already has a student.",
    too_few_tiles: "This needs {needed:one # tile|other # tiles} of the {guild} guild, but {clan.the} has only {supply} left.",
    same_master_twice: "The two students must go to different masters, not both to {space.object}.",
    second_student_possible: "You must recruit two students if you can: {also.the} could take one as well as {space.object}.",
    not_neighbours: "No bridge connects {from} and {to}.",
    bridge_down: "Bridge {bridge} is gone.",
    no_student_to_send: "{clan.the} has no student in village {village}.",
    rule: "Rule {rule}",
};

pub(super) const FAULTS: FaultWords = FaultWords {
    plurals: PLURALS,
    at: "line {line}, column {column}: {fault}",
    bad_header: "a header must look like [Name \"value\"]",
    too_many_headers: "there are more than {limit} headers",
    repeated_header: "the header {name} appears twice",
    missing_header: "the header {name} is missing",
    bad_value: "the header {name} is invalid: {reason}",
    rules_version: "this program supports version {supported} of the rules, not {version}",
    clan_not_seated: "{clan.the} doesn’t play in this game",
    unreadable_from: "it can’t be read from character {column} on",
    not_a_date: "a date looks like 2026-11-16",
    contradicts: "it contradicts the header {name}",
    late_header: "headers must come before the moves",
    unterminated: "what is opened here is never closed",
    unmatched_bracket: "there is nothing to close here",
    variation_without_move: "a variation must follow the move it replaces",
    too_deep: "variations are nested more than {limit} deep",
    not_a_move: "this isn’t a move",
    illegal: "{mv} is illegal. {reason}",
    wrong_result: "the header {name} doesn’t match the moves",
    unknown_player: "the computer player of {clan.the} is unknown",
    seat_count: "the game has {clans:one # clan|other # clans}, but {players:one # player|other # players}",
    link_incomplete: "part of the link is missing or damaged",
    link_version: "the link was made by another version of the game ({version})",
    link_move: "move {number} can’t be read",
    position_unreadable: "the position can’t be read from character {column} on",
    position_impossible: "no game can reach this position",
};
