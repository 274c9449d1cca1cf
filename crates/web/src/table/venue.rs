//! Where a game is played, and what the table screen asks of an online table or of a guide.

use std::sync::Arc;

use leptos::prelude::*;
use shangrila_i18n::Words;
use shangrila_rules::{Clan, ClanSet, Move};
use shangrila_table::{Player, Session};

use super::game::Game;

/// Where a game is played.
#[derive(Clone, Copy)]
pub(crate) enum Venue {
    /// In this browser, which stores it under `id` and runs the computer players.
    Local { id: StoredValue<String> },
    /// On the analysis board, which is told every move. People choose for all clans, nothing is saved here, and moves are played at
    /// once: they are as easy to take back.
    Analysis { on_move: Callback<Move> },
    /// At an online table. The server is the referee: a move counts once it confirms it.
    Online(StoredValue<Arc<dyn RemoteTable>>),
    /// In this browser, led by a guide. It is not among the saved games.
    Guided(StoredValue<Arc<dyn Guide>>),
}

/// Leads the player through a game, as a lesson of the tutorial does. The table screen knows nothing else of it.
pub(crate) trait Guide: Send + Sync {
    /// Judges a move that the player has confirmed, and returns whether it is played. Otherwise the guide says why not for as long as
    /// the move is pending.
    fn accepts(&self, game: Game, mv: Move) -> bool;

    /// Whether the guide has refused the pending move.
    fn objects(&self, game: Game) -> bool;

    /// Whether computer players make the other moves.
    fn has_opponents(&self) -> bool;

    /// Why the user cannot move now.
    fn waiting_reason(&self, game: Game) -> String;

    /// What is announced after a turn instead of what to do next.
    fn announcement(&self, session: &Session) -> Option<String>;

    /// Shows a good move.
    fn show_way(&self, game: Game);

    /// What the panel shows unless a journey is pending or a village is near.
    fn face(&self) -> AnyView;
}

/// The end of a game of two players with two clans each.
pub(crate) struct PairEnding {
    /// The clans of one player who has won.
    pub(crate) winners: ClanSet,
    /// Who has won, from the user's point of view.
    pub(crate) title: String,
    /// Why.
    pub(crate) text: String,
    /// Why there is no report.
    pub(crate) no_report: &'static str,
}

/// An online table as the table screen sees it. The screen knows nothing else of `crate::online`, so a game on this device is on the
/// table before any of that has been downloaded.
pub(crate) trait RemoteTable: Send + Sync {
    fn id(&self) -> String;

    /// The status of the connection, as tests and style sheets know it.
    fn status_id(&self) -> &'static str;

    fn is_playing(&self) -> bool;

    /// Whether the user only watches.
    fn is_spectator(&self) -> bool;

    /// The clan of the user that moves next: one of two in a game of two players.
    fn my_clan(&self) -> Option<Clan>;

    fn my_clans(&self) -> ClanSet;

    /// How a game of two players with two clans each has ended.
    fn pair_ending(&self, words: &'static Words) -> Option<PairEnding>;

    /// The clan whose player has ended such a game by resigning.
    fn resigned(&self) -> Option<Clan>;

    /// Whether it is our turn and we have not sent a move yet.
    fn awaits_me(&self) -> bool;

    /// Whether a computer player stands in for us.
    fn has_stand_in(&self) -> bool;

    /// Whether one of the server's computer players is to move.
    fn computer_moves(&self) -> bool;

    /// Whether the player of a clan is connected.
    fn is_present(&self, clan: Clan) -> bool;

    /// Why the user cannot move now.
    fn waiting_reason(&self, words: &'static Words) -> &'static str;

    /// The moves to show: the confirmed ones, then our unconfirmed one.
    fn moves(&self) -> Vec<Move>;

    /// Whether the move with this index was a conditional one.
    fn is_conditional(&self, index: usize) -> bool;

    /// What such a move is called.
    fn conditional_words(&self) -> &'static str;

    /// Who sits where. People can take over seats during a game.
    fn players(&self) -> Vec<Player>;

    /// The game after these moves; `None` if this page's rules do not allow them.
    fn session(&self, moves: &[Move]) -> Option<Session>;

    /// Sends a move; it counts once the server has confirmed it.
    fn play(&self, ply: usize, mv: Move);

    /// Whether a move has been sent that the server has not answered yet.
    fn is_sending(&self) -> bool;

    /// Whether a player who has moved may ask for a takeback.
    fn allows_takeback(&self) -> bool;

    fn ask_takeback(&self);

    /// If the user has missed moves: the number of moves before them.
    fn missed_since(&self) -> Option<usize>;

    /// Withdraws the offer to replay the missed moves.
    fn dismiss_missed(&self);

    /// Whether the chat takes the place of the panel's contents.
    fn is_chat_open(&self) -> bool;

    /// Opens or closes the chat.
    fn toggle_chat(&self);

    fn close_chat(&self);

    /// The button that opens the chat.
    fn chat_button(&self) -> AnyView;

    /// The chat in the panel.
    fn chat_panel(&self) -> AnyView;

    /// The notes below the turn.
    fn status_notes(&self) -> AnyView;

    /// The online part of a player's card.
    fn seat_status(&self, clan: Clan) -> AnyView;

    /// What the end of the game says about a player besides the score.
    fn result_notes(&self, clan: Clan) -> AnyView;

    /// The buttons for a rematch.
    fn rematch_buttons(&self) -> AnyView;

    /// What lies above the board: the state of the connection, and the window for leaving.
    fn windows(&self, leave: RwSignal<bool>) -> AnyView;
}
