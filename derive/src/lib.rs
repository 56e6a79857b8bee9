//! The derives of wheelwright.

mod attrs;
mod diag;
mod names;
