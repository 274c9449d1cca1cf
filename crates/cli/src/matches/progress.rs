//! A bar that shows how far a match is, on terminals only.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::schedule::Schedule;
use super::statistics::mean;

/// The bar, drawn to standard error; where that is no terminal, nothing is drawn.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// At the beginning of a match.
    pub(crate) fn new(schedule: &Schedule) -> Progress {
        let bar = ProgressBar::new(schedule.games());
        let template = "{bar:30} {pos} of {len} games, {elapsed} so far, {eta} left{msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        // The time goes on although a game takes long.
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_secs(1));
        }
        Progress(bar)
    }

    /// One more game is over.
    pub(crate) fn game_over(&self) {
        self.0.inc(1);
    }

    /// Shows the share of victories of bot A, and how far a sequential test has come.
    pub(crate) fn show(&self, round_means: &[f64], log_likelihood_ratio: Option<f64>) {
        let test = log_likelihood_ratio.map_or(String::new(), |ratio| format!(", ratio {ratio:+.2}"));
        self.0.set_message(format!("; A wins {:.1} %{test}", 100.0 * mean(round_means)));
    }
}

impl Drop for Progress {
    /// Leaves the terminal as if there had been no bar, whatever ended the match.
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
