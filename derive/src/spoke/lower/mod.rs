//! From a parsed item and its attributes to the model.

mod fields;
mod step;
mod variants;

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, Fields, GenericParam, Generics, Path, WherePredicate, parse_quote};

use self::fields::{newtype, record};
use self::step::functions;
pub(super) use self::step::parsed;
use self::variants::variants;
use super::attrs::{ContainerKeys, within};
use super::model::{Root, Shape, Spoke};
use crate::attrs::Slot;
use crate::attrs::crd::CrdKeys;
use crate::diag::{Errors, Spanned};
use crate::expand::generics::Generics as SchemaGenerics;

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
    let stand_ins = [
        std::mem::take(&mut keys.or),
        std::mem::take(&mut keys.or_back),
    ];
    let root = root(input, hub.as_ref(), stand_ins, errors);
    let fallible = keys.fallible.value().copied().unwrap_or_default();
    let shape = shape(input, keys, errors);
    let hub = hub?;
    Some(Spoke {
        ident: &input.ident,
        generics: generics(input, &hub.value),
        is_free: is_free(&input.generics),
        hub,
        attribute,
        krate,
        fallible,
        shape: shape?,
        root,
    })
}

/// The parameters, bounded as for `Schema`, which both types need for their tables.
fn generics(input: &DeriveInput, hub: &Path) -> Generics {
    if input.generics.params.is_empty() {
        return input.generics.clone();
    }
    // Errors in it are its own derive's.
    let container = crate::lower::container(input, &Errors::new());
    let mut generics = container.map_or_else(
        || input.generics.clone(),
        |container| SchemaGenerics::of(&container).bounded(),
    );
    let ident = &input.ident;
    let (_, own, _) = input.generics.split_for_impl();
    // The hub's bounds are not to be seen here, nor are those of a schema that is written by hand.
    let both: [WherePredicate; 2] = [
        parse_quote!(#ident #own: __w::Schema),
        parse_quote!(#hub: __w::Schema),
    ];
    generics.make_where_clause().predicates.extend(both);
    generics
}

fn is_free(generics: &Generics) -> bool {
    generics.where_clause.is_none()
        && generics
            .params
            .iter()
            .all(|param| matches!(param, GenericParam::Type(param) if param.bounds.is_empty()))
}

/// What `#[crd]` says of the root object. Errors in it are its own derive's.
fn root(
    input: &DeriveInput,
    spec: Option<&Spanned<Path>>,
    [or, or_back]: [Slot<TokenStream>; 2],
    errors: &Errors,
) -> Option<Root> {
    let mut keys = CrdKeys::of(&input.attrs, &Errors::new());
    if let Some(spec) = spec {
        hub_of_its_own(&keys, &spec.value, errors);
    }
    let Some((ident, hub)) = root_names(&mut keys) else {
        for span in [or.key_span(), or_back.key_span()].into_iter().flatten() {
            errors.at(
                span,
                "on a type, this stands in for the spec that an object lacks; where another value is absent or refused, write \
                 it on the field that has the type",
            );
        }
        return None;
    };
    Some(Root {
        ident,
        hub,
        status: keys
            .status
            .take()
            .and_then(|status| status.value.ty())
            .map(|ty| ty.value),
        or: or.take().map(|or| or.value),
        or_back: or_back.take().map(|or| or.value),
    })
}

/// An object whose spec alone maps could not be converted, which only its use would say.
fn hub_of_its_own(keys: &CrdKeys, spec: &Path, errors: &Errors) {
    let Some(span) = keys.group.key_span().or(keys.kind.key_span()) else {
        return;
    };
    if keys.hub.key_span().is_some() {
        return;
    }
    let mut root = spec.clone();
    if let Some(last) = root.segments.last_mut() {
        let name = last.ident.to_string();
        let kind = name.strip_suffix("Spec").filter(|kind| !kind.is_empty());
        last.ident = Ident::new(kind.unwrap_or("Pizza"), Span::call_site());
    }
    let version = keys.version.value().map_or("v1alpha1", String::as_str);
    errors.at(
        span,
        format_args!(
            "the spec maps to `{spec}`, and this makes a resource of its own of it, which converts to nothing; write \
             `#[crd(hub = {root}, version = \"{version}\")]`: group, kind and scope are those of the hub. Where it is only a part \
             of what maps, give that part a struct of its own",
            spec = written(spec),
            root = written(&root),
        ),
    );
}

/// A path as one writes it.
fn written(path: &Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

/// The root object of which the spoke is the spec, and the one that it maps to.
fn root_names(keys: &mut CrdKeys) -> Option<(Ident, Path)> {
    let hub = std::mem::take(&mut keys.hub).take()?.value;
    let ident = match std::mem::take(&mut keys.root_struct).take() {
        Some(ident) => ident.value,
        None => hub.segments.last()?.ident.clone(),
    };
    Some((ident, hub))
}

/// The names of a root, whatever else is wrong with the spoke.
pub(super) fn known_root(input: &DeriveInput) -> Option<(Ident, Path)> {
    root_names(&mut CrdKeys::of(&input.attrs, &Errors::new()))
}

fn shape<'i>(
    input: &'i DeriveInput,
    mut keys: ContainerKeys,
    errors: &Errors,
) -> Option<Shape<'i>> {
    let with = std::mem::take(&mut keys.with);
    let back = std::mem::take(&mut keys.back);
    let bijective = keys.bijective.key_span();
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
        for span in within(&input.data, errors) {
            errors.at(
                span,
                "functions for the whole type map every field of it; remove the key, or where the type has another hub, name \
                 the one that it is about: `hub = path`",
            );
        }
        return Some(Shape::Calls(with?.value, back?.value, bijective.is_some()));
    }
    if let Some(span) = bijective {
        errors.at(
            span,
            "`bijective` is about functions for the whole type: `with = function, back = function`",
        );
    }
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(named) => record(named, keys, errors).map(Shape::Struct),
            Fields::Unnamed(unnamed) if unnamed.unnamed.len() == 1 => {
                unnamed.unnamed.first().map(|field| {
                    no_places(&keys, errors);
                    Shape::Newtype(newtype(field, errors))
                })
            }
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

/// Keys that are about named fields, on a newtype.
fn no_places(keys: &ContainerKeys, errors: &Errors) {
    for (name, span) in places(keys) {
        errors.at(
            span,
            format_args!("`{name}` is about the named fields of a struct, and a newtype has none; name the field, or remove the key"),
        );
    }
}

/// The keys on a type that name places within it, and where each is first.
fn places(keys: &ContainerKeys) -> impl Iterator<Item = (&'static str, Span)> {
    [
        ("added", keys.added.first().map(|it| it.spot.span())),
        ("elsewhere", keys.elsewhere.first().map(|it| it.spot.span())),
        ("part", keys.parts.first().map(|it| it.span)),
        ("part_back", keys.parts_back.first().map(|it| it.span)),
        ("step", keys.steps.first().and_then(|it| it.span)),
    ]
    .into_iter()
    .filter_map(|(name, span)| Some((name, span?)))
}
