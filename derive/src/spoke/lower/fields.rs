//! The fields of a struct or variant, and the steps that they take part in.

use proc_macro2::Span;
use syn::ext::IdentExt as _;
use syn::{FieldsNamed, Type};

use super::step::step;
use crate::attrs::serde::FieldSerde;
use crate::diag::Errors;
use crate::spoke::attrs::{Alone, ContainerKeys, Part, Spot, StepKeys};
use crate::spoke::model::{Field, How, Record};

/// The fields of a struct.
pub(super) fn record<'i>(
    named: &'i FieldsNamed,
    keys: ContainerKeys,
    errors: &Errors,
) -> Option<Record<'i>> {
    let ContainerKeys {
        added,
        elsewhere,
        parts,
        parts_back,
        steps,
        ..
    } = keys;
    let mut record = fields(named, added, elsewhere, steps, &parts_back, errors)?;
    record.parts = parts;
    record.parts_back = parts_back;
    Some(record)
}

/// The type of a newtype's one field, which says how it maps: there is nothing that keys on the field could say.
pub(super) fn newtype<'i>(field: &'i syn::Field, errors: &Errors) -> &'i Type {
    if let Some(span) = StepKeys::of(&field.attrs, errors).span {
        errors.at(
            span,
            "what a newtype holds maps as its own type does; derive `Spoke` on a type of its own that says how, or map the \
             whole type: `#[spoke(with = function, back = function)]`",
        );
    }
    &field.ty
}

/// The fields of a struct or variant, but for the structs that places lie in.
pub(super) fn fields<'i>(
    named: &'i FieldsNamed,
    added: Vec<Alone>,
    elsewhere: Vec<Alone>,
    steps: Vec<StepKeys>,
    parts_back: &[Part],
    errors: &Errors,
) -> Option<Record<'i>> {
    let found = errors.count();
    let fields: Vec<_> = named
        .named
        .iter()
        .filter_map(|field| {
            Some((
                Field {
                    ident: field.ident.as_ref()?,
                    ty: &field.ty,
                    skipped: FieldSerde::of(&field.attrs, &Errors::new()).is_skipped(),
                },
                StepKeys::of(&field.attrs, errors),
            ))
        })
        .collect();
    // What other steps take needs none of its own.
    let taken: Vec<String> = fields
        .iter()
        .flat_map(|(_, keys)| &keys.and)
        .chain(steps.iter().flat_map(|step| &step.from))
        .filter_map(|spot| spot.direct().map(str::to_owned))
        .chain(
            parts_back
                .iter()
                .filter_map(|part| match part.path.as_slice() {
                    [only] => Some(only.name().to_owned()),
                    _ => None,
                }),
        )
        .collect();
    let mut record = Record {
        fields: Vec::new(),
        steps: Vec::new(),
        parts: Vec::new(),
        parts_back: Vec::new(),
    };
    for (field, keys) in fields {
        record.fields.push(field);
        let name = field.ident.unraw().to_string();
        if field.skipped {
            if let Some(span) = keys.span {
                errors.at(
                    span,
                    "serde skips this field, so it is in no version; remove the key, or serde's `skip`",
                );
            }
            continue;
        }
        if keys.span.is_none() && taken.contains(&name) {
            continue;
        }
        let mut spoke = vec![Spot::field(&name, field.ident.span())];
        spoke.extend(keys.and.iter().cloned());
        record
            .steps
            .extend(step(keys, spoke, field.ident.span(), errors));
    }
    for mut keys in steps {
        let span = keys.span.unwrap_or_else(Span::call_site);
        let spoke = std::mem::take(&mut keys.from);
        if spoke.is_empty() && (keys.own.is_empty() || keys.to.is_empty()) {
            errors.at(
                span,
                "`step` lacks its places in the spoke; write `from(\"a.b\")`, `from_label = \"key\"` or \
                 `from_annotation = \"key\"`; for what only the hub has, `added(field = value)`",
            );
            continue;
        }
        record.steps.extend(step(keys, spoke, span, errors));
    }
    record
        .steps
        .extend(added.into_iter().map(|alone| alone.into_step(How::Only)));
    record.steps.extend(
        elsewhere
            .into_iter()
            .map(|alone| alone.into_step(How::Elsewhere)),
    );
    (errors.count() == found).then_some(record)
}
