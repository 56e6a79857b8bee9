//! Wire names. Where serde writes one name and reads another, no schema fits both.

use proc_macro2::{Ident, Span};
use syn::DeriveInput;
use syn::ext::IdentExt;

use crate::attrs::schema_keys::{SchemaKeys, What};
use crate::attrs::serde::{ContainerSerde, Directions, FieldSerde, VariantSerde};
use crate::diag::{Errors, Spanned};
use crate::model::Field;
use crate::names::RenameRule;

/// How the fields of a struct or struct variant, or the variants of an enum, are renamed.
#[derive(Clone, Copy, Default)]
pub(super) struct Names {
    rule: Option<RenameRule>,
}

/// The directions in which serde uses a name.
#[derive(Clone, Copy)]
struct Used {
    written: bool,
    read: bool,
}

impl Names {
    pub(super) fn of_struct(serde: &ContainerSerde, errors: &Errors) -> Self {
        Self {
            rule: rule(&serde.rename_all, errors),
        }
    }

    pub(super) fn of_variants(serde: &ContainerSerde, errors: &Errors) -> Self {
        Self {
            rule: rule(&serde.rename_all, errors),
        }
    }

    /// For the fields of all variants that say nothing themselves.
    pub(super) fn of_variant_fields(serde: &ContainerSerde, errors: &Errors) -> Self {
        Self {
            rule: rule(&serde.rename_all_fields, errors),
        }
    }

    /// The names of one variant's fields.
    pub(super) fn within_variant(self, serde: &VariantSerde, errors: &Errors) -> Self {
        Self {
            rule: rule(&serde.rename_all, errors).or(self.rule),
        }
    }

    pub(super) fn field(self, ident: &Ident, serde: &FieldSerde, errors: &Errors) -> String {
        let used = Used {
            written: serde.skip_serializing.key_span().is_none(),
            read: serde.skip_deserializing.key_span().is_none(),
        };
        self.resolve(ident, &serde.rename, used, RenameRule::field, errors)
    }

    pub(super) fn variant(self, ident: &Ident, serde: &VariantSerde, errors: &Errors) -> String {
        let used = Used {
            written: serde.skip_serializing.key_span().is_none(),
            read: serde.skip_deserializing.key_span().is_none(),
        };
        self.resolve(ident, &serde.rename, used, RenameRule::variant, errors)
    }

    fn resolve(
        self,
        ident: &Ident,
        rename: &Directions<String>,
        used: Used,
        apply: fn(RenameRule, &str) -> String,
        errors: &Errors,
    ) -> String {
        let ident = ident.unraw().to_string();
        let by_rule = |name: Option<&String>| {
            name.cloned().unwrap_or_else(|| {
                self.rule
                    .map_or_else(|| ident.clone(), |rule| apply(rule, &ident))
            })
        };
        let written = by_rule(rename.serialize.value());
        let read = by_rule(rename.deserialize.value());
        if used.written && used.read && written != read {
            differ(rename.span(), &written, &read, errors);
        }
        if used.written { written } else { read }
    }
}

/// The name of the type itself, which is the value of a struct's `tag`.
pub(super) fn container(input: &DeriveInput, serde: &ContainerSerde, errors: &Errors) -> String {
    Names::default().resolve(
        &input.ident,
        &serde.rename,
        Used {
            written: true,
            read: true,
        },
        |_, name| name.to_owned(),
        errors,
    )
}

fn rule(rules: &Directions<RenameRule>, errors: &Errors) -> Option<RenameRule> {
    let (written, read) = (rules.serialize.value(), rules.deserialize.value());
    if written != read {
        let name = |rule: Option<&RenameRule>| {
            rule.map_or("as they are in Rust".to_owned(), |rule| {
                format!("in `{}`", rule.name())
            })
        };
        errors.at(
            rules.span().unwrap_or_else(Span::call_site),
            format_args!(
                "serde writes the names {} but reads them {}, so no one schema fits both; use one rule for both directions",
                name(written),
                name(read)
            ),
        );
    }
    written.or(read).copied()
}

fn differ(span: Option<Span>, written: &str, read: &str, errors: &Errors) {
    errors.at(
        span.unwrap_or_else(Span::call_site),
        format_args!(
            "serde writes `{written}` but reads `{read}`, so no one schema fits both; use one name for both directions"
        ),
    );
}

/// Turns the Rust names in `exactly_one_of` and its like into wire names.
pub(super) fn resolve(keys: &mut SchemaKeys, fields: &[Field<'_>], errors: &Errors) {
    for given in &mut keys.given {
        let (What::ExactlyOneOf(names) | What::AtMostOneOf(names) | What::AtLeastOneOf(names)) =
            &mut given.what
        else {
            continue;
        };
        for name in names {
            match fields.iter().find(|field| field.ident == name.value) {
                Some(field) if field.serde.flatten.key_span().is_some() => errors.at(
                    name.span,
                    format_args!("`{}` is flattened: it is no member by itself; name its fields in its own type", name.value),
                ),
                Some(field) => name.value.clone_from(&field.wire),
                None => errors.at(name.span, no_field(&name.value, fields)),
            }
        }
    }
}

fn no_field(name: &str, fields: &[Field<'_>]) -> String {
    if let Some(field) = fields.iter().find(|field| field.wire == name) {
        return format!("write the field's Rust name, `{}`", field.ident);
    }
    let known = fields.iter().map(|field| field.ident.as_str());
    if let Some(meant) = wheelwright_grammar::suggest::closest(name, known.clone()) {
        format!("there is no field `{name}`; did you mean `{meant}`?")
    } else {
        let known: Vec<_> = known.map(|name| format!("`{name}`")).collect();
        format!(
            "there is no field `{name}`; the fields are {}",
            known.join(", ")
        )
    }
}

/// Reports names that stand for two things at once.
pub(super) fn unique<'n>(
    names: impl Iterator<Item = (&'n str, Span)>,
    what: &str,
    errors: &Errors,
) {
    let mut seen: Vec<Spanned<&str>> = Vec::new();
    for (name, span) in names {
        if seen.iter().any(|earlier| earlier.value == name) {
            errors.at(
                span,
                format_args!("two {what} are called `{name}` on the wire; serde would write both and read one"),
            );
        } else {
            seen.push(Spanned::new(name, span));
        }
    }
}
