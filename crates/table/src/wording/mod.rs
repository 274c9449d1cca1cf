//! Moves, journeys, refusals and results in words.

mod effects;
mod faults;
mod journeys;
mod moves;
mod refusals;
mod setup_problems;

use shangrila_i18n::{ClanWords, SpaceName, Who, Words, capitalise};
use shangrila_rules::{
    Bridge, Clan, Decider, EndReason, Guild, JourneyReport, Position, Space, Stronger, Village, VillageSet,
};

use crate::player::Player;
use crate::session::Session;
use crate::turn_number::TurnNumber;

pub use effects::{effect_words, flip_words};
pub use faults::{link_error, position_error, record_error, resume_error};
pub use journeys::journey_words;
pub use moves::{enter_words, move_words, request, turn_words};
pub use refusals::{refusal, refusal_with_rule, why_not};
pub use setup_problems::{setup_problem, unreachable};

fn clan_words(words: &Words, clan: Clan) -> &ClanWords {
    &words.clans[clan as usize]
}

/// A clan by its colour, for messages.
pub fn clan(words: &Words, clan: Clan) -> Who<'_> {
    Who::Clan(clan_words(words, clan))
}

/// The clan's colour as a plain word.
pub fn colour(words: &Words, clan: Clan) -> &'static str {
    clan_words(words, clan).colour
}

/// Whoever plays a clan: by name, or by the clan's name, which tells players without names apart.
pub fn player<'a>(words: &'a Words, clan: Clan, player: Option<&'a Player>) -> Who<'a> {
    words.named(player.and_then(Player::given_name).unwrap_or(clan_words(words, clan).name))
}

/// The guild's name.
pub fn guild(words: &Words, guild: Guild) -> &'static str {
    words.guilds[guild as usize].name
}

/// The village as texts name it: among words a capital is easier to read than the small letter of the notation.
pub const fn village(village: Village) -> char {
    village.letter().to_ascii_uppercase()
}

/// `Healer in A`.
pub fn space(words: &Words, space: Space) -> SpaceName<'_> {
    words.space(space.guild() as usize, village(space.village()))
}

/// The bridge as texts name it.
fn bridge(bridge: Bridge) -> String {
    let (one, other) = bridge.ends();
    [village(one), village(other)].iter().collect()
}

fn letters(villages: VillageSet) -> String {
    villages.into_iter().map(|name| village(name).to_string()).collect::<Vec<_>>().join(", ")
}

/// The sign between the strengths of a journey's villages. A tie is `=`, although the destination then counts as stronger.
pub fn strength_sign(report: &JourneyReport) -> &'static str {
    match (report.decided_by, report.stronger) {
        (Decider::Tie, _) => "=",
        (_, Stronger::Origin) => ">",
        (_, Stronger::Destination) => "<",
    }
}

/// The number of a turn inside a sentence or list: `turn 5`, `set-up turn 3 of 28`.
pub fn turn(words: &Words, number: TurnNumber) -> String {
    match number {
        TurnNumber::Setup { turn, last } => words.table.setup_turn(turn, last),
        TurnNumber::Play(turn) => words.table.turn_number(turn),
    }
}

/// Which turn of the game is shown: `Turn 5 of 40`, `Set-up, turn 3 of 28`.
pub fn shown_turn(words: &Words, session: &Session) -> String {
    match (TurnNumber::of(session.shown()), TurnNumber::of(session.position())) {
        (TurnNumber::Play(turn), TurnNumber::Play(last)) => words.table.turn_of_turns(turn, last),
        (TurnNumber::Setup { turn, last }, _) | (_, TurnNumber::Setup { turn, last }) => words.screen.setup(turn, last),
    }
}

/// Turn, stones, bridges.
pub fn state(words: &Words, position: &Position) -> String {
    match TurnNumber::of(position) {
        TurnNumber::Setup { turn, last } => words.screen.setup(turn, last),
        TurnNumber::Play(turn) => {
            let all = position.options().stones.count();
            words.screen.state(turn, position.stones_placed(), all, position.bridges().len())
        }
    }
}

/// How a finished game ended, and who has won; `who` names the players.
pub fn result<'a>(words: &Words, position: &Position, who: &dyn Fn(Clan) -> Who<'a>) -> Option<String> {
    let outcome = position.outcome()?;
    let reason = match outcome.reason {
        EndReason::LastStone => words.screen.over_stones,
        EndReason::AllPassed => words.screen.over_passes,
    };
    let winners: Vec<Who<'_>> = outcome.winners.into_iter().map(who).collect();
    let score = position.score(outcome.winners.first()?);
    let text = match winners.as_slice() {
        [winner] => words.screen.wins(*winner, score.masters, score.villages),
        _ => {
            let names: Vec<String> = winners.iter().map(ToString::to_string).collect();
            let text = words.screen.shared(words.list(&names), score.masters, score.villages);
            if matches!(winners[0], Who::Clan(_)) { capitalise(&text) } else { text }
        }
    };
    Some(format!("{reason} {text}"))
}

/// The village's neighbours over standing bridges.
pub fn neighbours(position: &Position, village: Village) -> VillageSet {
    let bridges = position.bridges() & shangrila_rules::map::bridges_at(village);
    let other = |bridge: Bridge| {
        let (one, other) = bridge.ends();
        if one == village { other } else { one }
    };
    bridges.into_iter().map(other).collect()
}

/// The villages a village is still connected with: `Bridges to B, D`; nothing if there are none.
pub fn bridges_to(words: &Words, position: &Position, village: Village) -> Option<String> {
    let neighbours = neighbours(position, village);
    (!neighbours.is_empty()).then(|| words.board.bridges_to(neighbours.len(), letters(neighbours)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_i18n::Language;

    #[test]
    fn numbers_agree_with_their_nouns() {
        // Only the bridges ab and lm stand. The journey is a tie, so the student returns, and both clans keep one master.
        let mut position: Position = "R6/B6/7/7/7/7/7/7/7/7/7/7/7 400001 rbvy r 28 0".parse().unwrap();
        let words = Language::English.words();
        assert_eq!(bridges_to(words, &position, Village::A).unwrap(), "Bridge to B");
        position.play("a>b".parse().unwrap()).unwrap();
        let result = result(words, &position, &|clan| super::clan(words, clan)).unwrap();
        assert_eq!(
            result,
            "The last stone has been placed; the game is over. Red and blue share the victory with 1 master in 1 village each."
        );
    }
}
