//! Conversion between versions.

mod pizza;
