//! The memory that bodies share.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use super::limits::Limits;

/// Bodies up to this many bytes wait for no larger ones.
pub(super) const SMALL: usize = 1 << 20;

const SMALL_IN_FLIGHT: usize = 64 << 20;

/// What the values of a small body may take of that.
const SMALL_WEIGHT: usize = SMALL_IN_FLIGHT / 4;

/// What a body takes at least: its head, and what the connection holds of it.
const LEAST: usize = 16 << 10;

/// A unit of the semaphores, which count in 32 bits.
const UNIT: usize = 1 << 10;

/// Two budgets, so that a one-object review never waits for a list.
#[derive(Debug)]
pub(super) struct Memory {
    small: Budget,
    large: Budget,
    /// Bytes of the larger one.
    all: usize,
    patience: Duration,
}

#[derive(Debug)]
struct Budget {
    free: Arc<Semaphore>,
    /// How many wait for some of it.
    waiting: AtomicUsize,
}

/// Memory that is a body's until this is dropped.
#[derive(Debug)]
pub(super) struct Held {
    permit: OwnedSemaphorePermit,
    small: bool,
}

/// There was no memory in time.
#[derive(Debug)]
pub(super) struct Full;

fn units(bytes: usize) -> u32 {
    u32::try_from(bytes.max(LEAST).div_ceil(UNIT)).unwrap_or(u32::MAX)
}

impl Budget {
    fn new(units: usize) -> Self {
        Self {
            free: Arc::new(Semaphore::new(units)),
            waiting: AtomicUsize::new(0),
        }
    }

    async fn take(&self, units: u32, patience: Duration) -> Result<OwnedSemaphorePermit, Full> {
        if let Ok(permit) = Arc::clone(&self.free).try_acquire_many_owned(units) {
            return Ok(permit);
        }
        let _waiting = Waiting::new(&self.waiting);
        let permit = Arc::clone(&self.free).acquire_many_owned(units);
        match timeout(patience, permit).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(_)) | Err(_) => Err(Full),
        }
    }
}

/// Who waits, until this is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Memory {
    pub(super) fn new(limits: &Limits, patience: Duration) -> Self {
        let large = limits
            .in_flight_bytes
            .max(limits.conversion_bytes)
            .max(limits.admission_bytes);
        Self {
            all: large,
            small: Budget::new(SMALL_IN_FLIGHT / UNIT),
            large: Budget::new(units(large) as usize),
            patience,
        }
    }

    const fn budget(&self, small: bool) -> &Budget {
        if small { &self.small } else { &self.large }
    }

    /// Waits until so many bytes are free.
    pub(super) async fn hold(&self, bytes: usize) -> Result<Held, Full> {
        let small = bytes <= SMALL;
        let taken = self.budget(small).take(units(bytes), self.patience);
        taken.await.map(|permit| Held { permit, small })
    }

    /// Waits until a body that is longer than was held for it has so many bytes.
    pub(super) async fn grow(&self, held: Held, bytes: usize) -> Result<Held, Full> {
        if held.small {
            // The small share is kept until the large one is there: the body is in memory meanwhile.
            return self.hold(bytes).await;
        }
        self.more(held, bytes).await
    }

    /// Waits until a body whose values take more than itself has so many bytes. A small one still waits for no large ones,
    /// unless its values would leave no room for other small ones.
    pub(super) async fn weigh(&self, held: Held, bytes: usize) -> Result<Held, Full> {
        if held.small && bytes > SMALL_WEIGHT {
            return self.hold(bytes).await;
        }
        self.more(held, bytes).await
    }

    async fn more(&self, mut held: Held, bytes: usize) -> Result<Held, Full> {
        let has = u32::try_from(held.permit.num_permits()).unwrap_or(u32::MAX);
        let more = units(bytes).saturating_sub(has);
        if more > 0 {
            let budget = self.budget(held.small);
            held.permit.merge(budget.take(more, self.patience).await?);
        }
        Ok(held)
    }

    /// Whether there is so much at all.
    pub(super) const fn has(&self, bytes: usize) -> bool {
        bytes <= self.all
    }

    /// Whether others wait for such memory.
    pub(super) fn is_wanted(&self, held: &Held) -> bool {
        self.budget(held.small).waiting.load(Ordering::Relaxed) > 0
    }
}
