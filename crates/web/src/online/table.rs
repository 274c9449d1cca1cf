//! An online table as this tab knows it: its state, who is connected, the chat, and our unconfirmed move.

use std::collections::HashSet;

use leptos::prelude::*;
use shangrila_ai::BotSpec;
use shangrila_client_core::{ClientEvent, UnconfirmedMove};
use shangrila_protocol::{
    Audience, ChatLine, ClientMessage, CommandId, Event, EventEnvelope, GameHistory, Opening, Options, Person,
    PersonId, PersonOrLevel, Phase, Presence, RatingChange, Refusal, SeatedPlayer, StandInReason, TableId, TableState,
};
use shangrila_rules::{Clan, ClanSet, Move, Seat, Seats};
use shangrila_table::{Player, Session};

use super::chat::line_words;
use super::chat_read::first_read;
use super::chat_side::WIDE;
use super::conditional::{self, Conditional};
use super::connection::{TabConnection, connection, status_id};
use super::error_text::{refusal_text, rule_of};
use super::game_facts::load_history;
use super::identity::{Identity, identity};
use super::missed_moves::MissedMoves;
use super::own_notes::{OwnNotes, SideTab};
use super::table_numbers::TableNumbers;
use super::table_text::{player_name, vote_text};
use super::vacation::vacation_of;
use crate::browser;
use crate::notices::{Notices, notices};
use crate::preferences::{Preferences, preferences};

/// The last line of chat that has been read, by table.
const READ_LINES: TableNumbers = TableNumbers::stored_under("shangrila.chat-read");
/// Where it is stored that the chat is open beside the game.
const CHAT_OPEN: &str = "shangrila.chat-open";

/// Whether the chat was last left open beside the game.
fn is_chat_left_open() -> bool {
    browser::matches_media(WIDE)
        && browser::storage().and_then(|storage| storage.get_item(CHAT_OPEN).ok().flatten()).is_some()
}

/// An online table, as signals that screens read.
#[derive(Clone, Copy)]
pub(crate) struct OnlineTable {
    id: StoredValue<TableId>,
    /// `None` until the server has sent it.
    pub(crate) state: RwSignal<Option<TableState>>,
    pub(crate) presence: RwSignal<Presence>,
    /// How the game has changed the ratings, once it is over.
    pub(super) rating_changes: RwSignal<Vec<RatingChange>>,
    /// What happened in the game besides its moves, once it is over.
    pub(super) history: RwSignal<Option<GameHistory>>,
    /// Why the table cannot be followed.
    pub(crate) closed_to_us: RwSignal<Option<Refusal>>,
    /// Our move that the server has not answered yet.
    pub(crate) sent: RwSignal<Option<UnconfirmedMove>>,
    pub(crate) chat: RwSignal<Vec<ChatLine>>,
    /// The number of the last line of chat that has been read in this browser, if any has.
    read_line: RwSignal<Option<u64>>,
    /// Unread lines of chat.
    pub(crate) unread: Memo<usize>,
    /// The chat that we take part in.
    pub(super) audience: Memo<Option<Audience>>,
    /// Whether there is room for the chat beside the game.
    pub(super) is_wide: ReadSignal<bool>,
    /// Whether the chat is shown, unless something more urgent takes its place in the panel.
    pub(crate) chat_open: RwSignal<bool>,
    /// Chat text that has not been sent yet.
    pub(super) draft: StoredValue<String>,
    pub(crate) missed: MissedMoves,
    pub(super) conditional: Conditional,
    pub(super) own_notes: OwnNotes,
    /// What is shown beside the game while the chat is open.
    pub(super) side_tab: RwSignal<SideTab>,
    /// When the page was opened, by the server's clock.
    opened: StoredValue<u64>,
    /// Our seat, counted from 0.
    pub(crate) my_seat: Memo<Option<Seat>>,
    pub(crate) connection: TabConnection,
    pub(super) identity: Identity,
    pub(super) notices: Notices,
    pub(super) preferences: Preferences,
}

