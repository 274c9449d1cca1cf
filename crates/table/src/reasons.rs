//! Why a move is good, in words: what it wins and costs, what it protects, and what it threatens.

use shangrila_i18n::{Who, Words};
use shangrila_rules::{Clan, Move, Position, SpaceSet, Village};

use crate::danger::{Danger, journeys_that_win};
use crate::effect::MoveEffect;
use crate::recap::RecapTurn;
use crate::wording;

/// What speaks for a move of the clan to move, and against it; all of it follows from the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveReasons {
    /// Masters the clan wins.
    pub wins: usize,
    /// Masters the clan loses at once.
    pub costs: usize,
    /// Clans that lose masters.
    pub victims: Vec<Clan>,
    /// Masters that could be driven out before the next turn if the clan left the board as it is, and no longer can.
    pub protects: SpaceSet,
    /// The journey that it makes possible next, or more valuable, and the masters that journey would win.
    pub threatens: Option<(Village, Village, usize)>,
    /// The bridges on which a village becomes stronger than another.
    pub stronger: Vec<(Village, Village)>,
    /// Whether it ends the game.
    pub ends_game: bool,
}

impl MoveReasons {
    /// The reasons for a legal move; `None` if it is illegal.
    pub fn of(position: &Position, mv: Move) -> Option<MoveReasons> {
        let clan = position.to_move()?;
        let mut after = *position;
        after.play(mv).ok()?;
        let turn = RecapTurn::of(1, position, mv)?;
        let (gained, lost) = turn.masters_changed(clan);
        let victims =
            position.seats().iter().filter(|&other| other != clan && !turn.masters_changed(other).1.is_empty());
        let kept = position.masters(clan) & after.masters(clan);
        let protects = (Danger::of(position, clan).at_risk & kept).without(Danger::of(&after, clan).at_risk);
        let best = |position: &Position| {
            journeys_that_win(position, clan).first().map(|(report, gain)| (report.from, report.to, *gain))
        };
        let worth = |journey: Option<(Village, Village, usize)>| journey.map_or(0, |(.., gain)| gain);
        let (before, next) = (best(position), best(&after));
        let flips = MoveEffect::of(position, mv).map_or(Vec::new(), |effect| effect.flips);
        Some(MoveReasons {
            wins: gained.len(),
            costs: lost.len(),
            victims: victims.collect(),
            protects,
            threatens: next.filter(|_| worth(next) > worth(before)),
            stronger: flips.iter().filter(|flip| flip.stronger).map(|flip| (flip.village, flip.other)).collect(),
            ends_game: after.is_over(),
        })
    }

    /// The reasons in sentences; `who` names the players.
    pub fn words<'a>(&self, words: &Words, who: &dyn Fn(Clan) -> Who<'a>) -> String {
        let story = &words.story;
        let mut sentences = Vec::new();
        if self.wins > 0 {
            sentences.push(story.hint_wins(self.wins));
        }
        if !self.victims.is_empty() {
            let names: Vec<String> = self.victims.iter().map(|&clan| who(clan).to_string()).collect();
            sentences.push(story.hint_drives_out(words.list(&names)));
        }
        if self.costs > 0 {
            sentences.push(story.hint_costs(self.costs));
        }
        if !self.protects.is_empty() {
            let spaces: Vec<String> =
                self.protects.into_iter().map(|space| wording::space(words, space).to_string()).collect();
            sentences.push(story.hint_protects(spaces.join(", ")));
        }
        if let Some((from, to, gain)) = self.threatens {
            sentences.push(story.hint_threatens(wording::village(from), wording::village(to), gain));
        }
        if let Some(&(village, _)) = self.stronger.first() {
            let others = self.stronger.iter().filter(|(stronger, _)| *stronger == village);
            let others: Vec<String> = others.map(|&(_, other)| wording::village(other).to_string()).collect();
            sentences.push(story.becomes_stronger(wording::village(village), words.list(&others)));
        }
        if self.ends_game {
            sentences.push(words.journey.ends_game.to_string());
        }
        if sentences.is_empty() {
            sentences.push(story.hint_builds.to_string());
        }
        sentences.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_i18n::Language;

    fn told(position: &str, mv: &str) -> String {
        let words = Language::English.words();
        let position: Position = position.parse().unwrap();
        let reasons = MoveReasons::of(&position, mv.parse().unwrap()).unwrap();
        reasons.words(words, &|clan| wording::player(words, clan, None))
    }

    #[test]
    fn a_journey_is_recommended_for_what_it_wins() {
        let text = told("RR5/7/7/b6/7/7/7/7/7/7/7/7/b6 400003 rbvy r 40 0", "a>d");
        assert!(text.starts_with("It wins 2 masters. It drives out Ba-Lao."), "{text}");
    }

    #[test]
    fn a_placement_can_protect_and_strengthen() {
        // Blue's two tiles in d threaten red's single master in a; a second master makes a as strong as d.
        let position = "r6/7/7/B6/7/7/7/7/7/7/7/7/b6 400003 rbvy r 40 0";
        let text = told(position, "H@a");
        assert!(text.contains("It protects Rainmaker in A."), "{text}");
        let stronger = told("r6/7/7/b6/7/7/7/7/7/7/7/7/b6 400003 rbvy r 40 0", "H@a");
        assert!(stronger.contains("A becomes stronger than D."), "{stronger}");
    }

    #[test]
    fn recruiting_can_threaten_a_journey() {
        let text = told("rr5/b6/7/7/7/7/7/7/7/7/7/7/b6 400001 rbvy r 40 0", "+R@a+A@a");
        assert!(text.contains("It threatens the journey A to B, worth 2 masters."), "{text}");
    }
}
