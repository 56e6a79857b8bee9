//! Handlers that may change or refuse what is written, and what a review is answered by them.

mod builder;
mod denial;
mod finalizers;
mod handler;
mod hooks;
mod kept;
mod outcome;
mod patch;
mod registration;
mod request;
mod respond;
mod review;
mod run;
mod schema;
mod typed;
mod versions;
mod warned;
mod weight;

pub use builder::{HooksBuilder, HooksError};
pub use denial::Denial;
pub use handler::{Handled, Mutate, Mutator, On, Validate, Validator, on};
pub use hooks::Hooks;
pub use kept::KeepAnnotation;
pub use outcome::{Allowed, IntoMutation, IntoValidation, Mutated};
pub use registration::{Operation, Registration, Rule, Stage};
pub use request::Request;
pub use schema::check_schema;
pub use warned::WarnDeprecated;
pub(super) use weight::weight;
