//! CEL as a Kubernetes API server has it for the validation rules of custom resources.

mod check;
mod checked;
pub mod cost;
#[cfg(feature = "eval")]
mod data;
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
mod validate;
#[cfg(feature = "eval")]
pub mod value;

pub use check::{Variable, check};
pub use checked::{Checked, Reference};
pub use cost::{Cost, estimate};
#[cfg(feature = "eval")]
pub use data::Layout;
pub use environment::{Environment, KubeVersion};
pub use error::{Error, Errors};
#[cfg(feature = "eval")]
pub use evaluate::{Activation, Budget, CompileError, Evaluation, Program, Target};
#[cfg(feature = "eval")]
pub use failure::EvalError;
pub use overload::Overload;
pub use syntax::NodeId;
pub use types::Type;
#[cfg(feature = "eval")]
pub use value::Value;
