//! The CRDs that objects are judged by.

use std::collections::HashMap;

use serde_json::Value;
use wheelwright_rules::{KubeRange, KubeVersion, Rules};

use crate::arguments::Validate;
use crate::check::{self, Strictness, Words};
use crate::input::Object;
use crate::report::{Judgement, Verdict};

/// CRDs by group and kind.
#[derive(Debug, Default)]
pub(super) struct Installed(HashMap<(String, String), Option<Rules>>);

/// What is known of a kind.
pub(super) enum Known<'i> {
    Rules(&'i Rules),
    /// Its CRD is refused.
    Refused,
    Nothing,
}

impl Installed {
    /// Adds a CRD. One that is refused is given back with what is wrong with it.
    pub(super) fn add(
        &mut self,
        crd: Object,
        words: Words,
        server: KubeVersion,
    ) -> Option<Judgement> {
        let text = |path: &[&str]| {
            let found = path
                .iter()
                .try_fold(&crd.value, |value, name| value.get(name));
            found.and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let key = (text(&["spec", "group"]), text(&["spec", "names", "kind"]));
        let unknown = Strictness::new(Validate::Ignore, false);
        let mut judgement = check::judge(crd, None, unknown, words, KubeRange::only(server));
        judgement.costs.clear();
        if judgement.verdict == Verdict::Refused {
            self.0.insert(key, None);
            return Some(judgement);
        }
        // What a server takes is compiled, unless a pattern is beyond the limits of this library.
        match Rules::from_stored_crd_on(&judgement.object.value, server) {
            Ok(rules) => {
                self.0.insert(key, Some(rules));
                None
            }
            Err(error) => {
                self.0.insert(key, None);
                let reason = error.to_string();
                Some(Judgement::skipped(judgement.object, &reason))
            }
        }
    }

    pub(super) fn find(&self, group: &str, kind: &str) -> Known<'_> {
        match self.0.get(&(group.to_owned(), kind.to_owned())) {
            Some(Some(rules)) => Known::Rules(rules),
            Some(None) => Known::Refused,
            None => Known::Nothing,
        }
    }
}
