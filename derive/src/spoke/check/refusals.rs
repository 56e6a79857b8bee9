//! Steps that may refuse a value have a stand-in, or the type says so.

use proc_macro2::Span;
use syn::Type;

use crate::diag::Errors;
use crate::spoke::attrs::{Function, Kind};
use crate::spoke::expand::nest::{Peeled, item_of};
use crate::spoke::expand::values::{has_formatted_text, has_list, has_text};
use crate::spoke::model::{How, Record, Spoke, Step, Variant};

/// Why a step may refuse a value, up and down.
type Reasons = [Option<&'static str>; 2];

/// Checks a step.
pub(super) fn step(step: &Step, record: &Record<'_>, spoke: &Spoke<'_>, errors: &Errors) {
    let [up, down] = reasons(step, record);
    let name = step
        .spoke
        .first()
        .map_or_else(|| "this".to_owned(), |spot| format!("`{}`", spot.text()));
    for (reason, given, or, key, direction) in [
        (up, spoke.fallible.up, &step.or, "or", "up"),
        (down, spoke.fallible.down, &step.or_back, "or_back", "down"),
    ] {
        if let (Some(reason), None, None) = (reason, given, or) {
            errors.at(
                step.span,
                format_args!(
                    "{name} may refuse a value on its way {direction}: {reason}; add `{key} = …`, which stands in while \
                     the original is kept, or write `fallible({direction})` on the type"
                ),
            );
        }
    }
}

fn reasons(step: &Step, record: &Record<'_>) -> Reasons {
    let written = step
        .spoke
        .first()
        .and_then(|spot| record.field(spot))
        .map(|field| field.ty);
    match &step.how {
        How::Calls(with, back) => [
            with.may_fail.then_some("its function returns a `Result`"),
            back.may_fail.then_some("its function returns a `Result`"),
        ],
        How::Kind(Kind::Format(_)) => {
            toward(has_formatted_text(step), "not every text has the format")
        }
        How::Kind(Kind::Each(each)) => of_one(&each.kind, written.and_then(item_of), each.reversed),
        How::Kind(kind) => of_one(kind, written, step.reversed),
        How::Nest | How::Only(_) | How::Elsewhere(_) => [None, None],
    }
}

const fn toward(text_on_spoke: bool, reason: &'static str) -> Reasons {
    if text_on_spoke {
        [Some(reason), None]
    } else {
        [None, Some(reason)]
    }
}

/// Of a way of one value, whose type is as the spoke has it written.
fn of_one(kind: &Kind, written: Option<&Type>, reversed: bool) -> Reasons {
    match kind {
        Kind::Coerced => match written.map(coerced_from) {
            Some(From::Text) => toward(true, "not every text is a number"),
            Some(From::Number) => toward(false, "not every text is a number"),
            Some(From::Other) | None => [None, None],
        },
        Kind::Duration(_) => toward(has_text(written, reversed), "not every text is a duration"),
        Kind::Quantity(_) => toward(has_text(written, reversed), "not every text is a quantity"),
        Kind::Delimited(_) => toward(
            has_list(written, reversed),
            "an item may have the delimiter in it",
        ),
        // Of one value by itself it stands for functions.
        Kind::Parsed => toward(!reversed, "not every text is a value of the type"),
        Kind::Values(pairs) => [
            written
                .filter(|ty| is_called(ty, &["bool"]) && !covers_booleans(pairs))
                .map(|_| "one of `true` and `false` has no counterpart"),
            None,
        ],
        _ => [None, None],
    }
}

enum From {
    Text,
    Number,
    Other,
}

fn coerced_from(ty: &Type) -> From {
    const NUMBERS: &[&str] = &[
        "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "isize", "usize",
        "bool",
    ];
    if is_called(ty, NUMBERS) {
        From::Number
    } else if is_called(ty, &["String"]) {
        From::Text
    } else {
        From::Other
    }
}

fn is_called(ty: &Type, names: &[&str]) -> bool {
    matches!(Peeled::of(ty).leaf, Type::Path(path)
        if path.path.segments.last().is_some_and(|last| names.iter().any(|name| last.ident == name)))
}

fn covers_booleans(
    pairs: &[(
        Option<crate::attrs::tree::Tree>,
        Option<crate::attrs::tree::Tree>,
    )],
) -> bool {
    [true, false].into_iter().all(|wanted| {
        pairs.iter().any(|(left, _)| {
            matches!(left, Some(tree) if matches!(tree.node, crate::attrs::tree::Node::Bool(value) if value == wanted))
        })
    })
}

/// Checks a variant of one side.
pub(super) fn variant(variant: &Variant<'_>, spoke: &Spoke<'_>, errors: &Errors) {
    if variant.stand_in.is_some() {
        return;
    }
    match (variant.ident, &variant.hub) {
        (Some(ident), None) if spoke.fallible.up.is_none() => errors.at(
            variant.span,
            format_args!(
                "what becomes of `{ident}` in the hub? write `removed = value`, which stands in while the original is \
                 kept, or `fallible(up)` on the type"
            ),
        ),
        (None, Some(hub)) if spoke.fallible.down.is_none() => errors.at(
            variant.span,
            format_args!(
                "what becomes of the hub's `{hub}` here? write `added({hub} = value)`, which stands in while the original \
                 is kept, or `fallible(down)` on the type"
            ),
        ),
        _ => {}
    }
}

/// Checks functions for the whole type.
pub(super) fn whole(with: &Function, back: &Function, spoke: &Spoke<'_>, errors: &Errors) {
    for (function, given, key, direction) in [
        (with, spoke.fallible.up, "try_with", "up"),
        (back, spoke.fallible.down, "try_back", "down"),
    ] {
        if function.may_fail && given.is_none() {
            errors.at(
                span_of(function, spoke),
                format_args!("`{key}` may refuse a value; write `fallible({direction})` beside it"),
            );
        }
    }
}

fn span_of(function: &Function, spoke: &Spoke<'_>) -> Span {
    use syn::spanned::Spanned as _;
    if function.path.is_empty() {
        spoke.attribute
    } else {
        function.path.span()
    }
}
