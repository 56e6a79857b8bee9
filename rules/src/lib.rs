//! A Kubernetes API server's verdict on CRDs and custom resources, offline.
//!
//! Verdicts, error types and field paths are those of the server of a [`KubeVersion`], by default the newest that is known,
//! and texts mostly. Where they are not:
//!
//! * A number that a text repeats is written in its shortest form: `5.0` where the server may keep `5e0`.
//! * Where a document has several errors of decoding, their order may differ, and long values in a text may be dumped
//!   otherwise.
//! * JSON text is read as Rust reads it: `-0` is a float, where the server reads the integer 0, and half a surrogate pair is
//!   refused, where the server reads U+FFFD.
//! * Of a field that is given twice the last value counts; where a CRD gives an object twice, the server merges both.
//! * Of a `Scale` that cannot be read the server says only that no kind is registered for it; here it is said why.
//! * JSON deeper than 128 levels is refused; the server takes up to 10,000.
//! * Texts of errors end after 16 MiB in all.
//! * Patterns are matched in linear time, but very large ones take theirs: thousands of patterns with large Unicode classes
//!   in one CRD take seconds to compile.

mod admit;
pub mod cel;
mod complete;
pub mod crd;
mod decode;
mod default;
mod deprecated;
mod embedded;
mod error;
mod errors;
mod fault;
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
mod server;
mod shape;
mod type_meta;
mod typed;
mod validate;
mod value;
mod within;

pub use wheelwright_cel::environment::ParseRangeError;
pub use wheelwright_cel::{KubeRange, KubeVersion};

pub use admit::{Admission, FieldValidation, Outcome, Refusal, Subresource, Verdict};
pub use decode::DecodeError;
#[doc(hidden)]
pub use deprecated::cel_member;
pub use deprecated::{Deprecated, deprecated};
pub use error::{BadValue, ErrorKind, FieldError};
pub use fault::Fault;
pub use openapi::{OpenApi, openapi};
pub use path::{FieldPath, Segment};
pub use print::go_json_float;
pub use rules::{ReadError, Rules, RulesError, Version};
pub use shape::Shape;
pub use value::{Schema, SchemaError};
pub use within::Within;
