//! A game in progress: its moves and players, undo, redo and review. No screen, no clock, no threads.

use core::fmt;

use shangrila_ai::{GameSoFar, ParseBotError};
use shangrila_i18n::{Who, Words};
use shangrila_rules::record::{Date, GameRecord, Start, Turn};
use shangrila_rules::{Clan, IllegalMove, Move, PairScoring, PerSeat, Position, Seats};

use crate::fair_setup::setup_of;
use crate::fair_start::FairStart;
use crate::pending::PendingMove;
use crate::player::Player;
use crate::{record_notes, wording};

/// A game in progress.
#[derive(Debug)]
pub struct Session {
    /// Headers and turns, including undone turns that can be redone.
    record: GameRecord,
    /// The position before each turn, and after the last one.
    positions: Vec<Position>,
    /// In turn order.
    players: Vec<Player>,
    /// Turns played; later ones in the record were undone.
    played: usize,
    /// The turns before the earlier position being viewed, if one is.
    viewed: Option<usize>,
    /// The move being chosen.
    pub pending: PendingMove,
}

impl Session {
    /// Starts a game.
    pub fn new(start: Start, players: Vec<Player>, date: Option<Date>) -> Session {
        let record = GameRecord { date, ..GameRecord::new(start) };
        Session::of(record, players)
    }

    /// Resumes a recorded game. `players` replaces those of the record.
    ///
    /// # Errors
    /// If the record names an unknown computer player, or `players` does not match its seats.
    pub fn resume(record: GameRecord, players: Option<Vec<Player>>) -> Result<Session, ResumeError> {
        let seats = record.start.position().seats();
        let players = match players {
            Some(players) => players,
            None => {
                let player = |clan: Clan| match &record.players[clan] {
                    Some(name) => Player::from_record(name).map_err(|error| ResumeError::UnknownPlayer { clan, error }),
                    None => Ok(Player::person()),
                };
                seats.iter().map(player).collect::<Result<_, _>>()?
            }
        };
        if players.len() != seats.count() {
            return Err(ResumeError::SeatCount { clans: seats.count(), players: players.len() });
        }
        Ok(Session::of(record, players))
    }

    /// The same game from its beginning, with the same players in the same seats.
    pub fn restarted(&self, date: Option<Date>) -> Session {
        let mut session = Session::new(self.record.start, self.players.clone(), date);
        session.set_fair_start(self.fair_start().as_ref());
        session
    }

    /// A new game of the same players, each one seat further. It has the same set-up, unless the game began in the middle.
    pub fn rematch(&self, date: Option<Date>) -> Session {
        let start = &self.positions[0];
        let mut clans: Vec<Clan> = start.seats().iter().collect();
        let mut players = self.players.clone();
        clans.rotate_left(1);
        players.rotate_left(1);
        let seats = Seats::new(&clans).expect("the same clans in another order");
        let options = start.options();
        let fair = || Some(Start::Position(Position::after_setup(&setup_of(start)?, seats, options)?));
        let start = match self.record.start {
            Start::FirstGame { .. } => Start::FirstGame { seats, options },
            Start::Free { .. } => Start::Free { seats, options },
            Start::Position(_) => fair().unwrap_or(Start::Free { seats, options }),
        };
        let mut session = Session::new(start, players, date);
        session.set_fair_start(self.fair_start().as_ref());
        session
    }

    fn of(mut record: GameRecord, players: Vec<Player>) -> Session {
        let mut position = record.start.position();
        for (clan, player) in position.seats().iter().zip(&players) {
            record.players[clan] = Some(player.record_name());
        }
        let mut positions = vec![position];
        for mv in record.moves() {
            // Reading a record replays it.
            position.play(mv).expect("a record holds legal moves");
            positions.push(position);
        }
        let played = record.line.turns.len();
        Session { record, positions, players, played, viewed: None, pending: PendingMove::Open }
    }

    /// The current position, even while an earlier one is being viewed.
    pub fn position(&self) -> &Position {
        &self.positions[self.played]
    }

    /// The position to show.
    pub fn shown(&self) -> &Position {
        &self.positions[self.shown_turns()]
    }

    /// The number of turns before the position to show.
    pub fn shown_turns(&self) -> usize {
        self.viewed.unwrap_or(self.played)
    }

