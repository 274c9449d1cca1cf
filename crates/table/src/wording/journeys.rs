//! What a journey will do.

use shangrila_i18n::Words;
use shangrila_rules::{Bounce, Clan, Decider, Fate, JourneyReport, Position, Stronger};

use super::{bridge, clan, colour, village};

/// Everything a journey will do, one sentence after the other.
pub fn journey_words(words: &Words, position: &Position, report: &JourneyReport) -> Vec<String> {
    let journey = &words.journey;
    let (from, to) = (village(report.from), village(report.to));
    let (origin, destination) = (report.origin, report.destination);
    let mut lines = vec![match (report.decided_by, report.stronger) {
        (Decider::Tiles, Stronger::Origin) => journey.origin_tiles(from, to, origin.tiles, destination.tiles),
        (Decider::Tiles, Stronger::Destination) => journey.destination_tiles(from, to, origin.tiles, destination.tiles),
        (Decider::Masters, Stronger::Origin) => {
            journey.origin_masters(from, to, origin.tiles, origin.masters, destination.masters)
        }
        (Decider::Masters, Stronger::Destination) => {
            journey.destination_masters(from, to, origin.tiles, origin.masters, destination.masters)
        }
        (Decider::Tie, _) => journey.tie(from, to),
    }];
    for (travelling, student) in report.students.iter() {
        let Some(student) = student else { continue };
        let (guild, owner) = (&words.guilds[travelling as usize], clan(words, student.clan));
        lines.push(match student.fate {
            Fate::BecomesMaster => journey.becomes_master(guild, owner),
            Fate::JoinsOwnMaster => journey.joins(guild, owner),
            Fate::DrivesOut { clan: other, tiles: 1 } => journey.drives_out(guild, owner, clan(words, other)),
            Fate::DrivesOut { clan: other, .. } => journey.drives_out_both(guild, owner, clan(words, other)),
            Fate::Bounces(Bounce::OwnMasterHasStudent) => journey.has_student(guild, owner),
            Fate::Bounces(Bounce::OriginNotStronger { occupant }) => {
                journey.occupied(guild, owner, clan(words, occupant))
            }
        });
    }
    lines.push(journey.bridge(bridge(report.bridge)));
    lines.extend(report.stones.into_iter().map(|peaceful| journey.stone(village(peaceful))));
    let change = |clan: Clan| {
        let (before, after) = (report.scores.before[clan].masters, report.scores.after[clan].masters);
        let name = colour(words, clan);
        if before == after { format!("{name} {before}") } else { format!("{name} {before}→{after}") }
    };
    let scores = position.seats().iter().map(change).collect::<Vec<_>>().join(", ");
    lines.push(journey.scores(scores));
    if report.ends_game {
        lines.push(journey.ends_game.to_string());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_i18n::Language;
    use shangrila_rules::Village;

    fn preview(text: &str, from: Village, to: Village) -> Vec<String> {
        let position: Position = text.parse().unwrap();
        let report = position.journey_report(from, to).unwrap();
        journey_words(Language::English.words(), &position, &report)
    }

    #[test]
    fn a_journey_from_the_stronger_village_is_told() {
        // Both villages keep other bridges, so neither gets a stone.
        let lines = preview("RVBY3/7/7/bVBy3/7/7/7/7/7/7/7/7/7 7fffff rbvy r 28 0", Village::A, Village::D);
        let expected = [
            "A is stronger than D: 8 tiles to 6.",
            "Rainmaker (red) drives out blue’s master and takes its place.",
            "Astrologer (violet) returns to the supply: its clan’s master there already has a student.",
            "Dragonbreeder (blue) returns to the supply: its clan’s master there already has a student.",
            "Priest (yellow) becomes the student of its clan’s master there.",
            "Bridge AD breaks.",
            "Masters: red 1→2, blue 3→2, violet 2, yellow 2.",
        ];
        assert_eq!(lines, expected);
        let both = preview("RRR4/7/7/2B4/7/7/7/7/7/7/7/7/7 7fffff rbvy r 28 0", Village::A, Village::D);
        assert_eq!(both[1], "Rainmaker (red) becomes a master.");
        assert_eq!(both[3], "Dragonbreeder (red) drives out blue’s master and student and takes their place.");
    }

    #[test]
    fn a_journey_from_the_weaker_village_is_told() {
        let lines = preview("R6/7/7/bv5/7/7/7/7/7/7/7/7/7 7fffff rbvy r 28 0", Village::A, Village::D);
        assert_eq!(lines[0], "D is stronger than A: 2 tiles each, 2 masters to 1. Nobody is driven out.");
        assert_eq!(lines[1], "Rainmaker (red) returns to the supply: blue holds the space.");
    }

    #[test]
    fn a_tie_names_the_destination() {
        let lines = preview("R6/7/7/B6/7/7/7/7/7/7/7/7/7 7fffff rbvy r 28 0", Village::A, Village::D);
        assert_eq!(lines[0], "A and D are tied, so D, the destination, counts as stronger. Nobody is driven out.");
    }

    #[test]
    fn stones_and_the_end_are_announced() {
        // Only the bridges ab and lm stand; when ab breaks, a and b get the last stones.
        let lines = preview("R6/7/7/7/7/7/7/7/7/7/7/7/b6 400001 rbvy r 28 0", Village::A, Village::B);
        let end = ["Bridge AB breaks.", "A gets a stone.", "B gets a stone."];
        assert_eq!(lines[2..5], end);
        assert_eq!(lines.last().unwrap(), "This ends the game.");
    }
}
