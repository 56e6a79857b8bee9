//! What clients of a version may meet from now on that is written at another one: values come to them through the conversion.

use serde_json::Value;
use wheelwright_rules::{ErrorKind, FieldError, FieldPath};
use wheelwright_schema::generate::Shrinker;

use crate::attack;
use crate::conversion::Conversion;
use crate::cover::cover;
use crate::finding::{Finding, Party, Step, Verdict, Witness};
use crate::place::{Path, of_error};
use crate::side::Side;
use crate::work::Sides;

/// Objects that are made of a version.
const MADE: usize = 60;
/// Findings of one CRD; more say no more.
const MOST: usize = 20;

/// What a client of the old release gets at a version that its schema refuses.
pub(crate) struct Foreign {
    version: String,
    errors: Vec<FieldError>,
}

impl Foreign {
    pub(crate) fn step(&self) -> Step {
        let errors: Vec<String> = self.errors.iter().map(ToString::to_string).collect();
        Step::new(
            format!("read it at {}", self.version),
            format!("no object is like that: {}", errors.join("\n")),
            "clients of the old release get it",
        )
    }

    fn paths(&self) -> Vec<Path> {
        let paths = self.errors.iter();
        paths.map(|error| of_error(&error.path)).collect()
    }
}

/// What clients of other versions of the old release get of an object that the new one takes at `version`: nothing that the old
/// release gave them of it, too.
pub(crate) fn elsewhere(sides: &Sides<'_>, version: &str, object: &Value) -> Vec<Foreign> {
    let (old, new) = (sides.old, sides.new);
    if !matches!(new.conversion(), Conversion::By(_) | Conversion::Identity) {
        return Vec::new();
    }
    let Ok(stored) = new.convert(object, new.storage()) else {
        return Vec::new();
    };
    let readers = old
        .version_names()
        .filter(|name| *name != version && old.is_served(name) && new.is_served(name));
    let met = readers.filter_map(|reader| {
        let read = new.convert(&stored, reader).ok()?;
        let mut errors = old.errors(reader, &read);
        if !errors.is_empty() {
            let before = given(old, version, object, reader);
            errors.retain(|error| !before.iter().any(|other| other.path == error.path));
        }
        (!errors.is_empty()).then(|| Foreign {
            version: reader.to_owned(),
            errors,
        })
    });
    met.collect()
}

/// The errors of what the old release itself gives a reader of an object.
pub(crate) fn given(
    old: &Side<'_>,
    version: &str,
    object: &Value,
    reader: &str,
) -> Vec<FieldError> {
    if old.write(version, object).stored.is_err() {
        return Vec::new();
    }
    let stored = old.convert(object, old.storage());
    let read = stored.and_then(|stored| old.convert(&stored, reader));
    read.map_or_else(|_| Vec::new(), |read| old.errors(reader, &read))
}

/// Values that reach clients of the old release through the conversion, which no finding says.
pub(crate) fn surprises(sides: &Sides<'_>, known: &[Finding]) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    let new = sides.new;
    if !matches!(new.conversion(), Conversion::By(_)) {
        return found;
    }
    for version in new.version_names().filter(|version| new.is_served(version)) {
        let mut objects = Vec::new();
        cover(new, version, MADE, &mut |object| {
            objects.push(object.clone());
            true
        });
        for object in &objects {
            for foreign in elsewhere(sides, version, object) {
                for at in foreign.paths() {
                    let field = attack::field(sides.old.schema(&foreign.version), &at);
                    let is_known = known.iter().chain(&found).any(|finding| {
                        finding.versions.contains(&foreign.version)
                            && !finding.field.is_empty()
                            && attack::is_within(&field, &finding.field)
                    });
                    if !is_known && found.len() < MOST {
                        found.extend(surprise(
                            sides,
                            version,
                            object,
                            &foreign.version,
                            &at,
                            field,
                        ));
                    }
                }
            }
        }
    }
    found
}

fn surprise(
    sides: &Sides<'_>,
    version: &str,
    object: &Value,
    reader: &str,
    at: &Path,
    field: String,
) -> Option<Finding> {
    let met = |object: &Value| {
        let is_taken = sides.new.write(version, object).stored.is_ok();
        let mut all = elsewhere(sides, version, object).into_iter();
        all.find(|foreign| is_taken && foreign.version == reader && foreign.paths().contains(at))
    };
    let small = Shrinker::of_object(at).shrink(object, &|object| met(object).is_some());
    let mut foreign = met(&small)?;
    foreign.errors.retain(|error| of_error(&error.path) == *at);
    // A typed client of the old release cannot read such an object at all, nor a list with it.
    let is_unreadable = foreign
        .errors
        .iter()
        .any(|error| error.kind == ErrorKind::TypeInvalid);
    Some(Finding {
        id: "foreign-value".to_owned(),
        crd: sides.name.to_owned(),
        versions: vec![reader.to_owned()],
        field,
        path: FieldPath::root(),
        level: if is_unreadable {
            Verdict::NewVersion
        } else {
            Verdict::Compatible
        },
        hurts: vec![Party::Readers],
        reason: format!("what is written at {version} is read as what {reader} never had"),
        fix: "convert it to a value that clients of this version know".to_owned(),
        witness: Some(Witness {
            object: small,
            steps: vec![foreign.step()],
        }),
        undecided: None,
        accepted: None,
    })
}
