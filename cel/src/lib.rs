//! CEL as a Kubernetes API server has it for the validation rules of custom resources.

mod check;
mod checked;
pub mod cost;
pub mod environment;
mod error;
pub mod overload;
pub mod rule;
pub mod schema;
pub mod syntax;
pub mod types;

pub use check::{Variable, check};
pub use checked::{Checked, Reference};
pub use cost::{Cost, estimate};
pub use environment::{Environment, KubeVersion};
pub use error::{Error, Errors};
pub use overload::Overload;
pub use types::Type;
