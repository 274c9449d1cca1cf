//! The report in words. Everything it says is a value of the report; nothing is made up here.

use shangrila_i18n::{GameReportWords, Who, Words, capitalise};
use shangrila_rules::{Clan, Move};
use shangrila_table::{TurnNumber, wording};

use crate::report::{GameReport, TurningPoint};
use crate::review::Candidate;

/// Puts a report into words.
pub struct ReportText<'a> {
    /// The words of the game.
    pub words: &'a Words,
    /// The words of the report, in the same language.
    pub texts: &'a GameReportWords,
    /// What the players are called.
    pub who: &'a dyn Fn(Clan) -> Who<'a>,
    /// The report.
    pub report: &'a GameReport,
}

/// A chance as whole percent.
pub fn percent(chance: f32) -> u32 {
    (100.0 * chance.clamp(0.0, 1.0)).round() as u32
}

/// The most moves of a line that are told.
const LINE: usize = 4;

impl ReportText<'_> {
    /// Which turn it was and what was played.
    pub fn turn(&self, turn: usize) -> String {
        let (before, after) = (&self.report.positions[turn], &self.report.positions[turn + 1]);
        let mv = self.report.turns[turn].played.mv;
        let told = wording::turn_words(self.words, before, mv, after, &|clan| (self.who)(clan));
        format!("{}{}{told}.", capitalise(&wording::turn(self.words, TurnNumber::of(before))), self.words.colon)
    }

    /// How a turn changed the chances, and what would have been better.
    pub fn turning_point(&self, point: &TurningPoint) -> String {
        let mut sentences = vec![self.changes(point.turn)];
        sentences.extend(point.new_favourite.map(|clan| self.texts.new_favourite((self.who)(clan))));
        sentences.extend(self.lapse(point.turn));
        sentences.join(" ")
    }

    /// The chances before and after a turn, of those for whom it changed anything.
    fn changes(&self, turn: usize) -> String {
        let (before, after) = (&self.report.chances[turn], &self.report.chances[turn + 1]);
        let changed = self.report.players.iter().filter_map(|player| {
            let (from, to) = (percent(before[player.clan]), percent(after[player.clan]));
            (from != to).then(|| self.texts.change((self.who)(player.clan), from, to))
        });
        capitalise(&format!("{}.", changed.collect::<Vec<_>>().join(", ")))
    }

    /// What a turn gave away and what would have been better; `None` if it gave away too little to speak of.
    pub fn lapse(&self, turn: usize) -> Option<String> {
        let review = &self.report.turns[turn];
        review.lapse()?;
        let mut text = self.texts.gave_away(percent(review.loss()));
        text += &format!(" {}", self.texts.better(self.move_words(review.clan, review.best.mv)));
        if let Some(line) = line(&review.best) {
            text += &format!(" {}", self.texts.likely_line(line));
        }
        Some(text)
    }

    /// What any other move would have given away.
    pub fn merit(&self, turn: usize) -> String {
        self.texts.next_best_costs(percent(self.report.turns[turn].merit()))
    }

    /// Who decided between whom.
    pub fn kingmaking(&self, turn: usize) -> Option<String> {
        let review = &self.report.turns[turn];
        let found = review.kingmaking.as_ref()?;
        let name = |clan: Clan| (self.who)(clan).to_string();
        let text =
            self.texts.kingmaker((self.who)(review.clan), name(found.favoured), name(found.instead), found.other.mv);
        Some(if found.proved { format!("{text} {}", self.texts.proved) } else { text })
    }

    /// The chances before and after set-up of everyone.
    pub fn setup(&self) -> String {
        let told = self.report.players.iter().map(|player| {
            let (before, after) = player.setup_chance;
            self.texts.change((self.who)(player.clan), percent(before), percent(after))
        });
        capitalise(&format!("{}.", told.collect::<Vec<_>>().join(", ")))
    }

    fn move_words(&self, clan: Clan, mv: Move) -> String {
        let told = wording::move_words(self.words, (self.who)(clan), mv);
        format!("{told} ({mv})")
    }
}

/// The continuation of a move in notation, if there is one.
pub fn line(candidate: &Candidate) -> Option<String> {
    let moves: Vec<String> = candidate.line.iter().take(LINE).map(Move::to_string).collect();
    (!moves.is_empty()).then(|| moves.join(" "))
}
