//! The coach: why a move is good, step by step. First where to look, then what kind of move, then the move with its reasons.
//!
//! Every reason is a [`Remark`]: a value that follows from the rules or from the line that the search expects, and that can be checked.
//! [`MoveAdvice::sentences`] only puts it into words.

use shangrila_i18n::{CoachWords, Who, Words};
use shangrila_rules::{Clan, Move, Position, SpaceSet, Village, VillageSet};
use shangrila_table::danger::{Attack, journeys_against, journeys_that_win};
use shangrila_table::{MoveEffect, sort_short_list, wording};

use crate::review::{Candidate, TurnReview};
use crate::words::percent;

/// Something true about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// It ends the game.
    EndsGame,
    /// The clan has this many masters more on spaces where it had none.
    Wins {
        /// The number of such spaces.
        masters: usize,
    },
    /// These other clans lose masters at once.
    DrivesOut {
        /// In turn order.
        clans: Vec<Clan>,
    },
    /// The clan loses this many masters at once.
    Costs {
        /// The number of spaces where it no longer has one.
        masters: usize,
    },
    /// Before the move, another clan could have driven out masters with this journey had it been its turn. After the move it cannot send the
    /// journey, or the journey drives out none of the clan's masters.
    Prevents(JourneyOf),
    /// A village gets its stone, so the clan's masters there stay.
    BringsPeace {
        /// The village.
        village: Village,
        /// The clan's masters there.
        masters: usize,
    },
    /// With this journey the clan would win masters if it were its turn again, and more than with any journey before.
    Threatens {
        /// Where the students leave.
        from: Village,
        /// Where they go.
        to: Village,
        /// The masters it wins.
        masters: usize,
    },
    /// A village becomes stronger than these neighbours.
    Overtakes {
        /// The village.
        village: Village,
        /// Its neighbours over standing bridges that were at least as strong before.
        others: VillageSet,
    },
    /// In the line that the search expects, the clan's next move is this journey.
    Prepares {
        /// Where the students leave.
        from: Village,
        /// Where they go.
        to: Village,
        /// The masters it wins.
        masters: usize,
    },
    /// In the line that the search expects, another clan answers with this journey before the clan's next turn.
    LeavesOpen(JourneyOf),
}

/// A journey of another clan that drives out masters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JourneyOf {
    /// Who sends it.
    pub clan: Clan,
    /// Where the students leave.
    pub from: Village,
    /// Where they go.
    pub to: Village,
    /// The number of masters of the advised clan that it drives out.
    pub masters: usize,
}

/// How much of a hint is told. Asking again tells more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HelpStep {
    /// Where to look.
    Where,
    /// What kind of move.
    Kind,
    /// The move and its reasons.
    Move,
}

impl HelpStep {
    /// The step that tells more; the last one stays.
    pub const fn next(self) -> HelpStep {
        match self {
            HelpStep::Where => HelpStep::Kind,
            HelpStep::Kind | HelpStep::Move => HelpStep::Move,
        }
    }
}

/// A move with everything the coach has to say about it.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveAdvice {
    /// Who is advised.
    pub clan: Clan,
    /// The move and the line that the search expects.
    pub candidate: Candidate,
    /// The reasons, the most important first.
    pub remarks: Vec<Remark>,
}

