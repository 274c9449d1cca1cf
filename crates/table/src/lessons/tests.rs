//! Every legal move of every lesson is tried: there are several ways to the goal, moves that miss it, and an answer to each of those.

use std::collections::{BTreeSet, HashSet};

use super::*;
use crate::wording;

/// The first moves that a lesson accepts, and those it refuses.
fn first_moves(lesson: Lesson) -> (Vec<Move>, Vec<Move>) {
    let start = lesson.start();
    start.legal_moves().iter().partition(|&mv| !matches!(lesson.judge(&start, mv), Verdict::Missed(_)))
}

#[test]
fn every_lesson_starts_on_the_learners_turn_in_a_legal_position() {
    for lesson in Lesson::ALL {
        let start = lesson.start();
        assert_eq!(start.to_string(), lesson.notation(), "{lesson:?}");
        assert_eq!(start.to_move(), Some(Lesson::LEARNER), "{lesson:?}");
        assert_eq!(Lesson::with_number(lesson.number()), Some(lesson));
    }
    assert_eq!((Lesson::with_number(0), Lesson::with_number(LESSONS + 1)), (None, None));
    assert_eq!((Lesson::Village.previous(), Lesson::Endgame.next()), (None, None));
}

#[test]
fn every_goal_can_be_reached_in_several_ways_and_missed() {
    for lesson in Lesson::ALL {
        let (accepted, refused) = first_moves(lesson);
        assert!(accepted.len() >= 2 && !refused.is_empty(), "{lesson:?}: {accepted:?}");
        assert_eq!(
            accepted.iter().collect::<BTreeSet<_>>(),
            lesson.ways(&lesson.start()).iter().collect(),
            "{lesson:?}"
        );
    }
}

