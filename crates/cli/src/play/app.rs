//! The running program: the session, what the person is doing with it, and the computer players' threads.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ratatui::layout::Size;
use shangrila_ai::{BotSpec, Thought};
use shangrila_i18n::{Language, ScreenWords, Words, capitalise};
use shangrila_rules::{Choices, Clan, JourneyReport, Move};

use super::board_view::{self, Direction};
use super::bots::{self, Worker};
use super::palette::Palette;
use super::saves;
use super::screen::Areas;
use shangrila_table::{PendingMove, Player, Session, Spot, Step, TurnNumber, wording};

/// How long a forced pass is announced.
const PASS_PACE: Duration = Duration::from_millis(900);
/// A step of the little wheel.
const BEAT: Duration = Duration::from_millis(120);
/// Lines of the longest preview.
const MAX_PREVIEW: usize = 40;
/// A move in notation is shorter than this.
const MAX_PROMPT: usize = 24;

/// What does not change while the program runs, but for the language.
pub(crate) struct Settings {
    pub(crate) language: Language,
    pub(crate) colours: bool,
    /// For the computer players.
    pub(crate) seed: u64,
    /// Who is asked for advice.
    pub(crate) adviser: BotSpec,
    /// Where the game is saved, if anywhere.
    pub(crate) save: Option<PathBuf>,
    /// Whether moves come no faster than people like to see them.
    pub(crate) unhurried: bool,
}

