//! Who is at work, for whoever waits: a conversion cannot be stopped from outside, but it can be named.

use std::{
    cell::RefCell,
    io::{self, Write},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::table::Side;

use super::plan::{Direction, StepPlan};

/// What takes longer than this is named.
const PATIENCE: Duration = Duration::from_secs(3);
/// And again after this, as long as it lasts.
const AGAIN: Duration = Duration::from_mins(1);
/// As much of an object is shown.
const SHOWN: usize = 2000;

thread_local! {
    static WATCHED: RefCell<Option<Arc<Watched>>> = const { RefCell::new(None) };
}

/// Watches over what this thread converts, and names what takes long on the error stream. Ends when it is dropped.
pub(super) struct Watch {
    watched: Arc<Watched>,
    thread: Option<JoinHandle<()>>,
}

struct Watched {
    what: String,
    now: Mutex<Now>,
    ended: Condvar,
    say: fn(&str),
}

#[derive(Default)]
struct Now {
    /// What is tried, and since when.
    object: Option<(String, Instant)>,
    /// The function of the author's that runs, and since when.
    function: Option<(String, Instant)>,
    /// When it was last named.
    said: Option<Instant>,
    has_ended: bool,
}

impl Watch {
    /// Watches over what is called so.
    pub(super) fn over(what: String) -> Self {
        Self::saying(what, PATIENCE, aloud)
    }

    fn saying(what: String, patience: Duration, say: fn(&str)) -> Self {
        let watched = Arc::new(Watched {
            what,
            now: Mutex::default(),
            ended: Condvar::new(),
            say,
        });
        WATCHED.set(Some(Arc::clone(&watched)));
        let seen = Arc::clone(&watched);
        // Where there are no threads to be had, nobody watches.
        let thread = thread::Builder::new()
            .name("wheelwright-watch".to_owned())
            .spawn(move || seen.wait(patience));
        Self {
            watched,
            thread: thread.ok(),
        }
    }

    /// Notes that this is what is converted from here on.
    pub(super) fn object(&self, object: impl FnOnce() -> String) {
        let mut now = self.watched.now();
        now.object = Some((object(), Instant::now()));
        now.said = None;
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        WATCHED.set(None);
        self.watched.now().has_ended = true;
        self.watched.ended.notify_all();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

impl Watched {
    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self, patience: Duration) {
        let mut now = self.now();
        while !now.has_ended {
            if let Some(text) = now.overdue(&self.what, patience) {
                now.said = Some(Instant::now());
                (self.say)(&text);
            }
            let waited = self.ended.wait_timeout(now, patience / 4);
            now = waited.map_or_else(|error| error.into_inner().0, |(now, _)| now);
        }
    }
}

impl Now {
    /// What to say of what takes too long.
    fn overdue(&self, what: &str, patience: Duration) -> Option<String> {
        let (object, since) = self.object.as_ref()?;
        let is_due = match self.said {
            None => since.elapsed() >= patience,
            Some(said) => said.elapsed() >= AGAIN,
        };
        if !is_due {
            return None;
        }
        let by = match &self.function {
            Some((function, since)) if since.elapsed() >= patience / 2 => {
                format!("in {function}, which has run for {:.0?}", since.elapsed())
            }
            Some((function, _)) => format!("now in {function}"),
            None => "in no function of yours".to_owned(),
        };
        let mut object: String = object.clone();
        if let Some((at, _)) = object.char_indices().nth(SHOWN) {
            object.truncate(at);
            object.push('…');
        }
        let since = since.elapsed();
        Some(format!(
            "{what}: one object has taken {since:.0?}, {by}\n{object}"
        ))
    }
}

/// Around what captures tests: who waits is to see it.
fn aloud(text: &str) {
    drop(writeln!(io::stderr(), "{text}"));
}

/// Runs a function of the author's, and has it named if it takes long and somebody watches.
pub(super) fn in_function<T>(name: impl FnOnce() -> String, run: impl FnOnce() -> T) -> T {
    let watched = WATCHED.with_borrow(Clone::clone);
    let Some(watched) = watched else {
        return run();
    };
    watched.now().function = Some((name(), Instant::now()));
    let outcome = run();
    watched.now().function = None;
    outcome
}

/// The function of a step.
pub(super) fn name_of(step: &StepPlan, direction: Direction) -> String {
    let names = |side: Side| {
        let places = step.places.of(side).iter();
        let names: Vec<&str> = places.map(super::plan::Place::name).collect();
        names.join(", ")
    };
    let (from, to) = (names(direction.from()), names(direction.to()));
    let line = step.table.map_or(0, |table| table.line);
    format!("the function that makes `{to}` of `{from}` (`#[spoke(…)]` in line {line})")
}

#[cfg(test)]
mod tests {
    use super::*;

    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());

    fn note(text: &str) {
        SAID.lock().unwrap().push(text.to_owned());
    }

    #[test]
    fn what_takes_long_is_named_once_and_what_does_not_is_not() {
        let watch = Watch::saying("laws of Pizza".to_owned(), Duration::from_millis(40), note);
        watch.object(|| "quick".to_owned());
        in_function(|| "f".to_owned(), || ());
        watch.object(|| "slow".to_owned());
        in_function(
            || "the function g".to_owned(),
            || {
                let start = Instant::now();
                while SAID.lock().unwrap().is_empty() {
                    assert!(
                        start.elapsed() < Duration::from_secs(20),
                        "nobody said anything"
                    );
                    thread::sleep(Duration::from_millis(5));
                }
                thread::sleep(Duration::from_millis(150));
            },
        );
        drop(watch);
        let said = SAID.lock().unwrap();
        let [text] = &said[..] else {
            panic!("{said:?}");
        };
        assert!(
            text.starts_with("laws of Pizza: one object has taken ")
                && text.contains("in the function g, which has run for")
                && text.ends_with("\nslow"),
            "{text}"
        );
    }
}