impl OnlineTable {
    /// Follows a table until the current screen is left.
    pub(super) fn watch(id: TableId) -> OnlineTable {
        let (connection, identity) = (connection(), identity());
        let state = RwSignal::new(None::<TableState>);
        let my_seat = Memo::new(move |_| {
            let person = connection.person.get()?;
            state.with(|state| state.as_ref()?.seat_of(&person.id))
        });
        let chat = RwSignal::new(Vec::<ChatLine>::new());
        let read_line = RwSignal::new(READ_LINES.get(id.as_str()));
        let unread = Memo::new(move |_| {
            let (me, read) = (connection.person.get().map(|me| me.id), read_line.get().unwrap_or(u64::MAX));
            let is_unread = |line: &&ChatLine| {
                line.number > read
                    && !line.text.is_empty()
                    && Some(&line.by) != me.as_ref()
                    && !identity.has_muted(&line.by)
            };
            chat.with(|lines| lines.iter().filter(is_unread).count())
        });
        let audience = Memo::new(move |_| {
            let for_spectators = state.with(|state| state.as_ref().is_some_and(|state| state.settings.spectator_chat));
            match my_seat.get() {
                Some(_) => Some(Audience::Players),
                None => for_spectators.then_some(Audience::Spectators),
            }
        });
        let table = OnlineTable {
            id: StoredValue::new(id.clone()),
            state,
            presence: RwSignal::new(Presence::default()),
            rating_changes: RwSignal::new(Vec::new()),
            history: RwSignal::new(None),
            closed_to_us: RwSignal::new(None),
            sent: RwSignal::new(connection.unconfirmed_move(&id)),
            chat,
            read_line,
            unread,
            audience,
            is_wide: browser::follow_media(WIDE),
            chat_open: RwSignal::new(is_chat_left_open()),
            draft: StoredValue::new(String::new()),
            missed: MissedMoves::of(id.clone()),
            conditional: Conditional::new(),
            own_notes: OwnNotes::new(),
            side_tab: RwSignal::new(SideTab::Chat),
            opened: StoredValue::new(0),
            my_seat,
            connection,
            identity,
            notices: notices(),
            preferences: preferences(),
        };
        connection.watch_table(id.clone(), move |event| table.handle(event));
        // Taking a seat opens the chat, with everything said before.
        Effect::new(move |before: Option<Option<Seat>>| {
            let seat = table.my_seat.get();
            if before.is_some_and(|before| before.is_none()) && seat.is_some() {
                connection.refresh(&id);
            }
            seat
        });
        load_history(table);
        conditional::follow(table);
        on_cleanup(move || table.own_notes.save(table));
        // The HTTP answer includes whose chat is muted.
        Effect::new(move || {
            connection.person.track();
            table.identity.refresh();
        });
        table
    }

    pub(crate) fn id(self) -> TableId {
        self.id.get_value()
    }

    /// Reads something from the state; `None` until it has arrived.
    pub(crate) fn read<T>(self, read: impl FnOnce(&TableState) -> T) -> Option<T> {
        self.state.with(|state| state.as_ref().map(read))
    }

    pub(crate) fn phase(self) -> Option<Phase> {
        self.read(|state| state.phase)
    }

    pub(crate) fn is_playing(self) -> bool {
        self.phase() == Some(Phase::Playing)
    }

    /// Whether we opened the table.
    pub(crate) fn is_host(self) -> bool {
        let person = self.connection.person.get();
        person.is_some_and(|person| self.read(|state| state.host == person.id) == Some(true))
    }

    /// The seat of a clan and who sits there.
    pub(crate) fn seat(self, clan: Clan) -> Option<(Seat, SeatedPlayer)> {
        self.read(|state| {
            let mut seats = Seat::ALL.into_iter().zip(&state.seats);
            seats.find(|(_, player)| player.clan == clan.letter()).map(|(seat, player)| (seat, player.clone()))
        })?
    }

    /// Our clan, or of two clans the one that moves next.
    pub(crate) fn my_clan(self) -> Option<Clan> {
        let seat = self.my_seat.get()?;
        self.read(|state| {
            let from = state.next.filter(|_| state.settings.pairs.is_some()).map_or(seat.index(), Seat::index);
            let order = (from..state.seats.len()).chain(0..from).filter_map(|index| Seat::ALL.get(index).copied());
            let next = order.into_iter().find(|&one| state.settings.player_seat(one) == seat)?;
            clan_of(state.seats.get(next.index())?)
        })?
    }

    /// All clans we play.
    pub(super) fn my_clans(self) -> ClanSet {
        let Some(seat) = self.my_seat.get() else { return ClanSet::EMPTY };
        let clans = |state: &TableState| {
            let seats = state.settings.seats_with(seat).filter_map(|seat| state.seats.get(seat.index()));
            seats.filter_map(clan_of).collect()
        };
        self.read(clans).unwrap_or_default()
    }

