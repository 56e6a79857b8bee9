//! Conversion between versions.
#![allow(
    unreachable_pub,
    reason = "the types are public as users' are, and the derive copies that"
)]

mod everything;
mod flattened;
mod kept;
mod pizza;
mod plan;
mod refused;
mod review;
mod stand_in;
mod unfit;
