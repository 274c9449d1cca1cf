//! Where an analysis comes from: a saved one, a saved game, a position, a link, or pasted text.

use shangrila_i18n::{AnalysisWords, Words};
use shangrila_protocol::TableId;
use shangrila_rules::Position;
use shangrila_rules::record::{GameRecord, Start};
use shangrila_table::{VariationTree, link, record_notes, wording};

use super::{stored, texts_now};
use crate::preferences::Preferences;
use crate::route::{AnalysisPlace, Route};
use crate::{online, saved_games};

/// An analysis that has been found.
pub(super) struct Opened {
    pub(super) id: String,
    pub(super) tree: VariationTree,
    /// Whether it differs from what is stored.
    pub(super) is_new: bool,
}

/// Finds what an address asks for.
///
/// # Errors
/// Why it cannot be shown, in the user's language.
pub(super) fn open(place: &AnalysisPlace, preferences: Preferences) -> Result<Opened, String> {
    let (words, texts) = (preferences.words_now(), texts_now(preferences));
    match place {
        AnalysisPlace::Saved(id) => match stored::read(id) {
            Some(saved) => {
                let tree = saved.content.map_err(|error| wording::record_error(words, &error))?;
                Ok(Opened { id: id.clone(), tree, is_new: false })
            }
            None => Err(texts.board.missing.to_string()),
        },
        AnalysisPlace::Game(game) => {
            let saved = saved_games::read(game).ok_or_else(|| words.games.missing.to_string())?;
            let record = saved.content.map_err(|damaged| damaged.reason.words(words))?;
            Ok(with_game(format!("game-{game}"), record))
        }
        AnalysisPlace::Packed(packed) => {
            let record = read_link(packed).map_err(|error| wording::link_error(words, &error))?;
            Ok(with_game(saved_games::id_for_link(packed), record))
        }
        AnalysisPlace::Landing | AnalysisPlace::Editor(_) => Err(texts.board.missing.to_string()),
    }
}

/// A packed game or a position on its own.
fn read_link(packed: &str) -> Result<GameRecord, link::LinkError> {
    if packed.contains('!') {
        link::read_position(packed).map(of_position).or_else(|error| link::unpack(packed).map_err(|_| error))
    } else {
        link::unpack(packed)
    }
}

fn of_position(position: Position) -> GameRecord {
    GameRecord::new(Start::Position(position))
}

/// The stored analysis of a game, with the moves that the game has gained since; or a new one.
fn with_game(id: String, record: GameRecord) -> Opened {
    let stored = stored::read(&id).and_then(|saved| saved.content.ok());
    let Some(mut tree) = stored.filter(|tree| tree.headers().start == record.start) else {
        return Opened { id, tree: VariationTree::from_record(record), is_new: true };
    };
    let before = tree.len();
    tree.go_to(shangrila_table::NodeId::ROOT);
    let moves: Vec<_> = record.moves().collect();
    let last = tree.add_moves(&moves);
    tree.go_to(last);
    let is_new = tree.len() != before;
    Opened { id, tree, is_new }
}

/// What a pasted text leads to.
#[derive(PartialEq, Debug)]
pub(super) enum Pasted {
    Place(AnalysisPlace),
    /// An online table, whose game the server has.
    Table(TableId),
}

/// Finds out what a pasted position, record or link leads to.
///
/// # Errors
/// Why the text is none of them, in the user's language.
pub(super) fn pasted(text: &str, words: &Words, texts: &AnalysisWords) -> Result<Pasted, String> {
    let text = text.trim();
    if let Some((_, fragment)) = text.split_once("#/") {
        return linked(Route::from_fragment(fragment), words, texts);
    }
    // The link of an online table that is shared with others.
    if let Some((_, table)) = text.split_once("/t/").filter(|_| text.starts_with("http")) {
        let id = table.split(['/', '?']).next().unwrap_or_default().to_string();
        return linked(Route::Table(id), words, texts);
    }
    let packed = if text.starts_with('[') {
        let record: GameRecord = text.parse().map_err(|error| wording::record_error(words, &error))?;
        link::pack_annotated(&record)
    } else {
        let position: Position = text.parse().map_err(|error| wording::position_error(words, &error))?;
        link::position_field(&position)
    };
    Ok(Pasted::Place(AnalysisPlace::Packed(packed)))
}

