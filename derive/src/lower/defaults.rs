//! `serde_defaults` on a type: serde's default of each field that says nothing else.

use crate::attrs::schema_keys::{Given, SchemaKeys, What};
use crate::diag::Errors;
use crate::model::{Content, Field, Shape};

pub(super) fn take(keys: &SchemaKeys, shape: &mut Shape<'_>, errors: &Errors) {
    let Some(asked) = keys.find("serde_defaults") else {
        return;
    };
    let mut fields: Vec<&mut Field<'_>> = match shape {
        Shape::Struct(of) => of.fields.iter_mut().collect(),
        Shape::Enum(of) => {
            let contents = of.variants.iter_mut().map(|variant| &mut variant.content);
            let fields = contents.filter_map(|content| match content {
                Content::Struct(fields) => Some(fields.iter_mut()),
                Content::Unit | Content::Newtype(..) => None,
            });
            fields.flatten().collect()
        }
        Shape::Same(_) | Shape::Newtype(_) | Shape::Null => {
            errors.at(
                asked.key,
                "`serde_defaults` takes the defaults of fields, and this type has none by name; remove it",
            );
            return;
        }
    };
    let is_within = matches!(asked.what, What::SerdeDefaults(true));
    if !is_within && !fields.iter().any(|field| has_default(field)) && errors.is_empty() {
        errors.at(
            asked.key,
            "serde has no default of any field; add `#[serde(default)]` to the fields that may be absent, or write \
             `serde_defaults(nested)` if those of the types within are meant",
        );
        return;
    }
    let (key, value) = (asked.key, asked.value);
    for field in fields.iter_mut().filter(|field| has_default(field)) {
        let spoken = [
            "default",
            "nested_default",
            "no_default",
            "required",
            "accept_aliases",
        ];
        if spoken.iter().all(|name| field.keys.find(name).is_none()) {
            field.keys.given.push(Given {
                name: "serde_defaults",
                key,
                value,
                what: What::TakenDefault,
            });
        }
    }
}

/// Whether the field is filled in by itself when serde reads.
fn has_default(field: &Field<'_>) -> bool {
    let of_serde = field.struct_default || field.serde.default.key_span().is_some();
    of_serde && field.serde.flatten.key_span().is_none()
}
