//! The state of the running program: the session, what the person is doing with it, and the computer players' threads.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ratatui::layout::Size;
use shangrila_ai::BotSpec;
use shangrila_i18n::{Language, ScreenWords, Words, capitalise};
use shangrila_rules::{Choices, Clan, JourneyReport, Move};
use shangrila_study::coach::{HelpStep, MoveAdvice};

use super::board_view::{self, Direction};
use super::bots::{self, Worker};
use super::coach::Coach;
use super::palette::Palette;
use super::saves;
use super::screen::Areas;
use shangrila_table::{PendingMove, Player, Session, Spot, Step, TurnNumber, wording};

/// How long a forced pass is announced.
const PASS_PACE: Duration = Duration::from_millis(900);
/// How long the spinner shows each frame.
const BEAT: Duration = Duration::from_millis(120);
/// The longest preview, in lines.
const MAX_PREVIEW: usize = 40;
/// The longest text the prompt takes; moves are shorter.
const MAX_PROMPT: usize = 24;

/// Settings of a run; only the language can change later.
pub(crate) struct Settings {
    pub(crate) language: Language,
    pub(crate) colours: bool,
    /// The computer players' random seed.
    pub(crate) seed: u64,
    /// The positions that the coach visits for a hint.
    pub(crate) coach_visits: u32,
    /// The file the game is saved to, if any.
    pub(crate) save: Option<PathBuf>,
    /// Whether computer players move at a pace people can follow.
    pub(crate) unhurried: bool,
}

/// A worker for each seat of a computer player.
fn workers(players: &[Player], seed: u64) -> Vec<Option<Worker>> {
    let worker = |(seat, player): (usize, &Player)| match player {
        Player::Person(_) => None,
        Player::Bot(spec) => Some(Worker::start(spec.bot(seed.wrapping_add(seat as u64)))),
    };
    players.iter().enumerate().map(worker).collect()
}

/// The running program.
pub(crate) struct App {
    pub(crate) session: Session,
    pub(crate) palette: Palette,
    /// The move being typed.
    pub(crate) prompt: Option<String>,
    /// The message below the board.
    pub(crate) note: Option<String>,
    pub(crate) help: bool,
    pub(crate) help_scroll: usize,
    /// Turns scrolled off the bottom of the log.
    pub(crate) log_scroll: usize,
    /// Lines scrolled off the top of the preview.
    pub(crate) preview_scroll: usize,
    pub(crate) paused: bool,
    /// The hint for this turn, and how much of it is told.
    pub(crate) advice: Option<(MoveAdvice, HelpStep)>,
    /// The spinner's frame.
    pub(crate) beat: usize,
    pub(crate) quit: bool,
    settings: Settings,
    cursor: Option<Spot>,
    /// The spot clicked last; a second click there plays.
    clicked: Option<Spot>,
    /// In turn order; `None` for people.
    workers: Vec<Option<Worker>>,
    coach: Option<Coach>,
    window: Size,
    began: Instant,
    turn_began: Instant,
}

impl App {
    pub(crate) fn new(session: Session, settings: Settings) -> App {
        let now = Instant::now();
        App {
            workers: workers(session.players(), settings.seed),
            palette: Palette { colours: settings.colours },
            session,
            prompt: None,
            note: None,
            help: false,
            help_scroll: 0,
            log_scroll: 0,
            preview_scroll: 0,
            paused: false,
            advice: None,
            beat: 0,
            quit: false,
            settings,
            cursor: None,
            clicked: None,
            coach: None,
            window: Size::new(0, 0),
            began: now,
            turn_began: now,
        }
    }

