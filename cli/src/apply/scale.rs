//! Writing the scale of an object that is stored.

use wheelwright_rules::{Rules, Version};

use super::installed::Known;
use super::{Judge, Request, group};
use crate::input::Object;
use crate::report::{Finding, Judgement, Severity};

/// Whether an object is a `Scale`, of whatever version.
pub(super) fn is_scale(object: &Object) -> bool {
    object.kind() == "Scale" && group(object) == "autoscaling"
}

impl Judge<'_> {
    /// Judges a `Scale` as one of the stored object that has its name.
    pub(super) fn scale(&self, object: Object) -> Judgement {
        let named: Vec<(&Object, &Rules)> = self
            .old
            .iter()
            .filter_map(|old| match self.installed.find(group(old), old.kind()) {
                Known::Rules(rules) => Some((old, rules)),
                Known::Refused | Known::Nothing => None,
            })
            .filter(|(old, rules)| self.is_same(old, &object, rules))
            .collect();
        let scaled: Vec<_> = named
            .iter()
            .filter(|(old, rules)| version(old, rules).is_some_and(|found| found.has_scale()))
            .collect();
        let text = match (scaled.as_slice(), named.as_slice()) {
            ([(old, rules)], _) => {
                return self.judge(Request {
                    rules,
                    api_version: old.api_version().to_owned(),
                    old: Some(old),
                    object,
                });
            }
            ([], []) => {
                "no object that a CRD is given of has its name: give it by --old".to_owned()
            }
            ([], named) => format!(
                "its CRD declares no subresource scale for {}",
                names(named.iter().map(|(old, _)| *old))
            ),
            (scaled, _) => format!(
                "{} have its name: give one of them by --old",
                names(scaled.iter().map(|(old, _)| *old))
            ),
        };
        Judgement::refused(object, Finding::new(Severity::Error, text))
    }
}

fn version<'r>(object: &Object, rules: &'r Rules) -> Option<Version<'r>> {
    let (_, name) = object.api_version().rsplit_once('/')?;
    rules.version(name)
}

fn names<'o>(objects: impl Iterator<Item = &'o Object>) -> String {
    let names: Vec<String> = objects
        .map(|object| format!("{object} of {}", object.api_version()))
        .collect();
    names.join(" and ")
}
