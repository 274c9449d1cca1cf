//! The messages between the page and its engine worker, as lines of text.

use shangrila_ai::{Analysis, AnalysisLine, BotSpec, GameSoFar, Outlook};
use shangrila_rules::{Clan, Move, PerClan, PerSeat, Position, Seat};

/// A request to find a move.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SearchRequest {
    pub(crate) player: BotSpec,
    pub(crate) seed: u64,
    /// The longest the search may take, in milliseconds.
    pub(crate) time: u32,
    /// The positions to visit instead, for measurements: the same as in a native program, so that the two can be compared.
    pub(crate) visits: Option<u32>,
    /// The whole game, so that the bot can reuse its search tree and adapt to people.
    pub(crate) game: GameSoFar,
}

/// The move found, and each clan's probability of winning.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SearchResult {
    pub(crate) mv: Move,
    pub(crate) wins: PerClan<f32>,
    /// Positions visited, for measurements.
    pub(crate) visits: u32,
}

/// A request to analyse a position until another one arrives.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AnalysisRequest {
    /// Tells this worker's search from those of the others.
    pub(crate) seed: u64,
    /// The position that `moves` lead from, so that the search can reuse what it knows.
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
}

/// What the page asks of a worker.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum WorkerRequest {
    Search(u32, SearchRequest),
    Analyse(u32, AnalysisRequest),
    /// Stop analysing, but keep what is known.
    Pause,
}

/// A message from the worker. `id` is that of the request.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum WorkerMessage {
    Progress {
        id: u32,
        share: f64,
    },
    Done {
        id: u32,
        result: SearchResult,
    },
    /// What an analysis has found out so far. There is more to come unless it is settled.
    Lines {
        id: u32,
        analysis: Analysis,
        settled: bool,
    },
}

/// The first line of requests that are not for a move.
const ANALYSE: &str = "analyse";
const PAUSE: &str = "pause";

impl WorkerRequest {
    pub(crate) fn read(text: &str) -> Option<WorkerRequest> {
        match text.split_once('\n') {
            _ if text == PAUSE => Some(WorkerRequest::Pause),
            Some((ANALYSE, rest)) => {
                AnalysisRequest::read(rest).map(|(id, request)| WorkerRequest::Analyse(id, request))
            }
            _ => SearchRequest::read(text).map(|(id, request)| WorkerRequest::Search(id, request)),
        }
    }

    pub(crate) fn write(&self) -> String {
        match self {
            WorkerRequest::Search(id, request) => request.write(*id),
            WorkerRequest::Analyse(id, request) => request.write(*id),
            WorkerRequest::Pause => PAUSE.to_string(),
        }
    }
}

impl AnalysisRequest {
    fn write(&self, id: u32) -> String {
        let AnalysisRequest { seed, start, moves } = self;
        format!("{ANALYSE}\n{id}\n{seed}\n{start}\n{}", move_list(moves))
    }

    fn read(text: &str) -> Option<(u32, AnalysisRequest)> {
        let mut fields = text.split('\n');
        let mut next = || fields.next();
        let (id, seed) = (next()?.parse().ok()?, next()?.parse().ok()?);
        let start = next()?.parse().ok()?;
        Some((id, AnalysisRequest { seed, start, moves: read_moves(next()?)? }))
    }
}

fn move_list(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

fn read_moves(text: &str) -> Option<Vec<Move>> {
    text.split_whitespace().map(|mv| mv.parse().ok()).collect()
}

impl SearchRequest {
    fn write(&self, id: u32) -> String {
        let SearchRequest { player, seed, time, visits, game } = self;
        let visits = visits.map_or(String::new(), |visits| visits.to_string());
        let people: String = Seat::ALL.iter().map(|&seat| if game.people[seat] { 'p' } else { '-' }).collect();
        format!("{id}\n{player}\n{seed}\n{time}\n{}\n{people}\n{}\n{visits}", game.start, move_list(&game.moves))
    }

    fn read(line: &str) -> Option<(u32, SearchRequest)> {
        let mut fields = line.split('\n');
        let mut next = || fields.next();
        let id = next()?.parse().ok()?;
        let player = next()?.parse().ok()?;
        let seed = next()?.parse().ok()?;
        let time = next()?.parse().ok()?;
        let start = next()?.parse().ok()?;
        let people = next()?.as_bytes();
        let people = PerSeat::from_fn(|seat| people.get(seat.index()) == Some(&b'p'));
        let moves = read_moves(next()?)?;
        let visits = match next()? {
            "" => None,
            visits => Some(visits.parse().ok()?),
        };
        Some((id, SearchRequest { player, seed, time, visits, game: GameSoFar { start, moves, people } }))
    }
}

pub(crate) fn write_progress(id: u32, share: f64) -> String {
    format!("{id} {share:.3}")
}

pub(crate) fn write_result(id: u32, result: &SearchResult) -> String {
    let wins: Vec<String> = Clan::ALL.iter().map(|&clan| result.wins[clan].to_string()).collect();
    format!("{id} {} {} {}", result.mv, wins.join(" "), result.visits)
}

/// The first word of a message about an analysis.
const LINES: &str = "lines";

pub(crate) fn write_lines(id: u32, analysis: &Analysis, settled: bool) -> String {
    let Analysis { outlook, visits, lines } = analysis;
    let mut text = format!("{LINES} {id} {visits} {settled} {}", outlook_fields(outlook));
    for AnalysisLine { visits, prior, outlook, variation, .. } in lines {
        text += &format!("\n{visits} {prior} {} {}", outlook_fields(outlook), move_list(variation));
    }
    text
}

fn read_lines(text: &str) -> Option<WorkerMessage> {
    let mut rows = text.split('\n');
    let mut fields = rows.next()?.split(' ');
    let (id, visits) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    let settled = fields.next()?.parse().ok()?;
    let outlook = read_outlook(&mut fields)?;
    let line = |row: &str| {
        let mut fields = row.split(' ');
        let (visits, prior) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        let outlook = read_outlook(&mut fields)?;
        let variation: Vec<Move> = fields.map(|mv| mv.parse().ok()).collect::<Option<_>>()?;
        Some(AnalysisLine { mv: *variation.first()?, visits, prior, outlook, variation })
    };
    let lines = rows.map(line).collect::<Option<_>>()?;
    Some(WorkerMessage::Lines { id, analysis: Analysis { outlook, visits, lines }, settled })
}

fn outlook_fields(outlook: &Outlook) -> String {
    let of_clan = |clan: Clan| format!("{} {}", outlook.wins[clan], outlook.masters[clan]);
    format!("{} {}", outlook.proved, Clan::ALL.map(of_clan).join(" "))
}

fn read_outlook<'a>(fields: &mut impl Iterator<Item = &'a str>) -> Option<Outlook> {
    let mut outlook = Outlook { proved: fields.next()?.parse().ok()?, ..Outlook::default() };
    for clan in Clan::ALL {
        outlook.wins[clan] = fields.next()?.parse().ok()?;
        outlook.masters[clan] = fields.next()?.parse().ok()?;
    }
    Some(outlook)
}