impl MoveAdvice {
    /// What there is to say about a move of the clan to move; `None` if it is illegal.
    pub fn of(position: &Position, candidate: Candidate) -> Option<MoveAdvice> {
        let clan = position.to_move()?;
        let mv = candidate.mv;
        let mut after = *position;
        after.play(mv).ok()?;
        let mut remarks = Vec::new();
        if after.is_over() {
            remarks.push(Remark::EndsGame);
        }
        let (won, lost) = changes(position, &after, clan);
        if !won.is_empty() {
            remarks.push(Remark::Wins { masters: won.len() });
        }
        let loses = |&other: &Clan| other != clan && !changes(position, &after, other).1.is_empty();
        let clans: Vec<Clan> = position.seats().iter().filter(loses).collect();
        if !clans.is_empty() {
            remarks.push(Remark::DrivesOut { clans });
        }
        if !lost.is_empty() {
            remarks.push(Remark::Costs { masters: lost.len() });
        }
        remarks.extend(prevented(position, &after, clan).map(Remark::Prevents));
        let pacified = position.open_villages().without(after.open_villages());
        remarks.extend(pacified.into_iter().filter_map(|village| {
            let masters = (after.masters(clan) & SpaceSet::in_villages(VillageSet::only(village))).len();
            (masters > 0).then_some(Remark::BringsPeace { village, masters })
        }));
        let expected = expectations(&after, clan, &candidate.line);
        let prepares = expected.iter().any(|remark| matches!(remark, Remark::Prepares { .. }));
        if !prepares {
            remarks.extend(threatened(position, &after, clan));
        }
        if let Some(effect) = MoveEffect::of(position, mv) {
            let mut stronger = effect.flips.iter().filter(|flip| flip.stronger);
            if let Some(first) = stronger.next() {
                let same = stronger.filter(|flip| flip.village == first.village).map(|flip| flip.other);
                let others = core::iter::once(first.other).chain(same).collect();
                remarks.push(Remark::Overtakes { village: first.village, others });
            }
        }
        remarks.extend(expected);
        Some(MoveAdvice { clan, candidate, remarks })
    }

    /// The villages that the move is about: the first step of help.
    pub fn villages(&self) -> VillageSet {
        match self.candidate.mv {
            Move::Place { space } => VillageSet::only(space.village()),
            Move::Recruit { first, second } => {
                core::iter::once(first).chain(second).map(|space| space.village()).collect()
            }
            Move::Journey { from, to } => [from, to].into_iter().collect(),
            Move::Pass => VillageSet::default(),
        }
    }

    /// Where to look: the first step of help.
    pub fn where_to_look(&self, words: &Words, texts: &CoachWords) -> String {
        let letters: Vec<String> =
            self.villages().into_iter().map(|village| wording::village(village).to_string()).collect();
        texts.look_at(words.list(&letters))
    }

    /// What kind of move: the second step of help.
    pub fn kind(&self, texts: &CoachWords) -> &'static str {
        match self.candidate.mv {
            Move::Place { .. } => texts.kind_place,
            Move::Recruit { .. } => texts.kind_recruit,
            Move::Journey { .. } => texts.kind_journey,
            Move::Pass => texts.kind_pass,
        }
    }

    /// The hint as far as it is told; `who` names the players.
    pub fn help<'a>(&self, step: HelpStep, words: &Words, texts: &CoachWords, who: &dyn Fn(Clan) -> Who<'a>) -> String {
        let place = self.where_to_look(words, texts);
        match step {
            HelpStep::Where => place,
            HelpStep::Kind => format!("{place} {}", self.kind(texts)),
            HelpStep::Move => {
                let mut sentences = vec![wording::move_words(words, who(self.clan), self.candidate.mv) + "."];
                sentences.extend(self.sentences(words, texts, who));
                sentences.push(words.table.hint_chance(percent(self.candidate.wins[self.clan])));
                sentences.join(" ")
            }
        }
    }

    /// The reasons in sentences: the third step of help, beside the move; `who` names the players.
    pub fn sentences<'a>(&self, words: &Words, texts: &CoachWords, who: &dyn Fn(Clan) -> Who<'a>) -> Vec<String> {
        self.remarks.iter().map(|remark| sentence(remark, words, texts, who)).collect()
    }
}

