//! YAML: files as kubectl reads them, with the position of every value, and text that every reader reads alike.
//!
//! [`write`](mod@write) needs nothing else; reading is behind the feature `read`, which is on unless it is turned off.
//!
//! kubectl reads YAML 1.1: an unquoted `y`, `on` or `off` is a boolean, also as a key, `0o17` and `017` are numbers, and
//! of a key that is given twice the last value counts. Files are split at lines that begin with `---`. What YAML 1.1 and 1.2 read
//! otherwise is read as kubectl does, or refused by what to write instead: `{a:}`, a tab before an item, a text that begins with `&`.

pub mod write;

#[cfg(feature = "read")]
mod document;
#[cfg(feature = "read")]
mod error;
#[cfg(feature = "read")]
mod files;
#[cfg(feature = "read")]
mod json;
#[cfg(feature = "read")]
mod list;
#[cfg(feature = "read")]
mod position;
#[cfg(feature = "read")]
mod scalar;
#[cfg(feature = "read")]
mod split;
#[cfg(feature = "read")]
mod tree;

#[cfg(feature = "read")]
pub use document::{Document, Duplicate, Place};
#[cfg(feature = "read")]
pub use error::{ErrorKind, SyntaxError};
#[cfg(feature = "read")]
pub use files::files;
#[cfg(feature = "read")]
pub use list::objects;
#[cfg(feature = "read")]
pub use position::{Position, Span};

/// How deep values may be nested.
#[cfg(feature = "read")]
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
#[cfg(feature = "read")]
#[must_use]
pub fn documents(text: &str) -> Vec<Result<Document, SyntaxError>> {
    split::documents(text)
}
