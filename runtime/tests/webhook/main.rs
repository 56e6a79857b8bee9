//! The webhook server over real connections: what it answers, and what it survives.

#![allow(
    unreachable_pub,
    reason = "the types are public as users' are, and the derive copies that"
)]

mod client;
mod restaurant;
mod reviews;
