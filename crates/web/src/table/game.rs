//! A game on the screen: the session, the half-made move, what is shown of it, and who thinks.

use std::time::Duration;

use leptos::prelude::*;
use shangrila_ai::{BotSpec, Level};
use shangrila_i18n::{Words, fill};
use shangrila_rules::{Bridge, Choices, Clan, IllegalMove, JourneyReport, Move, Position, SpaceSet, Village};
use shangrila_table::{Choice, Player, Session, Spot, Step, wording};

use super::flight::Flight;
use crate::browser;
use crate::names;
use crate::notices::{Notices, notices};
use crate::preferences::{Preferences, preferences};
use crate::saves;
use crate::sound::{self, Sound};
use crate::thinking::Thinker;
use crate::thinking::message::{Answer, Question};

/// How long a forced pass is announced before it happens.
const PASS_PACE: Duration = Duration::from_millis(1200);
/// Milliseconds a computer player thinks at most.
const TIME: u32 = 1000;
/// Milliseconds spent on advice.
const ADVICE_TIME: u32 = 1500;
/// How long players without a level are seen to think.
const PACE: Duration = Duration::from_millis(400);

/// Advice for the person to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Advice {
    None,
    Searching,
    Found(Answer),
}

/// A game on the screen.
#[derive(Clone, Copy)]
pub(crate) struct Game {
    id: StoredValue<String>,
    pub(crate) session: RwSignal<Session>,
    /// A whole move that waits for a yes.
    pub(crate) pending: RwSignal<Option<Move>>,
    /// The position on the board, which lags behind while students walk.
    pub(crate) displayed: RwSignal<Position>,
    /// The journey that is walked just now.
    pub(crate) flight: RwSignal<Option<Flight>>,
    /// The spaces that have just changed.
    pub(crate) arrivals: RwSignal<SpaceSet>,
    pub(crate) advice: RwSignal<Advice>,
    /// The village that is looked at from near, on small screens.
    pub(crate) near: RwSignal<Option<Village>>,
    /// Whether the game is played in this tab, not in another one.
    pub(crate) here: RwSignal<bool>,
    /// Whether history plays by itself.
    pub(crate) replaying: RwSignal<bool>,
    /// The turn whose log entry is pointed at.
    pub(crate) pointed: RwSignal<Option<usize>>,
    pub(crate) thinker: Thinker,
    preferences: Preferences,
    notices: Notices,
}

impl Game {
    /// Puts a game on the screen and lets the computer players play.
    pub(crate) fn open(id: String, session: Session) -> Game {
        let displayed = *session.shown();
        let game = Game {
            id: StoredValue::new(id),
            session: RwSignal::new(session),
            pending: RwSignal::new(None),
            displayed: RwSignal::new(displayed),
            flight: RwSignal::new(None),
            arrivals: RwSignal::new(SpaceSet::default()),
            advice: RwSignal::new(Advice::None),
            near: RwSignal::new(None),
            here: RwSignal::new(true),
            replaying: RwSignal::new(false),
            pointed: RwSignal::new(None),
            thinker: expect_context(),
            preferences: preferences(),
            notices: notices(),
        };
        game.thinker.warm_up();
        game.show_changes();
        game.let_others_play();
        game.keep();
        on_cleanup(move || game.thinker.cancel());
        game
    }

    pub(crate) fn id(self) -> String {
        self.id.get_value()
    }

    /// The clan whose turn it is in the position on the board.
    pub(crate) fn mover(self) -> Option<Clan> {
        self.displayed.with(Position::to_move)
    }

    /// Whether a person in this tab has something to choose.
    pub(crate) fn chooses(self) -> bool {
        self.here.get() && self.flight.with(Option::is_none) && self.session.with(Session::person_chooses)
    }

    /// The same at this moment, for what happens once.
    pub(crate) fn chooses_now(self) -> bool {
        untrack(move || self.chooses())
    }

    /// Whether somebody is being waited for: a computer player that thinks, or the adviser.
    pub(crate) fn is_thinking(self) -> bool {
        let bots_turn = self.here.get()
            && self.flight.with(Option::is_none)
            && self.session.with(|session| {
                let mover = session.position().to_move().filter(|_| !session.is_viewing());
                mover.and_then(|clan| session.player(clan)).is_some_and(|player| !player.is_person())
            });
        bots_turn || self.advice.get() == Advice::Searching
    }

