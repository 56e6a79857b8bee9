//! The expressions of a schema: whether they compile, and what they cost.

mod blame;
mod cost;
mod preexisting;
mod presence;
mod rules;
mod scope;
mod table;

pub(super) use blame::find_remedies;
pub(crate) use blame::remedy;
pub use blame::{Remedy, Unbounded};
pub use cost::{Costs, RuleCost};
pub(super) use preexisting::Preexisting;
pub use presence::UnguardedField;
pub(super) use rules::{Rules, check};
pub(super) use scope::Scope;
pub use table::UNKNOWN_LENGTH;
pub(super) use table::value_path;