    /// Why a computer player stands in for us, if one does.
    pub(crate) fn stand_in(self) -> Option<StandInReason> {
        let seat = self.my_seat.get()?;
        self.read(|state| state.seats[seat.index()].stand_in.map(|(reason, _)| reason))?
    }

    /// Whether it is our turn and we have not sent a move yet.
    pub(crate) fn awaits_me(self) -> bool {
        let to_move = self.read(TableState::player_to_move).flatten();
        let my_turn = to_move.is_some() && self.my_seat.get() == to_move;
        let is_away = my_turn && self.my_clan().is_some_and(|clan| vacation_of(self, clan).is_some());
        my_turn && !is_away && self.is_playing() && self.stand_in().is_none() && self.sent.with(Option::is_none)
    }

    /// Whether the game waits for the user to say that they are ready.
    pub(super) fn asks_me_whether_ready(self) -> bool {
        let Some(seat) = self.my_seat.get() else { return false };
        self.read(|state| state.ready_check.as_ref().is_some_and(|check| !check.ready.contains(&seat))) == Some(true)
    }

    /// Whether one of the server's computer players is to move.
    pub(crate) fn computer_moves(self) -> bool {
        let level = self.read(|state| state.next.and_then(|seat| state.seats[seat.index()].level()));
        level.flatten().is_some()
    }

    /// The people who have seats.
    pub(crate) fn people(self) -> Vec<Person> {
        let people = |state: &TableState| {
            let players = state.players().filter_map(|(_, seat)| seat.player.as_ref());
            players.filter_map(PersonOrLevel::person).cloned().collect()
        };
        self.read(people).unwrap_or_default()
    }

    /// Whether the player of a clan is connected; computer players always are.
    pub(crate) fn is_present(self, clan: Clan) -> bool {
        let seat = self.seat(clan).map(|(seat, _)| seat.index());
        seat.is_some_and(|seat| self.presence.with(|presence| presence.seats.get(seat) == Some(&true)))
    }

    /// Opens or closes the chat. Beside the game it stays as it was left, also at other tables.
    pub(crate) fn toggle_chat(self) {
        let open = !self.chat_open.get_untracked() && self.audience.get_untracked().is_some();
        self.chat_open.set(open);
        if self.is_wide.get_untracked()
            && let Some(storage) = browser::storage()
        {
            let _ = if open { storage.set_item(CHAT_OPEN, "yes") } else { storage.remove_item(CHAT_OPEN) };
        }
    }

    /// Opens the notes, which are in the place of the chat.
    pub(super) fn open_notes(self) {
        self.side_tab.set(SideTab::Notes);
        if !self.chat_open.get_untracked() {
            self.toggle_chat();
        }
    }

    /// What is shown in the place of the chat: those without a seat have no notes.
    pub(super) fn shown_tab(self) -> SideTab {
        if self.my_seat.get().is_some() { self.side_tab.get() } else { SideTab::Chat }
    }

    pub(super) fn close_chat(self) {
        if self.chat_open.get_untracked() {
            self.toggle_chat();
        }
    }

    /// Whether the chat takes the place of the panel's contents.
    pub(super) fn is_chat_in_panel(self) -> bool {
        self.chat_open.get() && !self.is_wide.get() && self.audience.get().is_some()
    }

    /// Remembers that everything said so far has been read.
    pub(super) fn note_chat_read(self) {
        if let Some(last) = self.chat.with(|chat| chat.last().map(|line| line.number))
            && self.read_line.get_untracked() != Some(last)
        {
            self.read_line.set(Some(last));
            READ_LINES.set(self.id().as_str(), last);
        }
    }

    /// The moves to show: the confirmed ones, then our unconfirmed one.
    pub(crate) fn moves(self) -> Vec<Move> {
        let known = |state: &TableState| state.moves.iter().filter_map(|mv| mv.parse().ok()).collect::<Vec<Move>>();
        let mut moves = self.read(known).unwrap_or_default();
        let is_next = |sent: &&UnconfirmedMove| sent.ply as usize == moves.len();
        let sent = self.sent.with(|sent| sent.as_ref().filter(is_next).map(|sent| sent.mv));
        moves.extend(sent);
        moves
    }

    /// The game after these moves; `None` if this page's rules do not allow them.
    pub(crate) fn session(self, moves: &[Move]) -> Option<Session> {
        let mut session = untrack(move || self.read(new_session))??;
        for &mv in moves {
            session.play(mv).ok()?;
        }
        Some(session)
    }

