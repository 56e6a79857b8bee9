//! From a parsed item and its attributes to the model.

use proc_macro2::Span;
use quote::quote;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Data, DataEnum, DeriveInput, Fields, FieldsNamed, Ident};

use super::attrs::{Alone, ContainerKeys, Function, Kind, Part, Spot, StepKeys, VariantKeys};
use super::model::{Content, Field, How, Record, Root, Shape, Spoke, Step, Variant, rust_ident};
use crate::attrs::crd::CrdKeys;
use crate::attrs::serde::{ContainerSerde, FieldSerde};
use crate::diag::{Errors, Spanned};
use crate::expand::written::is_option;

/// Reads the whole item; `None` where nothing can be made of it, with errors reported.
pub(super) fn spoke<'i>(
    input: &'i DeriveInput,
    mut keys: ContainerKeys,
    errors: &Errors,
) -> Option<Spoke<'i>> {
    let attribute = keys.attribute.unwrap_or(input.ident.span());
    if keys.hub.key_span().is_none() {
        errors.at(
            attribute,
            "a spoke names the type that it maps to; write `#[spoke(hub = super::v1::PizzaSpec)]`",
        );
    }
    let krate = std::mem::take(&mut keys.krate)
        .take()
        .map(|path| path.value);
    let hub = std::mem::take(&mut keys.hub).take();
    let fallible = keys.fallible.value().copied().unwrap_or_default();
    let shape = shape(input, keys, errors);
    Some(Spoke {
        ident: &input.ident,
        generics: &input.generics,
        hub: hub?,
        attribute,
        krate,
        fallible,
        shape: shape?,
        root: root(input),
    })
}

/// What `#[crd]` says of the root object. Errors in it are its own derive's.
fn root(input: &DeriveInput) -> Option<Root> {
    let keys = CrdKeys::of(&input.attrs, &Errors::new());
    let hub = keys.hub.take()?.value;
    let ident = match keys.root_struct.take() {
        Some(ident) => ident.value,
        None => hub.segments.last()?.ident.clone(),
    };
    Some(Root {
        ident,
        hub,
        status: keys.status.take().map(|status| status.value),
    })
}

fn shape<'i>(
    input: &'i DeriveInput,
    mut keys: ContainerKeys,
    errors: &Errors,
) -> Option<Shape<'i>> {
    let with = std::mem::take(&mut keys.with);
    let back = std::mem::take(&mut keys.back);
    if let Some((with, back)) = functions(with, back, errors) {
        let rest = keys.added.len()
            + keys.elsewhere.len()
            + keys.parts.len()
            + keys.parts_back.len()
            + keys.steps.len();
        if rest > 0 {
            errors.at(
                keys.attribute.unwrap_or(input.ident.span()),
                "functions for the whole type map every field of it; remove them, or the other keys",
            );
        }
        return Some(Shape::Calls(with?.value, back?.value));
    }
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(named) => record(named, keys, errors).map(Shape::Struct),
            Fields::Unnamed(unnamed) if unnamed.unnamed.len() == 1 => unnamed
                .unnamed
                .first()
                .map(|field| Shape::Newtype(&field.ty)),
            Fields::Unnamed(_) | Fields::Unit => {
                errors.at(
                    data.fields.span(),
                    "a mapping is between named fields, or between the values of newtype structs; name the fields, or \
                     map the whole type: `#[spoke(with = function, back = function)]`",
                );
                None
            }
        },
        Data::Enum(data) => variants(input, data, keys, errors).map(Shape::Enum),
        Data::Union(union) => {
            errors.at(
                union.union_token.span,
                "a union has no form in JSON; write a struct or an enum",
            );
            None
        }
    }
}

type Given = Option<Spanned<super::attrs::Function>>;

/// The functions, if there is one; both or an error.
fn functions(
    with: crate::attrs::Slot<super::attrs::Function>,
    back: crate::attrs::Slot<super::attrs::Function>,
    errors: &Errors,
) -> Option<(Given, Given)> {
    match (with.key_span(), back.key_span()) {
        (None, None) => None,
        (Some(span), None) => {
            errors.at(
                span,
                "`with` maps to the hub; what comes back? write the function that undoes it: `back = function`, or \
                 `try_back = function` where it may refuse a value",
            );
            Some((None, None))
        }
        (None, Some(span)) => {
            errors.at(
                span,
                "`back` maps from the hub; what goes there? write the function that it undoes: `with = function`, or \
                 `try_with = function` where it may refuse a value",
            );
            Some((None, None))
        }
        (Some(_), Some(_)) => Some((with.take(), back.take())),
    }
}

fn record<'i>(named: &'i FieldsNamed, keys: ContainerKeys, errors: &Errors) -> Option<Record<'i>> {
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

