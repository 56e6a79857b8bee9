//! The memory that bodies share.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use super::limits::Limits;

/// Bodies up to this many bytes wait for no larger ones.
pub(super) const SMALL: usize = 1 << 20;

const SMALL_IN_FLIGHT: usize = 64 << 20;

/// What a body takes at least: its head, and what the connection holds of it.
const LEAST: usize = 16 << 10;

/// A unit of the semaphores, which count in 32 bits.
const UNIT: usize = 1 << 10;

/// Two budgets, so that a one-object review never waits for a list.
#[derive(Debug)]
pub(super) struct Memory {
    small: Arc<Semaphore>,
    large: Arc<Semaphore>,
    patience: Duration,
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

impl Memory {
    pub(super) fn new(limits: &Limits, patience: Duration) -> Self {
        let large = limits
            .in_flight_bytes
            .max(limits.conversion_bytes)
            .max(limits.admission_bytes);
        Self {
            small: Arc::new(Semaphore::new(SMALL_IN_FLIGHT / UNIT)),
            large: Arc::new(Semaphore::new(units(large) as usize)),
            patience,
        }
    }

    /// Waits until so many bytes are free.
    pub(super) async fn hold(&self, bytes: usize) -> Result<Held, Full> {
        let small = bytes <= SMALL;
        let budget = if small { &self.small } else { &self.large };
        let permit = Arc::clone(budget).acquire_many_owned(units(bytes));
        match timeout(self.patience, permit).await {
            Ok(Ok(permit)) => Ok(Held { permit, small }),
            Ok(Err(_)) | Err(_) => Err(Full),
        }
    }

    /// Waits until a body that is longer than was held for it has so many bytes.
    pub(super) async fn grow(&self, held: Held, bytes: usize) -> Result<Held, Full> {
        if held.small {
            // The small share is kept until the large one is there: the body is in memory meanwhile.
            return self.hold(bytes).await;
        }
        let Held { mut permit, .. } = held;
        let more =
            units(bytes).saturating_sub(u32::try_from(permit.num_permits()).unwrap_or(u32::MAX));
        let extra = Arc::clone(&self.large).acquire_many_owned(more);
        match timeout(self.patience, extra).await {
            Ok(Ok(extra)) => {
                permit.merge(extra);
                Ok(Held {
                    permit,
                    small: false,
                })
            }
            Ok(Err(_)) | Err(_) => Err(Full),
        }
    }
}