    /// Sends a move; it counts once the server has confirmed it.
    pub(crate) fn play(self, ply: usize, mv: Move) {
        self.missed.dismiss();
        self.connection.play(&self.id(), ply, mv);
        self.update_sent();
    }

    /// Sends a command about this table.
    pub(crate) fn command(self, message: impl FnOnce(CommandId, TableId) -> ClientMessage) {
        self.connection.send(&self.id(), message);
    }

    /// The status of the connection, as tests and style sheets know it.
    pub(crate) fn status_id(self) -> &'static str {
        status_id(self.connection.status.get())
    }

    fn update_sent(self) {
        let sent = self.connection.unconfirmed_move(&self.id());
        if self.sent.with_untracked(|known| *known != sent) {
            self.sent.set(sent);
        }
    }

    fn handle(self, event: &ClientEvent) {
        match event {
            ClientEvent::Snapshot { .. } => self.take_snapshot(),
            ClientEvent::Event { event, .. } => self.take_event(event),
            ClientEvent::Chat { lines, reset, .. } => self.listen(lines.clone(), *reset),
            ClientEvent::Presence { presence, .. } => self.presence.set(presence.clone()),
            ClientEvent::ChatChanged { lines, .. } => self.chat.update(|chat| replace_chat(chat, lines)),
            ClientEvent::RatingChanges { changes, .. } => self.rating_changes.set(changes.clone()),
            ClientEvent::TableRefused { reason, .. } => self.closed_to_us.set(Some(reason.clone())),
            ClientEvent::Answered { command, result, .. } => {
                self.update_sent();
                if let Err(reason) = result {
                    self.show_refusal(command, reason);
                }
            }
            _ => {}
        }
    }

    /// Takes over the whole table. The first time, the person has just opened the page, so a seat that a computer player only kept
    /// for them is taken back.
    fn take_snapshot(self) {
        let Some(state) = self.current_state() else { return };
        let is_first = self.state.with_untracked(Option::is_none);
        self.missed.follow(state.moves.len(), is_first);
        if is_first {
            self.opened.set_value(self.connection.server_now());
        }
        self.state.set(Some(state));
        self.closed_to_us.set(None);
        let stand_in = untrack(move || self.is_playing().then(|| self.stand_in()).flatten());
        if is_first
            && matches!(
                stand_in,
                Some(StandInReason::Time | StandInReason::Left | StandInReason::Voted | StandInReason::Skipped)
            )
        {
            self.command(|id, table| ClientMessage::Return { id, table });
        }
    }

    /// The state as the server tells it, with a name for everyone.
    fn current_state(self) -> Option<TableState> {
        let state = self.connection.table_state(&self.id())?;
        Some(told_apart(state, self.preferences.words_now().lobby.deleted_player))
    }

    fn take_event(self, event: &EventEnvelope) {
        // The core has applied the events of a message all at once, so the later ones find nothing new.
        let Some(state) = self.current_state() else { return };
        self.tell(&state, event);
        self.missed.follow(state.moves.len(), false);
        if self.state.with_untracked(|known| known.as_ref() != Some(&state)) {
            self.state.set(Some(state));
        }
    }

    fn listen(self, lines: Vec<ChatLine>, reset: bool) {
        let me = self.connection.person.get_untracked();
        // Lines from before the page was opened are not announced.
        let is_news = |line: &&ChatLine| {
            let own = me.as_ref().is_some_and(|me| me.id == line.by);
            !own && line.at >= self.opened.get_value()
                && !line.text.is_empty()
                && !untrack(|| self.identity.has_muted(&line.by))
        };
        let last = self.chat.with_untracked(|chat| chat.last().map_or(0, |line| line.number));
        for line in lines.iter().filter(|line| line.number > last).filter(is_news) {
            let talk = self.preferences.language.get_untracked().table_talk();
            self.notices.say(format!("{}: {}", self.author_of(line), line_words(talk, line)));
        }
        let chat = lines.first().map(|line| Audience::of_line(line.number)).or(self.audience.get_untracked());
        let chat = chat.unwrap_or(Audience::Players);
        if let Some(read) = first_read(self.read_line.get_untracked(), chat, &lines, self.opened.get_value()) {
            self.read_line.set(Some(read));
            READ_LINES.set(self.id().as_str(), read);
        }
        self.chat.update(|chat| merge_chat(chat, lines, reset));
    }

    /// Whether the server has chat from before the first line shown.
    pub(super) fn has_earlier_chat(self) -> bool {
        let is_later = |line: &ChatLine| line.number > Audience::of_line(line.number).first_line();
        self.chat.with(|chat| chat.first().is_some_and(is_later))
    }

    /// Asks the server for earlier chat.
    pub(super) fn load_earlier_chat(self) {
        self.connection.request_earlier_chat(&self.id());
    }

    fn show_refusal(self, command: &ClientMessage, reason: &Refusal) {
        let words = self.preferences.words_now();
        let why = refusal_text(words, reason);
        let is_move = matches!(command, ClientMessage::Play { .. });
        let text = if is_move { words.online.move_refused(why) } else { why };
        self.notices.show_with_rule(text, rule_of(reason));
    }

    /// The name of the author of a chat line. At the table, people of the same name are told apart.
    pub(super) fn author_of(self, line: &ChatLine) -> String {
        let known = untrack(move || self.people()).into_iter().find(|one| one.id == line.by).map(|one| one.name);
        let name = known.unwrap_or_else(|| line.name.clone());
        if name.is_empty() { self.preferences.words_now().lobby.deleted_player.to_string() } else { name }
    }

    /// Announces what others did, except moves, which the game announces itself.
    fn tell(self, state: &TableState, numbered: &EventEnvelope) {
        let words = self.preferences.words_now();
        let me = self.connection.person.get_untracked();
        if numbered.by.is_some() && numbered.by == me.map(|me| me.id) {
            if matches!(numbered.event, Event::Moved { conditional: true, .. }) {
                self.notices.show(self.preferences.language.get_untracked().days().played_for_you.to_string());
            }
            return;
        }
        let language = self.preferences.language.get_untracked();
        let (online, meeting, talk) = (&words.online, language.meeting(), language.table_talk());
        // Who had asked for a takeback before this event.
        let asked = self.state.with_untracked(|known| known.as_ref()?.takeback.as_ref().map(|takeback| takeback.seat));
        let name = |seat: Seat| player_name(words, state.seats[seat.index()].player.as_ref());
        let text = match &numbered.event {
            // The seats may have been reordered since.
            Event::Joined { player, .. } => online.joined(player_name(words, Some(player))),
            Event::StoodIn { seat, reason: StandInReason::Time, .. } => online.time_ran_out(name(*seat)),
            Event::StoodIn { seat, reason: StandInReason::Left, .. } => online.left(name(*seat)),
            // The end of the game tells it.
            Event::StoodIn { reason: StandInReason::Resigned, .. } if state.settings.pairs.is_some() => return,
            Event::StoodIn { seat, reason: StandInReason::Resigned, .. } => online.resigned(name(*seat)),
            Event::StoodIn { seat, reason: StandInReason::Voted, .. } => online.replaced(name(*seat)),
            Event::StoodIn { seat, reason: StandInReason::Skipped, .. } => online.skipped(name(*seat)),
            Event::Voted { seat, choice } => online.voted(name(*seat), vote_text(words, *choice)),
            Event::Ended => online.ended.to_string(),
            Event::ClosedByModerator { reason } => online.closed_by_moderator(reason),
            Event::Returned { seat } => online.returned(name(*seat)),
            Event::HostChanged { host } => meeting.now_host(name_of_person(state, host)),
            Event::SeatAnswered { seat, agrees: false } => meeting.seat_refused(name(*seat)),
            Event::TookOver { seat, .. } => meeting.joins_at(name(*seat)),
            // The screen shows the request itself.
            Event::TakebackAsked { seat, .. } => return self.notices.say(online.requests_takeback(name(*seat))),
            Event::TakebackAnswered { seat, agrees: false } if asked == Some(*seat) => talk.withdrew(name(*seat)),
            Event::TakebackAnswered { seat, agrees: false } => online.declined_takeback(name(*seat)),
            // The game announces the move itself, but a request that it has ended concerns everyone.
            Event::Moved { .. } if asked.is_some() => talk.takeback_lapsed.to_string(),
            Event::TakenBack { .. } => online.taken_back.to_string(),
            Event::Started { .. } => online.started.to_string(),
            _ => return,
        };
        self.notices.show(text);
    }
}

