//! What a CRD says, as far as types are made of it.

use std::fmt;

use serde_json::{Map, Value};
use wheelwright_rules::{Fault, FieldError, FieldPath, crd};

use crate::keyword::names;
use crate::tidy::{self, Unknown, members};

/// Schemas nest no deeper than the derive takes them: each level is a type, and most an `Option` around it.
const DEPTH: usize = 45;

/// A CRD.
#[derive(Debug)]
pub(crate) struct Crd {
    pub(crate) group: String,
    pub(crate) kind: String,
    pub(crate) plural: String,
    pub(crate) singular: String,
    pub(crate) list_kind: String,
    pub(crate) short_names: Vec<String>,
    pub(crate) categories: Vec<String>,
    pub(crate) is_cluster: bool,
    pub(crate) annotations: Vec<(String, String)>,
    pub(crate) labels: Vec<(String, String)>,
    pub(crate) conversion: Option<Map<String, Value>>,
    /// The storage version first.
    pub(crate) versions: Vec<Version>,
}

/// Whether a version is deprecated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deprecation {
    No,
    /// With the server's own warning.
    Yes,
    /// With this warning.
    Text(String),
}

/// A version.
#[derive(Clone, Debug)]
pub(crate) struct Version {
    pub(crate) name: String,
    pub(crate) is_served: bool,
    pub(crate) is_stored: bool,
    pub(crate) deprecated: Deprecation,
    pub(crate) schema: Value,
    /// What was in the schema that a server drops.
    pub(crate) unknown: Vec<Unknown>,
    pub(crate) subresources: Map<String, Value>,
    pub(crate) columns: Vec<Value>,
    pub(crate) selectable: Vec<String>,
}

/// Why nothing can be made of a CRD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Where in the CRD.
    pub path: FieldPath,
    /// What is wrong, and what to do about it.
    pub text: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.segments().is_empty() {
            f.write_str(&self.text)
        } else {
            write!(f, "{}: {}", self.path, self.text)
        }
    }
}

/// Reads a CRD that a server takes.
pub(crate) fn read(crd: &Value) -> Result<Crd, Vec<Refusal>> {
    let report = crd::check(crd);
    let root = FieldPath::root;
    if let Some(reason) = &report.unreadable {
        return Err(vec![Refusal {
            path: root(),
            text: reason.to_string(),
        }]);
    }
    if let Some(crash) = &report.crash {
        return Err(vec![Refusal {
            path: root(),
            text: format!("a server crashes on this CRD: {crash}"),
        }]);
    }
    // What only metadata has is left out of the types, and said.
    let refused: Vec<Refusal> = report
        .errors
        .iter()
        .filter(|error| !is_of_metadata_alone(error))
        .map(|error| Refusal {
            path: crd::source_path(error),
            text: format!("a server refuses it: {}", error.detail),
        })
        .collect();
    if !refused.is_empty() {
        return Err(refused);
    }
    let spec = members(crd.get("spec"));
    let said = members(spec.get("names"));
    let text_of = |from: &Map<String, Value>, name: &str| {
        from.get(name)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let kind = text_of(&said, "kind");
    let or = |text: String, other: String| if text.is_empty() { other } else { text };
    let mut versions = Vec::new();
    let list = spec
        .get("versions")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    for (index, version) in list.iter().enumerate() {
        let path = root().child("spec").child("versions").index(index);
        versions.push(self::version(version, &path)?);
    }
    versions.sort_by_key(|version| !version.is_stored);
    let metadata = members(crd.get("metadata"));
    let pairs = |name: &str| {
        let pairs = members(metadata.get(name)).into_iter();
        pairs
            .filter_map(|(name, value)| Some((name, value.as_str()?.to_owned())))
            .collect()
    };
    let list_of = |name: &str| said.get(name).and_then(names).unwrap_or_default();
    Ok(Crd {
        group: text_of(&spec, "group"),
        plural: text_of(&said, "plural"),
        singular: or(
            text_of(&said, "singular"),
            wheelwright_grammar::go_text::to_lower(&kind),
        ),
        list_kind: or(text_of(&said, "listKind"), format!("{kind}List")),
        short_names: list_of("shortNames"),
        categories: list_of("categories"),
        is_cluster: text_of(&spec, "scope") == "Cluster",
        annotations: pairs("annotations"),
        labels: pairs("labels"),
        conversion: spec.get("conversion").and_then(Value::as_object).cloned(),
        versions,
        kind,
    })
}

/// A server takes no CRD with such an annotation or label; the types are as good without. Not without the approval that a group
/// of the Kubernetes community asks for.
fn is_of_metadata_alone(error: &FieldError) -> bool {
    let path = error.path.to_string();
    let is_within = |name: &str| path.starts_with(&format!("metadata.{name}"));
    error.fault != Some(Fault::ProtectedGroup) && (is_within("annotations") || is_within("labels"))
}

fn version(version: &Value, path: &FieldPath) -> Result<Version, Vec<Refusal>> {
    let text_of = |name: &str| {
        version
            .get(name)
            .and_then(Value::as_str)
            .filter(|text| !text.is_empty())
    };
    let is = |name: &str| version.get(name) == Some(&true.into());
    let list = |name: &str| {
        version
            .get(name)
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default()
    };
    let schema = version
        .get("schema")
        .and_then(|schema| schema.get("openAPIV3Schema"));
    let mut schema = schema.cloned().unwrap_or_default();
    if depth(&schema) > DEPTH {
        let path = path.clone().child("schema").child("openAPIV3Schema");
        let text = format!(
            "it nests deeper than {DEPTH} levels, and no Rust type of that depth has a schema"
        );
        return Err(vec![Refusal { path, text }]);
    }
    let mut unknown = Vec::new();
    tidy::schema(&mut schema, "", &mut unknown);
    let mut subresources = members(version.get("subresources"));
    subresources.retain(|_, value| !value.is_null());
    let selectable = list("selectableFields").into_iter();
    let selectable =
        selectable.filter_map(|field| Some(field.get("jsonPath")?.as_str()?.to_owned()));
    Ok(Version {
        name: text_of("name").unwrap_or_default().to_owned(),
        is_served: is("served"),
        is_stored: is("storage"),
        deprecated: match text_of("deprecationWarning") {
            _ if !is("deprecated") => Deprecation::No,
            Some(warning) => Deprecation::Text(warning.to_owned()),
            None => Deprecation::Yes,
        },
        schema,
        unknown,
        subresources,
        columns: list("additionalPrinterColumns"),
        selectable: selectable.collect(),
    })
}

fn depth(schema: &Value) -> usize {
    let Value::Object(keywords) = schema else {
        return 0;
    };
    let below = keywords
        .iter()
        .flat_map(|(keyword, value)| match (keyword.as_str(), value) {
            ("properties", Value::Object(members)) => members.values().map(depth).collect(),
            ("items" | "additionalProperties", value) => vec![depth(value)],
            _ => Vec::new(),
        });
    below.max().unwrap_or_default() + 1
}
