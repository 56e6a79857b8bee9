//! Conversion between versions.

mod everything;
mod pizza;
mod refused;
mod unfit;
