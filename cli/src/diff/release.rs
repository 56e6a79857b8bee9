//! The CRDs of one release.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;
use wheelwright_rules::crd::Unreadable as Reason;
use wheelwright_rules::{DecodeError, crd};

use super::because;
use crate::check::search::mistyped;
use crate::input::{self, Groups, Object, Unreadable};

/// CRDs by name, and what could not be read.
pub(crate) struct Release {
    pub(crate) crds: BTreeMap<String, Object>,
    pub(crate) unreadable: Vec<Unreadable>,
}

impl Release {
    /// Reads a file, a folder, a revision or a cluster.
    pub(crate) fn read(given: &str) -> Self {
        let input = input::read(std::slice::from_ref(&given.to_owned()));
        let mut unreadables = input.unreadable;
        unreadables.extend(Groups::of(&input.objects).faults(&input.objects));
        let mut crds: BTreeMap<String, Object> = BTreeMap::new();
        for crd in input.objects.into_iter().filter(input::is_crd) {
            // What is no CRD of today is said here, where its place is known.
            if let Some(reason) = crd::check(&crd.value).unreadable {
                let at = match &reason {
                    Reason::Decode(DecodeError::Type { field, value, .. }) => {
                        mistyped(&crd.value, field, value).map(|path| crd.locate(&path).value.start)
                    }
                    _ => None,
                };
                let mut found = Unreadable::object(&crd, because(&reason));
                if let Some(at) = at {
                    found.at = Some((Rc::clone(&crd.source), at));
                }
                unreadables.push(found);
                continue;
            }
            let name = crd.name().to_owned();
            if let Some(first) = crds.get(&name) {
                let reason = format!("{name} is given twice, first in {}", first.place());
                unreadables.push(Unreadable::object(&crd, reason));
                continue;
            }
            crds.insert(name, crd);
        }
        Self {
            crds,
            unreadable: unreadables,
        }
    }

    pub(crate) fn named(&self, name: &str) -> Option<&Object> {
        self.crds.get(name)
    }

    pub(crate) fn values(&self) -> Vec<Value> {
        self.crds.values().map(|crd| crd.value.clone()).collect()
    }
}
