//! An online table as the table screen uses it.

use leptos::prelude::*;
use shangrila_i18n::Words;
use shangrila_protocol::{ClientMessage, StandInReason};
use shangrila_rules::{Clan, ClanSet, Move};
use shangrila_table::{Player, Session};

use super::chat_side::{ChatButton, ChatPanel, ChatSide, EndChatButton};
use super::connection_banner::ConnectionBanner;
use super::pair_ending::{pair_ending, resigned};
use super::rematch::RematchButtons;
use super::result_notes::ResultNotes;
use super::seat_status::SeatStatus;
use super::table::{OnlineTable, players_of};
use super::table_status::{LeaveWindow, TableStatus};
use super::vacation::vacation_of;
use crate::preferences::preferences;
use crate::table::{PairEnding, RemoteTable};

impl RemoteTable for OnlineTable {
    fn id(&self) -> String {
        OnlineTable::id(*self).to_string()
    }

    fn status_id(&self) -> &'static str {
        OnlineTable::status_id(*self)
    }

    fn is_playing(&self) -> bool {
        OnlineTable::is_playing(*self)
    }

    fn is_spectator(&self) -> bool {
        self.my_seat.get().is_none()
    }

    fn my_clan(&self) -> Option<Clan> {
        OnlineTable::my_clan(*self)
    }

    fn my_clans(&self) -> ClanSet {
        OnlineTable::my_clans(*self)
    }

    fn pair_ending(&self, words: &'static Words) -> Option<PairEnding> {
        let me = self.my_seat.get();
        self.read(|state| pair_ending(words, preferences().language.get().pairs(), state, me)).flatten()
    }

    fn resigned(&self) -> Option<Clan> {
        self.read(resigned).flatten()
    }

    fn awaits_me(&self) -> bool {
        OnlineTable::awaits_me(*self)
    }

    fn has_stand_in(&self) -> bool {
        self.stand_in().is_some()
    }

    fn computer_moves(&self) -> bool {
        OnlineTable::computer_moves(*self)
    }

    fn is_present(&self, clan: Clan) -> bool {
        OnlineTable::is_present(*self, clan)
    }

    fn waiting_reason(&self, words: &'static Words) -> &'static str {
        match self.stand_in() {
            _ if self.is_spectator() => words.online.watching,
            _ if self.is_sending() => words.online.sending,
            Some(StandInReason::Resigned) => words.online.you_resigned,
            Some(_) => words.server.stood_in,
            None if OnlineTable::my_clan(*self).is_some_and(|clan| vacation_of(*self, clan).is_some()) => {
                words.server.on_vacation
            }
            None => words.table.not_your_turn,
        }
    }

    fn moves(&self) -> Vec<Move> {
        OnlineTable::moves(*self)
    }

    fn is_conditional(&self, index: usize) -> bool {
        self.read(|state| state.conditional.contains(&(index as u32))) == Some(true)
    }

    fn conditional_words(&self) -> &'static str {
        preferences().language.get().days().was_conditional
    }

    fn players(&self) -> Vec<Player> {
        self.read(players_of).flatten().unwrap_or_default()
    }

    fn session(&self, moves: &[Move]) -> Option<Session> {
        OnlineTable::session(*self, moves)
    }

    fn play(&self, ply: usize, mv: Move) {
        OnlineTable::play(*self, ply, mv);
    }

    fn is_sending(&self) -> bool {
        self.sent.with(Option::is_some)
    }

    fn allows_takeback(&self) -> bool {
        let allowed = self.read(|state| !state.settings.rated && state.takeback.is_none()) == Some(true);
        allowed && OnlineTable::is_playing(*self) && self.stand_in().is_none()
    }

    fn ask_takeback(&self) {
        self.command(|id, table| ClientMessage::AskTakeback { id, table });
    }

    fn missed_since(&self) -> Option<usize> {
        self.missed.since.get()
    }

    fn dismiss_missed(&self) {
        self.missed.dismiss();
    }

    fn is_chat_open(&self) -> bool {
        self.is_chat_in_panel()
    }

    fn toggle_chat(&self) {
        OnlineTable::toggle_chat(*self);
    }

    fn close_chat(&self) {
        OnlineTable::close_chat(*self);
    }

    fn chat_button(&self) -> AnyView {
        view! { <ChatButton table=*self/> }.into_any()
    }

    fn chat_panel(&self) -> AnyView {
        view! { <ChatPanel table=*self/> }.into_any()
    }

    fn status_notes(&self) -> AnyView {
        view! { <TableStatus table=*self/> }.into_any()
    }

    fn seat_status(&self, clan: Clan) -> AnyView {
        view! { <SeatStatus table=*self clan/> }.into_any()
    }

    fn result_notes(&self, clan: Clan) -> AnyView {
        view! { <ResultNotes table=*self clan/> }.into_any()
    }

    fn rematch_buttons(&self) -> AnyView {
        view! {
            <RematchButtons table=*self/>
            <EndChatButton table=*self/>
        }
        .into_any()
    }

    fn windows(&self, leave: RwSignal<bool>) -> AnyView {
        view! {
            <ConnectionBanner table=*self/>
            <ChatSide table=*self/>
            <LeaveWindow table=*self open=leave/>
        }
        .into_any()
    }
}
