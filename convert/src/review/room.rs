//! What objects may take while they are converted.

use std::{
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// Objects of a review that have more bytes than this are not converted: 8 MiB. An API server takes 3 MiB of one from a client,
/// and etcd 1.5 MiB.
pub const MAX_OBJECT: usize = 8 << 20;

/// Objects up to this many bytes need no room.
const SMALL: usize = 64 << 10;

/// How long an object waits for room: less than an API server waits for an answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// An object takes up to forty times its bytes while it is converted, so all larger ones of a process have together the room of
/// one of the largest, in the order in which they come.
static ROOM: Room = Room::new();

struct Room {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    free: usize,
    /// The number that who comes next gets.
    next: u64,
    /// Whose turn it is.
    turn: u64,
}

/// Room that is an object's until this is dropped.
pub(super) struct Taken<'r> {
    room: &'r Room,
    bytes: usize,
}

/// Waits for the room that an object needs, or says why it gets none.
pub(super) fn room_for(bytes: usize) -> Result<Option<Taken<'static>>, String> {
    if bytes <= SMALL {
        return Ok(None);
    }
    if bytes > MAX_OBJECT {
        return Err(format!(
            "it has {bytes} bytes, and objects of more than {MAX_OBJECT} are not converted"
        ));
    }
    let taken = ROOM.take(bytes, PATIENCE);
    taken
        .map(Some)
        .ok_or_else(|| "too many large objects are converted at once, try again".to_owned())
}

impl Room {
    const fn new() -> Self {
        Self {
            state: Mutex::new(State {
                free: MAX_OBJECT,
                next: 0,
                turn: 0,
            }),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, bytes: usize, patience: Duration) -> Option<Taken<'_>> {
        let until = Instant::now() + patience;
        let mut state = self.state();
        let number = state.next;
        state.next += 1;
        let mut gives_up = false;
        // Who gives up waits for its turn all the same, which comes as those before it get room or give up.
        while state.turn != number || (state.free < bytes && !gives_up) {
            let left = until.saturating_duration_since(Instant::now());
            gives_up = left.is_zero();
            state = if gives_up && state.turn != number {
                self.changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner)
            } else {
                let waited = self.changed.wait_timeout(state, left);
                waited.unwrap_or_else(PoisonError::into_inner).0
            };
        }
        state.turn += 1;
        let has_room = state.free >= bytes;
        if has_room {
            state.free -= bytes;
        }
        drop(state);
        self.changed.notify_all();
        has_room.then(|| Taken { room: self, bytes })
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.room.state().free += self.bytes;
        self.room.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicUsize, Ordering},
        thread,
    };

    use super::*;

    #[test]
    fn objects_have_no_more_room_together_than_there_is() {
        let room = Room::new();
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (room, now, most) = (&room, &now, &most);
        thread::scope(|scope| {
            for part in 1..=8 {
                scope.spawn(move || {
                    for _ in 0..50 {
                        let bytes = MAX_OBJECT / part;
                        let taken = room.take(bytes, PATIENCE).expect("room in time");
                        let all = now.fetch_add(bytes, Ordering::SeqCst) + bytes;
                        most.fetch_max(all, Ordering::SeqCst);
                        thread::yield_now();
                        now.fetch_sub(bytes, Ordering::SeqCst);
                        drop(taken);
                    }
                });
            }
        });
        let most = most.load(Ordering::SeqCst);
        assert!(most <= MAX_OBJECT, "{most}");
        assert_eq!(room.state().free, MAX_OBJECT);
    }

    #[test]
    fn who_waits_too_long_gives_up_and_those_after_it_do_not() {
        let room = Room::new();
        let first = room.take(MAX_OBJECT - 1, PATIENCE).expect("it is free");
        let small = Duration::from_millis(20);
        assert!(room.take(2, small).is_none());
        thread::scope(|scope| {
            let late = scope.spawn(|| room.take(2, small).is_none());
            assert!(late.join().expect("no panic"));
            let next = scope.spawn(|| room.take(1, PATIENCE).is_some());
            assert!(next.join().expect("no panic"));
        });
        drop(first);
        assert!(room.take(MAX_OBJECT, small).is_some());
    }

    #[test]
    fn what_is_too_large_is_refused_at_once_and_what_is_small_needs_nothing() {
        assert!(room_for(SMALL).is_ok_and(|taken| taken.is_none()));
        let why = room_for(MAX_OBJECT + 1).err().unwrap_or_default();
        assert!(
            why.contains("8388609 bytes") && why.contains("8388608"),
            "{why}"
        );
    }
}