    /// Whether an earlier position is being viewed.
    pub const fn is_viewing(&self) -> bool {
        self.viewed.is_some()
    }

    /// The number of turns played.
    pub const fn played(&self) -> usize {
        self.played
    }

    /// What messages call whoever plays a clan: the player's name, or the clan's.
    pub fn who<'a>(&'a self, words: &'a Words, clan: Clan) -> Who<'a> {
        wording::player(words, clan, self.player(clan))
    }

    /// Who plays a clan that has a seat.
    pub fn player(&self, clan: Clan) -> Option<&Player> {
        self.position().seats().seat_of(clan).map(|seat| &self.players[seat.index()])
    }

    /// The players in turn order.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The number of human players.
    pub fn persons(&self) -> usize {
        self.players.iter().filter(|player| player.is_person()).count()
    }

    /// The clan whose player texts address as “you”: that of the only person, who sits at this screen. `None` if the game came from a
    /// link, because then that person is whoever sent it.
    pub fn you(&self) -> Option<Clan> {
        let alone = self.persons() == 1 && !self.is_shared();
        let person = |clan: &Clan| self.player(*clan).is_some_and(Player::is_person);
        self.position().seats().iter().find(person).filter(|_| alone)
    }

    /// Whether the game came from a link, and nobody has played on here.
    pub fn is_shared(&self) -> bool {
        record_notes::is_shared(&self.record)
    }

    /// Notes that the game came from a link. The first move that a person plays here makes it a game of this screen.
    pub fn set_shared(&mut self) {
        record_notes::set_shared(&mut self.record, true);
    }

    /// The fair start of the game, if it has one.
    pub fn fair_start(&self) -> Option<FairStart> {
        record_notes::fair_start(&self.record)
    }

    /// Notes that the game has a fair start.
    pub fn set_fair_start(&mut self, start: Option<&FairStart>) {
        record_notes::set_fair_start(&mut self.record, start);
    }

    /// What counts in a game of two players with two clans each; `None` for other games.
    pub fn pairs(&self) -> Option<PairScoring> {
        record_notes::pairs(&self.record)
    }

    /// Notes that two players have two clans each, and what counts for them.
    pub fn set_pairs(&mut self, pairs: Option<PairScoring>) {
        record_notes::set_pairs(&mut self.record, pairs);
    }

    /// Whether the game began with a set-up, rather than in the middle.
    pub fn has_setup(&self) -> bool {
        match self.record.start {
            Start::Free { .. } | Start::FirstGame { .. } => true,
            Start::Position(position) => setup_of(&position).is_some(),
        }
    }

    /// Ends the game for a player who gives it up. Undo resumes it.
    pub fn resign(&mut self, clan: Clan) {
        record_notes::set_resigned(&mut self.record, Some(clan));
        self.viewed = None;
        self.pending = PendingMove::Open;
    }

    /// The clan whose player has resigned.
    pub fn resigned(&self) -> Option<Clan> {
        record_notes::resigned_clan(&self.record)
    }

    /// Whether nobody moves any more: the game is over, or someone has resigned.
    pub fn is_finished(&self) -> bool {
        self.position().is_over() || self.resigned().is_some()
    }

    /// The person who moves next, or now; the only person if the game is over. `None` if only computers play.
    pub fn next_person(&self) -> Option<Clan> {
        let seats = self.position().seats();
        let person = |clan: &Clan| self.player(*clan).is_some_and(Player::is_person);
        match self.position().to_move() {
            Some(mover) => {
                let order: Vec<Clan> = seats.iter().collect();
                let start = order.iter().position(|&clan| clan == mover).unwrap_or(0);
                order.iter().cycle().skip(start).take(order.len()).copied().find(person)
            }
            None => seats.iter().find(person).filter(|_| self.persons() == 1),
        }
    }

    /// Whether a person has to choose a move now.
    pub fn person_chooses(&self) -> bool {
        !self.is_viewing() && self.resigned().is_none() && self.chooses_at(self.played)
    }

    fn chooses_at(&self, turns: usize) -> bool {
        let position = &self.positions[turns];
        let person = position.to_move().and_then(|clan| self.player(clan)).is_some_and(Player::is_person);
        person && !position.choices().must_pass()
    }

