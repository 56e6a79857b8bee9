//! Bounds and lengths that rustc computes, judged as those that are written out are when they are read.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::Check;
use crate::attrs::schema_keys::{Given, SchemaKeys, What};
use crate::attrs::value::Amount;
use crate::expand::keys::{bound, computed, size};
use crate::model::{Container, Content, Shape};

/// Of all key lists of a type.
pub(super) fn of(container: &Container<'_>) -> Vec<Check> {
    let mut checks = within(&container.keys);
    let mut fields = |fields: &[crate::model::Field<'_>]| {
        for field in fields {
            checks.extend(within(&field.keys));
        }
    };
    match &container.shape {
        Shape::Struct(shape) => fields(&shape.fields),
        Shape::Enum(shape) => {
            for variant in &shape.variants {
                if let Content::Struct(held) = &variant.content {
                    fields(held);
                }
            }
            for variant in &shape.variants {
                checks.extend(within(&variant.keys));
                if let Content::Newtype(_, keys) = &variant.content {
                    checks.extend(within(keys));
                }
            }
        }
        Shape::Same(_) | Shape::Newtype(_) | Shape::Null => {}
    }
    checks
}

/// Of one key list, and those in it.
pub(in crate::expand) fn within(keys: &SchemaKeys) -> Vec<Check> {
    const PAIRS: &[(&str, &str)] = &[
        ("min_length", "max_length"),
        ("min_items", "max_items"),
        ("min_properties", "max_properties"),
        ("minimum", "maximum"),
        ("minimum", "exclusive_maximum"),
        ("exclusive_minimum", "maximum"),
        ("exclusive_minimum", "exclusive_maximum"),
    ];
    let mut checks = Vec::new();
    for given in &keys.given {
        if let What::Items(held) | What::Values(held) = &given.what {
            checks.extend(within(held));
        } else if given.what.is_computed() {
            let (span, name, number) = (given.value, given.name, number(given));
            checks.push(Check {
                span,
                call: quote_spanned!(span=> __w::assert::amount(#name, #number)),
            });
        }
    }
    for (lower, upper) in PAIRS {
        if let (Some(least), Some(most)) = (keys.find(lower), keys.find(upper))
            && (least.what.is_computed() || most.what.is_computed())
        {
            let span = if least.what.is_computed() {
                least.value
            } else {
                most.value
            };
            let (least, most) = (number(least), number(most));
            checks.push(Check {
                span,
                call: quote_spanned!(span=> __w::assert::ordered(#lower, #least, #upper, #most)),
            });
        }
    }
    checks
}

/// An expression of the type `Number`.
fn number(given: &Given) -> TokenStream {
    match (given.what.size(), given.what.bound()) {
        (Some(Amount::Const(value)), _) => computed(value),
        (Some(known), _) => {
            let size = size(known);
            quote!(__w::Number::Int(#size))
        }
        (None, Some(Amount::Const(value))) => computed(value),
        (None, Some(known)) => bound(known),
        (None, None) => TokenStream::new(),
    }
}
