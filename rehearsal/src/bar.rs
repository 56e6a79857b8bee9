//! How far it is, for people: a bar on a terminal, lines elsewhere. Also for other programs of `wheelwright` that say so.

use std::io::{self, Write as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often a bar moves by itself.
const TICK: Duration = Duration::from_millis(200);

/// A bar of objects.
#[derive(Debug)]
pub struct Bar {
    /// Nothing where there is no terminal.
    bar: ProgressBar,
    is_quiet: bool,
}

impl Bar {
    /// Says nothing if it is quiet.
    #[must_use]
    pub fn new(is_quiet: bool) -> Self {
        let bar = if is_quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::no_length()
        };
        bar.set_style(style("{spinner} {human_pos} objects, {per_sec}"));
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        Self { bar, is_quiet }
    }

    /// Whether there is a terminal to show a bar.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        !self.bar.is_hidden()
    }

    /// So many objects are done, and so many follow, where that is known.
    pub fn set(&self, done: u64, follow: Option<u64>) {
        if let Some(follow) = follow {
            if self.bar.length().is_none() {
                let shown = "{wide_bar} {human_pos} of {human_len} objects, {per_sec}, {eta} left";
                self.bar.set_style(style(shown));
            }
            self.bar.set_length(done.saturating_add(follow));
        }
        self.bar.set_position(done);
    }

    /// A line above the bar.
    pub fn say(&self, line: &str) {
        if !self.is_quiet {
            // `eprintln!` would panic where nobody reads it.
            self.bar.suspend(|| drop(writeln!(io::stderr(), "{line}")));
        }
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
