//! CEL as a Kubernetes API server has it for the validation rules of custom resources.

mod check;
mod checked;
#[cfg(feature = "eval")]
mod data;
pub mod cost;
pub mod environment;
mod error;
#[cfg(feature = "eval")]
pub mod evaluate;
#[cfg(feature = "eval")]
mod failure;
#[cfg(feature = "eval")]
mod library;
pub mod overload;
pub mod rule;
pub mod schema;
pub mod syntax;
pub mod time;
pub mod types;
#[cfg(feature = "eval")]
pub mod value;
mod validate;

pub use check::{Variable, check};
pub use checked::{Checked, Reference};
pub use cost::{Cost, estimate};
pub use environment::{Environment, KubeVersion};
#[cfg(feature = "eval")]
pub use data::Layout;
pub use error::{Error, Errors};
#[cfg(feature = "eval")]
pub use evaluate::{Activation, Budget, CompileError, Evaluation, Program, Target};
#[cfg(feature = "eval")]
pub use failure::EvalError;
pub use syntax::NodeId;
pub use overload::Overload;
pub use types::Type;
#[cfg(feature = "eval")]
pub use value::Value;
