//! All open connections, and which of them makes room for the next.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{Notify, oneshot};

/// A quarter of the places is for those that have said nothing, one for handshakes and one for those without a request yet.
/// Each caller is one of them for a moment, and must not have to leave in it because others have filled the rest.
const SHARE: usize = 4;

/// A sixteenth of the limit may be on its way out, in addition to it.
const LEAVING: usize = 16;

/// What a connection waits for that has no request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// What TLS begins with, in full.
    Hello,
    /// The end of its handshake.
    Handshake,
    /// Its first request.
    FirstRequest,
    /// Its next request.
    NextRequest,
}

impl Wait {
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Hello => "hello",
            Self::Handshake => "handshake",
            Self::FirstRequest => "first_request",
            Self::NextRequest => "next_request",
        }
    }
}

/// How a connection makes room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leave {
    /// Its client is told first, so that no request is lost.
    Graceful,
    /// At once.
    Now,
}

/// The connections of a server.
#[derive(Debug)]
pub(super) struct Connections {
    limit: usize,
    state: Mutex<State>,
    /// There may be room, or somebody who can make it.
    room: Notify,
    /// One has ended.
    ended: Notify,
}

#[derive(Debug, Default)]
struct State {
    open: usize,
    /// Those of them that make room.
    leaving: usize,
    /// The last that began to wait.
    number: u64,
    /// Those without a request by what they wait for, the oldest first.
    waiting: [BTreeMap<u64, oneshot::Sender<Leave>>; 4],
}

impl State {
    fn staying(&self) -> usize {
        self.open.saturating_sub(self.leaving)
    }

    fn count(&self, wait: Wait) -> usize {
        self.waiting[wait as usize].len()
    }

    fn wait(&mut self, wait: Wait, leave: oneshot::Sender<Leave>) -> At {
        self.number += 1;
        self.waiting[wait as usize].insert(self.number, leave);
        At::Waiting(wait, self.number)
    }

    /// Of whom the oldest is missed least: of the silent ones, then of those without a handshake, then of those that never had
    /// a request, each while they have their share; then of those that had one. Where most have requests, whoever waits.
    fn least_missed(&self) -> Option<Wait> {
        let has_share =
            |wait: &Wait| self.count(*wait) > 0 && self.count(*wait) * SHARE >= self.staying();
        let new = [Wait::Hello, Wait::Handshake, Wait::FirstRequest];
        let idle_first = [Wait::NextRequest].into_iter().chain(new);
        new.into_iter()
            .find(has_share)
            .or_else(|| idle_first.into_iter().find(|wait| self.count(*wait) > 0))
    }

    /// Makes one leave; nothing if all have requests.
    fn evict(&mut self, most_leaving: usize) -> Option<Wait> {
        let wait = self.least_missed()?;
        let (_, leave) = self.waiting[wait as usize].pop_first()?;
        let how = match wait {
            Wait::NextRequest if self.leaving < most_leaving => Leave::Graceful,
            _ => Leave::Now,
        };
        // Who hears nothing any more is ending.
        let _ = leave.send(how);
        self.leaving += 1;
        Some(wait)
    }
}