/// A remark in words.
pub fn sentence<'a>(remark: &Remark, words: &Words, texts: &CoachWords, who: &dyn Fn(Clan) -> Who<'a>) -> String {
    let village = wording::village;
    match remark {
        Remark::EndsGame => words.journey.ends_game.to_string(),
        Remark::Wins { masters } => words.story.hint_wins(*masters),
        Remark::DrivesOut { clans } => {
            let names: Vec<String> = clans.iter().map(|&clan| who(clan).to_string()).collect();
            words.story.hint_drives_out(words.list(&names))
        }
        Remark::Costs { masters } => words.story.hint_costs(*masters),
        Remark::Prevents(journey) => {
            texts.prevents(who(journey.clan), village(journey.from), village(journey.to), journey.masters)
        }
        Remark::BringsPeace { village: peaceful, masters } => texts.brings_peace(village(*peaceful), *masters),
        Remark::Threatens { from, to, masters } => words.story.hint_threatens(village(*from), village(*to), *masters),
        Remark::Overtakes { village: stronger, others } => {
            let others: Vec<String> = others.into_iter().map(|other| village(other).to_string()).collect();
            words.story.becomes_stronger(village(*stronger), words.list(&others))
        }
        Remark::Prepares { from, to, masters } => texts.prepares(village(*from), village(*to), *masters),
        Remark::LeavesOpen(journey) => {
            texts.leaves_open(who(journey.clan), village(journey.from), village(journey.to), journey.masters)
        }
    }
}

/// What a move gives away, in words. The points are those between the two chances as they are told.
pub fn warning(review: &TurnReview, texts: &CoachWords) -> String {
    let TurnReview { clan, played, best, .. } = review;
    let (chance, best) = (percent(played.wins[*clan]), percent(best.wins[*clan]));
    texts.gives_away(best.saturating_sub(chance), chance, best)
}

/// The spaces on which a clan gains and loses a master.
fn changes(before: &Position, after: &Position, clan: Clan) -> (SpaceSet, SpaceSet) {
    let (had, has) = (before.masters(clan), after.masters(clan));
    (has.without(had), had.without(has))
}

/// The journey with the most victims that the move takes from another clan.
fn prevented(before: &Position, after: &Position, clan: Clan) -> Option<JourneyOf> {
    let kept = after.masters(clan);
    let still = journeys_against(after, clan);
    let gone = journeys_against(before, clan).into_iter().filter(|attack| {
        let same = |other: &Attack| (other.clan, other.from, other.to) == (attack.clan, attack.from, attack.to);
        attack.spaces.without(kept).is_empty() && !still.iter().any(same)
    });
    let most = gone.max_by_key(|attack| attack.spaces.len())?;
    Some(JourneyOf { clan: most.clan, from: most.from, to: most.to, masters: most.spaces.len() })
}

/// The best journey of the clan on the board after the move, if it wins more than the best one before.
fn threatened(before: &Position, after: &Position, clan: Clan) -> Option<Remark> {
    let most = journeys_that_win(before, clan).first().map_or(0, |(_, gain)| *gain);
    let next = journeys_that_win(after, clan);
    let (report, masters) = next.first().filter(|(_, gain)| *gain > most)?;
    Some(Remark::Threatens { from: report.from, to: report.to, masters: *masters })
}

/// What the line has in store up to the clan's next turn: the first journey that costs it masters, then its own.
fn expectations(after: &Position, clan: Clan, line: &[Move]) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let mut position = *after;
    for &mv in line {
        let (before, mover) = (position, position.to_move());
        if position.play(mv).is_err() {
            break;
        }
        let lost = changes(&before, &position, clan).1;
        if let Move::Journey { from, to } = mv {
            let open = remarks.iter().any(|remark| matches!(remark, Remark::LeavesOpen(_)));
            if mover == Some(clan) {
                let masters = position.masters(clan).len().saturating_sub(before.masters(clan).len());
                remarks.extend((masters > 0).then_some(Remark::Prepares { from, to, masters }));
            } else if let (Some(other), false, false) = (mover, open, lost.is_empty()) {
                remarks.push(Remark::LeavesOpen(JourneyOf { clan: other, from, to, masters: lost.len() }));
            }
        }
        if mover == Some(clan) {
            break;
        }
    }
    // What the move prepares comes before what it leaves open.
    sort_short_list(&mut remarks, |remark| matches!(remark, Remark::LeavesOpen(_)));
    remarks
}
