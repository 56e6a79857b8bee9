//! Conversion between versions.
#![allow(
    unreachable_pub,
    reason = "the types are public as users' are, and the derive copies that"
)]
#![allow(
    clippy::needless_pass_by_value,
    reason = "functions of mappings take values, and `json!` makes them"
)]

mod agreement;
mod annotation;
mod everything;
mod first_format;
mod limits;
mod list_functions;
mod mappings;
mod numbers;
mod pizza;
mod plan;
mod refuses;
mod report;
mod review;
mod table;
mod unread;
mod values;
