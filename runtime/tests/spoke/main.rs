//! Values of Rust types between two versions, and the tables that `#[derive(Spoke)]` writes.
#![allow(
    unreachable_pub,
    reason = "the types are public as users' are, and the derive copies that"
)]
#![allow(
    clippy::needless_pass_by_value,
    reason = "functions of steps take values"
)]

mod both_ways;
mod built_in;
mod fragments;
mod functions;
mod generic;
mod moved;
mod nested;
mod roots;
mod shapes;
mod skipped;
mod statuses;
