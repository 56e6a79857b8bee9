//! What evaluating an expression costs at most, as the server estimates it.
//!
//! The server refuses rules that could cost too much before any object is seen. Source: `checker/cost.go` and `ext` of
//! cel-go, `pkg/cel/library/cost.go` of k8s.io/apiserver; the numbers are the server's, its odd ones included: an
//! overflow wraps where it wraps there.
//!
//! # What can cost more
//!
//! A server estimates some constructs at less than it charges for them when they run, and so does this crate:
//!
//! | construct | estimate | cost |
//! |---|---|---|
//! | comparing what has no length: `self.i == 1` | 2 | 3 |
//! | a field or an element of what is computed: `[self.i, 2][0]` | 13 | 14 |
//! | a loop over what is computed, with texts in it: `[self.s].all(x, isQuantity(x))` | 17 | 19 |
//! | `split`, which makes one piece more: `'a'.split('a').all(x, true)` | 5 | 8 |
//! | `distinct` of texts: `self.ls.distinct()` | 45 | 46 |

mod arithmetic;
mod blame;
mod budget;
mod call;
mod estimate;
mod kubernetes;
mod lists;
mod loops;
mod path;
mod sizes;

pub use arithmetic::{Cost, Size};
pub use blame::{Culprit, SchemaPath, Step, blame, bounded_cost};
pub use budget::{Cardinality, over_budget};

use crate::checked::Checked;
use crate::environment::Environment;
use crate::schema::Declared;

/// What one rule, and one message expression, may cost.
pub const RULE_LIMIT: u64 = 10_000_000;
/// What the rules and message expressions of one version of a custom resource may cost together.
pub const SCHEMA_LIMIT: u64 = 100_000_000;
/// What one evaluation of an expression may cost at run time.
pub const CALL_LIMIT: u64 = 1_000_000;
/// What all evaluations for one object may cost at run time.
pub const OBJECT_LIMIT: u64 = 10_000_000;

/// What common operations cost, at run time as in estimates.
pub mod unit {
    /// Reading a variable, or a field.
    pub const SELECT: u64 = 1;
    /// Making a list.
    pub const LIST: u64 = 10;
    /// Making a map.
    pub const MAP: u64 = 30;
    /// Making a struct.
    pub const STRUCT: u64 = 40;
    /// Any other call, beside what it goes through.
    pub const CALL: u64 = 1;
    /// Going through a string once, for each of its bytes.
    pub const STRING: f64 = 0.1;
    /// Matching a regular expression, for each byte of the pattern and each unit of the string's cost.
    pub const PATTERN: f64 = 0.25;
    /// Asking whether a request is authorized.
    pub const AUTHORIZATION: u64 = 350_000;
    /// The length of the pattern that named formats are taken to have in estimates.
    pub const FORMAT_PATTERN: f64 = 128.0;
}

/// What reading a selector of so many characters costs.
#[cfg(feature = "eval")]
pub(crate) fn of_selector(length: u64) -> u64 {
    kubernetes::selector(Size::of(length)).max
}

/// What an expression costs at least and at most.
///
/// `root` is the declaration of `self`, and of `oldSelf`.
#[must_use]
pub fn estimate(checked: &Checked, environment: Environment, root: &Declared) -> Cost {
    estimate::Estimator::new(checked, environment, root).run()
}
