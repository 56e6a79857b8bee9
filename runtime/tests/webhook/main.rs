//! The webhook server over real connections: what it answers, and what it survives.
#![allow(
    unreachable_pub,
    reason = "the types are public as users' are, and the derive copies that"
)]

mod client;
#[cfg(unix)]
mod descriptors;
#[cfg(unix)]
mod flood;
mod handlers;
mod http1;
mod http2;
mod life;
mod limits;
mod logs;
mod metrics;
mod refused;
mod restaurant;
mod reviews;
#[cfg(unix)]
mod signals;
mod slow;
