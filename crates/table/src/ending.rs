//! Why a game ended as it did: how far the winner was ahead, since when, and the journeys that decided it.

use shangrila_rules::{Clan, ClanSet, Move, Position, Standing};

use crate::recap::RecapTurn;
use crate::session::Session;
use crate::short_list::sort_short_list;
use crate::turn_number::TurnNumber;

/// The most journeys that are called decisive.
const MOST_DECISIVE: usize = 3;

/// The end of a game in numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Ending {
    /// In order of finish; a player who has resigned comes last.
    pub standings: Vec<Standing>,
    /// The masters by which the winner was ahead of the next player; 0 if villages decided, or nothing.
    pub margin: usize,
    /// The turn on which the winner took the lead for good. `None` if the victory is shared, or if the winner led from the start.
    pub led_since: Option<TurnNumber>,
    /// The journeys that changed most between the winner and the others, in the order of play.
    pub decisive: Vec<DecisiveJourney>,
}

/// A journey that decided the game.
#[derive(Clone, PartialEq, Debug)]
pub struct DecisiveJourney {
    /// The number of turns played before it.
    pub index: usize,
    /// Which turn it was.
    pub turn: TurnNumber,
    /// What happened; its number is its place among the decisive journeys, from 1.
    pub journey: RecapTurn,
}

impl Ending {
    /// The end of a game as it stands. If `you` has not won, the journeys between you and the winner count as well as those between the
    /// winner and the next player.
    pub fn of(session: &Session, you: Option<Clan>) -> Ending {
        let standings = standings(session);
        let (winner, second) = (standings[0], standings[1]);
        let margin = winner.score.masters.saturating_sub(second.score.masters);
        let shared = second.place == 1;
        let led_since = if shared { None } else { led_since(session, winner.clan) };
        let rivals: Vec<Clan> = std::iter::once(second.clan).chain(you).filter(|&clan| clan != winner.clan).collect();
        let swing = |gain: &dyn Fn(Clan) -> i64| {
            rivals.iter().map(|&rival| (gain(winner.clan) - gain(rival)).abs()).max().unwrap_or(0)
        };
        Ending { margin, led_since, decisive: decisive(session, swing), standings }
    }

    /// The end of a game of two players with two clans each, one of whom has these. What decided it is what moved masters between them.
    pub fn of_pairs(session: &Session, pair: ClanSet) -> Ending {
        let swing = |gain: &dyn Fn(Clan) -> i64| {
            let seats = session.position().seats();
            let gains = seats.iter().map(|clan| if pair.contains(clan) { gain(clan) } else { -gain(clan) });
            gains.sum::<i64>().abs()
        };
        Ending { margin: 0, led_since: None, decisive: decisive(session, swing), standings: standings(session) }
    }

    /// Whether several players share the first place.
    pub fn is_shared(&self) -> bool {
        self.standings.get(1).is_some_and(|second| second.place == 1)
    }

    /// Whether the number of villages decided the first place.
    pub fn decided_by_villages(&self) -> bool {
        self.margin == 0 && !self.is_shared()
    }

    /// The place of a clan, from 1.
    pub fn place_of(&self, clan: Clan) -> Option<usize> {
        self.standings.iter().find(|standing| standing.clan == clan).map(|standing| standing.place)
    }
}

/// The standings, with a player who has resigned moved to the end.
pub(crate) fn standings(session: &Session) -> Vec<Standing> {
    let mut standings = session.position().standings();
    if let Some(clan) = session.resigned()
        && let Some(index) = standings.iter().position(|standing| standing.clan == clan)
    {
        let mut last = standings.remove(index);
        for standing in &mut standings[index..] {
            // Whoever was behind moves up; those who shared the place keep it.
            if standing.place > last.place {
                standing.place -= 1;
            }
        }
        last.place = standings.len() + 1;
        standings.push(last);
    }
    standings
}

fn led_since(session: &Session, winner: Clan) -> Option<TurnNumber> {
    let leads = |position: &Position| {
        let standings = position.standings();
        standings[0].clan == winner && standings[1].place != 1
    };
    let first = (0..=session.played()).rev().take_while(|&turns| leads(session.position_after(turns))).last()?;
    Some(TurnNumber::of(session.position_after(first.checked_sub(1)?)))
}

