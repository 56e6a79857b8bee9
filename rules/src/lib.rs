//! A Kubernetes API server's verdict on CRDs and custom resources, offline.

mod admit;
pub mod crd;
mod decode;
mod default;
mod embedded;
mod error;
mod errors;
mod format;
pub mod json;
mod list_type;
mod node;
mod number;
mod object_meta;
mod openapi;
mod path;
mod pattern;
mod print;
mod prune;
mod rules;
mod scale;
mod schema;
mod type_meta;
mod validate;

pub use admit::{
    Admission, FieldValidation, Outcome, Refusal, Subresource, UncheckedRule, Verdict,
};
pub use decode::DecodeError;
pub use error::{BadValue, ErrorKind, FieldError};
pub use openapi::{OpenApi, openapi};
pub use path::{FieldPath, Segment};
pub use rules::{ReadError, Rules, RulesError, Version};