    /// What the waiting move would do, if it is a journey.
    pub(crate) fn preview(self) -> Option<JourneyReport> {
        match self.pending.get()? {
            Move::Journey { from, to } => self.session.with(|session| session.position().journey_report(from, to).ok()),
            _ => None,
        }
    }

    /// What whoever plays a clan is called.
    pub(crate) fn player_name(self, clan: Clan) -> String {
        let words = self.preferences.words();
        self.session.with(|session| names::name(words, clan, session.player(clan), session.persons()))
    }

    /// What there is to say about a player besides.
    pub(crate) fn player_note(self, clan: Clan) -> String {
        let words = self.preferences.words();
        self.session.with(|session| names::note(words, clan, session.player(clan), session.persons()))
    }

    // ---- choosing

    /// A person points at something on the board.
    pub(crate) fn touch(self, spot: Spot) {
        if !self.may_choose() {
            return;
        }
        let (choice, position) = self.session.with_untracked(|session| (session.choice, *session.position()));
        if self.drop_if_touched_again(choice, spot) {
            return;
        }
        // A touch on a space that offers nothing means its village, and a half-made move can be left for another.
        let village = match spot {
            Spot::Space(space) => Spot::Village(space.village()),
            Spot::Village(_) => spot,
        };
        let wide = match choice {
            Choice::SecondStudent { .. } | Choice::Destination { .. } => Choice::Open,
            _ => choice,
        };
        let steps = [(choice, spot), (choice, village), (wide, spot), (wide, village)];
        match steps.into_iter().find_map(|(choice, spot)| choice.step(&position, spot)) {
            Some(step) => self.take(step),
            None => self.notices.show(wording::why_not(self.preferences.words_now(), &position, spot)),
        }
    }

    /// Pointing again at what was chosen drops it.
    fn drop_if_touched_again(self, choice: Choice, spot: Spot) -> bool {
        let pending = self.pending.get_untracked();
        let again = match (pending, spot) {
            (Some(Move::Place { space }), Spot::Space(touched)) => space == touched,
            (Some(Move::Recruit { second: Some(second), .. }), Spot::Space(touched)) => second == touched,
            (Some(Move::Journey { to, .. }), Spot::Village(touched)) => to == touched,
            (None, Spot::Village(touched)) => choice == Choice::Destination { from: touched },
            _ => false,
        };
        if again {
            self.back();
        }
        again
    }

    /// A person points at a bridge.
    pub(crate) fn touch_bridge(self, bridge: Bridge) {
        if !self.may_choose() {
            return;
        }
        let (one, other) = bridge.ends();
        let (choice, position) = self.session.with_untracked(|session| (session.choice, *session.position()));
        let mut ways = [(one, other), (other, one)];
        if let Choice::Destination { from } = choice {
            ways.sort_by_key(|&(origin, _)| origin != from);
        }
        let journeys = ways.map(|(from, to)| Move::Journey { from, to });
        match journeys.into_iter().find(|&mv| position.is_legal(mv)) {
            Some(mv) => self.propose(mv),
            None => {
                let reason = journeys.iter().find_map(|&mv| position.check_legal(mv).err());
                self.refuse(reason.unwrap_or(IllegalMove::GameOver));
            }
        }
    }

    /// Restricts the choice to one kind of move.
    pub(crate) fn choose_kind(self, choice: Choice) {
        if self.may_choose() {
            self.pending.set(None);
            self.session
                .update(|session| session.choice = if session.choice == choice { Choice::Open } else { choice });
        }
    }

    /// Puts a whole move before the person, or plays it if no second yes is wanted.
    pub(crate) fn propose(self, mv: Move) {
        if let Err(reason) = self.session.with_untracked(|session| session.position().check_legal(mv)) {
            return self.refuse(reason);
        }
        if self.preferences.confirm.get_untracked() {
            self.pending.set(Some(mv));
            sound::play(Sound::Choose);
            if let Some(clan) = self.session.with_untracked(|session| session.position().to_move()) {
                let words = self.preferences.words_now();
                self.notices.say(format!("{}. {}", wording::move_words(words, clan, mv), words.table.enter_confirms));
            }
        } else {
            self.play(mv);
        }
    }

