//! `shangrila report`: what the search thinks of a game, turn by turn.

use std::io::Write;

use anstyle::Style;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use shangrila_i18n::{Language, Who};
use shangrila_rules::record::GameRecord;
use shangrila_rules::{Clan, Move, PerClan};
use shangrila_study::words::percent;
use shangrila_study::{Candidate, GameReport, PlayerReport, ReportMaker, ReportText, StudySearch, TurnReview};
use shangrila_table::{Player, record_notes, wording};

use crate::args::ReportArgs;
use crate::commands::read_text;
use crate::play::language_of_locale;
use crate::show::clan_style;
use crate::{Failure, refused};

/// The most cells of a line of win chances.
const WIDTH: usize = 60;

pub(crate) fn run(out: &mut impl Write, args: &ReportArgs) -> Result<(), Failure> {
    let name = args.record.display();
    let text = read_text(&args.record).map_err(|error| refused(format!("{name}: {error}")))?;
    let record: GameRecord = text.parse().map_err(|error| refused(format!("{name}: {error}")))?;
    if record.moves().len() == 0 {
        return Err(refused(format!("{name}: no turns have been played, so there is nothing to report")));
    }
    if record_notes::pairs(&record).is_some() {
        let reason = "there is no report on games of two: the search judges every clan as if it played for itself";
        return Err(refused(format!("{name}: {reason}")));
    }
    let search = StudySearch { visits: args.visits, seed: args.seed, ..StudySearch::default() };
    let report = make(&record, search);
    if args.json {
        return Ok(writeln!(out, "{}", in_json(&report, search))?);
    }
    print(out, &record, &report, search, args.language.unwrap_or_else(language_of_locale))
}

/// Makes the report, with a progress bar if standard error is a terminal.
fn make(record: &GameRecord, search: StudySearch) -> GameReport {
    let mut maker = ReportMaker::new(record, search);
    let bar = ProgressBar::new(maker.progress().1 as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} turns, {eta} left") {
        bar.set_style(style);
    }
    while maker.step().is_some() {
        bar.inc(1);
    }
    bar.finish_and_clear();
    maker.finish()
}

fn print(
    out: &mut impl Write,
    record: &GameRecord,
    report: &GameReport,
    search: StudySearch,
    language: Language,
) -> Result<(), Failure> {
    let (words, texts) = (language.words(), language.game_report());
    let players: PerClan<Option<Player>> =
        PerClan::from_fn(|clan| record.players[clan].as_deref().and_then(|name| Player::from_record(name).ok()));
    let who = |clan: Clan| -> Who<'_> {
        match players[clan].as_ref().filter(|player| player.given_name().is_some()) {
            Some(player) => wording::player(words, clan, Some(player)),
            None => wording::clan(words, clan),
        }
    };
    let told = ReportText { words, texts, who: &who, report };
    let bold = Style::new().bold();
    writeln!(out, "{bold}{}{bold:#}", texts.title)?;
    if !report.positions.last().is_some_and(|last| last.is_over()) {
        writeln!(out, "{}", texts.unfinished)?;
    }
    let heads = [texts.accuracy, texts.setup, texts.inaccuracies, texts.mistakes, texts.blunders];
    let names: Vec<String> = report.players.iter().map(|player| who(player.clan).to_string()).collect();
    let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    writeln!(out, "\n  {:<widest$}  {}", "", heads.join("  "))?;
    for (player, name) in report.players.iter().zip(&names) {
        let style = clan_style(player.clan);
        write!(out, "  {style}{name:<widest$}{style:#}")?;
        for (cell, head) in cells(player).into_iter().zip(heads) {
            write!(out, "  {cell:>width$}", width = head.chars().count())?;
        }
        writeln!(out)?;
    }
    writeln!(out, "\n{bold}{}{bold:#}", texts.win_chances)?;
    for (player, name) in report.players.iter().zip(&names) {
        let style = clan_style(player.clan);
        let curve: Vec<f32> = report.chances.iter().map(|chances| chances[player.clan]).collect();
        let (first, last) = (percent(curve[0]), percent(curve[curve.len() - 1]));
        writeln!(
            out,
            "  {style}{name:<widest$}{style:#}  {first:>3}% {style}{}{style:#} {last:>3}%",
            curve_of(&curve)
        )?;
    }
    section(
        out,
        texts.turning_points,
        texts.no_turning_points,
        report.turning_points.iter().map(|point| (told.turn(point.turn), told.turning_point(point))),
    )?;
    let turns = |pick: fn(&PlayerReport) -> Option<usize>| report.players.iter().filter_map(pick);
    section(
        out,
        texts.best_turns,
        texts.no_best_turns,
        turns(|player| player.best).map(|turn| (told.turn(turn), told.merit(turn))),
    )?;
    let lapse = |turn: usize| (told.turn(turn), told.lapse(turn).unwrap_or_default());
    section(out, texts.worst_turns, texts.no_worst_turns, turns(|player| player.worst).map(lapse))?;
    if report.has_setup() {
        writeln!(out, "\n{bold}{}{bold:#}\n  {}", texts.setup, told.setup())?;
        let worst: Vec<usize> = turns(|player| player.worst_setup).collect();
        if !worst.is_empty() {
            section(out, texts.costliest_placements, "", worst.into_iter().map(lapse))?;
        }
    }
    if !report.kingmaking.is_empty() {
        let kingmakers =
            report.kingmaking.iter().map(|&turn| (told.turn(turn), told.kingmaking(turn).unwrap_or_default()));
        section(out, texts.kingmaking, "", kingmakers)?;
    }
    Ok(writeln!(out, "\n{} {}", texts.how_judged, texts.searched(search.visits))?)
}

