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
            let path = error.path.segments();
            // Of alternatives, the error says in words where they are.
            if path.is_empty() {
                return !counted.is_empty();
            }
            counted.iter().any(|counted| is_within(path, counted))
        };
        let errors = self.rules_of(other)?.validate(&there);
        let unexpected = errors.iter().find(|error| {
            let is_missing = error.kind == ErrorKind::Required;
            !self.is_let(error, other) && (is_missing && self.makes_all || !is_counted(error))
        })?;
        let told = format!("{unexpected}\nbecame:   {there}");
        Some(violation(Law::Valid, &[version, other], object, &told))
    }

    /// Whether a version may refuse what is at this place.
    pub(super) fn is_let(&self, error: &FieldError, version: &str) -> bool {
        let path = error.path.segments();
        let refusals = self.refusals.iter();
        refusals
            .filter(|(refusing, _)| refusing == version)
            .any(|(_, place)| is_within(path, place))
    }
}

/// Whether a path leads to a place that a report names, or further within. Entries of maps are fields in the one, as in the
/// server's errors, and `[*]` in the other.
fn is_within(path: &[Segment], place: &str) -> bool {
    let mut rest = place;
    for segment in path {
        if rest.is_empty() {
            return true;
        }
        let within = match segment {
            Segment::Field(name) if !rest.starts_with("[*]") => {
                // Of a scale, the server names the path as the CRD has it, with its dot.
                let name = name.strip_prefix('.').unwrap_or(name);
                rest.strip_prefix('.')
                    .and_then(|rest| rest.strip_prefix(name))
                    .filter(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            }
            _ => rest.strip_prefix("[*]"),
        };
        let Some(within) = within else { return false };
        rest = within;
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use wheelwright_rules::{FieldPath, Segment};

    use super::is_within;

    #[test]
    fn entries_of_maps_are_fields_to_the_server() {
        let path = |path: FieldPath| -> Vec<Segment> { path.segments().to_vec() };
        let spec = || FieldPath::root().child("spec");
        let entry = path(spec().child("127").child("name"));
        assert!(is_within(&entry, ".spec[*].name"));
        assert!(is_within(&entry, ".spec[*]"));
        assert!(is_within(&entry, ".spec"));
        assert!(!is_within(&entry, ".spec[*].names"));
        assert!(!is_within(&entry, ".spec.name"));
        let item = path(spec().index(0).child("a.b"));
        assert!(is_within(&item, ".spec[*].a.b"));
        assert!(!is_within(&item, ".spec[*].a.b.c"));
        assert!(!is_within(&item, ".sp"));
    }
}
