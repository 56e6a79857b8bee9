//! Rust's own `#[deprecated]`, which says of a field or variant what `#[schema(deprecated = "…")]` does.

use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Token};

use super::{Place, SchemaKeys};
use crate::diag::{Errors, Spanned};

/// What is asked of a note.
pub(super) const NOTE: &str =
    "say what to do instead, for it is all that users read: `#[deprecated(note = \"use crust\")]`";

impl SchemaKeys {
    /// Reads the attribute, if it is there.
    pub(super) fn read_deprecated(
        &mut self,
        attributes: &[Attribute],
        place: Place,
        errors: &Errors,
    ) {
        let Some(attribute) = attributes
            .iter()
            .find(|attribute| attribute.path().is_ident("deprecated"))
        else {
            return;
        };
        if let Some(refusal) = place.refusal("deprecated") {
            errors.on(
                attribute,
                format_args!("`#[deprecated]` does not fit here: {refusal}"),
            );
            return;
        }
        if let Some(span) = self.deprecated.key_span() {
            errors.at(span, "`#[deprecated]` says it already; keep one of the two");
            return;
        }
        match note(attribute) {
            Some(note) if !note.value().trim().is_empty() => {
                let (value, span) = (note.value(), note.span());
                self.deprecated
                    .put(attribute.span(), Spanned::new(value, span));
            }
            _ => errors.on(attribute, NOTE),
        }
    }
}

/// The note, in any of the forms of the attribute. What is none of them rustc refuses.
fn note(attribute: &Attribute) -> Option<LitStr> {
    let text = |value: &Expr| match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.clone()),
        _ => None,
    };
    match &attribute.meta {
        Meta::Path(_) => None,
        Meta::NameValue(meta) => text(&meta.value),
        Meta::List(list) => {
            let given = list
                .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
                .ok()?;
            given.iter().find_map(|meta| match meta {
                Meta::NameValue(meta) if meta.path.is_ident("note") => text(&meta.value),
                _ => None,
            })
        }
    }
}
