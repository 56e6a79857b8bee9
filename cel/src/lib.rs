//! CEL as a Kubernetes API server has it for the validation rules of custom resources.

mod checked;
pub mod environment;
mod error;
pub mod overload;
pub mod syntax;
pub mod types;

pub use checked::{Checked, Reference};
pub use environment::{Environment, KubeVersion};
pub use error::{Error, Errors};
pub use overload::Overload;
pub use types::Type;