/// Replaces lines of chat that have changed.
fn replace_chat(chat: &mut [ChatLine], lines: &[ChatLine]) {
    for line in chat {
        if let Some(changed) = lines.iter().find(|changed| changed.number == line.number) {
            line.clone_from(changed);
        }
    }
}

/// Adds lines of chat to those known, or replaces them, and keeps them in order.
fn merge_chat(chat: &mut Vec<ChatLine>, lines: Vec<ChatLine>, reset: bool) {
    if reset {
        chat.clear();
    }
    let known: HashSet<u64> = chat.iter().map(|line| line.number).collect();
    chat.extend(lines.into_iter().filter(|line| !known.contains(&line.number)));
    chat.sort_by_key(|line| line.number);
}

/// A table at which people of the same name have different ones: the second Ada is “Ada (2)”. Those who have been deleted are called so.
fn told_apart(mut state: TableState, deleted: &str) -> TableState {
    let mut known: Vec<String> = Vec::new();
    let mut seen: Vec<(PersonId, String)> = Vec::new();
    for seat in &mut state.seats {
        if let Some(PersonOrLevel::Person(person)) = &mut seat.player {
            if person.name.is_empty() {
                person.name = deleted.to_string();
            }
            // In a game of two, everyone has two seats.
            if let Some((_, name)) = seen.iter().find(|(id, _)| *id == person.id) {
                person.name.clone_from(name);
                continue;
            }
            let same = known.iter().filter(|name| **name == person.name).count();
            known.push(person.name.clone());
            if same > 0 {
                person.name = format!("{} ({})", person.name, same + 1);
            }
            seen.push((person.id.clone(), person.name.clone()));
        }
    }
    state
}

