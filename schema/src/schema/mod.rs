//! The schemas of types.

// First: the parts of its patterns are macros that other modules use.
#[macro_use]
mod texts;

mod cel;
pub(crate) mod foreign;
mod k8s;
mod lower;
mod node;
mod optional;
mod problem;
pub(crate) mod several;
mod source;
mod std_types;

use serde_json::Value;

pub(crate) use lower::{Taken, option_of, taken_default};
pub use node::ConflictKind;
pub(crate) use node::undocument;
pub use problem::{Cause, Loss, Problem};
pub use source::{Described, Source};

pub use crate::table::Type;
use crate::table::{Key, Tree};
use lower::{At, Lower, Spot};

/// A type that can stand in a custom resource.
///
/// Derive it, or write it by hand for a type whose schema you know:
///
/// ```
/// use wheelwright::{Schema, schema::Type};
///
/// /// A colour such as `#ff8800`.
/// struct Colour([u8; 3]);
///
/// impl Schema for Colour {
///     const TYPE: &'static Type = &Type::given("Colour", || {
///         Ok(serde_json::json!({"type": "string", "pattern": "^#[0-9a-f]{6}$"}))
///     });
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no schema that Kubernetes could use",
    label = "no `Schema` for this type",
    note = "derive it: `#[derive(wheelwright::Schema)]` beside `Serialize` and `Deserialize`",
    note = "for a type that is not yours: `#[schema(with = function)]`, `#[schema(as = OtherType)]`, or `#[schema(opaque)]` to keep any JSON"
)]
pub trait Schema {
    /// The type's table.
    const TYPE: &'static Type;
}

/// The structural schema of a type: whatever serde writes for it validates, and whatever validates serde reads, once
/// the API server has pruned and defaulted it.
///
/// Not so, and no schema can make it so: integers above 9223372036854774784, which serde may write for a `u64` and the
/// API server cannot hold; floating-point numbers that are not finite, which serde writes as `null`; numbers such as
/// 715827882.3333334, whole in their first nine digits, which the API server takes for integers; lists, which it takes
/// for strings where those have a `format`.
pub fn of(ty: &'static Type) -> Result<Described, Vec<Problem>> {
    lowered(ty, At::of(Source::of(ty)))
}

/// The schema of a type, with serde's defaults as the schema's in all types (`#[crd(serde_defaults)]`).
pub(crate) fn with_serde_defaults(ty: &'static Type) -> Result<Described, Vec<Problem>> {
    lowered(ty, At::of(Source::of(ty)).taking_defaults())
}

fn lowered(ty: &'static Type, at: At) -> Result<Described, Vec<Problem>> {
    let mut lower = Lower::default();
    let mut node = lower.node(ty, at);
    lower.verify(&mut node);
    if lower.problems.is_empty() {
        Ok(node::write(node))
    } else {
        Err(lower.problems)
    }
}

/// A schema with these keys on top.
pub(crate) fn with_keys(
    schema: Value,
    keys: &[Key],
    source: Source,
) -> Result<Value, Vec<Problem>> {
    let at = At::of(source);
    let mut lower = Lower::default();
    let mut node = lower.read(schema, at);
    lower.keys(&mut node, keys, Spot::Type, at);
    if lower.problems.is_empty() {
        Ok(node::write(node).schema)
    } else {
        Err(lower.problems)
    }
}

/// The JSON that a tree stands for.
#[doc(hidden)]
pub fn tree(tree: &Tree) -> Result<Value, String> {
    lower::tree(tree)
}