/// Prints a heading and what happened on some turns, or that there were none.
fn section(
    out: &mut impl Write,
    title: &str,
    none: &str,
    turns: impl Iterator<Item = (String, String)>,
) -> Result<(), Failure> {
    let bold = Style::new().bold();
    writeln!(out, "\n{bold}{title}{bold:#}")?;
    let mut empty = true;
    for (turn, text) in turns {
        writeln!(out, "  {turn}\n    {text}")?;
        empty = false;
    }
    if empty {
        writeln!(out, "  {none}")?;
    }
    Ok(())
}

fn cells(player: &PlayerReport) -> [String; 5] {
    let accuracy = |accuracy: Option<f32>| accuracy.map_or("–".to_string(), |value| format!("{}%", value.round()));
    let [inaccuracies, mistakes, blunders] = player.lapses.map(|count| count.to_string());
    [accuracy(player.accuracy), accuracy(player.setup_accuracy), inaccuracies, mistakes, blunders]
}

/// Win chances as a line of bars.
fn curve_of(curve: &[f32]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let cells = curve.len().min(WIDTH);
    let at = |cell: usize| curve[cell * (curve.len() - 1) / (cells - 1).max(1)];
    (0..cells).map(|cell| BARS[((at(cell) * 8.0) as usize).min(7)]).collect()
}

fn in_json(report: &GameReport, search: StudySearch) -> Value {
    let clans: Vec<Clan> = report.players.iter().map(|player| player.clan).collect();
    let wins = |wins: &PerClan<f32>| -> Value {
        clans
            .iter()
            .map(|&clan| (clan.letter().to_string(), json!(wins[clan])))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let candidate = |candidate: &Candidate| {
        let line: Vec<String> = candidate.line.iter().map(Move::to_string).collect();
        json!({ "move": candidate.mv.to_string(), "win": wins(&candidate.wins), "proved": candidate.proved, "line": line })
    };
    let turn = |(index, turn): (usize, &TurnReview)| {
        json!({
            "clan": turn.clan.letter().to_string(),
            "position": report.positions[index].to_string(),
            "setup": report.is_setup(index),
            "forced": turn.forced,
            "played": candidate(&turn.played),
            "best": candidate(&turn.best),
            "next_best": turn.next_best.as_ref().map(candidate),
            "loss": turn.loss(),
            "lapse": turn.lapse().map(|lapse| format!("{lapse:?}").to_lowercase()),
            "kingmaking": turn.kingmaking.as_ref().map(|found| json!({
                "favoured": found.favoured.letter().to_string(),
                "instead": found.instead.letter().to_string(),
                "other": candidate(&found.other),
                "proved": found.proved,
            })),
        })
    };
    let player = |player: &PlayerReport| {
        let [inaccuracies, mistakes, blunders] = player.lapses;
        json!({
            "clan": player.clan.letter().to_string(),
            "accuracy": player.accuracy,
            "setup_accuracy": player.setup_accuracy,
            "setup_chance": [player.setup_chance.0, player.setup_chance.1],
            "inaccuracies": inaccuracies,
            "mistakes": mistakes,
            "blunders": blunders,
            "best": player.best,
            "worst": player.worst,
            "worst_setup": player.worst_setup,
        })
    };
    let point = |point: &shangrila_study::TurningPoint| {
        let favourite = point.new_favourite.map(|clan| clan.letter().to_string());
        json!({ "turn": point.turn, "swing": point.swing, "new_favourite": favourite })
    };
    json!({
        "visits": search.visits,
        "seed": search.seed,
        "win": report.chances.iter().map(wins).collect::<Vec<_>>(),
        "players": report.players.iter().map(player).collect::<Vec<_>>(),
        "turning_points": report.turning_points.iter().map(point).collect::<Vec<_>>(),
        "kingmaking": report.kingmaking,
        "turns": report.turns.iter().enumerate().map(turn).collect::<Vec<_>>(),
    })
}