/// What there is to analyse on another screen.
fn linked(route: Route, words: &Words, texts: &AnalysisWords) -> Result<Pasted, String> {
    let not_saved = || texts.link_not_saved.to_string();
    let place = match route {
        Route::Analysis(AnalysisPlace::Packed(packed)) | Route::SharedGame(packed) | Route::SharedPosition(packed) => {
            read_link(&packed).map_err(|error| wording::link_error(words, &error))?;
            AnalysisPlace::Packed(packed)
        }
        Route::Analysis(place @ AnalysisPlace::Editor(_)) => place,
        Route::Analysis(AnalysisPlace::Saved(id)) => {
            stored::read(&id).ok_or_else(not_saved)?;
            AnalysisPlace::Saved(id)
        }
        Route::Analysis(AnalysisPlace::Game(id))
        | Route::Play(id)
        | Route::Turn(id, _)
        | Route::Report(id)
        | Route::Practice(id, _) => {
            saved_games::read(&id).ok_or_else(not_saved)?;
            AnalysisPlace::Game(id)
        }
        Route::Table(id) => {
            return id.parse().map(Pasted::Table).map_err(|_| words.faults.link_incomplete.to_string());
        }
        Route::Puzzle(_) => return Err(texts.link_to_puzzle.to_string()),
        Route::Unknown => return Err(words.faults.link_incomplete.to_string()),
        _ => return Err(texts.link_elsewhere.to_string()),
    };
    Ok(Pasted::Place(place))
}

/// Downloads the game of an online table. Others may still be playing it, and nobody is helped with that.
///
/// # Errors
/// Why it cannot be analysed, in the user's language.
pub(super) async fn download(table: &TableId, words: &Words, texts: &AnalysisWords) -> Result<AnalysisPlace, String> {
    let text = online::record_of(table, words).await?;
    let record: GameRecord = text.parse().map_err(|error| wording::record_error(words, &error))?;
    if !record_notes::is_finished(&record) {
        return Err(texts.online_not_over.to_string());
    }
    Ok(AnalysisPlace::Packed(link::pack(&record)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_i18n::Language;

    #[test]
    fn positions_records_and_links_are_recognised() {
        let words = Language::English.words();
        let position = "4vvr/1ry4/7/7/3rb2/1v3bb/1b1y1r1/ry1v3/y1b3y/v1r1r2/7/2v2yv/b2by2 7fffff rbvy r 28 0";
        let field = link::position_field(&position.parse().unwrap());
        let record = "[Rules \"1\"]\n[Seats \"rbvy\"]\n[Setup \"first-game\"]\n\n8. P@a! (A@e)\n";
        let texts = &Language::English.analysis().board;
        let packed = |text: &str| match pasted(text, words, texts) {
            Ok(Pasted::Place(AnalysisPlace::Packed(packed))) => packed,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(packed(position), field);
        assert_eq!(packed(&format!("  https://example.org/#/position/{field}\n")), field);
        assert_eq!(packed("https://example.org/app#/game/1.rbvy.f..Pa."), "1.rbvy.f..Pa.");
        assert_eq!(packed(record), "2.rbvy.f..Pa,1(Ae).~~~.");
        assert_eq!(packed("#/analysis/2.rbvy.f..Pa,1(Ae).~~~."), "2.rbvy.f..Pa,1(Ae).~~~.");
        for link in ["https://example.org/app/#/table/t12", "https://example.org/app/t/t12?seat=2"] {
            assert_eq!(pasted(link, words, texts), Ok(Pasted::Table("t12".parse().unwrap())));
        }
        assert!(read_link(&field).is_ok() && read_link("2.rbvy.f..Pa,1(Ae).~~~.").is_ok());
        // A game from a position has the signs of a position inside.
        let from_position = format!("1.rbvy.{field}..Pa.");
        assert_eq!(read_link(&from_position).unwrap().moves().len(), 1);
    }

    #[test]
    fn other_texts_are_refused_with_a_reason() {
        let words = Language::English.words();
        for (text, reason) in [
            ("", "can’t be read"),
            ("hello", "can’t be read"),
            ("[Rules \"1\"]", "line 1"),
            ("https://example.org/#/rules", "neither a game nor a position"),
            ("https://example.org/#/puzzles/daily", "once it is solved"),
            ("https://example.org/#/gaem/1.rbvy", "part of the link"),
            ("https://example.org/#/game/1.rbvy", "link"),
            ("7/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy - 0 0", "no game"),
        ] {
            let error = pasted(text, words, &Language::English.analysis().board).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