/// The computer players by seat; nobody for a person.
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
    /// A move that is being typed.
    pub(crate) prompt: Option<String>,
    /// The latest thing to say.
    pub(crate) note: Option<String>,
    pub(crate) help: bool,
    pub(crate) help_scroll: usize,
    /// Turns below the lower end of the log.
    pub(crate) log_scroll: usize,
    /// Lines above the upper end of a journey's preview.
    pub(crate) preview_scroll: usize,
    pub(crate) paused: bool,
    /// What was advised for this turn.
    pub(crate) advice: Option<Thought>,
    /// Where the little wheel stands.
    pub(crate) beat: usize,
    pub(crate) quit: bool,
    settings: Settings,
    cursor: Option<Spot>,
    /// The spot of the last click; a second click there plays.
    clicked: Option<Spot>,
    /// By seat; nobody for a person.
    workers: Vec<Option<Worker>>,
    adviser: Option<Worker>,
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
            adviser: None,
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

    /// The name of whoever plays a clan.
    pub(crate) fn shown_player(&self, clan: Clan) -> String {
        let alone = self.session.persons() == 1;
        self.session.player(clan).map_or(String::new(), |player| player.shown_name(self.words(), alone))
    }

    /// Whether something will happen without anyone touching a key.
    pub(crate) fn is_waiting(&self) -> bool {
        self.is_looking_for_advice() || !(self.session.person_chooses() || self.session.position().is_over())
    }

    pub(crate) fn is_looking_for_advice(&self) -> bool {
        self.adviser.as_ref().is_some_and(|adviser| adviser.asked_since().is_some())
    }

    /// Lets the others play: computer players, and persons who can only pass.
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
        let lost = |spec: BotSpec| format!("the computer player {spec} has broken down");
        let Some(worker) = &mut self.workers[seat.index()] else { return Err(lost(spec)) };
        if worker.asked_since().is_none() {
            worker.ask(&position, bots::limits(spec));
        }
        let thought = worker.answer(pace).map_err(|_| lost(spec))?;
        if let Some(thought) = thought {
            if !position.is_legal(thought.mv) {
                return Err(format!("the computer player {spec} wants to play {}, which is not legal", thought.mv));
            }
            self.note = None;
            self.play(thought.mv);
        }
        Ok(())
    }

    fn hear_advice(&mut self) -> Result<(), String> {
        let Some(adviser) = &mut self.adviser else { return Ok(()) };
        let thought = adviser.answer(Duration::ZERO).map_err(|_| "the adviser has broken down")?;
        self.advice = thought.or(self.advice);
        Ok(())
    }

    /// The advice for this turn in words.
    pub(crate) fn advice_words(&self) -> Option<String> {
        let (Thought { mv, outlook, visits }, clan) = (self.advice?, self.session.position().to_move()?);
        let words = self.words();
        let player = Player::Bot(self.settings.adviser).shown_name(words, false);
        let text = wording::move_words(words, wording::clan(words, clan), mv);
        let advice = words.screen.hint(player, text, mv);
        // Who has looked at nothing, because there was nothing to choose, knows no chances.
        if visits == 0 {
            return Some(advice);
        }
        let percent = (100.0 * outlook.wins[clan]).round() as u32;
        Some(format!("{advice} {}", words.table.advice_chance(percent)))
    }

    /// Plays a move for whoever is to move, and tells everyone.
    fn play(&mut self, mv: Move) {
        if let Err(reason) = self.session.play(mv) {
            self.note = Some(wording::refusal_with_rule(self.words(), reason));
            return;
        }
        for worker in self.workers.iter().flatten().chain(&self.adviser) {
            worker.observe(mv);
        }
        self.log_scroll = 0;
        self.turn_changed();
    }

    /// After every turn that was played or taken back.
    fn turn_changed(&mut self) {
        self.workers.iter_mut().flatten().for_each(Worker::forget);
        if let Some(adviser) = &mut self.adviser {
            adviser.forget();
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

    /// Where one can point now.
    pub(crate) fn spots(&self) -> Vec<Spot> {
        if self.session.person_chooses() { self.session.pending.spots(self.session.position()) } else { Vec::new() }
    }

    /// The spot that Enter would choose.
    pub(crate) fn cursor(&self) -> Option<Spot> {
        self.cursor.filter(|cursor| self.spots().contains(cursor))
    }

    /// What is chosen of a move so far.
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

    /// The journey that Enter would send.
    pub(crate) fn journey_preview(&self) -> Option<JourneyReport> {
        match self.step_at_cursor()? {
            Step::Complete(Move::Journey { from, to }) => self.session.position().journey_report(from, to).ok(),
            _ => None,
        }
    }

    /// Offers one kind of move only.
    pub(crate) fn choose_kind(&mut self, choice: PendingMove) {
        if !self.session.person_chooses() {
            self.note = Some(self.words().screen.not_now.to_string());
        } else if choice.spots(self.session.position()).is_empty() {
            self.note = Some(self.words().choose.impossible.to_string());
        } else {
            self.narrow(choice);
        }
    }

    /// Goes on to a narrower choice and points at something that can be chosen in it.
    fn narrow(&mut self, choice: PendingMove) {
        self.session.pending = choice;
        self.note = None;
        self.point_at(self.cursor);
        if choice != PendingMove::Open && self.cursor().is_none() {
            self.point_at(self.spots().first().copied());
        }
    }

    /// Points at the next spot in a direction.
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

    /// Points at the next spot in the order of the villages, around in a circle.
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

    /// Chooses what the cursor points at.
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

    /// Points at a spot with the mouse; the second time, or where nothing is decided yet, chooses it.
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
            // A whole village is easier to hit than its letter.
            village
        } else if self.session.pending != PendingMove::Open && PendingMove::Open.spots(&position).contains(&spot) {
            // Pointing at something else is changing one's mind.
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

    /// One step back: out of looking back, out of a half-made choice, then the note.
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

    /// Plays a move in notation, if it is one and legal.
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

    /// Adds a letter to the move that is being typed.
    pub(crate) fn type_letter(&mut self, letter: char) {
        if let Some(text) = self.prompt.as_mut().filter(|text| text.len() < MAX_PROMPT) {
            text.push(letter);
        }
    }

    pub(crate) fn undo(&mut self) {
        // Without persons nothing would stop the computer players from playing the same again.
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
        // Nobody can be told that a move was not played after all, so those who watched are replaced.
        self.workers = workers(self.session.players(), self.settings.seed);
        self.adviser = None;
        self.turn_changed();
    }

    /// Asks the strongest player what it would do.
    pub(crate) fn ask_advice(&mut self) {
        if !self.session.person_chooses() {
            self.note = Some(self.words().screen.not_now.to_string());
            return;
        }
        let (spec, seed) = (self.settings.adviser, self.settings.seed);
        let adviser = self.adviser.get_or_insert_with(|| Worker::start(spec.bot(seed)));
        adviser.ask(self.session.position(), bots::limits(spec));
        self.note = None;
    }

    /// Looks back, or forward again.
    pub(crate) fn look(&mut self, turns: isize) {
        let shown = self.session.shown_turns();
        self.session.view(shown.saturating_add_signed(turns).min(self.session.played()));
        self.log_scroll = 0;
    }

    /// Scrolls the log towards earlier turns, or the preview that covers it.
    pub(crate) fn scroll(&mut self, turns: isize) {
        if self.journey_preview().is_some() {
            // The preview is shorter than the window is high, most of the time; drawing it finds its end.
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
