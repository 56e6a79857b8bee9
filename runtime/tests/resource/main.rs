//! What `#[derive(CustomResource)]` and `wheel!` make of a struct.
#![allow(
    unreachable_pub,
    reason = "the types are public as users' are, and the derive copies that"
)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_lossless,
    reason = "random values may lose bits"
)]
#![allow(
    clippy::items_after_statements,
    reason = "a table stands where it is used"
)]

mod assertions;
mod fragments;
mod identity;
#[cfg(feature = "kube")]
mod kube;
mod pizza;
mod random;
mod roundtrip;
mod tables;
mod variants;