/// The name of a person at a table; empty if they have no seat.
fn name_of_person(state: &TableState, person: &PersonId) -> String {
    let seat = state.seats.iter().find(|seat| seat.is_of(person));
    seat.and_then(|seat| seat.player.as_ref()?.person()).map_or_else(String::new, |person| person.name.clone())
}

/// The clan of a seat.
pub(super) fn clan_of(seat: &SeatedPlayer) -> Option<Clan> {
    Clan::from_letter(seat.clan)
}

/// The players as a session knows them; `None` while a seat is free.
pub(super) fn players_of(state: &TableState) -> Option<Vec<Player>> {
    let player = |seat: &SeatedPlayer| match seat.player.as_ref()? {
        PersonOrLevel::Person(person) => Some(Player::Person(person.name.clone())),
        PersonOrLevel::Level(level) => level.id().parse().ok().map(|level| Player::Bot(BotSpec::Level(level))),
    };
    state.seats.iter().map(player).collect()
}

/// The game of a table before its first move.
fn new_session(state: &TableState) -> Option<Session> {
    let clans: Vec<Clan> = state.seats.iter().map(clan_of).collect::<Option<_>>()?;
    let mut session = Session::new(state.settings.start(Seats::new(&clans).ok()?), players_of(state)?, None);
    // With rule options, the chances are not what they were judged to be.
    if let (Opening::Fair(fair), true) = (&state.settings.opening, state.settings.options == Options::default()) {
        let chances: Vec<String> = fair.chances.iter().map(u16::to_string).collect();
        session.set_fair_start(chances.join(" ").parse().ok().as_ref());
    }
    session.set_pairs(state.settings.pairs.map(Into::into));
    Some(session)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_protocol::{LevelId, PersonKind};

    fn seats() -> Vec<SeatedPlayer> {
        let person = Person { id: "p1".parse().unwrap(), name: "Ada".to_string(), kind: PersonKind::Guest };
        let seat = |clan, player| SeatedPlayer::new(clan, Some(player));
        vec![
            seat('v', PersonOrLevel::Person(person)),
            seat('r', PersonOrLevel::Level(LevelId::Goatherd)),
            seat('y', PersonOrLevel::Level(LevelId::Sage)),
        ]
    }

    fn opened() -> TableState {
        let settings = shangrila_protocol::TableSettings { seats: 3, ..Default::default() };
        let event = Event::Opened { settings, host: "p1".parse().unwrap(), seats: seats() };
        let first = EventEnvelope { number: 1, at: 0, id: None, by: None, event };
        TableState::open("t1".parse().unwrap(), &first).unwrap()
    }

    #[test]
    fn a_table_becomes_a_game_with_the_names_of_its_people() {
        let session = new_session(&opened()).unwrap();
        let clans: Vec<Clan> = session.position().seats().iter().collect();
        assert_eq!(clans, [Clan::Violet, Clan::Red, Clan::Yellow]);
        assert_eq!(session.players()[0], Player::Person("Ada".to_string()));
        assert_eq!(session.players()[2], "sage".parse().unwrap());
    }

    #[test]
    fn a_table_with_a_free_seat_is_no_game_yet() {
        let mut state = opened();
        state.seats[1].player = None;
        assert!(new_session(&state).is_none());
    }
}
