//! Moves, journeys, refusals and results in words.

use shangrila_i18n::{Words, fill, sentence};
use shangrila_rules::{
    Bounce, Bridge, Choices, Clan, Decider, EndReason, Fate, Guild, IllegalMove, JourneyReport, Move, OPENING_MASTERS,
    Position, Space, Stronger, Village, VillageSet,
};

use crate::choice::{Choice, Spot, Step};

/// The clan's colour, as inside a sentence.
pub const fn clan(words: &Words, clan: Clan) -> &'static str {
    words.clans[clan as usize].colour
}

/// The guild's name.
pub const fn guild(words: &Words, guild: Guild) -> &'static str {
    words.guilds[guild as usize].name
}

/// The village as it is named in texts: a capital is easier to read among words than the small letter of the notation.
pub const fn village(village: Village) -> char {
    village.letter().to_ascii_uppercase()
}

/// `Healer in A`: the little word is the same in all four languages.
pub fn space(words: &Words, space: Space) -> String {
    format!("{} in {}", guild(words, space.guild()), village(space.village()))
}

/// The bridge as it is named in texts.
fn bridge(bridge: Bridge) -> String {
    let (one, other) = bridge.ends();
    [village(one), village(other)].iter().collect()
}

fn letters(villages: VillageSet) -> String {
    villages.into_iter().map(|name| village(name).to_string()).collect::<Vec<_>>().join(", ")
}

/// What a clan plays, without the end of the sentence.
pub fn move_words(words: &Words, mover: Clan, mv: Move) -> String {
    let (log, mover) = (&words.log, clan(words, mover));
    let text = match mv {
        Move::Place { space } => {
            let one = words.guilds[space.guild() as usize].one;
            fill(log.place, &[("clan", &mover), ("guild", &one), ("village", &village(space.village()))])
        }
        Move::Recruit { first, second: Some(second) } => {
            let (first, second) = (space(words, first), space(words, second));
            fill(log.recruit_two, &[("clan", &mover), ("first", &first), ("second", &second)])
        }
        Move::Recruit { first, second: None } => {
            fill(log.recruit_one, &[("clan", &mover), ("first", &space(words, first))])
        }
        Move::Journey { from, to } => {
            fill(log.journey, &[("clan", &mover), ("from", &village(from)), ("to", &village(to))])
        }
        Move::Pass => fill(log.pass, &[("clan", &mover)]),
    };
    sentence(&text)
}

/// A turn that was played: the move in words and notation, and what it changed beyond itself.
pub fn turn_words(words: &Words, before: &Position, mv: Move, after: &Position) -> String {
    let Some(mover) = before.to_move() else { return mv.to_string() };
    let mut text = format!("{} ({mv})", move_words(words, mover, mv));
    if !matches!(mv, Move::Journey { .. }) {
        return text;
    }
    for clan in after.seats().iter() {
        let change = after.score(clan).masters as i64 - before.score(clan).masters as i64;
        if change != 0 {
            text += &format!(" {}{change:+}", clan.letter());
        }
    }
    let stones = before.open_villages().without(after.open_villages());
    if !stones.is_empty() {
        text += &format!(", {}", fill(words.log.stone, &[("villages", &letters(stones))]));
    }
    text
}

