//! The steps of a report as lines of text, for a worker that makes the report and a page that shows it.

use core::fmt::Write;

use shangrila_rules::{Clan, Move, PerClan};

use crate::report::ReportStep;
use crate::review::{Candidate, Kingmaking, TurnReview};

impl ReportStep {
    /// The step as one line.
    pub fn write(&self) -> String {
        match self {
            ReportStep::Turn(turn) => {
                let mut line = format!("{} {} {}", turn.clan.letter(), chances(&turn.chances), u8::from(turn.forced));
                let candidates = [Some(&turn.played), Some(&turn.best), turn.next_best.as_ref()];
                candidates.into_iter().for_each(|candidate| line += &format!(";{}", write_candidate(candidate)));
                if let Some(Kingmaking { favoured, instead, other, proved }) = &turn.kingmaking {
                    let (favoured, instead) = (favoured.letter(), instead.letter());
                    line += &format!(";{favoured} {instead} {} {}", u8::from(*proved), write_candidate(Some(other)));
                }
                line
            }
            ReportStep::End(end) => format!("- {}", chances(end)),
        }
    }

    /// Reads a line that [`ReportStep::write`] has written.
    pub fn read(line: &str) -> Option<ReportStep> {
        let mut parts = line.split(';');
        let mut head = parts.next()?.split(' ');
        let first = head.next()?;
        let wins = read_chances(&mut head)?;
        if first == "-" {
            return Some(ReportStep::End(wins));
        }
        let clan = read_clan(first)?;
        let forced = read_flag(head.next()?)?;
        let mut candidate = || read_candidate(parts.next()?.split(' '));
        let (played, best) = (candidate()??, candidate()??);
        let next_best = candidate()?;
        let kingmaking = match parts.next() {
            None => None,
            Some(part) => {
                let mut words = part.split(' ');
                let (favoured, instead) = (read_clan(words.next()?)?, read_clan(words.next()?)?);
                let proved = read_flag(words.next()?)?;
                Some(Kingmaking { favoured, instead, other: read_candidate(words)??, proved })
            }
        };
        let turn = TurnReview { clan, chances: wins, forced, played, best, next_best, kingmaking };
        Some(ReportStep::Turn(Box::new(turn)))
    }
}

fn chances(wins: &PerClan<f32>) -> String {
    Clan::ALL.map(|clan| wins[clan].to_string()).join(" ")
}

fn read_chances<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<PerClan<f32>> {
    let mut wins = PerClan::default();
    for clan in Clan::ALL {
        wins[clan] = words.next()?.parse().ok()?;
    }
    Some(wins)
}

fn read_clan(text: &str) -> Option<Clan> {
    let mut letters = text.chars();
    Clan::from_letter(letters.next()?).filter(|_| letters.next().is_none())
}

fn read_flag(text: &str) -> Option<bool> {
    match text {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

fn write_candidate(candidate: Option<&Candidate>) -> String {
    let Some(Candidate { mv, wins, proved, line }) = candidate else { return "-".to_string() };
    let mut text = format!("{mv} {} {}", chances(wins), u8::from(*proved));
    line.iter().for_each(|mv| _ = write!(text, " {mv}"));
    text
}

/// The outer option is `None` for a line that cannot be read, the inner one where there is no candidate.
fn read_candidate<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Option<Candidate>> {
    let first = words.next()?;
    if first == "-" {
        return Some(None);
    }
    let mv = first.parse().ok()?;
    let wins = read_chances(&mut words)?;
    let proved = read_flag(words.next()?)?;
    let line = words.map(|word| word.parse().ok()).collect::<Option<Vec<Move>>>()?;
    Some(Some(Candidate { mv, wins, proved, line }))
}
