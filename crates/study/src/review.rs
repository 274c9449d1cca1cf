//! The review of one turn: what the search thinks of the position, of the move played, and of what could have been played instead.

use core::sync::atomic::AtomicBool;

use shangrila_ai::network::network_evaluator;
use shangrila_ai::{Analysis, AnalysisLine, Budget, Limits, NoClock, Outlook, Params, Search, are_alike};
use shangrila_rules::{Clan, Move, PerClan, Position};

/// How positions are searched for study: by visits and never by time, so that the result depends on nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StudySearch {
    /// The visits to each position.
    pub visits: u32,
    /// The seed of all randomness.
    pub seed: u64,
    /// The memory for one search, in bytes.
    pub memory: usize,
}

impl Default for StudySearch {
    fn default() -> StudySearch {
        StudySearch { visits: StudySearch::VISITS, seed: 0, memory: 64 << 20 }
    }
}

impl StudySearch {
    /// The visits to each position unless others are asked for: less than half a second on a desktop. Coach, report and practice all
    /// search as long, so what one of them advises is the best move for the others too.
    pub const VISITS: u32 = 1500;
    /// The positions visited to prove a result near the end of the game, per visit of the search.
    const PROOF_SHARE: f32 = 10.0;

    /// Searches a position from scratch.
    pub fn search(&self, position: &Position) -> Search {
        let params =
            Params { seed: self.seed, memory: self.memory, proof_share: StudySearch::PROOF_SHARE, ..Params::default() };
        let mut search = Search::new(position, params, network_evaluator);
        search.run(&self.budget());
        search
    }

    fn budget(&self) -> Budget<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Budget { limits: Limits::visits(self.visits), clock: &NoClock, stop: &NEVER }
    }

    /// Each clan's chance of winning: the result if the game is over, the search's estimate otherwise.
    pub fn chances(&self, position: &Position) -> PerClan<f32> {
        match Outlook::of_end(position) {
            Some(end) => end.wins,
            None => self.search(position).analysis(0).outlook.wins,
        }
    }

    /// Looks at a move in the tree of a search as closely as the search has looked at its best move.
    pub fn look_at(&self, search: &mut Search, analysis: &Analysis, mv: Move) -> Option<Candidate> {
        let best = analysis.lines.first().map_or(0, |line| line.visits);
        search.look_at(mv, best.max(self.visits / 4), &self.budget()).map(Candidate::from)
    }
}

/// A move with what the search expects of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Each clan's chance of winning after it.
    pub wins: PerClan<f32>,
    /// Whether these are proved rather than estimated.
    pub proved: bool,
    /// The most visited continuation, without the move itself.
    pub line: Vec<Move>,
}

/// The most moves of a continuation that are kept.
const LINE: usize = 6;

impl From<AnalysisLine> for Candidate {
    fn from(line: AnalysisLine) -> Candidate {
        Candidate {
            mv: line.mv,
            wins: line.outlook.wins,
            proved: line.outlook.proved,
            line: line.variation.into_iter().skip(1).take(LINE).collect(),
        }
    }
}

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lapse {
    /// It gives away at least [`Lapse::INACCURACY`].
    Inaccuracy,
    /// It gives away at least [`Lapse::MISTAKE`].
    Mistake,
    /// It gives away at least [`Lapse::BLUNDER`].
    Blunder,
}

impl Lapse {
    /// The chance of winning that an inaccuracy gives away.
    pub const INACCURACY: f32 = 0.04;
    /// The chance of winning that a mistake gives away.
    pub const MISTAKE: f32 = 0.08;
    /// The chance of winning that a blunder gives away.
    pub const BLUNDER: f32 = 0.15;

    /// What giving away this much of the chance of winning is called.
    pub fn of(loss: f32) -> Option<Lapse> {
        match loss {
            loss if loss >= Lapse::BLUNDER => Some(Lapse::Blunder),
            loss if loss >= Lapse::MISTAKE => Some(Lapse::Mistake),
            loss if loss >= Lapse::INACCURACY => Some(Lapse::Inaccuracy),
            _ => None,
        }
    }
}

/// A player who could no longer win has decided who does.
#[derive(Clone, PartialEq, Debug)]
pub struct Kingmaking {
    /// The favourite after the move played.
    pub favoured: Clan,
    /// The favourite after the other move.
    pub instead: Clan,
    /// A move that would have made someone else the favourite.
    pub other: Candidate,
    /// Whether all of it is proved: that the player could not win, and who wins after either move.
    pub proved: bool,
}

/// Below this chance of winning, a player counts as unable to win.
pub(crate) const LOST: f32 = 0.01;
/// How much a kingmaker's choice changes the favourite's chance of winning, at least.
const DECIDES: f32 = 0.3;

/// What the search thinks of a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnReview {
    /// Whose turn it was.
    pub clan: Clan,
    /// Each clan's chance of winning before the turn.
    pub chances: PerClan<f32>,
    /// Whether there was only one legal move.
    pub forced: bool,
    /// The move played. It is judged in the same search as the others.
    pub played: Candidate,
    /// The best move; the move played, if the search thinks no less of it.
    pub best: Candidate,
    /// If the best move was played: the best other move.
    pub next_best: Option<Candidate>,
    /// Whether the player, unable to win, decided who does.
    pub kingmaking: Option<Kingmaking>,
}

impl TurnReview {
    /// Reviews a legal move; `None` if it is illegal.
    pub fn of(position: &Position, mv: Move, settings: StudySearch) -> Option<TurnReview> {
        let mut search = settings.search(position);
        let analysis = search.analysis(usize::MAX);
        let mut turn = TurnReview::in_search(&mut search, &analysis, mv, settings)?;
        if !turn.forced {
            if turn.is_best() {
                turn.next_best = turn.find_next_best(position, &mut search, &analysis, settings);
            }
            turn.kingmaking = turn.find_kingmaking(position, &mut search, &analysis, settings);
        }
        Some(turn)
    }