    /// Turns the waiting journey around, where that is possible.
    pub(crate) fn other_way(self) -> Option<Move> {
        let Some(Move::Journey { from, to }) = self.pending.get() else { return None };
        let back = Move::Journey { from: to, to: from };
        self.session.with(|session| session.position().is_legal(back)).then_some(back)
    }

    /// Plays the move that waits.
    pub(crate) fn confirm(self) {
        if let Some(mv) = self.pending.get_untracked() {
            self.play(mv);
        }
    }

    /// One step back in choosing; whether there was one.
    pub(crate) fn back(self) -> bool {
        if self.flight.with_untracked(Option::is_some) {
            self.land();
            return true;
        }
        if self.pending.get_untracked().is_some() {
            self.pending.set(None);
            return true;
        }
        let choice = self.session.with_untracked(|session| session.choice);
        if choice != Choice::Open {
            self.session.update(|session| session.choice = Choice::Open);
            return true;
        }
        if self.session.with_untracked(Session::is_viewing) {
            self.view(usize::MAX);
            return true;
        }
        if self.near.get_untracked().is_some() {
            self.near.set(None);
            return true;
        }
        false
    }

    fn take(self, step: Step) {
        match step {
            Step::Further(choice) => {
                self.pending.set(None);
                self.session.update(|session| session.choice = choice);
                sound::play(Sound::Choose);
                let position = self.session.with_untracked(|session| *session.position());
                self.notices.say(request(self.preferences.words_now(), &position, choice));
            }
            Step::Complete(mv) => self.propose(mv),
        }
    }

    fn may_choose(self) -> bool {
        if self.flight.with_untracked(Option::is_some) {
            self.land();
        }
        if !self.here.get_untracked() {
            return false;
        }
        let (viewing, chooses, over) = self
            .session
            .with_untracked(|session| (session.is_viewing(), session.person_chooses(), session.position().is_over()));
        let words = self.preferences.words_now();
        if viewing {
            self.notices.show(words.table.looking_back.to_string());
        } else if over {
            self.refuse(IllegalMove::GameOver);
        } else if !chooses {
            self.notices.show(words.table.not_your_turn.to_string());
        }
        chooses
    }

    pub(crate) fn refuse(self, reason: IllegalMove) {
        self.notices.show(wording::refusal(self.preferences.words_now(), reason));
    }

    // ---- playing

    /// Plays a move for whoever is to move.
    pub(crate) fn play(self, mv: Move) {
        self.pending.set(None);
        match self.session.try_update(|session| session.play(mv)) {
            Some(Ok(())) => {
                self.advice.set(Advice::None);
                self.near.set(None);
                self.save();
                self.tell_turn();
            }
            Some(Err(reason)) => self.refuse(reason),
            // The screen is gone.
            None => {}
        }
    }

    pub(crate) fn undo(self) {
        self.travel(Session::undo, |words| words.screen.no_undo);
    }

    pub(crate) fn redo(self) {
        self.travel(Session::redo, |words| words.screen.no_redo);
    }

    fn travel(self, go: fn(&mut Session) -> bool, refusal: fn(&Words) -> &'static str) {
        if !self.here.get_untracked() {
            return;
        }
        self.thinker.cancel();
        self.pending.set(None);
        self.advice.set(Advice::None);
        let words = self.preferences.words_now();
        if self.session.try_update(go).unwrap_or(false) {
            self.save();
            let position = self.session.with_untracked(|session| *session.position());
            self.notices.say(wording::state(words, &position));
        } else {
            self.notices.show(refusal(words).to_string());
        }
    }

    /// Shows the position after this many turns.
    pub(crate) fn view(self, turns: usize) {
        self.pending.set(None);
        self.session.update(|session| session.view(turns));
    }

    /// Shows another turn, so many further.
    pub(crate) fn step(self, by: isize) {
        let shown = self.session.with_untracked(Session::shown_turns);
        self.view(shown.saturating_add_signed(by));
    }

    /// Asks the strongest player for advice.
    pub(crate) fn ask_advice(self) {
        if !self.may_choose() {
            return;
        }
        self.advice.set(Advice::Searching);
        let question = self.question(BotSpec::Level(Level::Sage), u64::MAX, ADVICE_TIME);
        let asked_at = self.session.with_untracked(Session::played);
        self.thinker.ask(question, move |answer| {
            if self.session.try_with_untracked(Session::played) != Some(asked_at) {
                return;
            }
            self.advice.set(answer.map_or(Advice::None, Advice::Found));
            let mover = self.session.with_untracked(|session| session.position().to_move());
            if let (Some(answer), Some(clan)) = (answer, mover) {
                self.notices.say(wording::move_words(self.preferences.words_now(), clan, answer.mv));
            }
        });
    }

