//! A line that is being entered: played out on a board of its own, from the position of the game on.

use leptos::prelude::*;
use shangrila_i18n::DaysWords;
use shangrila_protocol::{ConditionalLine, LONGEST_CONDITIONAL_LINE, TableState};
use shangrila_rules::record::Start;
use shangrila_rules::{Clan, Move, Position, Setup};
use shangrila_table::{Player, Session};

use crate::online::table::{OnlineTable, clan_of};
use crate::online::table_text::player_name;
use crate::table::{Game, Venue, open_board};

/// A line on its board.
#[derive(Clone, Copy)]
pub(super) struct Draft {
    pub(super) table: OnlineTable,
    pub(super) game: Game,
    /// The plies so far; `None` stands for any move.
    pub(super) plies: RwSignal<Vec<Option<Move>>>,
}

impl Draft {
    /// Starts an empty line; `None` if the game cannot be shown.
    pub(super) fn open(table: OnlineTable) -> Option<Draft> {
        let session = session_after(table, &[])?;
        let plies = RwSignal::new(Vec::new());
        let on_move = Callback::new(move |mv: Move| plies.update(|plies| plies.push(Some(mv))));
        let game = open_board(Venue::Analysis { on_move }, session);
        let draft = Draft { table, game, plies };
        // A forced pass is part of the line, and nobody has to enter it.
        Effect::new(move || {
            plies.track();
            let must_pass = game.session.with_untracked(|session| session.position().choices().must_pass());
            if must_pass && game.session.try_update(|session| session.play(Move::Pass)) == Some(Ok(())) {
                plies.update(|plies| plies.push(Some(Move::Pass)));
            } else if plies.with_untracked(Vec::len) > LONGEST_CONDITIONAL_LINE {
                draft.say(|words| words.line_full);
                draft.back();
            }
        });
        // A line begins where the game is.
        let played = Memo::new(move |_| table.read(|state| state.moves.clone()));
        Effect::new(move |before: Option<()>| {
            played.track();
            if before.is_some() {
                if plies.with_untracked(|plies| !plies.is_empty()) {
                    draft.say(|words| words.line_dropped);
                }
                draft.go_to(Vec::new());
            }
        });
        Some(draft)
    }

    fn say(self, text: fn(&DaysWords) -> &'static str) {
        self.table.notices.show(text(self.table.preferences.language.get_untracked().days()).to_string());
    }

    /// The clan whose ply is the next, or that with this index.
    pub(super) fn clan_at(self, index: usize) -> Option<Clan> {
        let clan = |state: &TableState| {
            let seat = (state.next?.index() + index) % state.seats.len();
            clan_of(&state.seats[seat])
        };
        self.table.read(clan)?
    }

    /// Whether the user plays this clan.
    pub(super) fn is_own(self, clan: Clan) -> bool {
        let person = self.table.connection.person.get();
        let seat = self.table.seat(clan).map(|(_, seat)| seat);
        seat.zip(person).is_some_and(|(seat, person)| seat.is_of(&person.id))
    }

    /// Who plays a clan, as the user calls them.
    pub(super) fn name_of(self, clan: Clan) -> String {
        let words = self.table.preferences.words();
        self.table.seat(clan).map(|(_, seat)| player_name(words, seat.player.as_ref())).unwrap_or_default()
    }

    /// Whether the line ends with a move of the user, so that it can be added.
    pub(super) fn is_complete(self) -> bool {
        let last = self.plies.with(Vec::len).checked_sub(1).and_then(|index| self.clan_at(index));
        last.is_some_and(|clan| self.is_own(clan))
    }

    pub(super) fn line(self) -> ConditionalLine {
        ConditionalLine::new(self.plies.get_untracked())
    }

    /// Whether the next ply can be any move: not a move of the user, nor where leaving one out would lead to an impossible position.
    pub(super) fn can_be_any(self) -> bool {
        let Some(clan) = self.clan_at(self.plies.with(Vec::len)) else { return false };
        !self.is_own(clan) && self.game.session.with(|session| without_move(session.position()).is_some())
    }

    pub(super) fn play_any(self) {
        let mut plies = self.plies.get_untracked();
        plies.push(None);
        self.go_to(plies);
    }

    /// Takes the last ply back, and forced passes with it.
    pub(super) fn back(self) {
        let mut plies = self.plies.get_untracked();
        while plies.pop() == Some(Some(Move::Pass)) {}
        self.go_to(plies);
    }

    /// Shows the board after these plies.
    pub(super) fn go_to(self, plies: Vec<Option<Move>>) {
        let Some(session) = untrack(move || session_after(self.table, &plies).map(|session| (session, plies))) else {
            return;
        };
        let (session, plies) = session;
        self.game.finish_animation();
        self.game.proposal.set(None);
        self.game.zoomed.set(None);
        self.game.displayed.set(*session.position());
        self.game.session.set(session);
        self.plies.set(plies);
    }
}

/// The position of a table after these plies, where people choose for every clan.
fn session_after(table: OnlineTable, plies: &[Option<Move>]) -> Option<Session> {
    let words = table.preferences.words_now();
    let known = |state: &TableState| state.moves.iter().filter_map(|mv| mv.parse().ok()).collect::<Vec<Move>>();
    let names = |state: &TableState| {
        let name = |seat: &shangrila_protocol::SeatedPlayer| player_name(words, seat.player.as_ref());
        state.seats.iter().map(name).collect::<Vec<_>>()
    };
    let players: Vec<Player> = table.read(names)?.into_iter().map(Player::Person).collect();
    let from = |position: Position| Session::new(Start::Position(position), players.clone(), None);
    let mut session = from(*table.session(&table.read(known)?)?.position());
    for ply in plies {
        match ply {
            Some(mv) => session.play(*mv).ok()?,
            None => session = from(without_move(session.position())?),
        }
    }
    Some(session)
}

/// The position as it would be if the clan to move had changed nothing: what an answer to any move is entered on. In the set-up, there is none.
fn without_move(position: &Position) -> Option<Position> {
    if position.in_opening() {
        return None;
    }
    let clans: Vec<Clan> = position.seats().iter().collect();
    let mover = clans.iter().position(|clan| Some(*clan) == position.to_move())?;
    let mut setup = Setup::from(*position);
    setup.turn = Some(clans[(mover + 1) % clans.len()]);
    setup.ply = setup.ply.checked_add(1)?;
    setup.passes = 0;
    setup.position().ok()
}

#[cfg(test)]
mod tests {
    use shangrila_rules::{GameOptions, Seats};

    use super::*;

    #[test]
    fn an_answer_to_any_move_is_entered_on_the_board_as_it_is() {
        let start = Position::first_game(Seats::FOUR, GameOptions::default());
        let after = without_move(&start).unwrap();
        assert_eq!(after.seat_to_move().map(u8::from), Some(1));
        assert_eq!((after.ply(), after.occupied()), (start.ply() + 1, start.occupied()));
        assert!(without_move(&Position::start(Seats::FOUR, GameOptions::default())).is_none(), "in the set-up");
    }
}
