//! The level that adapts to the people at the table.

use shangrila_ai::network::install;
use shangrila_ai::{Bot, BotSpec, GameSoFar, Level, SkillEstimate};
use shangrila_rules::{GameOptions, Move, PerSeat, Position, Seats};

use crate::visits;

/// A game of a player with itself, with the network that the programs have.
fn game_of(player: &str, seed: u64) -> GameSoFar {
    install(include_bytes!("../../weights/network.bin")).unwrap();
    let start = Position::start(Seats::FOUR, GameOptions::default());
    let mut bots: Vec<Box<dyn Bot>> =
        (0..4).map(|seat| player.parse::<BotSpec>().unwrap().bot(seed * 4 + seat)).collect();
    let (mut position, mut moves) = (start, Vec::new());
    while let Some(seat) = position.seat_to_move() {
        let thought = bots[seat.index()].think(&position, &visits(20)).unwrap();
        position.play(thought.mv).unwrap();
        moves.push(thought.mv);
    }
    GameSoFar { start, moves, people: PerSeat::from_fn(|_| true) }
}

fn skill_in(game: &GameSoFar) -> f32 {
    let mut estimate = SkillEstimate::new();
    estimate.update(game);
    estimate.skill().0
}

#[test]
fn those_who_give_less_away_are_taken_for_stronger() {
    let skill = |player: &str| (0..2).map(|seed| skill_in(&game_of(player, seed))).sum::<f32>() / 2.0;
    let [random, goatherd, pilgrim, guide] = ["random", "goatherd", "pilgrim", "guide"].map(skill);
    assert!(
        random < goatherd && goatherd < pilgrim && pilgrim < guide,
        "random {random}, goatherd {goatherd}, pilgrim {pilgrim}, guide {guide}"
    );
}

#[test]
fn only_the_moves_of_people_count() {
    let mut game = game_of("random", 3);
    game.people = PerSeat::from_fn(|_| false);
    let nobody = skill_in(&game);
    assert_eq!(nobody, skill_in(&GameSoFar { moves: Vec::new(), ..game.clone() }), "as before the first move");
    game.people = PerSeat::from_fn(|seat| seat.index() == 2);
    assert!(skill_in(&game) < nobody, "one person who plays at random");
}

#[test]
fn an_estimate_grows_with_the_game_and_forgets_what_was_taken_back() {
    let game = game_of("pilgrim", 5);
    let after = |moves: &[Move]| GameSoFar { moves: moves.to_vec(), ..game.clone() };
    let mut estimate = SkillEstimate::new();
    for turns in [10, 40, 41] {
        estimate.update(&after(&game.moves[..turns]));
        assert_eq!(estimate.skill().0, skill_in(&after(&game.moves[..turns])), "after {turns} turns");
    }
    estimate.update(&after(&game.moves[..20]));
    assert_eq!(estimate.skill().0, skill_in(&after(&game.moves[..20])), "after a takeback");
}

#[test]
fn the_companion_searches_more_the_better_people_play() {
    let thinks = |player: &str| {
        let mut game = game_of(player, 8);
        game.moves.truncate(40);
        game.people = PerSeat::from_fn(|seat| seat.index() != 0);
        let mut bot = Level::Companion.bot(1);
        bot.adapt(&game);
        bot.think(&game.position().unwrap(), &visits(u32::MAX)).unwrap().visits
    };
    let (weak, strong) = (thinks("random"), thinks("abbot"));
    assert_eq!(weak, 1, "against people who play at random it does not search");
    assert!(strong > weak, "{strong} positions");
}

#[test]
fn a_game_that_cannot_be_played_is_no_reason_to_panic() {
    let mut game = game_of("random", 9);
    game.moves[5] = game.moves[4];
    assert_eq!(game.position(), None);
    let mut bot = Level::Companion.bot(1);
    bot.adapt(&game);
    assert!(bot.think(&game.start, &visits(10)).is_some());
}
