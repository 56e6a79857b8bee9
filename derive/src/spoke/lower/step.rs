//! One step: the keys on a field, or those of `step(…)`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::attrs::Slot;
use crate::diag::{Errors, Spanned};
use crate::spoke::attrs::{Function, Kind, Spot, StepKeys};
use crate::spoke::expand::here;
use crate::spoke::model::{How, Step};

/// What the keys of a field or of `step(…)` say.
pub(super) fn step(keys: StepKeys, spoke: Vec<Spot>, span: Span, errors: &Errors) -> Option<Step> {
    let StepKeys {
        to,
        own,
        kind,
        with,
        back,
        or,
        or_back,
        reversed,
        bijective,
        ..
    } = keys;
    let is_alone = with.key_span().is_none() && to.is_empty() || spoke.is_empty();
    let functions = match own.first() {
        Some(first) if is_alone => {
            let places = (spoke.len(), to.len());
            Some(alone(first.span, places, own.len(), with, back, errors))
        }
        _ => functions(with, back, errors),
    };
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
            Kind::Parsed => {
                let reversed = reversed.key_span().is_some();
                let stands_in = if reversed { &or } else { &or_back };
                let (with, back) = parsed(kind.span, reversed, stands_in.key_span().is_some());
                How::Calls(with, back)
            }
            Kind::Removed(value) => How::Only(value),
            Kind::Elsewhere(value) => How::Elsewhere(value),
            other => How::Kind(other),
        },
        (None, None) => How::Nest,
    };
    if let (Some(first), false) = (own.first(), matches!(how, How::Calls(..))) {
        errors.at(
            first.span,
            "functions take the name and the namespace of the object as their last values; write `with = function, back \
             = function`, or leave out where the field goes if only this version has it",
        );
        return None;
    }
    let has_no_place = matches!(how, How::Only(_) | How::Elsewhere(_));
    let hub = if has_no_place {
        if let Some(first) = to.first() {
            errors.at(
                first.span(),
                "this place is not mapped here, so it goes nowhere in the hub; remove one of the keys",
            );
        }
        Vec::new()
    } else if !to.is_empty() || !own.is_empty() && is_alone {
        to
    } else {
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
    };
    Some(Step {
        span,
        spoke,
        hub,
        own: own.into_iter().map(|own| own.value).collect(),
        how,
        or: or.take(),
        or_back: or_back.take(),
        reversed: reversed.key_span().is_some(),
        bijective: bijective.key_span().is_some(),
    })
}

/// The functions of a step of one side, which has what the object is called unless something was kept. Nothing is made of
/// it on the other side.
fn alone(
    span: Span,
    (spoke, hub): (usize, usize),
    own: usize,
    with: Slot<Function>,
    back: Slot<Function>,
    errors: &Errors,
) -> (Given, Given) {
    let function = |path: TokenStream| Function {
        path,
        may_fail: false,
    };
    let to_nothing = |values: usize| {
        let values = (0..values).map(|_| quote!(_));
        Some(Spanned::new(function(quote!(|#(#values),*| ())), span))
    };
    let given = |places: usize, written: Slot<Function>, key: &str| {
        if let Some(written) = written.take() {
            return Some(written);
        }
        if places == 1 && own == 1 {
            return Some(Spanned::new(function(quote!(|own| own)), span));
        }
        errors.at(
            span,
            format_args!("what does it say? write the function that makes it of the name and namespace: `{key} = function`"),
        );
        None
    };
    if spoke > 0 {
        (to_nothing(spoke + own), given(spoke, back, "back"))
    } else {
        (given(hub, with, "with"), to_nothing(hub + own))
    }
}

pub(super) type Given = Option<Spanned<Function>>;

/// The functions, if there is one; both or an error.
pub(super) fn functions(
    with: Slot<Function>,
    back: Slot<Function>,
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

/// `parsed` as the functions that it stands for, up and down. What may be absent is not to be seen here: where something stands in
/// for a text (`is_refused`), its absence may be refused.
pub(in crate::spoke) fn parsed(
    span: Span,
    reversed: bool,
    is_refused: bool,
) -> (Function, Function) {
    let span = here(span);
    let parse = Function {
        path: quote_spanned!(span=> __w::parse),
        may_fail: true,
    };
    let display = Function {
        path: if is_refused {
            quote_spanned!(span=> __w::try_display)
        } else {
            quote_spanned!(span=> __w::display)
        },
        may_fail: is_refused,
    };
    if reversed {
        (display, parse)
    } else {
        (parse, display)
    }
}
