//! Rules in CEL: compiled and evaluated for checking CRDs and judging objects alike.

mod declare;
mod evaluate;
mod expression;
mod message;
mod name;
mod place;
mod ratchet;
mod validator;

pub(crate) use declare::structural;
pub(crate) use evaluate::{BUDGET, evaluate};
pub(crate) use expression::{Compiled, Refusal, Use, compile};
pub use place::{Place, PlaceVerdict};
pub(crate) use validator::{LazyValidator, Validator};
