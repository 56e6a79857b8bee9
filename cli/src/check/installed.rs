//! CRDs as they are installed.

use std::collections::BTreeMap;

use wheelwright_rules::crd::{self, Assumption};

use super::{Strictness, Words, judge};
use crate::arguments::CheckArguments;
use crate::input::{self, Object, Unreadable};
use crate::report::{Finding, Judgement, Severity};

/// Old CRDs by name.
pub(super) struct Installed<'a> {
    crds: BTreeMap<String, Object>,
    assumption: &'a Assumption,
}

impl<'a> Installed<'a> {
    /// Takes the CRDs among objects. Of two with one name, nobody can tell which is installed.
    pub(super) fn new(
        objects: Vec<Object>,
        assumption: &'a Assumption,
        unreadable: &mut Vec<Unreadable>,
    ) -> Self {
        let mut crds = BTreeMap::new();
        for crd in objects.into_iter().filter(input::is_crd) {
            let name = crd.name().to_owned();
            if let Some(first) = crds.get(&name) {
                let reason = format!("{name} is given twice, first in {}", Object::place(first));
                unreadable.push(Unreadable::object(&crd, reason));
            } else {
                crds.insert(name, crd);
            }
        }
        Self { crds, assumption }
    }

    /// Judges a CRD as an update of the one of its name, if there is one.
    pub(super) fn judge(&self, object: Object, arguments: &CheckArguments) -> Judgement {
        let strictness = Strictness::new(arguments.validate, arguments.strict);
        let words = Words::new(arguments.gate.verbatim);
        let Some(installed) = self.crds.get(object.name()) else {
            let mut judgement = judge(object, None, strictness, words);
            if !arguments.old.is_empty() {
                let text = "no CRD of this name is among the old ones: it is checked as a new one";
                judgement.findings.push(Finding::new(Severity::Note, text));
            }
            return judgement;
        };
        let (old, assumed) = crd::assume(&installed.value, self.assumption);
        let mut judgement = judge(object, Some(&old), strictness, words);
        if let Some(assumed) = assumed {
            let text = format!("the old CRD ({}) {assumed}", installed.place());
            judgement.findings.push(Finding {
                help: Some("say otherwise with --assume new, or --assume stored=v1,v2".to_owned()),
                ..Finding::new(Severity::Note, text)
            });
        }
        judgement
    }
}
