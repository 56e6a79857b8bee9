//! From tables to structural schemas.

pub(crate) mod foreign;
mod std_types;

use crate::table::Type;

/// A type that can stand in a custom resource.
///
/// Derive it, or write it by hand for a type whose schema you know:
///
/// ```
/// use wheelwright::{Schema, table::{Run, Shape, Type}};
///
/// /// A colour such as `#ff8800`.
/// struct Colour([u8; 3]);
///
/// impl Schema for Colour {
///     const TYPE: &'static Type = &Type::of("Colour", Shape::Given(Run(|| {
///         Ok(serde_json::json!({"type": "string", "pattern": "^#[0-9a-f]{6}$"}))
///     })));
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