    /// The turns before the position to show, latest first, each with the positions before and after it.
    pub fn turns_back(&self) -> impl Iterator<Item = (&Position, Move, &Position)> {
        let turns = (0..self.shown_turns()).rev();
        turns.map(|index| (&self.positions[index], self.record.line.turns[index].mv, &self.positions[index + 1]))
    }

    /// The turns played, each with the positions before and after it.
    pub fn turns(&self) -> impl ExactSizeIterator<Item = (&Position, Move, &Position)> {
        (0..self.played)
            .map(|index| (&self.positions[index], self.record.line.turns[index].mv, &self.positions[index + 1]))
    }

    /// The game up to now, for computer players that adapt to people.
    pub fn game_so_far(&self) -> GameSoFar {
        let people = PerSeat::from_fn(|seat| self.players.get(seat.index()).is_some_and(Player::is_person));
        GameSoFar { start: self.positions[0], moves: self.turns().map(|(_, mv, _)| mv).collect(), people }
    }

    /// The position after a number of turns, or the current one if there were fewer.
    pub fn position_after(&self, turns: usize) -> &Position {
        &self.positions[turns.min(self.played)]
    }

    /// Plays a move. Playing a different move than the one undone discards what could be redone.
    ///
    /// # Errors
    /// Why the move is illegal. The session is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let mut position = *self.position();
        let by_person = self.chooses_at(self.played);
        position.play(mv)?;
        record_notes::set_resigned(&mut self.record, None);
        if by_person {
            record_notes::set_shared(&mut self.record, false);
        }
        // The same move played again keeps its comments.
        if self.record.line.turns.get(self.played).is_none_or(|turn| turn.mv != mv) {
            self.record.line.turns.truncate(self.played);
            self.positions.truncate(self.played + 1);
            self.record.line.turns.push(Turn::from(mv));
            self.positions.push(position);
        }
        self.played += 1;
        self.viewed = None;
        self.pending = PendingMove::Open;
        Ok(())
    }

    /// Goes back to the previous turn on which a person chose, or by one turn if only computers play. Returns whether there was one.
    /// A resignation is undone first.
    pub fn undo(&mut self) -> bool {
        if self.resigned().is_some() {
            record_notes::set_resigned(&mut self.record, None);
            return true;
        }
        self.go_to(self.undo_target())
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        self.resigned().is_some() || self.undo_target().is_some()
    }

    fn undo_target(&self) -> Option<usize> {
        if self.persons() == 0 {
            self.played.checked_sub(1)
        } else {
            (0..self.played).rev().find(|&turns| self.chooses_at(turns))
        }
    }

    /// Redoes undone turns up to the next one of a person, or one turn if only computers play. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let last = self.record.line.turns.len();
        let target = if self.played == last {
            None
        } else if self.persons() == 0 {
            Some(self.played + 1)
        } else {
            (self.played + 1..last).find(|&turns| self.chooses_at(turns)).or(Some(last))
        };
        self.go_to(target)
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        self.played < self.record.line.turns.len()
    }

    fn go_to(&mut self, target: Option<usize>) -> bool {
        let Some(turns) = target else { return false };
        self.played = turns;
        self.viewed = None;
        self.pending = PendingMove::Open;
        true
    }

    /// Shows the position after a number of turns; numbers past the end show the current position.
    pub fn view(&mut self, turns: usize) {
        self.viewed = (turns < self.played).then_some(turns);
        self.pending = PendingMove::Open;
    }

    /// The record of the game so far, without undone turns.
    pub fn record(&self) -> GameRecord {
        let mut record = self.record.clone();
        record.line.turns.truncate(self.played);
        record
    }
}

/// Why a recorded game cannot be resumed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResumeError {
    /// The record names a computer player this version does not have.
    UnknownPlayer {
        /// The clan it plays.
        clan: Clan,
        /// What is wrong with its name.
        error: ParseBotError,
    },
    /// The number of players is not that of the clans.
    SeatCount {
        /// Clans in the game.
        clans: usize,
        /// Players given.
        players: usize,
    },
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeError::UnknownPlayer { clan, error } => write!(f, "{clan}: {error}"),
            ResumeError::SeatCount { clans, players } => write!(f, "the game has {clans} clans, but {players} players"),
        }
    }
}

