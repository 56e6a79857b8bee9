//! Conversion between versions.

mod pizza;
mod refused;
