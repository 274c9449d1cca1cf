//! Games written down by somebody else, one JSON object on a line: `seats` such as `"rbvy"`, and `moves` from the empty
//! board in our notation.

use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::Value;
use shangrila_rules::{Move, Position};

/// The positions before each move, and the end.
pub(crate) struct WrittenGame {
    pub(crate) positions: Vec<Position>,
    pub(crate) end: Position,
}

/// Reads a file of games, compressed if its name ends with `.gz`.
pub(crate) fn read(path: &Path) -> Result<Vec<WrittenGame>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let file = std::fs::File::open(path).map_err(failed)?;
    let lines: Box<dyn BufRead> = if path.extension().is_some_and(|extension| extension == "gz") {
        Box::new(BufReader::new(GzDecoder::new(file)))
    } else {
        Box::new(BufReader::new(file))
    };
    let mut games = Vec::new();
    for (number, line) in lines.lines().enumerate() {
        let game = parse(&line.map_err(failed)?);
        games.push(game.map_err(|error| format!("{}:{}: {error}", path.display(), number + 1))?);
    }
    Ok(games)
}

fn parse(line: &str) -> Result<WrittenGame, String> {
    let game: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let text = |key: &str| game[key].as_str().ok_or(format!("no {key}"));
    let (seats, moves) = (text("seats")?, text("moves")?);
    let bridges = if seats.len() == 3 { "7fff2f" } else { "7fffff" };
    let first = seats.get(..1).ok_or("no seats")?;
    let start = format!("7/7/7/7/7/7/7/7/7/7/7/7/7 {bridges} {seats} {first} 0 0");
    let mut position: Position = start.parse().map_err(|error| format!("{error}"))?;
    let mut positions = Vec::new();
    for word in moves.split_whitespace() {
        let mv: Move = word.parse().map_err(|error| format!("{word}: {error}"))?;
        positions.push(position);
        position.play(mv).map_err(|error| format!("{word}: {error}"))?;
    }
    if !position.is_over() {
        return Err("the game is not over".into());
    }
    Ok(WrittenGame { positions, end: position })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_and_illegal_games_are_refused() {
        let error = |line: &str| parse(line).err().unwrap_or_default();
        assert_eq!(error(r#"{"seats": "rbvy", "moves": "R@a"}"#), "the game is not over");
        assert!(error(r#"{"seats": "rbvy", "moves": "R@a R@a"}"#).starts_with("R@a: "));
        assert_eq!(error(r#"{"seats": "rbvy"}"#), "no moves");
        assert!(!error("{").is_empty());
    }
}
