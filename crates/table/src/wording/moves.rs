//! Moves that were played, and moves that are being chosen.

use shangrila_i18n::{Who, Words};
use shangrila_rules::{Clan, Move, Position};

use super::{clan, letters, space, village};
use crate::pending::{PendingMove, Step};

/// What somebody plays, without the full stop.
pub fn move_words(words: &Words, who: Who<'_>, mv: Move) -> String {
    let log = &words.log;
    match mv {
        Move::Place { space } => log.place(who, &words.guilds[space.guild() as usize], village(space.village())),
        Move::Recruit { first, second: Some(second) } => {
            log.recruit_two(who, space(words, first), space(words, second))
        }
        Move::Recruit { first, second: None } => log.recruit_one(who, space(words, first)),
        Move::Journey { from, to } => log.journey(who, village(from), village(to)),
        Move::Pass => log.pass(who),
    }
}

/// A turn that was played: the move in words and notation, and what it changed beyond itself; `who` names the players.
pub fn turn_words<'a>(
    words: &Words,
    before: &Position,
    mv: Move,
    after: &Position,
    who: &dyn Fn(Clan) -> Who<'a>,
) -> String {
    let Some(mover) = before.to_move() else { return mv.to_string() };
    let mut text = format!("{} ({mv})", move_words(words, who(mover), mv));
    if !matches!(mv, Move::Journey { .. }) {
        return text;
    }
    let change = |clan: Clan| {
        let (had, has) = (before.score(clan).masters, after.score(clan).masters);
        let sign = if has > had { '+' } else { '−' };
        (had != has).then(|| format!("{} {sign}{}", who(clan), had.abs_diff(has)))
    };
    let changes: Vec<String> = after.seats().iter().filter_map(change).collect();
    if !changes.is_empty() {
        text += &format!("; {}", words.log.changes(changes.join(", ")));
    }
    let stones = before.open_villages().without(after.open_villages());
    if !stones.is_empty() {
        text += &format!("; {}", words.log.stones(stones.len(), letters(stones)));
    }
    text
}

/// What a person is asked for.
pub fn request(words: &Words, position: &Position, pending: PendingMove) -> String {
    let choose = &words.choose;
    let mover = clan(words, position.to_move().unwrap_or(Clan::Red));
    match pending {
        PendingMove::Open if position.in_opening() => choose.setup(mover),
        PendingMove::Open => choose.turn(mover),
        PendingMove::Place => choose.place.to_string(),
        PendingMove::Recruit => choose.recruit.to_string(),
        PendingMove::SecondStudent { first } => {
            let first = space(words, first);
            let mut text = choose.recruit_second(first);
            if position.choices().can_recruit_one() {
                text += &format!(" {}", choose.recruit_one(first));
            }
            text
        }
        PendingMove::Journey => choose.origin.to_string(),
        PendingMove::Destination { from } => choose.destination(village(from)),
    }
}

/// What the Enter key would do.
pub fn enter_words(words: &Words, step: Step) -> String {
    let choose = &words.choose;
    match step {
        Step::Further(PendingMove::SecondStudent { first }) => choose.enter_first(space(words, first)),
        Step::Further(PendingMove::Destination { from }) => choose.enter_origin(village(from)),
        Step::Further(_) | Step::Complete(Move::Pass) => String::new(),
        Step::Complete(Move::Place { space }) => {
            choose.enter_place(&words.guilds[space.guild() as usize], village(space.village()))
        }
        Step::Complete(Move::Recruit { first, second: Some(second) }) => {
            choose.enter_recruit(space(words, first), space(words, second))
        }
        Step::Complete(Move::Recruit { first, second: None }) => choose.enter_recruit_one(space(words, first)),
        Step::Complete(Move::Journey { from, to }) => choose.enter_journey(village(from), village(to)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_i18n::Language;

    #[test]
    fn a_turn_is_told_by_the_players_names_with_what_it_changed() {
        let mut position: Position = "R6/7/7/b6/7/7/7/7/7/7/7/7/b6 400003 rbvy r 28 0".parse().unwrap();
        let before = position;
        let mv = "a>d".parse().unwrap();
        position.play(mv).unwrap();
        let words = Language::English.words();
        let who = |clan| if clan == Clan::Red { words.named("Ada") } else { super::clan(words, clan) };
        let text = turn_words(words, &before, mv, &position, &who);
        assert_eq!(text, "Ada sends the students from A to D (a>d); masters: Ada +1, blue −1; stone on D");
    }

    #[test]
    fn guilds_have_their_articles() {
        let words = Language::English.words();
        let red = |mv: &str| move_words(words, clan(words, Clan::Red), mv.parse().unwrap());
        assert_eq!(red("A@c"), "Red places an Astrologer in C");
        assert_eq!(red("+R@a+H@c"), "Red recruits students for the Rainmaker in A and the Healer in C");
        assert_eq!(red("+H@c"), "Red recruits one student for the Healer in C");
    }
}