/// Everything that a journey will do.
pub fn journey_words(words: &Words, position: &Position, report: &JourneyReport) -> Vec<String> {
    let journey = &words.journey;
    let (from, to) = (report.from, report.to);
    let (origin, destination) = (report.origin, report.destination);
    let (tiles, masters) = ((origin.tiles, destination.tiles), (origin.masters, destination.masters));
    let by_tiles =
        |text| fill(text, &[("from", &village(from)), ("to", &village(to)), ("one", &tiles.0), ("other", &tiles.1)]);
    let by_masters = |text| {
        let values: [(&str, &dyn core::fmt::Display); 5] = [
            ("from", &village(from)),
            ("to", &village(to)),
            ("tiles", &tiles.0),
            ("one", &masters.0),
            ("other", &masters.1),
        ];
        fill(text, &values)
    };
    let mut lines = vec![match (report.decided_by, report.stronger) {
        (Decider::Tiles, Stronger::Origin) => by_tiles(journey.origin_tiles),
        (Decider::Tiles, Stronger::Destination) => by_tiles(journey.destination_tiles),
        (Decider::Masters, Stronger::Origin) => by_masters(journey.origin_masters),
        (Decider::Masters, Stronger::Destination) => by_masters(journey.destination_masters),
        (Decider::Tie, _) => fill(journey.tie, &[("from", &village(from)), ("to", &village(to))]),
    }];
    for (travelling, student) in report.students.iter() {
        let Some(student) = student else { continue };
        let (name, owner) = (guild(words, travelling), clan(words, student.clan));
        let plain = |text| fill(text, &[("guild", &name), ("clan", &owner)]);
        let met = |text, other| fill(text, &[("guild", &name), ("clan", &owner), ("other", &clan(words, other))]);
        lines.push(match student.fate {
            Fate::BecomesMaster => plain(journey.becomes_master),
            Fate::JoinsOwnMaster => plain(journey.joins),
            Fate::DrivesOut { clan, tiles: 1 } => met(journey.drives_out, clan),
            Fate::DrivesOut { clan, .. } => met(journey.drives_out_both, clan),
            Fate::Bounces(Bounce::OwnMasterHasStudent) => plain(journey.has_student),
            Fate::Bounces(Bounce::OriginNotStronger { occupant }) => met(journey.occupied, occupant),
        });
    }
    lines.push(fill(journey.bridge, &[("bridge", &bridge(report.bridge))]));
    lines.extend(report.stones.into_iter().map(|peaceful| fill(journey.stone, &[("village", &village(peaceful))])));
    let change = |clan: Clan| {
        let (before, after) = (report.scores.before[clan].masters, report.scores.after[clan].masters);
        let name = self::clan(words, clan);
        if before == after { format!("{name} {before}") } else { format!("{name} {before}→{after}") }
    };
    let scores = position.seats().iter().map(change).collect::<Vec<_>>().join(", ");
    lines.push(fill(journey.scores, &[("scores", &scores)]));
    if report.ends_game {
        lines.push(journey.ends_game.to_string());
    }
    lines
}

/// Why a move is refused.
pub fn refusal(words: &Words, reason: IllegalMove) -> String {
    let refusals = &words.refusals;
    let of = |clan: Clan| self::clan(words, clan);
    let text = match reason {
        IllegalMove::GameOver => refusals.game_over.to_string(),
        IllegalMove::PassNotForced { instead } => fill(refusals.pass_not_forced, &[("move", &instead)]),
        IllegalMove::OpeningOnlyPlaces => refusals.opening_only_places.to_string(),
        IllegalMove::GuildAlreadyPlaced { clan, guild } => {
            fill(refusals.guild_already_placed, &[("clan", &of(clan)), ("guild", &self::guild(words, guild))])
        }
        IllegalMove::OpeningVillageFull { village, tiles, limit } => fill(
            refusals.opening_village_full,
            &[("village", &self::village(village)), ("tiles", &tiles), ("limit", &limit)],
        ),
        IllegalMove::OpeningClanLimit { village, clan, tiles, limit } => {
            let values: [(&str, &dyn core::fmt::Display); 4] =
                [("village", &self::village(village)), ("clan", &of(clan)), ("tiles", &tiles), ("limit", &limit)];
            fill(refusals.opening_clan_limit, &values)
        }
        IllegalMove::VillageOutOfPlay { village } => {
            fill(refusals.village_out_of_play, &[("village", &self::village(village))])
        }
        IllegalMove::VillageHasStone { village } => {
            fill(refusals.village_has_stone, &[("village", &self::village(village))])
        }
        IllegalMove::NoMasterInVillage { village, clan } => {
            fill(refusals.no_master_in_village, &[("village", &self::village(village)), ("clan", &of(clan))])
        }
        IllegalMove::SpaceOccupied { space, by } => {
            fill(refusals.space_occupied, &[("space", &self::space(words, space)), ("other", &of(by))])
        }
        IllegalMove::NoTileToPlace { clan, guild } => {
            fill(refusals.no_tile_to_place, &[("clan", &of(clan)), ("guild", &self::guild(words, guild))])
        }
        IllegalMove::NoOwnMaster { space, clan, occupant: None } => {
            fill(refusals.no_own_master_empty, &[("space", &self::space(words, space)), ("clan", &of(clan))])
        }
        IllegalMove::NoOwnMaster { space, clan, occupant: Some(other) } => fill(
            refusals.no_own_master_other,
            &[("space", &self::space(words, space)), ("clan", &of(clan)), ("other", &of(other))],
        ),
        IllegalMove::HasStudentAlready { space } => {
            fill(refusals.has_student_already, &[("space", &self::space(words, space))])
        }
        IllegalMove::TooFewTiles { clan, guild, needed, supply } => {
            let guild = self::guild(words, guild);
            let values: [(&str, &dyn core::fmt::Display); 4] =
                [("clan", &of(clan)), ("guild", &guild), ("needed", &needed), ("supply", &supply)];
            fill(refusals.too_few_tiles, &values)
        }
        IllegalMove::SameMasterTwice { space } => {
            fill(refusals.same_master_twice, &[("space", &self::space(words, space))])
        }
        IllegalMove::SecondStudentPossible { recruited, also } => fill(
            refusals.second_student_possible,
            &[("space", &space(words, recruited)), ("also", &space(words, also))],
        ),
        IllegalMove::NotNeighbours { from, to } => {
            fill(refusals.not_neighbours, &[("from", &village(from)), ("to", &village(to))])
        }
        IllegalMove::BridgeDown { bridge: down } => fill(refusals.bridge_down, &[("bridge", &bridge(down))]),
        IllegalMove::NoStudentToSend { village, clan } => {
            fill(refusals.no_student_to_send, &[("village", &self::village(village)), ("clan", &of(clan))])
        }
    };
    sentence(&text)
}