    fn question(self, player: BotSpec, seed: u64, time: u32) -> Question {
        self.session.with_untracked(|session| {
            let mut latest: Vec<Move> = session.turns_back().take(8).map(|(_, mv, _)| mv).collect();
            latest.reverse();
            Question { player, seed, time, position: *session.position(), latest }
        })
    }

    /// Lets computer players and forced passes happen, whenever nothing stands in their way.
    fn let_others_play(self) {
        let due = Memo::new(move |_| {
            let free = self.here.get() && self.flight.with(Option::is_none);
            self.session.with(|session| {
                let waits = session.is_viewing() || session.position().is_over() || session.person_chooses();
                (free && !waits).then(|| (session.played(), session.position().hash64()))
            })
        });
        Effect::new(move || match due.get() {
            None => self.thinker.cancel(),
            Some(turn) => self.next_turn(move || due.try_get_untracked().flatten() == Some(turn)),
        });
    }

    fn next_turn(self, still_due: impl Fn() -> bool + Copy + 'static) {
        let (player, position) = self.session.with_untracked(|session| {
            let player = session.position().to_move().and_then(|clan| session.player(clan)).cloned();
            (player, *session.position())
        });
        let play = move |mv: Move| {
            if still_due() {
                self.play(mv);
            }
        };
        if Choices::of(&position).must_pass() {
            set_timeout(move || play(Move::Pass), PASS_PACE.mul_f64(self.preferences.motion.get_untracked().factor()));
            return;
        }
        let Some(Player::Bot(spec)) = player else { return };
        let pace = match spec {
            BotSpec::Level(level) => level.pace(&position),
            _ => PACE,
        };
        let began = browser::now();
        let question = self.question(spec, seed(&self.id(), position.seat_to_move()), TIME);
        self.thinker.ask(question, move |answer| match answer {
            Some(answer) => {
                let spent = Duration::from_secs_f64((browser::now() - began).max(0.0) / 1000.0);
                set_timeout(move || play(answer.mv), pace.saturating_sub(spent));
            }
            None if still_due() => {
                let words = self.preferences.words_now();
                self.notices.show(words.table.thinker_lost.to_string());
                // A new thread may do better, but not in a hurry.
                set_timeout(
                    move || {
                        if still_due() {
                            self.next_turn(still_due)
                        }
                    },
                    Duration::from_secs(3),
                );
            }
            None => {}
        });
    }

    // ---- showing

    /// Brings the board up to date with the session, walking where students walk.
    fn show_changes(self) {
        let shown = Memo::new(move |_| self.session.with(|session| (session.shown_turns(), *session.shown())));
        Effect::new(move |before: Option<usize>| {
            let (turns, position) = shown.get();
            self.land();
            let last = self.displayed.get_untracked();
            if before.is_some_and(|before| turns == before + 1) && last != position {
                let mv = self.session.with_untracked(|session| session.turns_back().next().map(|(_, mv, _)| mv));
                self.animate(&last, mv, position);
            } else {
                self.arrivals.set(SpaceSet::default());
                self.displayed.set(position);
            }
            turns
        });
    }

    fn animate(self, before: &Position, mv: Option<Move>, after: Position) {
        let factor = self.preferences.motion.get_untracked().factor();
        match mv {
            Some(Move::Journey { from, to }) if factor > 0.0 => {
                let Ok(report) = before.journey_report(from, to) else { return self.displayed.set(after) };
                let flight = Flight::new(report, after);
                self.flight.set(Some(flight));
                sound::play(Sound::Journey);
                let landing = move || {
                    if self.flight.try_get_untracked().flatten() == Some(flight) {
                        self.land();
                    }
                };
                set_timeout(landing, flight.duration().mul_f64(factor));
            }
            _ => {
                sound::play(if matches!(mv, Some(Move::Place { .. })) { Sound::Place } else { Sound::Recruit });
                self.settle(after);
            }
        }
    }

    /// Ends a walk at once.
    pub(crate) fn land(self) {
        if let Some(flight) = self.flight.get_untracked() {
            self.flight.set(None);
            sound::play(if flight.report.stones.is_empty() { Sound::Bridge } else { Sound::Stone });
            self.settle(flight.after);
        }
    }

