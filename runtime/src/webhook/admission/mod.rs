//! Admission: mutating and validating handlers, and what the API server is to be told of them.

mod registration;

pub use registration::{Operation, Registration, Rule, Stage};