impl Connections {
    pub(super) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self {
            limit,
            state: Mutex::default(),
            room: Notify::new(),
            ended: Notify::new(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn most_leaving(&self) -> usize {
        (self.limit / LEAVING).max(1)
    }

    /// How many may be let in before they are looked at: a hello that is there is to be read before so many others come that
    /// its connection would have to make room. One at a time, more would come than are let in.
    pub(super) fn most_in_a_row(&self) -> usize {
        (self.limit / (SHARE * 8)).clamp(1, 32)
    }

    /// Whether three quarters of all places are taken.
    pub(super) fn is_crowded(&self) -> bool {
        self.state().open >= self.limit - self.limit / 4
    }

    /// A place for a new connection, as soon as there is one; what is evicted for it is told to `evicted`. One may wait at a
    /// time.
    pub(super) async fn enter(self: &Arc<Self>, mut evicted: impl FnMut(Wait)) -> Place {
        loop {
            if let Some(place) = self.try_enter(&mut evicted) {
                return place;
            }
            self.room.notified().await;
        }
    }

    fn try_enter(self: &Arc<Self>, evicted: &mut impl FnMut(Wait)) -> Option<Place> {
        let mut state = self.state();
        let most_leaving = self.most_leaving();
        if state.staying() >= self.limit {
            evicted(state.evict(most_leaving)?);
        }
        if state.open >= self.limit + most_leaving {
            return None;
        }
        state.open += 1;
        let (sender, leave) = oneshot::channel();
        let at = state.wait(Wait::Hello, sender);
        drop(state);
        let standing = Arc::new(Standing {
            connections: Arc::clone(self),
            at: Mutex::new(at),
        });
        Some(Place { standing, leave })
    }

    /// Makes one leave although the limit is not reached, and waits until one has ended: where the process can have no more.
    pub(super) async fn shrink(&self, evicted: impl FnOnce(Wait)) {
        {
            let mut state = self.state();
            if state.leaving == 0
                && let Some(wait) = state.evict(0)
            {
                evicted(wait);
            }
        }
        self.room.notified().await;
    }

    /// Waits until none is left.
    pub(super) async fn ended(&self) {
        while self.state().open > 0 {
            self.ended.notified().await;
        }
    }
}

/// A connection's place among the others, until this is dropped.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) standing: Arc<Standing>,
    /// When it is to make room, and how.
    pub(super) leave: oneshot::Receiver<Leave>,
}

impl Place {
    /// Its handshake has begun; false if it has to leave.
    pub(super) fn greeted(&mut self) -> bool {
        self.proceed(Wait::Handshake)
    }

    /// Its handshake is done; false if it has to leave.
    pub(super) fn secured(&mut self) -> bool {
        self.proceed(Wait::FirstRequest)
    }

    /// Who was told to make room had spoken by then, and was not read yet: where the system takes a processor from the server
    /// for some milliseconds, more connections come meanwhile than have a share.
    fn proceed(&mut self, wait: Wait) -> bool {
        self.standing.change(|state, leave| state.wait(wait, leave)) || self.stay(wait)
    }

    /// Lets it wait on although it was to make room: another leaves in its stead, unless all others have requests. Only one of
    /// the two counts as evicted.
    pub(super) fn stay(&mut self, wait: Wait) -> bool {
        let Standing { connections, at } = &*self.standing;
        let mut at = at.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = connections.state();
        if state.evict(connections.most_leaving()).is_none() {
            return false;
        }
        state.leaving -= 1;
        let (sender, leave) = oneshot::channel();
        *at = state.wait(wait, sender);
        drop(state);
        drop(at);
        self.leave = leave;
        true
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Standing { connections, at } = &*self.standing;
        let at = std::mem::replace(
            &mut *at.lock().unwrap_or_else(PoisonError::into_inner),
            At::Leaving,
        );
        let mut state = connections.state();
        let was_leaving = match at {
            At::Waiting(wait, number) => state.waiting[wait as usize].remove(&number).is_none(),
            At::Asked(_) => false,
            At::Leaving => true,
        };
        state.open -= 1;
        state.leaving -= usize::from(was_leaving);
        drop(state);
        connections.room.notify_one();
        connections.ended.notify_one();
    }
}

/// What a connection is at, as the others see it.
#[derive(Debug)]
pub(super) struct Standing {
    connections: Arc<Connections>,
    at: Mutex<At>,
}

#[derive(Debug)]
enum At {
    Waiting(Wait, u64),
    /// It has requests, and stays.
    Asked(oneshot::Sender<Leave>),
    Leaving,
}

impl Standing {
    /// Whether it had not been told to make room.
    fn change(&self, change: impl FnOnce(&mut State, oneshot::Sender<Leave>) -> At) -> bool {
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = self.connections.state();
        let leave = match std::mem::replace(&mut *at, At::Leaving) {
            At::Waiting(wait, number) => state.waiting[wait as usize].remove(&number),
            At::Asked(leave) => Some(leave),
            At::Leaving => None,
        };
        let Some(leave) = leave else { return false };
        *at = change(&mut state, leave);
        true
    }

    /// It has a request, and stays even if it was told to make room: until that is answered.
    pub(super) fn asked(&self) {
        self.change(|_, leave| At::Asked(leave));
    }

    /// All its requests are answered.
    pub(super) fn answered(&self) {
        self.change(|state, leave| state.wait(Wait::NextRequest, leave));
        self.connections.room.notify_one();
    }
}

#[cfg(test)]
mod tests;
