//! What functions have to know of the evaluation that calls them.

use std::cell::Cell;

use crate::KubeVersion;
use crate::failure::{EvalError, Outcome};

/// How many elements and how many bytes, by the hundred, the functions of one evaluation may look at.
///
/// The server's costs do not see all that its functions do: printing a list costs what the text around it is long, and
/// comparing lists of lists costs what the outer ones are long. Rules of real clusters come nowhere near.
const MOST_WORK: u64 = 20_000_000;

/// The server, and the work done so far.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context<'w> {
    pub(crate) server: KubeVersion,
    done: &'w Cell<u64>,
}

impl<'w> Context<'w> {
    pub(crate) const fn new(server: KubeVersion, done: &'w Cell<u64>) -> Self {
        Self { server, done }
    }

    /// Counts work, which ends the evaluation when it is too much.
    pub(crate) fn work(self, steps: u64) -> Outcome<()> {
        let done = self.done.get().saturating_add(steps);
        self.done.set(done);
        if done > MOST_WORK {
            return Err(EvalError::over_budget());
        }
        Ok(())
    }

    /// Counts the bytes of a text that is made.
    pub(crate) fn bytes(self, length: usize) -> Outcome<()> {
        self.work(length as u64 / 100 + 1)
    }
}
