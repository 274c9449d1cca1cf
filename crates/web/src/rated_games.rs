//! Which rated games this browser is playing online, so that the engine gives nobody an advantage in them.
//!
//! An online table notes its game while it runs and forgets it when it ends. The note is in the browser's storage: other tabs and later
//! visits know it too.

use shangrila_rules::Position;
use shangrila_rules::record::GameRecord;
use shangrila_table::link;

use crate::browser;

const PREFIX: &str = "shangrila.rated.";

/// Notes the rated game of a table; `None` if it is over, not rated, or not ours.
pub(crate) fn note(table: &str, game: Option<&GameRecord>) {
    let Some(storage) = browser::storage() else { return };
    let key = format!("{PREFIX}{table}");
    let _ = match game {
        Some(record) => storage.set_item(&key, &link::pack(record)),
        None => storage.remove_item(&key),
    };
}

/// The table of the running rated game that a position occurs in.
pub(crate) fn table_with(position: &Position) -> Option<String> {
    table_with_any(&[board_of(position)])
}

/// The table of the running rated game that any position of another game occurs in, whichever moves that game went on with.
pub(crate) fn table_shared_with(game: &GameRecord) -> Option<String> {
    let mut boards = vec![board_of(&game.start.position())];
    boards.extend(boards_of(game));
    table_with_any(&boards)
}

fn table_with_any(boards: &[String]) -> Option<String> {
    let storage = browser::storage()?;
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
    let mut notes = keys.filter_map(|key| {
        let table = key.strip_prefix(PREFIX)?.to_string();
        Some((table, link::unpack(&storage.get_item(&key).ok().flatten()?).ok()?))
    });
    notes.find(|(_, record)| occur_in(boards, record)).map(|(table, _)| table)
}

/// Whether the tiles and bridges of one of these boards are those of the game after one of its moves. Before the first move, nothing has
/// been decided that an analysis could reveal.
fn occur_in(boards: &[String], record: &GameRecord) -> bool {
    boards_of(record).any(|board| boards.contains(&board))
}

/// The boards of a game after each of its moves.
fn boards_of(record: &GameRecord) -> impl Iterator<Item = String> + '_ {
    let mut at = record.start.position();
    record.moves().map_while(move |mv| at.play(mv).ok().map(|()| board_of(&at)))
}

/// Tiles and bridges as text, without whose turn it is, so that asking for another clan makes no difference.
fn board_of(position: &Position) -> String {
    position.to_string().split(' ').take(2).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn occurs_in(position: &Position, record: &GameRecord) -> bool {
        occur_in(&[board_of(position)], record)
    }

    #[test]
    fn a_position_of_the_game_is_recognised_whoever_is_to_move() {
        let record = link::unpack("1.rbvy.f..Pa+FfHfPl.").unwrap();
        let mut position = record.start.position();
        assert!(!occurs_in(&position, &record), "everyone knows the first-game set-up");
        for mv in record.moves() {
            position.play(mv).unwrap();
            assert!(occurs_in(&position, &record), "{position}");
        }
        let text = position.to_string();
        let fields: Vec<&str> = text.split(' ').collect();
        let other = format!("{} {} {} b 50 0", fields[0], fields[1], fields[2]);
        assert!(occurs_in(&other.parse().unwrap(), &record));
        position.play("A@i".parse().unwrap()).unwrap();
        assert!(!occurs_in(&position, &record));
    }
    #[test]
    fn a_game_that_goes_on_from_the_rated_one_shares_its_positions() {
        let rated = link::unpack("1.rbvy.f..Pa+FfHfPl.").unwrap();
        let shares = |packed: &str| {
            let game = link::unpack(packed).unwrap();
            let boards: Vec<String> =
                std::iter::once(board_of(&game.start.position())).chain(boards_of(&game)).collect();
            occur_in(&boards, &rated)
        };
        assert!(shares("1.rbvy.f..Pa+FfHfPlAi."), "a move more");
        assert!(shares("1.rbvy.f..PaAe."), "another second move");
        assert!(!shares("1.rbvy.f..Aa."), "another first move");
        let mut position = rated.start.position();
        rated.moves().for_each(|mv| position.play(mv).unwrap());
        let from_there = format!("1.rbvy.{}..Ai.", link::position_field(&position));
        assert!(shares(&from_there), "a game that starts where the rated one is");
    }
}