    /// Compares a move with the best one in a search that has run.
    fn in_search(search: &mut Search, analysis: &Analysis, mv: Move, settings: StudySearch) -> Option<TurnReview> {
        let position = *search.position();
        let clan = position.to_move()?;
        let played = settings.look_at(search, analysis, mv)?;
        let forced = position.legal_moves().len() == 1;
        let first = analysis.lines.first().cloned().map_or_else(|| played.clone(), Candidate::from);
        let best_played = are_alike(&position, first.mv, mv) || played.wins[clan] >= first.wins[clan];
        let best = if best_played { played.clone() } else { first };
        let chances = analysis.outlook.wins;
        Some(TurnReview { clan, chances, forced, played, best, next_best: None, kingmaking: None })
    }

    /// The chance of winning that the move gave away.
    pub fn loss(&self) -> f32 {
        (self.best.wins[self.clan] - self.played.wins[self.clan]).max(0.0)
    }

    /// What that is called.
    pub fn lapse(&self) -> Option<Lapse> {
        Lapse::of(self.loss())
    }

    /// Whether the best move was played.
    pub fn is_best(&self) -> bool {
        self.best.mv == self.played.mv
    }

    /// If the best move was played: how much of the chance of winning any other move would have given away.
    pub fn merit(&self) -> f32 {
        let next = self.next_best.as_ref().map_or(0.0, |next| self.played.wins[self.clan] - next.wins[self.clan]);
        next.max(0.0)
    }

    /// Whether the player still had something to win and something to choose, so that the turn says how well they play.
    pub fn counts(&self) -> bool {
        !self.forced && self.best.wins[self.clan] >= LOST
    }

    /// The better of the two other moves that the search liked most.
    fn find_next_best(
        &self,
        position: &Position,
        search: &mut Search,
        analysis: &Analysis,
        settings: StudySearch,
    ) -> Option<Candidate> {
        let others = analysis.lines.iter().filter(|line| !are_alike(position, line.mv, self.played.mv)).take(2);
        let looks: Vec<Candidate> = others.filter_map(|line| settings.look_at(search, analysis, line.mv)).collect();
        let own = |candidate: &Candidate| candidate.wins[self.clan];
        looks.into_iter().max_by(|one, other| own(one).total_cmp(&own(other)))
    }

    fn find_kingmaking(
        &self,
        position: &Position,
        search: &mut Search,
        analysis: &Analysis,
        settings: StudySearch,
    ) -> Option<Kingmaking> {
        if self.best.wins[self.clan] >= LOST || self.played.wins[self.clan] >= LOST {
            return None;
        }
        let favoured = self.favourite(&self.played.wins)?;
        let shift = |wins: &PerClan<f32>| match self.favourite(wins) {
            Some(other) if other != favoured && wins[self.clan] < LOST => self.played.wins[favoured] - wins[favoured],
            _ => 0.0,
        };
        let searched = analysis.lines.iter().map(|line| (line.mv, line.outlook));
        // Moves that end the game need no search.
        let list = position.legal_moves();
        let final_moves = list.iter().filter_map(|mv| {
            let mut after = *position;
            after.play_unchecked(mv);
            Outlook::of_end(&after).map(|end| (mv, end))
        });
        let promising = searched.chain(final_moves).filter(|(_, outlook)| shift(&outlook.wins) >= DECIDES);
        // What is proved needs no faith in the search.
        let weight = |outlook: &Outlook| (outlook.proved, shift(&outlook.wins));
        let (most, _) = promising.max_by(|(_, one), (_, other)| {
            weight(one).partial_cmp(&weight(other)).unwrap_or(core::cmp::Ordering::Equal)
        })?;
        let other = settings.look_at(search, analysis, most)?;
        let instead = self.favourite(&other.wins)?;
        let proved = self.played.proved && other.proved && self.best.proved && self.best.wins[self.clan] <= 0.0;
        (shift(&other.wins) >= DECIDES).then_some(Kingmaking { favoured, instead, other, proved })
    }

    /// The clan with the greatest chance of winning, apart from the one to move.
    fn favourite(&self, wins: &PerClan<f32>) -> Option<Clan> {
        let others = Clan::ALL.into_iter().filter(|&clan| clan != self.clan);
        others.max_by(|&one, &other| wins[one].total_cmp(&wins[other]))
    }
}

/// Gives advice on one position after another. The search of a position is kept while it is asked about, so the advice and the judgement of
/// any other move come from the same tree, and nobody is warned of the move that was advised.
pub struct Adviser {
    settings: StudySearch,
    search: Option<(Search, Analysis)>,
}

impl Adviser {
    /// Creates an adviser.
    pub const fn new(settings: StudySearch) -> Adviser {
        Adviser { settings, search: None }
    }

    /// Compares a move of a position with the best one, or without a move says what the best one is. What only a report needs is left
    /// out: the next best move, and kingmaking. `None` if the game is over or the move is illegal.
    pub fn review(&mut self, position: &Position, mv: Option<Move>) -> Option<TurnReview> {
        if self.search.as_ref().is_none_or(|(search, _)| search.position() != position) {
            let search = self.settings.search(position);
            let analysis = search.analysis(usize::MAX);
            self.search = Some((search, analysis));
        }
        let (search, analysis) = self.search.as_mut()?;
        let mv = mv.or(analysis.lines.first().map(|line| line.mv))?;
        TurnReview::in_search(search, analysis, mv, self.settings)
    }
}
