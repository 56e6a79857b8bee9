//! Admission: reviews in, answers out.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    reason = "random values may lose bits"
)]
#![allow(
    clippy::items_after_statements,
    reason = "a handler stands where it is used"
)]

mod denials;
mod handlers;
mod items;
mod kitchen;
mod laws;
mod patches;
mod pizza;
#[path = "../resource/random.rs"]
mod random;
mod ready_made;
mod restaurant;
mod review;
mod shapes;