fn fields<'i>(
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
        record.steps.extend(step(
            keys,
            spoke,
            is_option(field.ty),
            field.ident.span(),
            errors,
        ));
    }
    for mut keys in steps {
        let span = keys.span.unwrap_or_else(Span::call_site);
        let spoke = std::mem::take(&mut keys.from);
        if spoke.is_empty() {
            errors.at(
                span,
                "`step` lacks its places in the spoke; write `from(\"a.b\")`, `from_label = \"key\"` or \
                 `from_annotation = \"key\"`; for what only the hub has, `added(field = value)`",
            );
            continue;
        }
        record.steps.extend(step(keys, spoke, false, span, errors));
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

/// `parsed` as the functions that it stands for.
fn parsed(is_option: bool, reversed: bool) -> How {
    let [parse, display] = if is_option {
        [quote!(__w::parse_option), quote!(__w::display_option)]
    } else {
        [quote!(__w::parse), quote!(__w::display)]
    };
    let parse = Function {
        path: parse,
        may_fail: true,
    };
    let display = Function {
        path: display,
        may_fail: false,
    };
    if reversed {
        How::Calls(display, parse)
    } else {
        How::Calls(parse, display)
    }
}

fn step(
    keys: StepKeys,
    spoke: Vec<Spot>,
    is_option: bool,
    span: Span,
    errors: &Errors,
) -> Option<Step> {
    let StepKeys {
        to,
        kind,
        with,
        back,
        or,
        or_back,
        reversed,
        bijective,
        ..
    } = keys;
    let functions = functions(with, back, errors);
    let how = match (functions, kind) {
        (Some(_), Some((name, kind))) => {
            errors.at(
                kind.span,
                format_args!("a step maps in one way; keep `{name}` or the functions"),
            );
            return None;
        }
        (Some((with, back)), None) => How::Calls(with?.value, back?.value),
        (None, Some((_, kind))) => match kind.value {
            Kind::Parsed => parsed(is_option, reversed.key_span().is_some()),
            Kind::Removed(value) => How::Only(value),
            Kind::Elsewhere(value) => How::Elsewhere(value),
            other => How::Kind(other),
        },
        (None, None) => How::Nest,
    };
    let alone = matches!(how, How::Only(_) | How::Elsewhere(_));
    let hub = if alone {
        if let Some(first) = to.first() {
            errors.at(
                first.span(),
                "this place is not mapped here, so it goes nowhere in the hub; remove one of the keys",
            );
        }
        Vec::new()
    } else if to.is_empty() {
        // The first field's name, or the place itself where it is deeper.
        let first = spoke.first()?;
        if first.path().is_none() {
            errors.at(
                first.span(),
                "where does it go in the hub? write `to = \"field\"`",
            );
            return None;
        }
        vec![first.clone()]
    } else {
        to
    };
    Some(Step {
        span,
        spoke,
        hub,
        how,
        or: or.take(),
        or_back: or_back.take(),
        reversed: reversed.key_span().is_some(),
        bijective: bijective.key_span().is_some(),
    })
}

fn variants<'i>(
    input: &'i DeriveInput,
    data: &'i DataEnum,
    keys: ContainerKeys,
    errors: &Errors,
) -> Option<Vec<Variant<'i>>> {
    let found = errors.count();
    let serde = ContainerSerde::of(&input.attrs, &Errors::new());
    if let Some(span) = serde.untagged.key_span() {
        errors.at(
            span,
            "nothing in JSON tells the variants of an untagged enum apart; map the whole type: `#[spoke(with = \
             function, back = function)]`",
        );
    }
    for (name, span) in [
        ("elsewhere", keys.elsewhere.first().map(|it| it.spot.span())),
        ("part", keys.parts.first().map(|it| it.span)),
        ("part_back", keys.parts_back.first().map(|it| it.span)),
        ("step", keys.steps.first().and_then(|it| it.span)),
    ] {
        if let Some(span) = span {
            errors.at(
                span,
                format_args!("`{name}` is about the fields of a struct; write it in a type of its own for the variant"),
            );
        }
    }
    let mut variants: Vec<_> = data
        .variants
        .iter()
        .filter_map(|syntax| variant(syntax, errors))
        .collect();
    for alone in keys.added {
        let Some(name) = alone.spot.direct() else {
            errors.at(alone.spot.span(), "write the name of a variant of the hub");
            continue;
        };
        variants.push(Variant {
            span: alone.spot.span(),
            ident: None,
            hub: Some(rust_ident(name, alone.spot.span())),
            stand_in: alone.value,
            content: Content::Unit,
        });
    }
    (errors.count() == found).then_some(variants)
}

fn variant<'i>(syntax: &'i syn::Variant, errors: &Errors) -> Option<Variant<'i>> {
    let keys = VariantKeys::of(&syntax.attrs, errors);
    let removed = keys.removed.key_span().is_some();
    if let (Some(span), true) = (keys.rename.key_span(), removed) {
        errors.at(
            span,
            "the hub has no such variant, or it has it by another name; keep `removed` or `rename`",
        );
    }
    let hub = match keys.rename.take() {
        _ if removed => None,
        Some(name) => Some(variant_name(&name, errors)?),
        None => Some(syntax.ident.clone()),
    };
    let content = match &syntax.fields {
        _ if removed => Content::Unit,
        Fields::Unit => Content::Unit,
        Fields::Unnamed(unnamed) if unnamed.unnamed.len() == 1 => {
            Content::Newtype(&unnamed.unnamed.first()?.ty)
        }
        Fields::Unnamed(unnamed) => {
            errors.at(
                unnamed.span(),
                "a tuple variant has no structural schema; name the fields: `Variant { a: …, b: … }`",
            );
            return None;
        }
        Fields::Named(named) => Content::Struct(fields(
            named,
            keys.added,
            keys.elsewhere,
            Vec::new(),
            &[],
            errors,
        )?),
    };
    Some(Variant {
        span: syntax.ident.span(),
        ident: Some(&syntax.ident),
        hub,
        stand_in: keys.removed.take().and_then(|removed| removed.value),
        content,
    })
}

fn variant_name(name: &Spanned<String>, errors: &Errors) -> Option<Ident> {
    if syn::parse_str::<Ident>(&name.value).is_err() {
        errors.at(
            name.span,
            format_args!("`{}` is no name of a variant in Rust", name.value),
        );
        return None;
    }
    Some(Ident::new(&name.value, name.span))
}
