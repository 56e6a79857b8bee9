//! The CRDs among what was given.

use std::collections::BTreeMap;

use wheelwright_rules::FieldPath;

use super::{Groups, Identity, Object, Unreadable, is_crd, read};
use crate::report::{Finding, Severity};

/// The CRDs, and what else there is.
pub(crate) struct Crds {
    pub(crate) crds: Vec<Object>,
    /// Where objects stand that are none, or are not wanted.
    pub(crate) skipped: Vec<String>,
    pub(crate) unreadable: Vec<Unreadable>,
}

/// Reads files, and sorts what is in them.
pub(crate) fn crds(files: &[String], is_wanted: impl Fn(&Object) -> bool) -> Crds {
    let input = read(files);
    let groups = Groups::of(&input.objects);
    let mut sorted = Crds {
        crds: Vec::new(),
        skipped: Vec::new(),
        unreadable: input.unreadable,
    };
    for object in input.objects {
        match groups.identify(&object) {
            Identity::Fault(fault) => {
                let unreadable = Unreadable::object(&object, fault.text);
                sorted.unreadable.push(unreadable);
            }
            Identity::Known | Identity::Foreign(_) if !is_crd(&object) || !is_wanted(&object) => {
                sorted.skipped.push(object.place());
            }
            _ => sorted.crds.push(object),
        }
    }
    sorted
}

/// The CRDs that were met, by name.
#[derive(Default)]
pub(crate) struct Seen(BTreeMap<String, String>);

impl Seen {
    /// What is wrong with a CRD that was met before.
    pub(crate) fn again(&mut self, object: &Object) -> Option<Finding> {
        let first = self.0.insert(object.name().to_owned(), object.place())?;
        let text = format!("this CRD is at {first} already; give one of the two");
        let place = object.locate(&FieldPath::root().child("metadata").child("name"));
        Some(Finding::new(Severity::Error, text).at(place, true))
    }
}