    fn settle(self, after: Position) {
        let before = self.displayed.get_untracked();
        let changed = shangrila_rules::Space::all().filter(|&space| before.occupant(space) != after.occupant(space));
        self.arrivals.set(changed.collect());
        self.displayed.set(after);
    }

    /// Reads out the turn that was just played, and what is wanted next.
    fn tell_turn(self) {
        let words = self.preferences.words_now();
        let text = self.session.with_untracked(|session| {
            let (before, mv, after) = session.turns_back().next()?;
            let turn = wording::turn_words(words, before, mv, after);
            Some(match wording::result(words, after) {
                Some(result) => format!("{turn}. {result}"),
                None if session.person_chooses() => format!("{turn}. {}", request(words, after, Choice::Open)),
                None => turn,
            })
        });
        text.into_iter().for_each(|text| self.notices.say(text));
    }

    // ---- keeping

    fn save(self) {
        let record = self.session.with_untracked(Session::record);
        if saves::write(&self.id(), &record).is_err() {
            self.notices.show(self.preferences.words_now().table.not_saved.to_string());
        }
    }

    /// Follows the game when another tab plays it; the tab that opened it last plays.
    fn keep(self) {
        self.save();
        let tab = browser::random_u32().to_string();
        let tabs = crate::tabs::Tabs::open(self.id(), tab, move |event| match event {
            crate::tabs::Event::TakenOver => {
                self.thinker.cancel();
                self.pending.set(None);
                self.here.set(false);
            }
            crate::tabs::Event::Changed => self.follow(),
        });
        let tabs = StoredValue::new_local(tabs);
        Effect::new(move || {
            if self.here.get() {
                tabs.with_value(|tabs| tabs.take_over());
            }
        });
    }

    /// Plays in this tab again.
    pub(crate) fn play_here(self) {
        self.follow();
        self.here.set(true);
    }

    fn follow(self) {
        if self.here.get_untracked() {
            return;
        }
        let Some(saved) = saves::read(&self.id()) else { return };
        let session = saved.content.ok().and_then(|record| Session::resume(record, None).ok());
        if let Some(session) = session {
            self.session.set(session);
        }
    }

    /// What the person is asked for.
    pub(crate) fn request(self) -> String {
        let words = self.preferences.words();
        self.session.with(|session| request(words, session.position(), session.choice))
    }

    /// The latest turn in words.
    pub(crate) fn latest_words(self) -> String {
        let words = self.preferences.words();
        self.session.with(|session| match session.turns_back().next() {
            Some((before, mv, _)) => {
                before.to_move().map_or(String::new(), |clan| wording::move_words(words, clan, mv) + ".")
            }
            None => String::new(),
        })
    }

    /// Win chances of the advice in words.
    pub(crate) fn advice_words(self) -> Option<String> {
        let Advice::Found(answer) = self.advice.get() else { return None };
        let clan = self.session.with(|session| session.position().to_move())?;
        let words = self.preferences.words();
        let percent = (answer.wins[clan] * 100.0).round();
        let chance = fill(words.table.advice_chance, &[("percent", &percent)]);
        Some(format!("{}. {chance}", wording::move_words(words, clan, answer.mv)))
    }
}

/// The same computer player in the same game thinks alike after a reload.
fn seed(id: &str, seat: usize) -> u64 {
    let number = id.bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
    number.wrapping_add(seat as u64)
}

/// What a person is asked for, in words that suit a finger as well as a keyboard.
fn request(words: &Words, position: &Position, choice: Choice) -> String {
    let table = &words.table;
    match choice {
        Choice::Open if position.in_opening() => table.ask_opening.to_string(),
        Choice::Open => table.ask_turn.to_string(),
        Choice::Place => words.choose.place.to_string(),
        Choice::Recruit => words.choose.recruit.to_string(),
        Choice::SecondStudent { first } => {
            let first = wording::space(words, first);
            let second = fill(table.ask_second, &[("space", &first)]);
            if Choices::of(position).can_recruit_one() {
                format!("{second} {}", fill(words.choose.alone, &[("space", &first)]))
            } else {
                second
            }
        }
        Choice::Journey => words.choose.origin.to_string(),
        Choice::Destination { from } => fill(table.ask_destination, &[("village", &wording::village(from))]),
    }
}
