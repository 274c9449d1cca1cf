//! Baselines and levels play whole games.

use shangrila_ai::{Bot, BotSpec, GreedyBot, Level, Limits, UctBot, only_move};
use shangrila_rules::{GameOptions, Position, Seats};

use crate::{start, visits};

/// Plays a game to the end and returns the final position.
fn play(bots: &mut [Box<dyn Bot>], mut position: Position, limit: u32) -> Position {
    while let Some(seat) = position.seat_to_move() {
        let thought = bots[seat.index()].think(&position, &visits(limit)).unwrap();
        position.play(thought.mv).unwrap_or_else(|error| panic!("{} in {position}: {error}", thought.mv));
        bots.iter_mut().for_each(|bot| bot.observe(thought.mv));
    }
    position
}

#[test]
fn every_bot_is_parsed_from_its_name() {
    let names = ["random", "greedy", "uct", "uct:25", "goatherd", "pilgrim", "guide", "abbot", "sage", "companion"];
    for name in names {
        assert_eq!(name.parse::<BotSpec>().unwrap().to_string(), name);
    }
    for wrong in ["", "uct:0", "uct:", "uct:-1", "Sage", "uct:99999999999"] {
        let error = wrong.parse::<BotSpec>().unwrap_err().to_string();
        assert!(error.contains("goatherd") && error.contains("uct:N"), "{error}");
    }
    assert_eq!(
        "wise".parse::<Level>().unwrap_err().to_string(),
        "the levels are goatherd, pilgrim, guide, abbot, sage, companion"
    );
}

#[test]
fn all_bots_play_whole_games() {
    let names = ["random", "greedy", "uct:20", "goatherd", "pilgrim", "guide", "abbot", "sage"];
    for (index, seats) in [Seats::FOUR, Seats::THREE, Seats::FOUR].into_iter().enumerate() {
        let mut bots: Vec<Box<dyn Bot>> = (0..seats.count())
            .map(|seat| names[(index * 3 + seat) % names.len()].parse::<BotSpec>().unwrap().bot(7))
            .collect();
        let opening = if index == 1 { Position::first_game(seats, GameOptions::default()) } else { start(seats) };
        assert!(play(&mut bots, opening, 60).is_over());
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = |seed| {
        let mut bots: Vec<Box<dyn Bot>> =
            ["greedy", "goatherd", "sage"].map(|name| name.parse::<BotSpec>().unwrap().bot(seed)).into();
        play(&mut bots, start(Seats::THREE), 40)
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn forced_moves_are_answered_at_once() {
    let over: Position = "rb5/rb5/7/7/7/7/7/7/7/7/7/y6/7 000001 rbvy - 120 0".parse().unwrap();
    let pass: Position = "R6/7/7/7/7/7/7/7/7/7/b6/7/7 000003 rbvy b 80 0".parse().unwrap();
    let single = only_move(&pass).unwrap();
    for name in ["random", "greedy", "uct:1000000000", "goatherd", "pilgrim", "guide", "abbot", "sage", "companion"] {
        let mut bot = name.parse::<BotSpec>().unwrap().bot(1);
        // With these limits, a bot that searches would take hours.
        assert_eq!(bot.think(&over, &visits(u32::MAX)), None, "{name}");
        assert_eq!(bot.think(&pass, &visits(u32::MAX)).unwrap().mv, single, "{name}");
    }
}

#[test]
fn greedy_takes_the_journey_that_captures_most() {
    // Crossing to m replaces two blue masters; every other move gains at most one.
    let position: Position = "r6/7/7/7/7/7/7/7/7/7/7/RRrr3/bb5 40000f rbvy r 60 0".parse().unwrap();
    let thought = GreedyBot::new(1).think(&position, &visits(1)).unwrap();
    assert_eq!(thought.mv.to_string(), "l>m");
}

#[test]
fn uct_plays_exactly_its_number_of_playouts() {
    let position = Position::first_game(Seats::FOUR, GameOptions::default());
    assert_eq!(UctBot::new(Some(300), 1).think(&position, &visits(5)).unwrap().visits, 300);
    assert_eq!(UctBot::new(None, 1).think(&position, &visits(5)).unwrap().visits, 5);
}

#[test]
fn stronger_levels_visit_more_positions() {
    let mut before = 0;
    for level in Level::ALL {
        let own = level.restrict(Limits::visits(u32::MAX)).visits.unwrap();
        if level != Level::Companion {
            assert!(own >= before, "{level} visits no fewer positions than the level below");
            before = own;
        }
        assert_eq!(level.restrict(Limits::visits(1)).visits, Some(1));
        assert_eq!(level.id().parse(), Ok(level));
        let position = Position::first_game(Seats::FOUR, GameOptions::default());
        assert!(level.pace(&position) <= std::time::Duration::from_millis(1000), "{level} takes at most a second");
    }
    assert_eq!(
        Level::Sage.restrict(Limits::default()),
        Limits::default(),
        "the strongest level uses everything it is given"
    );
}