/// The journeys with the greatest swings, each worked out from how many masters every clan gained.
fn decisive(session: &Session, swing: impl Fn(&dyn Fn(Clan) -> i64) -> i64) -> Vec<DecisiveJourney> {
    let mut journeys: Vec<(i64, usize)> = Vec::new();
    for (index, (before, mv, after)) in session.turns().enumerate() {
        let gain = |clan: Clan| after.score(clan).masters as i64 - before.score(clan).masters as i64;
        let swing = swing(&gain);
        if matches!(mv, Move::Journey { .. }) && swing > 0 {
            journeys.push((swing, index));
        }
    }
    // The greatest swings; of equal ones the later, which was harder to make up for.
    sort_short_list(&mut journeys, |&journey| core::cmp::Reverse(journey));
    let mut chosen: Vec<usize> = journeys.into_iter().take(MOST_DECISIVE).map(|(_, index)| index).collect();
    sort_short_list(&mut chosen, |&index| index);
    let described = chosen.into_iter().zip(1..).filter_map(|(index, number)| {
        let (before, mv, _) = session.turns().nth(index)?;
        let journey = RecapTurn::of(number, before, mv)?;
        Some(DecisiveJourney { index, turn: TurnNumber::of(before), journey })
    });
    described.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::record::Start;
    use shangrila_rules::{GameOptions, Seats};

    fn finished(seed: u64) -> Session {
        let start = Start::FirstGame { seats: Seats::FOUR, options: GameOptions::default() };
        let players = ["person", "guide", "guide", "guide"].map(|seat| seat.parse().unwrap()).to_vec();
        let mut session = Session::new(start, players, None);
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut position = *session.position();
        while let Some(mv) = position.play_random(|n| rng.u32(..n)) {
            session.play(mv).unwrap();
        }
        session
    }

    #[test]
    fn the_decisive_journeys_change_at_least_as_much_as_any_other() {
        for seed in 0..30 {
            let session = finished(seed);
            let ending = Ending::of(&session, None);
            let (winner, second) = (ending.standings[0].clan, ending.standings[1].clan);
            let swing = |index: usize| {
                let (before, _, after) = session.turns().nth(index).unwrap();
                let lead =
                    |position: &Position| position.score(winner).masters as i64 - position.score(second).masters as i64;
                (lead(after) - lead(before)).abs()
            };
            let chosen: Vec<usize> = ending.decisive.iter().map(|decisive| decisive.index).collect();
            assert!(!chosen.is_empty() && chosen.len() <= 3 && chosen.is_sorted());
            let least = chosen.iter().map(|&index| swing(index)).min().unwrap();
            for (index, (_, mv, _)) in session.turns().enumerate() {
                if matches!(mv, Move::Journey { .. }) && !chosen.contains(&index) {
                    assert!(swing(index) <= least, "game {seed}, turn {index}");
                }
            }
        }
    }

    #[test]
    fn the_winner_leads_from_the_turn_named_and_not_just_before_it() {
        let mut named = 0;
        for seed in 0..30 {
            let session = finished(seed);
            let ending = Ending::of(&session, None);
            let Some(TurnNumber::Play(turn)) = ending.led_since else { continue };
            named += 1;
            let leads = |turns: usize| {
                let standings = session.position_after(turns).standings();
                standings[0].clan == ending.standings[0].clan && standings[1].place > 1
            };
            assert!((turn..=session.played()).all(leads), "game {seed}");
            assert!(!leads(turn - 1), "game {seed}");
        }
        assert!(named > 10);
    }

    #[test]
    fn whoever_resigns_is_last_and_everyone_behind_moves_up() {
        let mut session = finished(1);
        while session.position().standings()[0].clan != Clan::Red {
            assert!(session.undo(), "red never leads");
        }
        assert_eq!(Ending::of(&session, Some(Clan::Red)).place_of(Clan::Red), Some(1));
        session.resign(Clan::Red);
        let ending = Ending::of(&session, Some(Clan::Red));
        assert_eq!(ending.place_of(Clan::Red), Some(4));
        assert_eq!(ending.standings[0].place, 1);
        assert!(ending.standings.is_sorted_by_key(|standing| standing.place));
    }
}
