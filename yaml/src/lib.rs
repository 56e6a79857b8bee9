//! YAML and JSON files as kubectl reads them, with the position of every value.
//!
//! kubectl reads YAML 1.1: an unquoted `y`, `on` or `off` is a boolean, also as a key, `0o17` and `017` are numbers, and
//! of a key that is given twice the last value counts. Files are split at lines that begin with `---`.

mod document;
mod error;
mod json;
mod position;
mod scalar;
mod split;
mod tree;

pub use document::{Document, Duplicate, Place};
pub use error::{ErrorKind, SyntaxError};
pub use position::{Position, Span};

/// How deep values may be nested.
pub const DEPTH: usize = 127;

/// The documents of a file, in order; those without a value, such as comments, are left out. A document that cannot be
/// read does not keep the others from being read, unless no one can tell where it ends.
///
/// ```
/// use wheelwright_rules::FieldPath;
///
/// let text = "kind: Pizza\nspec:\n  on: y\n---\n{\"kind\": \"Topping\"}\n";
/// let documents: Vec<_> = wheelwright_yaml::documents(text).into_iter().collect::<Result<_, _>>()?;
/// assert_eq!(documents[0].value, serde_json::json!({"kind": "Pizza", "spec": {"true": true}}));
/// assert_eq!(documents[1].value["kind"], "Topping");
///
/// let place = documents[0].locate(&FieldPath::root().child("spec").child("true"));
/// assert_eq!(place.value.start.to_string(), "3:7");
/// # Ok::<(), wheelwright_yaml::SyntaxError>(())
/// ```
#[must_use]
pub fn documents(text: &str) -> Vec<Result<Document, SyntaxError>> {
    split::documents(text)
}
