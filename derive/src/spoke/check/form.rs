//! Whether a way of mapping has the places it needs.

use crate::diag::Errors;
use proc_macro2::{TokenStream, TokenTree};

use crate::spoke::attrs::{Function, Kind, Spot};
use crate::spoke::expand::values::{Name, has_formatted_text, pieces, place_named};
use crate::spoke::model::{How, Step};

/// No function takes or makes more values than this.
const MOST_PLACES: usize = 8;

/// Checks a step by itself.
pub(super) fn step(step: &Step, errors: &Errors) {
    let one_to_one = step.spoke.len() == 1 && step.hub.len() == 1;
    match &step.how {
        How::Nest if !one_to_one => errors.at(
            step.span,
            "several places follow from each other by functions or by a format; write `with = function, back = \
             function`, `format = \"{a}:{b}\"` or `gathered(\"a\", \"b\")`",
        ),
        How::Kind(Kind::Format(format)) => self::format(format, step, errors),
        How::Kind(Kind::Gathered(keys)) => {
            let several = step.spoke.len().max(step.hub.len());
            if step.spoke.len().min(step.hub.len()) != 1 || several != keys.len() {
                errors.at(
                    step.span,
                    format_args!(
                        "`gathered` has a key for each field that goes into the map: {} keys for {several} fields; write \
                         `and(\"field\")` for further fields of the spoke, or `to(\"a\", \"b\")` for those of the hub",
                        keys.len()
                    ),
                );
            }
        }
        How::Kind(_) if !one_to_one => errors.at(
            step.span,
            "this maps one place to one place; write functions for several: `with = function, back = function`",
        ),
        How::Only(Some(_)) if step.spoke.len() > 1 => errors.at(
            step.span,
            "one value for one field; write `removed` on each field",
        ),
        _ => {}
    }
    let own = step.own.len();
    if step.spoke.len() + own > MOST_PLACES || step.hub.len() + own > MOST_PLACES {
        errors.at(
            step.span,
            format_args!(
                "a step has at most {MOST_PLACES} places on each side; group the fields in a struct"
            ),
        );
    }
    if let How::Calls(with, back) = &step.how {
        takes(with, "with", step.spoke.len() + own, errors);
        takes(back, "back", step.hub.len() + own, errors);
    }
    if step.reversed && !matches!(step.how, How::Kind(_) | How::Calls(..)) {
        errors.at(
            step.span,
            "`reversed` says which side has the text or the quantities; without such a step it says nothing",
        );
    }
}

/// A closure takes as many values as there are. Of a function, rustc knows.
pub(super) fn takes(function: &Function, key: &str, values: usize, errors: &Errors) {
    let Some(taken) = parameters(&function.path).filter(|taken| *taken != values) else {
        return;
    };
    let counted = |count: usize| match count {
        1 => "1 value".to_owned(),
        count => format!("{count} values"),
    };
    errors.on(
        &function.path,
        format_args!(
            "`{key}` gets {}, one of each place that it reads, and this closure takes {}",
            counted(values),
            counted(taken)
        ),
    );
}

/// How many values a closure takes, if it is one.
fn parameters(function: &TokenStream) -> Option<usize> {
    let mut tokens = function.clone().into_iter().peekable();
    tokens.next_if(|token| matches!(token, TokenTree::Ident(ident) if ident == "move"));
    let mark = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => punct.as_char(),
        _ => ' ',
    };
    tokens.next_if(|token| mark(token) == '|')?;
    let (mut count, mut depth, mut is_begun) = (0, 0_usize, false);
    for token in tokens {
        match mark(&token) {
            '|' if depth == 0 => return Some(count + usize::from(is_begun)),
            ',' if depth == 0 => {
                count += 1;
                is_begun = false;
                continue;
            }
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        is_begun = true;
    }
    None
}

fn format(format: &str, step: &Step, errors: &Errors) {
    let Some((literals, names)) = pieces(format) else {
        errors.at(
            step.span,
            "`format` has an open brace too many, or one too few; names stand in braces, `{{` and `}}` are braces",
        );
        return;
    };
    let several = if has_formatted_text(step) {
        &step.hub
    } else {
        &step.spoke
    };
    let known: Vec<String> = several.iter().map(Spot::text).collect();
    for name in names.iter().map(Name::name) {
        if place_named(several, name).is_none() {
            errors.at(
                step.span,
                format_args!(
                    "`format` names `{{{name}}}`, which is no place of this step; the places are `{}`",
                    known.join("`, `")
                ),
            );
        }
    }
    let named: Vec<Option<usize>> = names
        .iter()
        .map(|name| place_named(several, name.name()))
        .collect();
    for (at, spot) in several.iter().enumerate() {
        if named.iter().filter(|named| **named == Some(at)).count() != 1 {
            errors.at(
                spot.span(),
                format_args!(
                    "`format` needs `{{{}}}` once, else its value would be lost",
                    spot.text()
                ),
            );
        }
    }
    let inner = literals.get(1..names.len()).unwrap_or_default();
    if inner.iter().any(String::is_empty) {
        errors.at(
            step.span,
            "two names of `format` stand side by side, so that nobody can tell where the first ends; write a text \
             between them",
        );
    }
}

/// Checks a step of a variant's fields.
pub(super) fn in_variant(step: &Step, errors: &Errors) {
    if matches!(step.how, How::Kind(_)) {
        errors.at(
            step.span,
            "the fields of a variant map by name, `rename`, `removed`, `added` and functions; move them to a struct of \
             their own, `Variant(Struct)`, for the other ways",
        );
    }
    for spot in step.spoke.iter().chain(&step.hub) {
        if spot.direct().is_none() {
            errors.at(
                spot.span(),
                "the fields of a variant map to the fields of a variant; move them to a struct of their own, \
                 `Variant(Struct)`, for places further within",
            );
        }
    }
}