    pub(crate) fn words(&self) -> &'static Words {
        self.settings.language.words()
    }

    pub(crate) fn save_file(&self) -> Option<&PathBuf> {
        self.settings.save.as_ref()
    }

    pub(crate) fn resize(&mut self, window: Size) {
        self.window = window;
    }

    pub(crate) fn areas(&self) -> Option<Areas> {
        Areas::of(self.window, self.session.players().len())
    }

    /// The shown name of the player of a clan.
    pub(crate) fn shown_player(&self, clan: Clan) -> String {
        let alone = self.session.persons() == 1;
        self.session.player(clan).map_or(String::new(), |player| player.shown_name(self.words(), alone))
    }

    /// Whether something can happen without input.
    pub(crate) fn is_waiting(&self) -> bool {
        self.is_looking_for_advice() || !(self.session.person_chooses() || self.session.position().is_over())
    }

    pub(crate) fn is_looking_for_advice(&self) -> bool {
        self.coach.as_ref().is_some_and(Coach::is_asked)
    }

    /// Plays for computer players, and for people who can only pass.
    pub(crate) fn tick(&mut self) -> Result<(), String> {
        self.beat = (self.began.elapsed().as_millis() / BEAT.as_millis()) as usize;
        self.hear_advice()?;
        if self.paused || self.session.is_viewing() || self.session.person_chooses() {
            return Ok(());
        }
        let position = *self.session.position();
        let (Some(clan), Some(seat)) = (position.to_move(), position.seat_to_move()) else { return Ok(()) };
        let pace = |pace: Duration| if self.settings.unhurried { pace } else { Duration::ZERO };
        let must_pass = Choices::of(&position).must_pass();
        let (Some(Player::Bot(spec)), false) = (self.session.player(clan), must_pass) else {
            if self.turn_began.elapsed() >= pace(PASS_PACE) {
                self.play(Move::Pass);
            }
            return Ok(());
        };
        let (spec, pace) = (*spec, pace(bots::pace(*spec, &position)));
        let lost = |spec: BotSpec| format!("computer player {spec} crashed");
        let Some(worker) = &mut self.workers[seat.index()] else { return Err(lost(spec)) };
        if worker.asked_since().is_none() {
            worker.adapt(self.session.game_so_far());
            worker.ask(&position, bots::limits(spec));
        }
        let thought = worker.answer(pace).map_err(|_| lost(spec))?;
        if let Some(thought) = thought {
            if !position.is_legal(thought.mv) {
                return Err(format!("computer player {spec} chose {}, which is illegal", thought.mv));
            }
            self.note = None;
            self.play(thought.mv);
        }
        Ok(())
    }

    fn hear_advice(&mut self) -> Result<(), String> {
        let Some(coach) = &mut self.coach else { return Ok(()) };
        if let Some(advice) = coach.answer().map_err(|_| "the coach crashed")? {
            self.advice = Some((advice, HelpStep::Where));
        }
        Ok(())
    }

    /// The hint for this turn in words, as far as it is told.
    pub(crate) fn advice_words(&self) -> Option<String> {
        let (advice, step) = self.advice.as_ref()?;
        let words = self.words();
        let help = advice.help(*step, words, &words.coach, &|clan| wording::clan(words, clan));
        Some(match step {
            HelpStep::Move => format!("{help} ({})", advice.candidate.mv),
            HelpStep::Where | HelpStep::Kind => format!("{help} {}", words.screen.hint_more),
        })
    }

    /// The move that the hint tells, once it has come that far.
    pub(crate) fn advised_move(&self) -> Option<Move> {
        match &self.advice {
            Some((advice, HelpStep::Move)) => Some(advice.candidate.mv),
            _ => None,
        }
    }

    /// What the hint is about: villages at first, then the spots of the move.
    pub(crate) fn advised_spots(&self) -> Vec<Spot> {
        match (self.advised_move(), &self.advice) {
            (Some(mv), _) => board_view::spots_of(mv),
            (None, Some((advice, _))) => advice.villages().into_iter().map(Spot::Village).collect(),
            (None, None) => Vec::new(),
        }
    }

    /// Plays a move for the clan to move, and tells the computer players.
    fn play(&mut self, mv: Move) {
        if let Err(reason) = self.session.play(mv) {
            self.note = Some(wording::refusal_with_rule(self.words(), reason));
            return;
        }
        for worker in self.workers.iter().flatten() {
            worker.observe(mv);
        }
        self.log_scroll = 0;
        self.turn_changed();
    }

    /// Resets what belongs to a turn, and saves the game.
    fn turn_changed(&mut self) {
        self.workers.iter_mut().flatten().for_each(Worker::forget);
        if let Some(coach) = &mut self.coach {
            coach.forget();
        }
        self.advice = None;
        self.clicked = None;
        self.turn_began = Instant::now();
        self.save();
    }

    /// Writes the game to its file.
    fn save(&mut self) {
        let Some(path) = &self.settings.save else { return };
        if let Err(error) = saves::write_whole(path, &self.session.record().to_string()) {
            self.note = Some(self.words().screen.save_failed(save_error(self.words(), &error)));
        }
    }

    /// The spots that can be chosen now.
    pub(crate) fn spots(&self) -> Vec<Spot> {
        if self.session.person_chooses() { self.session.pending.spots(self.session.position()) } else { Vec::new() }
    }

    /// The spot that Enter would choose.
    pub(crate) fn cursor(&self) -> Option<Spot> {
        self.cursor.filter(|cursor| self.spots().contains(cursor))
    }

    /// The part of the move chosen so far.
    pub(crate) fn chosen(&self) -> Option<Spot> {
        match self.session.pending {
            PendingMove::SecondStudent { first } => Some(Spot::Space(first)),
            PendingMove::Destination { from } => Some(Spot::Village(from)),
            _ => None,
        }
    }

    /// What Enter would do.
    pub(crate) fn step_at_cursor(&self) -> Option<Step> {
        self.session.pending.step(self.session.position(), self.cursor()?)
    }

    /// The journey that Enter would play.
    pub(crate) fn journey_preview(&self) -> Option<JourneyReport> {
        match self.step_at_cursor()? {
            Step::Complete(Move::Journey { from, to }) => self.session.position().journey_report(from, to).ok(),
            _ => None,
        }
    }

    /// Offers only one type of move.
    pub(crate) fn choose_kind(&mut self, choice: PendingMove) {
        if !self.session.person_chooses() {
            self.note = Some(self.words().screen.not_now.to_string());
        } else if choice.spots(self.session.position()).is_empty() {
            self.note = Some(self.words().choose.impossible.to_string());
        } else {
            self.narrow(choice);
        }
    }

    /// Continues with a narrower choice and moves the cursor to one of its spots.
    fn narrow(&mut self, choice: PendingMove) {
        self.session.pending = choice;
        self.note = None;
        self.point_at(self.cursor);
        if choice != PendingMove::Open && self.cursor().is_none() {
            self.point_at(self.spots().first().copied());
        }
    }

    /// Moves the cursor to the next spot in a direction.
    pub(crate) fn go(&mut self, direction: Direction) {
        let (Some(areas), spots) = (self.areas(), self.spots()) else { return };
        self.point_at(match self.cursor() {
            Some(from) => board_view::next_spot(areas.style, &spots, from, direction).or(Some(from)),
            None => spots.first().copied(),
        });
    }

    fn point_at(&mut self, spot: Option<Spot>) {
        self.cursor = spot;
        self.clicked = None;
        self.preview_scroll = 0;
    }

    /// Moves the cursor to the next spot in village order, wrapping around.
    pub(crate) fn cycle(&mut self, forward: bool) {
        let spots = self.spots();
        let count = spots.len();
        let step = if forward { 1 } else { count.saturating_sub(1) };
        let at = self.cursor().and_then(|cursor| spots.iter().position(|&spot| spot == cursor));
        self.point_at(match at {
            Some(at) => spots.get((at + step) % count).copied(),
            None if forward => spots.first().copied(),
            None => spots.last().copied(),
        });
    }

    /// Chooses the spot at the cursor.
    pub(crate) fn choose(&mut self) {
        match self.step_at_cursor() {
            Some(Step::Further(choice)) => self.narrow(choice),
            Some(Step::Complete(mv)) => {
                self.note = None;
                self.play(mv);
            }
            None => {}
        }
    }

    /// Handles a click: the first one moves the cursor, the second one, or one that decides nothing yet, chooses.
    pub(crate) fn click(&mut self, spot: Spot) {
        if !self.session.person_chooses() {
            return;
        }
        let spots = self.spots();
        let village = match spot {
            Spot::Space(space) => Spot::Village(space.village()),
            Spot::Village(_) => spot,
        };
        let position = *self.session.position();
        let spot = if spots.contains(&spot) {
            spot
        } else if matches!(self.session.pending, PendingMove::Journey | PendingMove::Destination { .. })
            && spots.contains(&village)
        {
            // Any place in the village counts as a click on it.
            village
        } else if self.session.pending != PendingMove::Open && PendingMove::Open.spots(&position).contains(&spot) {
            // Clicking elsewhere starts over.
            self.narrow(PendingMove::Open);
            spot
        } else {
            self.note = Some(match wording::why_not(&position, spot) {
                Some(reason) => wording::refusal_with_rule(self.words(), reason),
                None => self.words().choose.impossible.to_string(),
            });
            return;
        };
        let again = self.clicked == Some(spot);
        self.point_at(Some(spot));
        self.note = None;
        match self.step_at_cursor() {
            Some(Step::Complete(_)) if !again => self.clicked = Some(spot),
            _ => self.choose(),
        }
    }

    /// Goes one step back: leaves the review, cancels the choice, or clears the note.
    pub(crate) fn back(&mut self) {
        if self.session.is_viewing() {
            self.session.view(self.session.played());
        } else if self.session.pending != PendingMove::Open {
            let chosen = self.chosen();
            self.narrow(PendingMove::Open);
            self.cursor = chosen.or(self.cursor);
        } else {
            self.cursor = None;
            self.note = None;
            self.advice = None;
        }
    }

    /// Plays a move given in notation.
    pub(crate) fn play_text(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let words = self.words();
        match text.parse::<Move>() {
            Err(_) => self.note = Some(words.choose.not_a_move(text)),
            Ok(_) if self.session.position().is_over() => self.note = Some(words.refusals.game_over.to_string()),
            Ok(_) if !self.session.person_chooses() => self.note = Some(words.screen.not_now.to_string()),
            Ok(mv) => {
                self.note = None;
                self.play(mv);
            }
        }
    }

    /// Types a letter into the prompt.
    pub(crate) fn type_letter(&mut self, letter: char) {
        if let Some(text) = self.prompt.as_mut().filter(|text| text.len() < MAX_PROMPT) {
            text.push(letter);
        }
    }

    pub(crate) fn undo(&mut self) {
        // If only computers play, they would replay the turn at once.
        self.paused |= self.session.persons() == 0;
        let done = self.session.undo();
        self.after_travel(done, |screen, turn| screen.undone(turn), self.words().screen.no_undo);
    }

    pub(crate) fn redo(&mut self) {
        let done = self.session.redo();
        self.after_travel(done, |screen, turn| screen.redone(turn), self.words().screen.no_redo);
    }

    fn after_travel(&mut self, done: bool, text: fn(&ScreenWords, String) -> String, nothing: &str) {
        if !done {
            self.note = Some(nothing.to_string());
            return;
        }
        self.log_scroll = 0;
        let turn = wording::turn(self.words(), TurnNumber::of(self.session.position()));
        self.note = Some(text(&self.words().screen, turn));
        // Workers cannot unsee a move, so undoing one replaces them.
        self.workers = workers(self.session.players(), self.settings.seed);
        self.turn_changed();
    }

    /// Asks the coach for a hint. Asking again tells more of it.
    pub(crate) fn ask_advice(&mut self) {
        if !self.session.person_chooses() {
            self.note = Some(self.words().screen.not_now.to_string());
            return;
        }
        self.note = None;
        if let Some((_, step)) = &mut self.advice {
            *step = step.next();
            return;
        }
        let visits = self.settings.coach_visits;
        self.coach.get_or_insert_with(|| Coach::start(visits)).ask(self.session.position());
    }

    /// Steps back or forward through the game.
    pub(crate) fn look(&mut self, turns: isize) {
        let shown = self.session.shown_turns();
        self.session.view(shown.saturating_add_signed(turns).min(self.session.played()));
        self.log_scroll = 0;
    }

    /// Scrolls the log towards earlier turns, or the preview that covers it.
    pub(crate) fn scroll(&mut self, turns: isize) {
        if self.journey_preview().is_some() {
            // Drawing clamps this to the length of the preview.
            self.preview_scroll = self.preview_scroll.saturating_add_signed(-turns).min(MAX_PREVIEW);
            return;
        }
        let last = self.session.shown_turns().saturating_sub(1);
        self.log_scroll = self.log_scroll.saturating_add_signed(turns).min(last);
    }

    pub(crate) fn toggle_pause(&mut self) {
        self.paused = !self.paused;
    }

    pub(crate) fn next_language(&mut self) {
        self.settings.language = self.settings.language.next();
        self.note = Some(capitalise(self.settings.language.own_name()));
    }
}

/// Why a game cannot be saved, in the reader's language where the cause is a common one.
fn save_error(words: &Words, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => words.screen.save_denied.to_string(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => words.screen.save_full.to_string(),
        _ => error.to_string(),
    }
}