impl core::error::Error for ResumeError {}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::{GameOptions, Seats};

    fn session(seats: &[&str]) -> Session {
        let start = Start::FirstGame { seats: Seats::FOUR, options: GameOptions::default() };
        Session::new(start, seats.iter().map(|seat| seat.parse().unwrap()).collect(), Date::new(2026, 11, 15))
    }

    /// Plays the first or the last legal move, a number of times.
    fn play(session: &mut Session, turns: usize, last: bool) {
        for _ in 0..turns {
            let list = session.position().legal_moves();
            let index = if last { list.len() - 1 } else { 0 };
            session.play(list.get(index).unwrap()).unwrap();
        }
    }

    #[test]
    fn undo_goes_back_to_the_persons_turn_and_redo_returns() {
        let mut game = session(&["random", "person", "random", "random"]);
        play(&mut game, 1, false);
        assert!(!game.can_undo() && !game.undo(), "no person has chosen yet");
        let first = *game.position();
        play(&mut game, 2, false);
        let while_yellow_thinks = *game.position();
        assert!(game.undo());
        assert_eq!(*game.position(), first);
        assert_eq!(game.record().moves().len(), 1, "undone turns are not saved");
        assert!(game.can_redo() && game.redo());
        assert_eq!(*game.position(), while_yellow_thinks);
        assert!(!game.can_redo() && !game.redo());
        play(&mut game, 4, false);
        let later = *game.position();
        assert!(game.undo() && game.undo());
        assert_eq!(*game.position(), first);
        assert!(game.redo());
        assert_eq!(game.played(), 5, "up to the person's second turn");
        assert!(game.redo());
        assert_eq!(*game.position(), later);
    }

    #[test]
    fn the_next_person_follows_the_turn_order() {
        let mut game = session(&["random", "person", "random", "person"]);
        let mut next = Vec::new();
        for _ in 0..4 {
            next.extend(game.next_person());
            play(&mut game, 1, false);
        }
        assert_eq!(next, [Clan::Blue, Clan::Blue, Clan::Yellow, Clan::Yellow]);
        assert_eq!(session(&["random"; 4]).next_person(), None);
    }

    #[test]
    fn a_different_move_discards_undone_turns_and_the_same_move_keeps_them() {
        let mut game = session(&["person", "random", "random", "random"]);
        play(&mut game, 3, false);
        game.undo();
        play(&mut game, 1, false);
        assert!(game.redo(), "the replies to the same move are kept");
        assert_eq!(game.played(), 3);
        game.undo();
        play(&mut game, 1, true);
        assert!(!game.redo());
        assert_eq!(game.record().moves().len(), 1);
    }

    #[test]
    fn without_people_undo_goes_back_one_turn() {
        let mut game = session(&["random"; 4]);
        play(&mut game, 3, false);
        assert!(game.undo());
        assert_eq!(game.played(), 2);
        assert!(game.redo());
        assert_eq!(game.played(), 3);
    }

    #[test]
    fn viewing_changes_nothing_and_ends_at_the_current_position() {
        let mut game = session(&["person"; 4]);
        play(&mut game, 3, false);
        let now = *game.position();
        game.view(1);
        assert!(game.is_viewing() && !game.person_chooses());
        assert_eq!(game.shown().ply(), 29);
        assert_eq!(game.turns_back().count(), 1);
        assert_eq!(game.turns().map(|(before, ..)| before.ply()).collect::<Vec<_>>(), [28, 29, 30]);
        assert_eq!(game.position_after(9), game.position());
        assert_eq!(*game.position(), now);
        game.view(3);
        assert!(!game.is_viewing() && game.person_chooses());
    }

    #[test]
    fn a_saved_game_is_resumed_unchanged() {
        let mut game = session(&["person", "guide", "uct:9", "person"]);
        play(&mut game, 6, true);
        let text = game.record().to_string();
        assert!(text.contains("[Blue \"bot:guide\"]") && text.contains("[Date \"2026-11-15\"]"), "{text}");
        let again = Session::resume(text.parse().unwrap(), None).unwrap();
        assert_eq!(again.players(), game.players());
        assert_eq!(again.position(), game.position());
        assert_eq!(again.record().to_string(), text);
    }

    #[test]
    fn resuming_keeps_comments_and_refuses_unknown_players() {
        let text = "[Rules \"1\"]\n[Seats \"rbvy\"]\n[Setup \"first-game\"]\n[Red \"Ada\"]\n[Blue \"bot:deep\"]\n\n8. P@a {Quiet.} +F@f+H@f";
        let record: GameRecord = text.parse().unwrap();
        assert!(
            Session::resume(record.clone(), None)
                .unwrap_err()
                .to_string()
                .starts_with("blue: unknown computer player \"deep\"")
        );
        assert!(
            Session::resume(record.clone(), Some(vec![Player::person(); 3]))
                .unwrap_err()
                .to_string()
                .contains("3 players")
        );
        let game = Session::resume(record, Some(vec![Player::person(); 4])).unwrap();
        assert!(game.record().to_string().contains("{Quiet.}"));
    }

    #[test]
    fn a_game_from_a_link_addresses_nobody_until_a_person_moves_here() {
        let mut game = session(&["person", "random", "random", "random"]);
        assert_eq!(game.you(), Some(Clan::Red));
        game.set_shared();
        let mut game = Session::resume(game.record().to_string().parse().unwrap(), None).unwrap();
        assert_eq!(game.you(), None);
        play(&mut game, 1, false);
        assert_eq!(game.you(), Some(Clan::Red));
        assert_eq!(session(&["person", "person", "random", "random"]).you(), None);
    }

    #[test]
    fn a_resignation_is_saved_and_undone() {
        let mut game = session(&["person", "random", "random", "random"]);
        game.resign(Clan::Red);
        assert!(game.is_finished() && !game.person_chooses() && game.can_undo());
        let mut game = Session::resume(game.record().to_string().parse().unwrap(), None).unwrap();
        assert_eq!(game.resigned(), Some(Clan::Red));
        assert!(game.undo());
        assert!(!game.is_finished() && game.person_chooses() && !game.can_undo());
    }

    #[test]
    fn a_rematch_moves_everyone_one_seat_further_and_keeps_the_set_up() {
        let mut game = session(&["person", "random", "greedy", "sage"]);
        play(&mut game, 3, false);
        let again = game.rematch(None);
        assert_eq!(again.position().to_move(), Some(Clan::Blue));
        assert_eq!(again.player(Clan::Red), game.player(Clan::Red));
        assert_eq!(again.record().moves().len(), 0);
        assert!(matches!(again.record().start, Start::FirstGame { .. }));

        let setup: crate::FairSetup = "abcdefg bcdefga hijklmh ijklmhi 250 251 249 250".parse().unwrap();
        let options = GameOptions::default();
        let start = Start::Position(setup.position(Seats::FOUR, options).unwrap());
        let mut game = Session::new(start, vec!["person".parse().unwrap(); 4], None);
        let fair = FairStart::of(&setup, Date::new(2026, 11, 18), options);
        game.set_fair_start(fair.as_ref());
        play(&mut game, 2, false);
        let saved = Session::resume(game.record().to_string().parse().unwrap(), None).unwrap();
        assert_eq!(saved.fair_start(), fair);
        assert!(saved.has_setup());
        let (restarted, again) = (saved.restarted(None), saved.rematch(None));
        assert_eq!(restarted.position(), &start.position());
        assert_eq!((restarted.fair_start(), again.fair_start()), (fair.clone(), fair));
        // Whoever had the second seat has the first one now, with its masters.
        assert_eq!(again.position().masters(Clan::Blue), start.position().masters(Clan::Red));
        assert_eq!(again.position().to_move(), Some(Clan::Blue));

        let middle = Session::new(Start::Position(*game.position()), vec!["person".parse().unwrap(); 4], None);
        assert!(!middle.has_setup());
        assert!(matches!(middle.rematch(None).record().start, Start::Free { .. }));
    }

    #[test]
    fn a_fair_start_for_another_number_of_seats_is_ignored() {
        let mut game = session(&["person"; 4]);
        game.set_fair_start(Some(&"333 333 334".parse().unwrap()));
        assert_eq!(game.fair_start(), None);
    }

    #[test]
    fn illegal_moves_change_nothing() {
        let mut game = session(&["person"; 4]);
        play(&mut game, 1, false);
        let before = game.record();
        assert!(game.play(Move::Pass).is_err());
        assert_eq!(game.record(), before);
    }
}