#[test]
fn the_ways_are_those_the_lesson_is_about() {
    let ways = |lesson: Lesson| {
        let mut ways = lesson.ways(&lesson.start());
        ways.sort();
        ways.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(ways(Lesson::Village), "A@d D@d Y@d F@d H@d");
    assert_eq!(ways(Lesson::Recruiting), "+R@a+A@a +R@a+Y@a +A@a+Y@a +P@d+F@d");
    assert_eq!(ways(Lesson::Stronger), "e>a e>f");
    assert_eq!(ways(Lesson::Weaker), "h>e h>i");
    assert_eq!(ways(Lesson::Ties), "h>i h>k");
    assert_eq!(ways(Lesson::Stones), "a>e m>j");
    assert_eq!(ways(Lesson::End), "a>b l>m");
    assert_eq!(ways(Lesson::TieBreak), "a>b m>l");
    assert_eq!(ways(Lesson::Plan), "Y@b Y@h");
    assert_eq!(ways(Lesson::Endgame), "g>a k>g");
    let placing = Lesson::Placing.ways(&Lesson::Placing.start());
    let villages: BTreeSet<Village> = placing.iter().filter_map(|&mv| placement(mv).ok()).collect();
    assert_eq!(villages, [Village::A, Village::H].into());
}

#[test]
fn every_move_that_misses_is_answered_with_a_reason_and_its_effect() {
    for lesson in Lesson::ALL {
        let start = lesson.start();
        for mv in first_moves(lesson).1 {
            let Verdict::Missed(miss) = lesson.judge(&start, mv) else { continue };
            let mut reasons = HashSet::new();
            for language in Language::ALL {
                let reason = miss.words(language.words(), language, &start);
                let effect = wording::effect_words(language.words(), &start, mv);
                assert!(reason.len() > 10 && !reason.contains('{'), "{lesson:?} {mv} {language}: {reason}");
                assert!(!effect.is_empty() && effect.iter().all(|line| !line.is_empty()), "{lesson:?} {mv} {language}");
                assert!(reasons.insert(reason.clone()), "{lesson:?} {mv} {language}: {reason}");
            }
        }
    }
}

#[test]
fn the_reasons_name_what_is_wrong() {
    let answer = |lesson: Lesson, mv: &str| {
        let (start, words) = (lesson.start(), Language::English.words());
        match lesson.judge(&start, mv.parse().unwrap()) {
            Verdict::Missed(miss) => miss.words(words, Language::English, &start),
            verdict => panic!("{mv}: {verdict:?}"),
        }
    };
    assert_eq!(answer(Lesson::Village, "A@e"), "E has 3 tiles, but D has 4.");
    assert_eq!(answer(Lesson::Village, "d>a"), "To reach this goal, place a master.");
    assert_eq!(answer(Lesson::Weaker, "h>l"), "You would win 1 master, not two.");
    assert!(answer(Lesson::Stronger, "e>h").contains("meets another clan’s master"));
    assert!(answer(Lesson::Stronger, "e>d").contains("isn’t the stronger one"));
    assert!(answer(Lesson::Ties, "h>e").contains("isn’t the stronger one"));
    assert_eq!(answer(Lesson::Stones, "h>k"), "No village with masters of yours loses its last bridge.");
    assert_eq!(answer(Lesson::End, "m>l"), "The game would end, but you wouldn’t have won.");
    assert!(answer(Lesson::TieBreak, "A@a").starts_with("The game would go on"), "placing ends nothing");
    assert_eq!(answer(Lesson::Plan, "Y@e"), "You have no other master in E.");
}

#[test]
fn the_texts_say_what_is_on_the_board() {
    use shangrila_rules::Score;
    let score = |lesson: Lesson, clan: Clan| lesson.start().score(clan);
    assert_eq!(score(Lesson::TieBreak, Clan::Red), Score { masters: 8, villages: 5 });
    assert_eq!(score(Lesson::TieBreak, Clan::Blue), Score { masters: 9, villages: 5 });
    for way in Lesson::TieBreak.ways(&Lesson::TieBreak.start()) {
        let end = after(&Lesson::TieBreak.start(), way);
        assert_eq!(end.score(Clan::Red), Score { masters: 9, villages: 6 });
        assert_eq!(end.score(Clan::Blue), Score { masters: 9, villages: 5 });
    }
    assert_eq!(score(Lesson::Endgame, Clan::Red).masters + 1, score(Lesson::Endgame, Clan::Yellow).masters);
    assert_eq!((Lesson::Endgame.start().seats().count(), Lesson::Endgame.start().bridges().len()), (3, 4));
    let ties = Lesson::Ties.start();
    let around = [Village::H, Village::E, Village::I, Village::K, Village::L];
    assert_eq!(around.map(|village| ties.strength(village).tiles), [4; 5]);
    let village = Lesson::Village.start();
    assert_eq!(
        village.masters(Clan::Red).villages().into_iter().collect::<Vec<_>>(),
        [Village::D, Village::E, Village::H]
    );
}

/// Whatever the others answer to accepted moves, the learner has a move that the lesson accepts, until the game is won.
#[test]
fn the_endgame_is_won_from_every_position_that_the_lesson_reaches() {
    let mut proof = ForcedWin::new(Lesson::LEARNER, 10_000_000);
    let (mut seen, mut waiting) = (HashSet::new(), vec![Lesson::Endgame.start()]);
    let (mut ends, mut refused) = (0, 0);
    while let Some(position) = waiting.pop() {
        if !seen.insert(position.hash64()) {
            continue;
        }
        assert_eq!(proof.holds(&position), Some(true), "{position}");
        if let Some(outcome) = position.outcome() {
            assert!(outcome.winners.into_iter().eq([Lesson::LEARNER]), "{position}");
            ends += 1;
            continue;
        }
        let own = position.to_move() == Some(Lesson::LEARNER);
        for mv in position.legal_moves().iter() {
            let next = after(&position, mv);
            if !own || !matches!(Lesson::Endgame.judge(&position, mv), Verdict::Missed(_)) {
                waiting.push(next);
                continue;
            }
            refused += 1;
            if let Verdict::Missed(Miss::Refuted { answers }) = Lesson::Endgame.judge(&position, mv) {
                assert!(!answers.is_empty(), "{position} {mv}: the others can answer");
            }
            assert_eq!(
                proof.holds(&next),
                Some(false),
                "{position} {mv}: the lesson refuses only what gives the win away"
            );
        }
    }
    assert!(ends > 10 && refused > 10, "{} positions, {ends} ends, {refused} refused moves", seen.len());
}
