//! How much is tried, and what was.

use std::{
    fmt,
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};

/// So many objects are tried before time counts.
const LEAST: usize = 60;
/// Progress is shown from here on, and as often.
const PACE: Duration = Duration::from_secs(1);

/// When to end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) rounds: usize,
    pub(super) start: Instant,
    /// The end, where time counts.
    pub(super) time: Option<Duration>,
}

impl Limits {
    /// Whether time is over, and enough was tried.
    pub(super) fn are_reached(&self, tried: Tried) -> bool {
        let is_over = |time| self.start.elapsed() >= time;
        tried.objects >= LEAST && self.time.is_some_and(is_over)
    }
}

/// What was tried.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tried {
    pub(super) objects: usize,
    pub(super) rounds: usize,
    /// Time was over before all rounds were tried.
    pub(super) is_cut: bool,
}

/// What was tried of what was asked for, in words.
pub(super) struct Summary<'t> {
    pub(super) kind: &'t str,
    pub(super) tried: Tried,
    pub(super) rounds: usize,
    pub(super) time: Duration,
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tried {
            objects, rounds, ..
        } = self.tried;
        write!(
            f,
            "laws of {}: {objects} objects tried in {:.1?}, {rounds} of {} rounds",
            self.kind, self.time, self.rounds
        )?;
        if self.tried.is_cut {
            write!(
                f,
                ": the time was over; `laws().rounds({0}).check()` tries all of them, and with `[profile.dev.package.\"*\"] \
                 opt-level = 1` in `Cargo.toml` they take a fraction of it",
                self.rounds
            )?;
        }
        Ok(())
    }
}

/// A line on a terminal that says how far it is.
pub(super) struct Progress {
    what: String,
    is_shown: bool,
    last: Instant,
    has_line: bool,
}

impl Progress {
    pub(super) fn of(what: String) -> Self {
        Self {
            what,
            is_shown: io::stderr().is_terminal(),
            last: Instant::now(),
            has_line: false,
        }
    }

    pub(super) fn show(&mut self, tried: Tried, limits: Limits) {
        if self.is_shown && self.last.elapsed() >= PACE {
            (self.last, self.has_line) = (Instant::now(), true);
            let (objects, round, rounds) = (tried.objects, tried.rounds, limits.rounds);
            let text = format!(
                "\r{}: {objects} objects tried, round {round} of {rounds}",
                self.what
            );
            drop(write!(io::stderr(), "{text}"));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.has_line {
            drop(writeln!(io::stderr()));
        }
    }
}
