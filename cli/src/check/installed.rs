//! CRDs as they are installed.

use std::collections::BTreeMap;

use wheelwright_rules::KubeRange;
use wheelwright_rules::crd::{self, Assumption, Support};

use super::{Strictness, Words, judge};
use crate::arguments::CheckArguments;
use crate::input::{self, Object, Unreadable};
use crate::report::{Compared, Finding, Judgement, Severity, Verdict};

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

    /// The one CRD that there is, if it is the only one.
    fn only(&self) -> Option<&Object> {
        let mut crds = self.crds.values();
        crds.next().filter(|_| crds.next().is_none())
    }

    /// The old CRD that a new one takes the place of; `is_only` if it is the only new one.
    fn of(&self, object: &Object, is_only: bool, is_compared: bool) -> Option<&Object> {
        let named = self.crds.get(object.name());
        named.or_else(|| self.only().filter(|_| is_only && is_compared))
    }

    /// Judges a CRD as an update of the one of its name, if there is one, and compares them if that is asked for.
    pub(super) fn judge(
        &self,
        object: Object,
        is_only: bool,
        arguments: &CheckArguments,
    ) -> Judgement {
        let strictness = Strictness::new(arguments.validate, arguments.strict);
        let words = Words::new(arguments.gate.verbatim);
        let servers = arguments.servers.kube;
        let is_compared = !arguments.against.is_empty();
        let Some(installed) = self.of(&object, is_only, is_compared) else {
            let mut judgement = judge(object, None, strictness, words, servers);
            if is_compared || !arguments.old.is_empty() {
                let text = "no CRD of this name is among the old ones: it is checked as a new one";
                judgement.findings.push(Finding::new(Severity::Note, text));
            }
            return judgement;
        };
        let (old, assumed) = crd::assume(&installed.value, self.assumption);
        let mut judgement = judge(object, Some(&old), strictness, words, servers);
        if let Some(assumed) = assumed {
            let text = format!("the old CRD ({}) {assumed}", installed.place());
            judgement.findings.push(Finding {
                help: Some("say otherwise with --assume new, or --assume stored=v1,v2".to_owned()),
                ..Finding::new(Severity::Note, text)
            });
        }
        // What cannot be read was refused.
        if let Ok(comparison) = crd::compare(&installed.value, &judgement.object.value)
            && is_compared
        {
            judgement.compared = Some(Compared {
                comparison,
                old: installed.place(),
            });
        }
        judgement
    }

    /// Which servers take a CRD that was judged, as a new one: those say nothing of an update that is refused.
    pub(super) fn support(
        &self,
        judgement: &Judgement,
        is_only: bool,
        arguments: &CheckArguments,
    ) -> Support {
        let (object, servers) = (&judgement.object, KubeRange::default());
        let installed = self.of(object, is_only, !arguments.against.is_empty());
        match installed.filter(|_| judgement.verdict == Verdict::Refused) {
            Some(installed) => {
                let (old, _) = crd::assume(&installed.value, self.assumption);
                crd::support_update(&old, &object.value, servers)
            }
            None => crd::support(&object.value, servers),
        }
    }

    /// The old CRDs that no new one takes the place of.
    pub(super) fn gone(&self, new: &[Object]) -> Vec<Object> {
        let crds: Vec<&Object> = new.iter().filter(|object| input::is_crd(object)).collect();
        let is_replaced = |old: &Object| {
            let only = self.only().is_some() && crds.len() == 1;
            only || crds.iter().any(|new| new.name() == old.name())
        };
        let gone = self.crds.values().filter(|old| !is_replaced(old));
        gone.cloned().collect()
    }
}
