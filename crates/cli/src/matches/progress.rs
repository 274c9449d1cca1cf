//! The progress bar of a match, shown only on terminals.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::schedule::Schedule;
use super::statistics::mean;

/// A bar on standard error; nothing is drawn if that is not a terminal.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Creates the bar at the start of a match.
    pub(crate) fn new(schedule: &Schedule) -> Progress {
        let bar = ProgressBar::new(schedule.games());
        let template = "{bar:30} {pos} of {len} games, {elapsed} elapsed, {eta} left{msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        // Keep the elapsed time running during long games.
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_secs(1));
        }
        Progress(bar)
    }

    /// Counts a finished game.
    pub(crate) fn game_over(&self) {
        self.0.inc(1);
    }

    /// Shows the win rate of bot A and the state of the sequential test.
    pub(crate) fn show(&self, round_means: &[f64], log_likelihood_ratio: Option<f64>) {
        let test = log_likelihood_ratio.map_or(String::new(), |ratio| format!(", log-likelihood ratio {ratio:+.2}"));
        self.0.set_message(format!("; A wins {:.1}%{test}", 100.0 * mean(round_means)));
    }
}

impl Drop for Progress {
    /// Clears the bar, however the match ended.
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
