//! Whether kubectl finds out what a document is.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use wheelwright_grammar::suggest::closest;
use wheelwright_rules::FieldPath;

use super::{Object, Unreadable};
use crate::report::{Finding, Severity};

const GROUP: &str = "apiextensions.k8s.io";
const KIND: &str = "CustomResourceDefinition";
/// The one version of the kinds without a group.
const CORE: &str = "v1";

/// Whether an object is a CRD, of whatever version of the API.
pub(crate) fn is_crd(object: &Object) -> bool {
    let group = object.api_version().split_once('/').map(|(group, _)| group);
    object.kind() == KIND && group == Some(GROUP)
}

/// The groups that CRDs are given of, with all their kinds.
pub(crate) struct Groups(BTreeMap<String, BTreeSet<String>>);

/// What a document says it is.
pub(crate) enum Identity {
    /// A kind that is given, or a CRD.
    Known,
    /// Something of a group that nothing is known of; perhaps another one is meant.
    Foreign(Option<String>),
    /// Nothing that kubectl could send anywhere.
    Fault(Box<Finding>),
}

impl Groups {
    /// The groups of the CRDs among objects.
    pub(crate) fn of<'o>(objects: impl IntoIterator<Item = &'o Object>) -> Self {
        let own = BTreeSet::from([KIND.to_owned()]);
        let mut groups = BTreeMap::from([(GROUP.to_owned(), own)]);
        for crd in objects.into_iter().filter(|object| is_crd(object)) {
            let spec = crd.value.get("spec");
            let group = spec.and_then(|spec| spec.get("group")?.as_str());
            let kind = spec.and_then(|spec| spec.get("names")?.get("kind")?.as_str());
            if let (Some(group), Some(kind)) = (group, kind) {
                let kinds = groups.entry(group.to_owned()).or_default();
                kinds.insert(kind.to_owned());
            }
        }
        Self(groups)
    }

    /// What an object is, in the words of kubectl where it is nothing.
    pub(crate) fn identify(&self, object: &Object) -> Identity {
        match missing(object) {
            Some(fault) => Identity::Fault(Box::new(fault)),
            None => self.resource(object),
        }
    }

    /// The objects that are nothing, as what cannot be read.
    pub(crate) fn faults(&self, objects: &[Object]) -> Vec<Unreadable> {
        let fault = |object: &Object| match self.identify(object) {
            Identity::Fault(fault) => Some(Unreadable::object(object, fault.text)),
            Identity::Known | Identity::Foreign(_) => None,
        };
        objects.iter().filter_map(fault).collect()
    }

    fn resource(&self, object: &Object) -> Identity {
        let (api_version, kind) = (object.api_version(), object.kind());
        let (group, version) = match api_version.split_once('/') {
            Some((_, version)) if version.contains('/') => {
                let text = format!("unexpected GroupVersion string: {api_version}");
                let help = Some("write a group and a version: `example.com/v1`".to_owned());
                return fault(object, "apiVersion", text, help);
            }
            Some(parts) => parts,
            None => ("", api_version),
        };
        let no_match = format!("no matches for kind \"{kind}\" in version \"{api_version}\"");
        if version.is_empty() || group.is_empty() && version != CORE {
            let group = self.near(api_version.trim_end_matches('/'));
            let group = group.unwrap_or("example.com");
            let help = format!("write a group and a version: `{group}/v1`");
            return fault(object, "apiVersion", no_match, Some(help));
        }
        if group.is_empty() && kind == "List" {
            let help = Some("a list has `items`".to_owned());
            return fault(object, "kind", no_match, help);
        }
        let Some(kinds) = self.0.get(group) else {
            let near = self.near(group);
            if kind == KIND && (group.is_empty() || near == Some(GROUP)) {
                let help = format!("write `apiVersion: {GROUP}/v1`");
                return fault(object, "apiVersion", no_match, Some(help));
            }
            return Identity::Foreign(near.map(str::to_owned));
        };
        if kinds.contains(kind) {
            return Identity::Known;
        }
        let kinds = || kinds.iter().map(String::as_str);
        let help = closest(kind, kinds()).map_or_else(
            || {
                let kinds: Vec<&str> = kinds().collect();
                format!("the CRDs that are given have {}", kinds.join(", "))
            },
            |near| format!("did you mean `{near}`?"),
        );
        fault(object, "kind", no_match, Some(help))
    }

    fn near(&self, group: &str) -> Option<&str> {
        closest(group, self.0.keys().map(String::as_str))
    }
}

fn fault(object: &Object, field: &str, text: String, help: Option<String>) -> Identity {
    let place = object.locate(&FieldPath::root().child(field));
    let finding = Finding {
        help,
        ..Finding::new(Severity::Error, text).at(place, true)
    };
    Identity::Fault(Box::new(finding))
}

/// What keeps kubectl from reading what an object is.
fn missing(object: &Object) -> Option<Finding> {
    let members = match &object.value {
        Value::Object(members) => members,
        other => {
            let text = format!("it is {}, and no object", article(other));
            let help = "kubectl reads objects with `apiVersion` and `kind`".to_owned();
            return Some(Finding {
                help: Some(help),
                ..Finding::new(Severity::Error, text)
            });
        }
    };
    let said = |name: &str| members.get(name).filter(|value| !value.is_null());
    let found: Vec<&str> = ["apiVersion", "kind"]
        .into_iter()
        .filter(|name| said(name).is_none_or(|value| value.as_str().is_none_or(str::is_empty)))
        .collect();
    let name = found.first()?;
    let at = |name: &str, error: Finding| {
        let place = object.locate(&FieldPath::root().child(name));
        error.at(place, true)
    };
    // The words are those of kubectl.
    let texts: Vec<String> = found.iter().map(|name| format!("{name} not set")).collect();
    let error = Finding::new(Severity::Error, texts.join(", "));
    if let Some(value) = said(name).filter(|value| !value.is_string()) {
        let help = format!("`{name}` is text, and this is {}", article(value));
        return Some(Finding {
            help: Some(help),
            ..at(name, error)
        });
    }
    let misspelt = closest(name, members.keys().map(String::as_str));
    Some(match misspelt.filter(|misspelt| misspelt != name) {
        Some(misspelt) => Finding {
            help: Some(format!("write `{name}`: `{misspelt}` is another field")),
            is_exact: false,
            ..at(misspelt, error)
        },
        None => Finding {
            help: Some(format!("write `{}: …`", found.join(": …` and `"))),
            ..error
        },
    })
}

const fn article(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
