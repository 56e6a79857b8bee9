//! What a valid object becomes is valid where it goes, but for values that the schema there refuses, which are counted.

use serde_json::Value;
use wheelwright_rules::{ErrorKind, FieldError, Segment};

use super::{Broken, Subject, compare::violation};
use crate::{Report, json::Json, laws::violation::Law};

impl Subject<'_> {
    pub(super) fn valid(&self, object: &Value, version: &str, other: &str) -> Broken {
        let mut report = Report::default();
        let json = Json::of_value(object);
        let there = self
            .converter
            .convert_reporting(json, other, Some(&mut report))
            .ok()?
            .to_value();
        let conversions = report.conversions.iter();
        let counted: Vec<&str> = conversions
            .flat_map(|of| &of.refused)
            .map(|field| field.path.as_str())
            .collect();
        let is_counted = |error: &FieldError| {
            let path = wild(error.path.segments());
            // Of alternatives, the error says in words where they are.
            if path.is_empty() {
                return !counted.is_empty();
            }
            counted.iter().any(|counted| is_within(&path, counted))
        };
        let is_let = |error: &FieldError| {
            let path = wild(error.path.segments());
            let refusals = self.refusals.iter();
            refusals
                .filter(|(version, _)| version == other)
                .any(|(_, place)| is_within(&path, place))
        };
        let errors = self.rules_of(other)?.validate(&there);
        let unexpected = errors.iter().find(|error| {
            let is_missing = error.kind == ErrorKind::Required;
            !is_let(error) && (is_missing && self.makes_all || !is_counted(error))
        })?;
        let told = format!("{unexpected}\nbecame:   {there}");
        Some(violation(Law::Valid, &[version, other], object, &told))
    }
}

fn is_within(path: &str, place: &str) -> bool {
    path.strip_prefix(place)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// A path as reports name it.
fn wild(segments: &[Segment]) -> String {
    let mut path = String::new();
    for segment in segments {
        match segment {
            // Of a scale, the server names the path as the CRD has it, with its dot.
            Segment::Field(name) => {
                path.push('.');
                path.push_str(name.strip_prefix('.').unwrap_or(name));
            }
            Segment::Key(_) | Segment::Index(_) => path.push_str("[*]"),
        }
    }
    path
}