/// Why a spot cannot be chosen, as the refusal of the move one would have meant.
pub fn why_not(words: &Words, position: &Position, spot: Spot) -> String {
    let mv = match spot {
        Spot::Space(space) if position.in_opening() || position.occupant(space).is_none() => Move::Place { space },
        Spot::Space(space) => Move::recruit_one(space),
        Spot::Village(from) => {
            let clan = position.to_move();
            let without_students = |clan| refusal(words, IllegalMove::NoStudentToSend { village: from, clan });
            return match clan {
                Some(_) if position.has_stone(from) => refusal(words, IllegalMove::VillageHasStone { village: from }),
                Some(clan) => without_students(clan),
                None => refusal(words, IllegalMove::GameOver),
            };
        }
    };
    match position.check_legal(mv) {
        Err(reason) => refusal(words, reason),
        Ok(()) => words.choose.impossible.to_string(),
    }
}

/// What a person is asked for.
pub fn request(words: &Words, position: &Position, choice: Choice) -> String {
    let choose = &words.choose;
    let mover = position.to_move().map_or("", |mover| clan(words, mover));
    let text = match choice {
        Choice::Open if position.in_opening() => fill(choose.opening, &[("clan", &mover)]),
        Choice::Open => fill(choose.turn, &[("clan", &mover)]),
        Choice::Place => choose.place.to_string(),
        Choice::Recruit => choose.recruit.to_string(),
        Choice::SecondStudent { first } => {
            let first = space(words, first);
            let mut text = fill(choose.recruit_second, &[("space", &first)]);
            if Choices::of(position).can_recruit_one() {
                text += &format!(" {}", fill(choose.alone, &[("space", &first)]));
            }
            text
        }
        Choice::Journey => choose.origin.to_string(),
        Choice::Destination { from } => fill(choose.destination, &[("village", &village(from))]),
    };
    sentence(&text)
}

/// What the Enter key would do.
pub fn enter_words(words: &Words, step: Step) -> String {
    let choose = &words.choose;
    match step {
        Step::Further(Choice::SecondStudent { first }) => {
            fill(choose.enter_first, &[("guild", &guild(words, first.guild())), ("village", &village(first.village()))])
        }
        Step::Further(Choice::Destination { from }) => fill(choose.enter_origin, &[("village", &village(from))]),
        Step::Further(_) | Step::Complete(Move::Pass) => String::new(),
        Step::Complete(Move::Place { space }) => {
            let one = words.guilds[space.guild() as usize].one;
            fill(choose.enter_place, &[("guild", &one), ("village", &village(space.village()))])
        }
        Step::Complete(Move::Recruit { first, second: Some(second) }) => {
            fill(choose.enter_recruit, &[("first", &space(words, first)), ("second", &space(words, second))])
        }
        Step::Complete(Move::Recruit { first, second: None }) => {
            fill(choose.enter_alone, &[("first", &space(words, first))])
        }
        Step::Complete(Move::Journey { from, to }) => {
            fill(choose.enter_journey, &[("from", &village(from)), ("to", &village(to))])
        }
    }
}

/// Turn, stones, bridges.
pub fn state(words: &Words, position: &Position) -> String {
    let turn = usize::from(position.ply()) + usize::from(!position.is_over());
    if position.in_opening() {
        let last = OPENING_MASTERS * position.seats().count();
        return fill(words.screen.opening, &[("turn", &turn), ("last", &last)]);
    }
    let (stones, all) = (position.stones_placed(), position.options().stones.count());
    let bridges = position.bridges().len();
    fill(words.screen.state, &[("turn", &turn), ("stones", &stones), ("all", &all), ("bridges", &bridges)])
}