pub(crate) fn read_message(line: &str) -> Option<WorkerMessage> {
    if let Some(lines) = line.strip_prefix(LINES) {
        return read_lines(lines.trim_start());
    }
    let mut fields = line.split(' ');
    let id = fields.next()?.parse().ok()?;
    let second = fields.next()?;
    if let Ok(share) = second.parse() {
        return Some(WorkerMessage::Progress { id, share });
    }
    let mv = second.parse().ok()?;
    let mut wins = PerClan::default();
    for clan in Clan::ALL {
        wins[clan] = fields.next()?.parse().ok()?;
    }
    let visits = fields.next()?.parse().ok()?;
    Some(WorkerMessage::Done { id, result: SearchResult { mv, wins, visits } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_ai::Level;
    use shangrila_rules::{GameOptions, Position, Seats};

    #[test]
    fn requests_and_worker_messages_survive_a_round_trip() {
        let mut request = SearchRequest {
            player: BotSpec::Level(Level::Guide),
            seed: u64::MAX,
            time: 1000,
            visits: None,
            game: GameSoFar {
                start: Position::first_game(Seats::THREE, GameOptions::default()),
                moves: vec!["+R@a+Y@c".parse().unwrap(), Move::Pass],
                people: PerSeat::from_fn(|seat| seat.index() == 1),
            },
        };
        for visits in [None, Some(800)] {
            request.visits = visits;
            let request = WorkerRequest::Search(7, request.clone());
            assert_eq!(WorkerRequest::read(&request.write()), Some(request));
        }
        let wins = PerClan::from_fn(|clan| clan as usize as f32 / 7.0);
        let result = SearchResult { mv: "a>b".parse().unwrap(), wins, visits: 12 };
        assert_eq!(read_message(&write_result(3, &result)), Some(WorkerMessage::Done { id: 3, result }));
        assert_eq!(read_message(&write_progress(3, 0.25)), Some(WorkerMessage::Progress { id: 3, share: 0.25 }));
        assert_eq!(read_message("3"), None);
        assert_eq!(WorkerRequest::read("3\nguide"), None);
    }

    #[test]
    fn analyses_survive_a_round_trip() {
        let start = Position::first_game(Seats::FOUR, GameOptions::default());
        let moves = vec!["P@a".parse().unwrap(), "+F@f+H@f".parse().unwrap()];
        for moves in [moves.clone(), Vec::new()] {
            let request = WorkerRequest::Analyse(9, AnalysisRequest { seed: 3, start, moves });
            assert_eq!(WorkerRequest::read(&request.write()), Some(request));
        }
        assert_eq!(WorkerRequest::read(&WorkerRequest::Pause.write()), Some(WorkerRequest::Pause));
        assert_eq!(WorkerRequest::read("analyse\n9\n3\nnonsense"), None);
        let outlook = |proved: bool| Outlook {
            wins: PerClan::from_fn(|clan| clan as usize as f32 / 7.0),
            masters: PerClan::from_fn(|clan| clan as usize as f32 * 3.1),
            proved,
        };
        let line = |visits: u32, proved: bool| AnalysisLine {
            mv: moves[0],
            visits,
            prior: 0.1,
            outlook: outlook(proved),
            variation: moves.clone(),
        };
        let analysis =
            Analysis { outlook: outlook(false), visits: 4000, lines: vec![line(3000, true), line(9, false)] };
        for settled in [false, true] {
            let expected = WorkerMessage::Lines { id: 5, analysis: analysis.clone(), settled };
            assert_eq!(read_message(&write_lines(5, &analysis, settled)), Some(expected));
        }
        assert_eq!(read_message("lines 5 4000"), None);
    }
}
