//! A progress bar on stderr, where that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// Steps of the bar for each size.
const STEPS: f64 = 1000.0;

/// How far the run is.
pub struct Progress {
    bar: ProgressBar,
    size: usize,
}

impl Progress {
    /// For a run over so many sizes.
    pub fn new(sizes: usize) -> Self {
        let style = ProgressStyle::with_template("{bar:40} {msg}  {elapsed}");
        let bar = ProgressBar::new(sizes as u64 * STEPS as u64);
        Self { bar: bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())), size: 0 }
    }

    /// Says what happens now, and what share of the present size's work is done.
    pub fn tell(&self, what: impl Into<String>, share: f64) {
        self.bar.set_message(what.into());
        self.bar.set_position((self.size as f64 * STEPS + share.clamp(0.0, 1.0) * STEPS) as u64);
    }

    /// Ends the present size.
    pub fn next(&mut self) {
        self.size += 1;
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
