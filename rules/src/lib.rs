//! A Kubernetes API server's verdict on CRDs and custom resources, offline.

mod decode;
mod error;
mod path;
mod pattern;
mod print;
mod schema;

pub use decode::DecodeError;
pub use error::{BadValue, ErrorKind, FieldError};
pub use path::{FieldPath, Segment};
