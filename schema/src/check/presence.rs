//! Rules that read what serde fills in and the API server does not.

use wheelwright_rules::{Segment, crd::UnguardedField};

use super::{Finding, Origin, Problem, Source, origin::of_path};
use crate::{
    manifest::{Built, Manifest},
    schema::option_of,
    table::Shape,
};

/// What rules take for present: of what may be absent only what is always there in Rust, where nobody thinks of `has()`.
pub(super) fn check(
    unguarded: Vec<UnguardedField>,
    manifest: &Manifest,
    built: &Built,
) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for found in unguarded {
        let Some(Origin::Type(source)) = of_path(&found.field.to_string(), manifest, built) else {
            continue;
        };
        let Some(Segment::Key(name)) = found.field.segments().last() else {
            continue;
        };
        if !is_filled_in(&source, name) {
            continue;
        }
        let problem = Problem::UnguardedField {
            rule: found.expression,
            range: found.range,
            field: name.clone(),
            filled: source.to_string(),
        };
        // Further versions of one struct have its rules.
        if findings.iter().all(|known| known.problem != problem) {
            findings.push(Finding {
                origin: of_path(&found.rule.to_string(), manifest, built),
                ..Finding::new(problem)
            });
        }
    }
    findings
}

/// Whether serde reads an absent field as a value. Of an `Option` it is `None`, as everybody knows.
fn is_filled_in(source: &Source, name: &str) -> bool {
    let Some(field) = source.field.filter(|field| field.wire == name) else {
        return false;
    };
    let of_type = match &source.owner.shape {
        Shape::Struct(of) => of.default,
        _ => None,
    };
    (field.default.is_some() || of_type.is_some()) && option_of(field.ty).is_none()
}
