//! What strong players do, counted in the games of a dataset: when they travel and what it brings them, where masters end, how games are decided.

use std::fmt;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde_json::Value;
use shangrila_rules::record::GameRecord;
use shangrila_rules::{Fate, Move, Position, Space, Stronger, Village};

#[derive(clap::Args)]
pub(crate) struct HabitsArgs {
    /// Games of a dataset, such as python/data/sample/games.jsonl.gz
    #[arg(long, value_name = "FILE")]
    games: PathBuf,
}

pub(crate) fn run(args: &HabitsArgs) -> Result<(), String> {
    let mut habits = Habits::default();
    read(&args.games)?.iter().for_each(|game| habits.add(game));
    print!("{habits}");
    Ok(())
}

/// The records of a compressed dataset.
fn read(path: &Path) -> Result<Vec<GameRecord>, String> {
    let file = std::fs::File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let record = |(number, line): (usize, std::io::Result<String>)| {
        let wrong = |error: String| format!("{}:{}: {error}", path.display(), number + 1);
        let line = line.map_err(|error| wrong(error.to_string()))?;
        let game: Value = serde_json::from_str(&line).map_err(|error| wrong(error.to_string()))?;
        let text = game["record"].as_str().ok_or_else(|| wrong("no record".to_string()))?;
        text.parse::<GameRecord>().map_err(|error| wrong(error.to_string()))
    };
    BufReader::new(GzDecoder::new(file)).lines().enumerate().map(record).collect()
}

/// Stretches of the game after the set-up, by the bridges that stand.
const PHASES: [&str; 4] = ["19 to 23", "14 to 18", "9 to 13", "1 to 8"];

fn phase(position: &Position) -> usize {
    match position.bridges().len() {
        19.. => 0,
        14..=18 => 1,
        9..=13 => 2,
        _ => 3,
    }
}

/// Journeys of one kind, and what they brought.
#[derive(Clone, Copy, Default)]
struct Journeys {
    count: usize,
    students: usize,
    /// Masters that the traveller gained. Students of others who come along may cost some.
    gained: i64,
    /// Masters of others that the traveller's own students drove out.
    driven_out: usize,
    /// Journeys that drove out a master of another clan.
    attacks: usize,
}

#[derive(Default)]
struct Habits {
    games: usize,
    /// Placements, recruitments and journeys by phase.
    turns: [[usize; 3]; PHASES.len()],
    /// From the stronger and from the weaker village.
    journeys: [Journeys; 2],
    /// Games in which each village was in play.
    played: [usize; 13],
    /// Masters at the end, and masters driven out, by village.
    masters: [usize; 13],
    driven_out: [usize; 13],
    winner_masters: usize,
    lead: usize,
    by_villages: usize,
    shared: usize,
}

impl Habits {
    fn add(&mut self, game: &GameRecord) {
        let mut position = game.start.position();
        for mv in game.moves() {
            if !position.in_opening() {
                self.add_turn(&position, mv);
            }
            position.play_unchecked(mv);
        }
        self.add_end(&position);
    }

    fn add_turn(&mut self, position: &Position, mv: Move) {
        let kind = match mv {
            Move::Place { .. } => 0,
            Move::Recruit { .. } => 1,
            Move::Journey { from, to } => {
                self.add_journey(position, from, to);
                2
            }
            Move::Pass => return,
        };
        self.turns[phase(position)][kind] += 1;
    }

    fn add_journey(&mut self, position: &Position, from: Village, to: Village) {
        let (Ok(report), Some(mover)) = (position.journey_report(from, to), position.to_move()) else { return };
        let journeys = &mut self.journeys[usize::from(report.stronger == Stronger::Destination)];
        journeys.count += 1;
        journeys.gained += report.scores.after[mover].masters as i64 - report.scores.before[mover].masters as i64;
        let own = report.students.iter().filter_map(|(_, student)| *student).filter(|student| student.clan == mover);
        let mut driven_out = 0;
        for student in own {
            journeys.students += 1;
            driven_out += usize::from(matches!(student.fate, Fate::DrivesOut { .. }));
        }
        journeys.driven_out += driven_out;
        journeys.attacks += usize::from(driven_out > 0);
        let all = report.students.iter().filter_map(|(_, student)| *student);
        self.driven_out[to as usize] += all.filter(|student| matches!(student.fate, Fate::DrivesOut { .. })).count();
    }

    fn add_end(&mut self, end: &Position) {
        self.games += 1;
        for village in shangrila_rules::map::villages_in_play(end.seats().count()) {
            self.played[village as usize] += 1;
        }
        for space in Space::all().filter(|&space| end.occupant(space).is_some()) {
            self.masters[space.village() as usize] += 1;
        }
        let standings: Vec<_> = end.standings().iter().map(|standing| (standing.score, standing.place)).collect();
        if let [(first, _), (second, place), ..] = standings[..] {
            self.winner_masters += first.masters;
            self.lead += first.masters - second.masters;
            self.shared += usize::from(place == 1);
            self.by_villages += usize::from(place != 1 && first.masters == second.masters);
        }
    }
}

