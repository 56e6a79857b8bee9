//! Rules in CEL: compiled and evaluated for checking CRDs and judging objects alike.

mod declare;
mod evaluate;
mod expression;
mod expression_at;
mod follow;
mod listed;
mod message;
mod name;
mod place;
mod prepare;
mod ratchet;
mod schema_path;
mod validator;
mod values;

pub(crate) use declare::structural;
pub(crate) use evaluate::{BUDGET, evaluate};
pub(crate) use expression::{Compiled, Refusal, Use, compile};
pub use expression_at::{ExpressionAt, ExpressionError};
pub use follow::PlaceError;
pub(crate) use follow::{cardinality_below, is_granular};
pub(crate) use listed::list;
pub use listed::{RuleAt, RuleOutcome, RuleRun};
pub use place::{Place, PlaceVerdict};
pub use schema_path::{SchemaPath, SchemaPathError, SchemaStep};
pub(crate) use validator::{
    LazyValidator, Validator, declared_element, declared_property, has_rules,
};
pub use values::{PlaceValue, ValueError};