/// How a finished game ended, and who has won.
pub fn result(words: &Words, position: &Position) -> Option<String> {
    let outcome = position.outcome()?;
    let reason = match outcome.reason {
        EndReason::LastStone => words.screen.over_stones,
        EndReason::AllPassed => words.screen.over_passes,
    };
    let winners: Vec<&str> = outcome.winners.into_iter().map(|winner| clan(words, winner)).collect();
    let score = position.score(outcome.winners.first()?);
    let numbers: [(&str, &dyn core::fmt::Display); 2] = [("masters", &score.masters), ("villages", &score.villages)];
    let text = match winners.as_slice() {
        [winner] => fill(words.screen.wins, &[("clan", winner), numbers[0], numbers[1]]),
        [first @ .., last] => {
            let clans = format!("{} {} {last}", first.join(", "), words.screen.and);
            fill(words.screen.shared, &[("clans", &clans), numbers[0], numbers[1]])
        }
        [] => return None,
    };
    Some(format!("{reason} {}", sentence(&text)))
}

/// The village's neighbours over standing bridges.
pub fn neighbours(position: &Position, village: Village) -> String {
    let bridges = position.bridges() & shangrila_rules::map::bridges_at(village);
    let other = |bridge: Bridge| {
        let (one, other) = bridge.ends();
        if one == village { other.letter() } else { one.letter() }
    };
    bridges.into_iter().map(other).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_i18n::Language;

    fn preview(text: &str, from: Village, to: Village) -> Vec<String> {
        let position: Position = text.parse().unwrap();
        let report = position.journey_report(from, to).unwrap();
        journey_words(Language::English.words(), &position, &report)
    }

    #[test]
    fn a_journey_from_the_stronger_village_is_told() {
        // Both villages keep other bridges, so no stone comes.
        let lines = preview("RVBY3/7/7/bVBy3/7/7/7/7/7/7/7/7/7 7fffff rbvy r 28 0", Village::A, Village::D);
        let expected = [
            "A is stronger than D, 8 to 6 in tiles.",
            "Rainmaker (red) drives out the master of blue and takes its place.",
            "Astrologer (violet) returns to the supply: its own master has a student.",
            "Dragonbreeder (blue) returns to the supply: its own master has a student.",
            "Priest (yellow) becomes the student of its own master.",
            "The bridge AD falls.",
            "Masters: red 1→2, blue 3→2, violet 2, yellow 2.",
        ];
        assert_eq!(lines, expected);
        let both = preview("RRR4/7/7/2B4/7/7/7/7/7/7/7/7/7 7fffff rbvy r 28 0", Village::A, Village::D);
        assert_eq!(both[1], "Rainmaker (red) becomes a master.");
        assert_eq!(
            both[3],
            "Dragonbreeder (red) drives out the master of blue and its student, and takes their place."
        );
    }

    #[test]
    fn a_journey_from_the_weaker_village_is_told() {
        let lines = preview("R6/7/7/bv5/7/7/7/7/7/7/7/7/7 7fffff rbvy r 28 0", Village::A, Village::D);
        assert_eq!(lines[0], "D is stronger than A: 2 to 2 in tiles, 2 to 1 in masters. Nobody is driven out.");
        assert_eq!(lines[1], "Rainmaker (red) returns to the supply: blue is there.");
    }

    #[test]
    fn stones_and_the_end_are_announced() {
        // Only the bridges ab and lm stand; when ab falls, a and b get the last stones.
        let lines = preview("R6/7/7/7/7/7/7/7/7/7/7/7/b6 400001 rbvy r 28 0", Village::A, Village::B);
        let end = ["The bridge AB falls.", "A gets a stone.", "B gets a stone."];
        assert_eq!(lines[2..5], end);
        assert_eq!(lines.last().unwrap(), "That ends the game.");
    }

    #[test]
    fn turns_are_told_with_what_they_changed() {
        let mut position: Position = "R6/7/7/b6/7/7/7/7/7/7/7/7/b6 400003 rbvy r 28 0".parse().unwrap();
        let before = position;
        let mv = "a>d".parse().unwrap();
        position.play(mv).unwrap();
        let text = turn_words(Language::German.words(), &before, mv, &position);
        assert_eq!(text, "Rot schickt die Schüler von A nach D (a>d) r+1 b-1, Stein auf D");
        let text = move_words(Language::Italian.words(), Clan::Violet, "+R@a+H@c".parse().unwrap());
        assert_eq!(text, "Viola recluta per Uomo della pioggia in A e Guaritore in C");
    }
}
