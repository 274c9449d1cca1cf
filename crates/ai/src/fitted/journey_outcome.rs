//! What a journey does to the villages, computed from the features: a declared copy of the rules, for speed.
//!
//! The policy asks this for every legal journey of every node. `Position::journey_report` would answer the same, but at
//! many times the cost. The tests below compare the two on random games; strength (R5.4) is compared as well.

use super::features::{CLANS, Features, RelativeStrength, VillageFeatures, relative_strength};

/// The result of a journey.
pub(super) struct JourneyOutcome {
    /// For each clan, the masters it gains minus those it loses.
    pub(super) gains: [i32; CLANS],
    /// Students of the clan to move that become students of a master in the destination.
    pub(super) joined: usize,
    /// Students of the clan to move that return to the supply.
    pub(super) lost: usize,
    /// The destination afterwards; only `masters` and `rank` are updated.
    pub(super) target: VillageFeatures,
    /// The rank of the origin afterwards.
    pub(super) origin_rank: u8,
}

impl JourneyOutcome {
    pub(super) fn of(features: &Features, from: usize, to: usize) -> JourneyOutcome {
        let (origin, target) = (&features.villages[from], &features.villages[to]);
        let strong = relative_strength(origin, target) >= RelativeStrength::Stronger;
        let travellers = origin.students;
        let mut gains = [0; CLANS];
        let mut after = *target;
        let (mut lost, mut joined) = (0, 0);
        for clan in 0..features.clans {
            let sent = origin.masters[clan] & travellers;
            let arrives = sent & !target.masters[clan] & if strong { !0 } else { !target.occupied };
            let driven_out = if strong { target.masters[clan] & travellers & !sent } else { 0 };
            gains[clan] = arrives.count_ones() as i32 - driven_out.count_ones() as i32;
            after.masters[clan] = target.masters[clan] & !driven_out | arrives;
            let joins = if strong { sent & target.masters[clan] & !target.students } else { 0 };
            if clan == 0 {
                joined = joins.count_ones() as usize;
                lost = (sent & !arrives & !joins).count_ones() as usize;
            }
        }
        let occupied_after = after.masters.iter().fold(0, |all, guilds| all | guilds);
        let students_after = if strong {
            let own_met =
                (0..features.clans).fold(0, |all, clan| all | origin.masters[clan] & target.masters[clan] & travellers);
            target.students & !travellers | own_met
        } else {
            target.students
        };
        let masters = occupied_after.count_ones() as u8;
        after.rank = (masters + students_after.count_ones() as u8) << 3 | masters;
        let origin_masters = origin.occupied.count_ones() as u8;
        JourneyOutcome { gains, joined, lost, target: after, origin_rank: origin_masters << 3 | origin_masters }
    }
}

#[cfg(test)]
mod tests {
    use super::super::features::seat_after;
    use super::*;
    use fastrand::Rng;
    use shangrila_rules::{Clan, Fate, GameOptions, JourneyReport, Move, Position, Seats, Strength, Village};

    fn rank(strength: Strength) -> u8 {
        (strength.tiles << 3 | strength.masters) as u8
    }

    fn check(position: &Position, from: Village, to: Village) {
        let features = Features::of(position);
        let outcome = JourneyOutcome::of(&features, from as usize, to as usize);
        let report = position.journey_report(from, to).unwrap();
        let named = |clan| position.seats().clan_at(seat_after(position, clan)).unwrap();
        let count = |report: &JourneyReport, own: Clan, wanted: fn(Fate) -> bool| {
            let of_clan =
                report.students.iter().filter_map(|(_, student)| *student).filter(|student| student.clan == own);
            of_clan.filter(|student| wanted(student.fate)).count()
        };
        assert_eq!(
            outcome.joined,
            count(&report, named(0), |fate| fate == Fate::JoinsOwnMaster),
            "{from}>{to} {position}"
        );
        assert_eq!(
            outcome.lost,
            count(&report, named(0), |fate| matches!(fate, Fate::Bounces(_))),
            "{from}>{to} {position}"
        );
        for clan in 0..features.clans {
            let score = |scores: &shangrila_rules::PerClan<shangrila_rules::Score>| scores[named(clan)].masters as i32;
            let gain = score(&report.scores.after) - score(&report.scores.before);
            assert_eq!(outcome.gains[clan], gain, "{from}>{to} {position}");
        }
        let mut after = *position;
        if after.play(Move::Journey { from, to }).is_ok() {
            assert_eq!(outcome.target.rank, rank(after.strength(to)), "{from}>{to} {position}");
            assert_eq!(outcome.origin_rank, rank(after.strength(from)), "{from}>{to} {position}");
            for clan in 0..features.clans {
                let masters = after.masters(named(clan)).in_village(to).bits();
                assert_eq!(outcome.target.masters[clan], masters, "{from}>{to} {position}");
            }
        }
    }

    #[test]
    fn the_copy_of_the_journey_agrees_with_the_rules_in_random_games() {
        let mut rng = Rng::with_seed(12);
        let mut compared = 0;
        for game in 0..60 {
            let seats = if game % 2 == 0 { Seats::FOUR } else { Seats::THREE };
            let mut position = Position::first_game(seats, GameOptions::default());
            while !position.is_over() {
                for village in Village::ALL {
                    assert_eq!(
                        Features::of(&position).villages[village as usize].rank,
                        rank(position.strength(village))
                    );
                }
                for (one, other) in position.bridges().into_iter().map(shangrila_rules::Bridge::ends) {
                    check(&position, one, other);
                    check(&position, other, one);
                    compared += 2;
                }
                for _ in 0..3 {
                    position.play_random(|n| rng.u32(..n));
                }
            }
        }
        assert!(compared > 20_000, "{compared} journeys were compared");
    }
}