fn mean(sum: usize, count: usize) -> f64 {
    sum as f64 / count.max(1) as f64
}

impl fmt::Display for Habits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} games", self.games)?;
        writeln!(f, "Turns by bridges left: placements, recruitments, journeys")?;
        for (name, kinds) in PHASES.iter().zip(&self.turns) {
            let all: usize = kinds.iter().sum();
            let shares: Vec<String> = kinds.iter().map(|&count| format!("{:.0}%", 100.0 * mean(count, all))).collect();
            writeln!(f, "  {name}: {} ({all} turns)", shares.join(", "))?;
        }
        let all: usize = self.journeys.iter().map(|journeys| journeys.count).sum();
        writeln!(f, "Journeys: {all}, {:.1} in a game", mean(all, self.games))?;
        for (name, journeys) in ["stronger", "weaker"].iter().zip(&self.journeys) {
            let Journeys { count, students, gained, driven_out, attacks } = *journeys;
            writeln!(
                f,
                "  from the {name} village: {:.0}%; own students {:.2}, masters gained {:.2}, driven out {:.2}; {:.0}% drive somebody out",
                100.0 * mean(count, all),
                mean(students, count),
                gained as f64 / count.max(1) as f64,
                mean(driven_out, count),
                100.0 * mean(attacks, count)
            )?;
        }
        for (name, counts) in [("Masters at the end", &self.masters), ("Masters driven out", &self.driven_out)] {
            let mut villages: Vec<(Village, f64)> = Village::ALL
                .into_iter()
                .map(|village| (village, mean(counts[village as usize], self.played[village as usize])))
                .collect();
            villages.sort_by(|one, other| other.1.total_cmp(&one.1));
            let list: Vec<String> = villages.iter().map(|(village, mean)| format!("{village} {mean:.1}")).collect();
            writeln!(f, "{name} in a game, by village: {}", list.join(", "))?;
        }
        writeln!(
            f,
            "Winners: {:.1} masters, {:.1} more than the second; {:.0}% of games decided by villages, {:.0}% shared",
            mean(self.winner_masters, self.games),
            mean(self.lead, self.games),
            100.0 * mean(self.by_villages, self.games),
            100.0 * mean(self.shared, self.games)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::record::{Start, Turn};

    #[test]
    fn journeys_and_ends_are_counted() {
        // Two bridges are left. Red's students drive out two masters in B and end the game.
        let start: Position = "RRr4/bb1v3/7/7/7/7/7/7/7/7/7/7/b6 400001 rbvy r 100 0".parse().unwrap();
        let mut game = GameRecord::new(Start::Position(start));
        game.line.turns.push(Turn::from("a>b".parse::<Move>().unwrap()));
        let mut habits = Habits::default();
        habits.add(&game);
        let [stronger, weaker] = habits.journeys;
        assert_eq!((stronger.count, weaker.count), (1, 0));
        assert_eq!((stronger.students, stronger.gained, stronger.driven_out, stronger.attacks), (2, 2, 2, 1));
        assert_eq!((habits.driven_out[1], habits.masters[0], habits.masters[1]), (2, 3, 3));
        assert_eq!((habits.winner_masters, habits.lead, habits.by_villages, habits.shared), (5, 4, 0, 0));
        assert_eq!(habits.turns, [[0; 3], [0; 3], [0; 3], [0, 0, 1]]);
    }

    /// docs/training.md and the strategy page of the app state these figures.
    #[test]
    fn the_sample_shows_what_the_documents_say() {
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/data/sample/games.jsonl.gz");
        let mut habits = Habits::default();
        read(&sample).unwrap().iter().for_each(|game| habits.add(game));
        let text = habits.to_string();
        for line in [
            "120 games",
            "19 to 23: 49%, 39%, 12% (3607 turns)",
            "14 to 18: 22%, 60%, 18% (3291 turns)",
            "9 to 13: 14%, 60%, 26% (2273 turns)",
            "1 to 8: 14%, 51%, 35% (2401 turns)",
            "Journeys: 2460, 20.5 in a game",
            "stronger village: 77%; own students 2.42, masters gained 2.07, driven out 1.24; 69% drive somebody out",
            "weaker village: 23%; own students 1.36, masters gained 0.14, driven out 0.00; 0% drive somebody out",
            "j 6.8, b 6.7",
            "Masters driven out in a game, by village: e 4.9, d 4.1, h 4.0,",
            "i 2.0, a 1.5",
            "1.4 more than the second; 19% of games decided by villages, 6% shared",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    }

    #[test]
    fn a_line_without_a_game_is_refused_with_its_place() {
        let error = read(Path::new("no-such-file.jsonl.gz")).unwrap_err();
        assert!(error.starts_with("no-such-file.jsonl.gz: "), "{error}");
    }
}
