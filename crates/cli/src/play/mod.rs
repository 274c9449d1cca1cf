//! `shangrila play`: the game in the terminal.
//!
//! [`shangrila_table::Session`] is the game itself; [`app::App`] adds what a person is doing with it and runs the computer players. `input` handles
//! events, `screen` draws. This file opens and closes the terminal.

mod app;
mod board_view;
mod bots;
mod coach;
mod input;
mod palette;
mod panels;
mod saves;
mod screen;
mod table;
#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use shangrila_i18n::Language;
use shangrila_study::StudySearch;

use crate::args::PlayArgs;
use crate::{Failure, refused};
use app::{App, Settings};

/// How long to wait for an event, while something else may happen and while nothing will.
const SHORT_WAIT: Duration = Duration::from_millis(40);
const LONG_WAIT: Duration = Duration::from_millis(500);

/// The language of the locale.
pub(crate) fn language_of_locale() -> Language {
    table::language(|name| std::env::var_os(name))
}

/// Runs a game until the person quits.
pub(crate) fn run(args: &PlayArgs) -> Result<(), Failure> {
    if !io::stdin().is_terminal() || !stdout().is_terminal() {
        return Err(refused("play needs a terminal for its input and output; `shangrila engine` is for programs"));
    }
    let variable = |name: &str| std::env::var_os(name);
    let table = table::prepare(args, variable).map_err(refused)?;
    let settings = Settings {
        language: args.language.unwrap_or_else(language_of_locale),
        colours: variable("NO_COLOR").is_none_or(|value| value.is_empty()),
        seed: args.seed.unwrap_or_else(|| fastrand::u64(..)),
        coach_visits: StudySearch::VISITS,
        save: table.save,
        unhurried: true,
    };
    let mut app = App::new(table.session, settings);
    if table.unfinished {
        app.note = Some(app.words().screen.resume_offer.to_string());
    }

    let ended = ended_by_signal()?;
    let mut terminal = ratatui::try_init()?;
    let breakdown = guard_terminal();
    let played = execute!(stdout(), EnableMouseCapture).map_err(Failure::from);
    let played = played.and_then(|()| play(&mut terminal, &mut app, &ended));
    release_mouse();
    ratatui::restore();
    if let Some(what) = breakdown.lock().ok().and_then(|mut what| what.take()) {
        anstream::eprintln!("{what}");
    }
    say_goodbye(&app, args);
    played
}

/// Restores the terminal before a panic is reported, and holds back reports from other threads until it is restored.
fn guard_terminal() -> Arc<Mutex<Option<String>>> {
    let kept = Arc::new(Mutex::new(None));
    let (report, screen) = (Arc::clone(&kept), thread::current().id());
    // Ratatui's hook restores the terminal, but not the mouse.
    let restore = panic::take_hook();
    panic::set_hook(Box::new(move |what| {
        // If panics unwind, the main thread outlives a crashed computer player, notices, and shuts down properly.
        if cfg!(panic = "unwind") && thread::current().id() != screen {
            if let Ok(mut report) = report.lock() {
                *report = Some(what.to_string());
            }
            return;
        }
        // If they abort, nothing may be drawn from here on.
        let output = stdout().lock();
        release_mouse();
        restore(what);
        if !cfg!(panic = "unwind") {
            std::mem::forget(output);
        }
    }));
    kept
}

/// Prints where the game is saved and how to continue it.
fn say_goodbye(app: &App, args: &PlayArgs) {
    let Some(file) = app.save_file().filter(|file| app.session.played() > 0 && file.exists()) else { return };
    let (words, file) = (&app.words().screen, file.display().to_string());
    anstream::println!("{}", words.saved(&file));
    if !app.session.position().is_over() {
        let among_data = args.save.is_none() && args.record.is_none();
        let which = if among_data { "--resume" } else { &file };
        anstream::println!("{}", words.resume(format!("shangrila play {which}")));
    }
}

/// Ignores errors, which would hide the one that led here.
fn release_mouse() {
    let _ = execute!(stdout(), DisableMouseCapture);
}

/// A flag set by SIGTERM, so that the game shuts down properly and restores the terminal. On SIGHUP the terminal is gone and the program just
/// ends.
fn ended_by_signal() -> Result<Arc<AtomicBool>, Failure> {
    let ended = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGTERM, Arc::clone(&ended))
        .map_err(|error| refused(format!("cannot listen to signals: {error}")))?;
    Ok(ended)
}

fn play(terminal: &mut DefaultTerminal, app: &mut App, ended: &AtomicBool) -> Result<(), Failure> {
    while !app.quit && !ended.load(Ordering::Relaxed) {
        app.resize(terminal.size()?);
        terminal.draw(|frame| screen::draw(frame, app))?;
        let wait = if app.is_waiting() { SHORT_WAIT } else { LONG_WAIT };
        if event::poll(wait)? {
            // Handle all pending events before drawing again.
            while event::poll(Duration::ZERO)? {
                input::handle(app, &event::read()?);
            }
        }
        app.tick().map_err(refused)?;
    }
    Ok(())
}
