//! Where an analysis comes from: a saved one, a saved game, a position, a link, or pasted text.

use shangrila_i18n::Words;
use shangrila_rules::Position;
use shangrila_rules::record::{GameRecord, Start};
use shangrila_table::{VariationTree, link, wording};

use super::{stored, texts_now};
use crate::preferences::Preferences;
use crate::route::{AnalysisPlace, Route};
use crate::saved_games;

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

/// The address for a pasted position, record or link.
///
/// # Errors
/// Why the text is none of them, in the user's language.
pub(super) fn pasted(text: &str, words: &Words) -> Result<AnalysisPlace, String> {
    let text = text.trim();
    if let Some((_, fragment)) = text.split_once("#/") {
        let packed = match Route::from_fragment(fragment) {
            Route::Analysis(place @ AnalysisPlace::Packed(_)) => return Ok(place),
            Route::SharedGame(packed) | Route::SharedPosition(packed) => packed,
            _ => return Err(words.faults.link_incomplete.to_string()),
        };
        read_link(&packed).map_err(|error| wording::link_error(words, &error))?;
        return Ok(AnalysisPlace::Packed(packed));
    }
    if text.starts_with('[') {
        let record: GameRecord = text.parse().map_err(|error| wording::record_error(words, &error))?;
        return Ok(AnalysisPlace::Packed(link::pack_annotated(&record)));
    }
    match text.parse::<Position>() {
        Ok(position) => Ok(AnalysisPlace::Packed(link::position_field(&position))),
        Err(error) => Err(wording::position_error(words, &error)),
    }
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
        let packed = |text: &str| match pasted(text, words) {
            Ok(AnalysisPlace::Packed(packed)) => packed,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(packed(position), field);
        assert_eq!(packed(&format!("  https://example.org/#/position/{field}\n")), field);
        assert_eq!(packed("https://example.org/app#/game/1.rbvy.f..Pa."), "1.rbvy.f..Pa.");
        assert_eq!(packed(record), "2.rbvy.f..Pa,1(Ae).~~~.");
        assert_eq!(packed("#/analysis/2.rbvy.f..Pa,1(Ae).~~~."), "2.rbvy.f..Pa,1(Ae).~~~.");
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
            ("https://example.org/#/rules", "link"),
            ("https://example.org/#/game/1.rbvy", "link"),
            ("7/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy - 0 0", "no game"),
        ] {
            let error = pasted(text, words).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
