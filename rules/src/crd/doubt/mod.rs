//! What a server takes of a CRD though it does not work, or not as it seems: nobody tells but those who use it.

pub mod bundle;
mod conversion;
pub mod path;
mod rules;
mod size;
mod values;

use std::fmt;

use serde_json::Value;
use wheelwright_cel::KubeVersion;

use super::model::{Crd, Spec, Version};
use super::{convertible, read};
use crate::path::FieldPath;
use crate::print::go_json;
pub use path::{PathProblem, PathUse};
pub use size::Size;

/// Something that a server takes and that does not work, or not as it seems. `Display` says it in a sentence.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Doubt {
    /// Where it is in the document.
    pub path: FieldPath,
    /// What it is.
    pub kind: DoubtKind,
}

/// What a server takes though it does not work, or not as it seems.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DoubtKind {
    /// The CRD is large.
    Size {
        /// Its size as JSON.
        bytes: usize,
        /// What it is too large for.
        size: Size,
    },
    /// A path of a printer column or of the scale subresource leads nowhere, or to a value of another type.
    Path {
        /// What the path is for.
        of: PathUse,
        /// The path.
        path: String,
        /// What is wrong with it.
        problem: PathProblem,
    },
    /// A value of an enum that the rest of the schema refuses.
    EnumValue {
        /// The value.
        value: Value,
        /// What the schema says to it.
        error: String,
    },
    /// Null is a value, and no enum has it.
    NullableEnum,
    /// A bound that is no number of the type: the server refuses every value.
    Bound {
        /// The keyword.
        keyword: &'static str,
        /// The type, with its format.
        type_name: String,
    },
    /// Two bounds that leave nothing between them.
    Range {
        /// The keyword of the lower one.
        least: &'static str,
        /// The keyword of the upper one.
        most: &'static str,
    },
    /// A field that must be there and is not declared: it is dropped, and then it is missing.
    RequiredUndeclared(String),
    /// The status must be there, which the subresource takes away from every object that is created.
    RequiredStatus,
    /// A rule below a value that has no type in CEL: the server runs it on no object.
    RuleNeverRun(String),
    /// Versions differ, and nothing converts between them: what one does not declare is dropped.
    Dropped {
        /// A version that has the field.
        from: String,
        /// The version that does not.
        to: String,
        /// The first field of all.
        field: String,
        /// How many more there are.
        more: usize,
    },
    /// The CA bundle has no certificate, so that no webhook is trusted.
    NoCertificate,
    /// The CA bundle has a private key, which everybody who may read the CRD can read.
    PrivateKey,
}

impl Doubt {
    const fn new(path: FieldPath, kind: DoubtKind) -> Self {
        Self { path, kind }
    }

    /// Whether no cluster takes the CRD, though the API server has nothing against it.
    #[must_use]
    pub const fn is_error(&self) -> bool {
        matches!(
            self.kind,
            DoubtKind::Size {
                size: Size::Etcd,
                ..
            }
        )
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            DoubtKind::Size { bytes, size } => write!(f, "the CRD has {bytes} bytes: {size}"),
            DoubtKind::Path { of, path, problem } => f.write_str(&problem.sentence(of, path)),
            DoubtKind::EnumValue { value, error } => write!(
                f,
                "the enum value {} is never taken: {error}",
                go_json(value)
            ),
            DoubtKind::NullableEnum => f.write_str(
                "null is a value by `nullable`, and the enum refuses it, even where it has null",
            ),
            DoubtKind::Bound { keyword, type_name } => write!(
                f,
                "`{keyword}` is no {type_name}, and so the server refuses every value"
            ),
            DoubtKind::Range { least, most } => {
                write!(f, "`{least}` is beyond `{most}`: the server refuses every value")
            }
            DoubtKind::RequiredUndeclared(name) => write!(
                f,
                "`{name}` must be there and is not declared: the server drops it, and then refuses the object without it"
            ),
            DoubtKind::RequiredStatus => f.write_str(
                "`status` must be there, and the subresource status takes it away from every object that is created: the \
                 server refuses each",
            ),
            DoubtKind::RuleNeverRun(rule) => write!(
                f,
                "the rule {rule:?} is run on no object, since what it is in has no `type`: give that one, or write the \
                 rule on what is around it"
            ),
            DoubtKind::Dropped {
                from,
                to,
                field,
                more,
            } => {
                write!(
                    f,
                    "{to} does not have `{field}` of {from}"
                )?;
                if *more > 0 {
                    write!(f, ", nor {more} more of its fields")?;
                }
                f.write_str(", and the conversion strategy None drops what a version does not have")
            }
            DoubtKind::NoCertificate => f.write_str(
                "the CA bundle has no certificate in PEM form, so that the API server trusts no webhook",
            ),
            DoubtKind::PrivateKey => f.write_str(
                "the CA bundle has a private key, which everybody who may read the CRD can read",
            ),
        }
    }
}

/// Everything about a CRD that a server takes and that does not work, or not as it seems. A CRD that cannot be read, or
/// whose schemas are not structural, has enough against it.
///
/// ```
/// use serde_json::json;
/// use wheelwright_rules::crd::doubts;
///
/// let crd = json!({
///     "apiVersion": "apiextensions.k8s.io/v1",
///     "kind": "CustomResourceDefinition",
///     "metadata": {"name": "pizzas.example.com"},
///     "spec": {
///         "group": "example.com",
///         "names": {"kind": "Pizza", "plural": "pizzas"},
///         "scope": "Namespaced",
///         "versions": [{
///             "name": "v1", "served": true, "storage": true,
///             "schema": {"openAPIV3Schema": {"type": "object", "properties": {
///                 "size": {"type": "integer", "enum": [30, "large"]},
///             }}},
///         }],
///     },
/// });
/// let lines: Vec<String> = doubts(&crd).iter().map(ToString::to_string).collect();
/// assert_eq!(lines, ["the enum value \"large\" is never taken: must be of type integer: \"string\""]);
/// ```
#[must_use]
pub fn doubts(crd: &Value) -> Vec<Doubt> {
    let Ok((
        Crd {
            spec: ref spec @ Spec { ref versions, .. },
            ..
        },
        _,
    )) = read(crd, KubeVersion::default())
    else {
        return Vec::new();
    };
    let mut found: Vec<Doubt> = size::check(crd).into_iter().collect();
    let list = FieldPath::root().child("spec").child("versions");
    for (index, version) in versions.iter().enumerate() {
        check_version(crd, spec, version, &list.index(index), index, &mut found);
    }
    conversion::check(spec, &list, &mut found);
    bundle::check(spec, &mut found);
    found
}

fn check_version(
    crd: &Value,
    spec: &Spec,
    version: &Version,
    at: &FieldPath,
    index: usize,
    found: &mut Vec<Doubt>,
) {
    let Some(schema) = spec.schema_of(version) else {
        return;
    };
    let root = at.child("schema").child("openAPIV3Schema");
    // What all versions share is said once.
    let is_repeated = index > 0 && spec.common.schema.is_some();
    if !is_repeated && convertible::error(schema).is_none() {
        values::check(schema, &root, found);
        rules::check(schema, &root, found);
    }
    let subresources = spec.subresources_of(version);
    let has_status = subresources.is_some_and(|subresources| subresources.status);
    if let Some(place) = schema.required.iter().position(|name| name == "status")
        && has_status
    {
        let path = root.child("required").index(place);
        found.push(Doubt::new(path, DoubtKind::RequiredStatus));
    }
    let raw = ["spec", "versions"]
        .iter()
        .try_fold(crd, |value, name| value.get(name))
        .and_then(|versions| versions.get(index)?.get("schema")?.get("openAPIV3Schema"));
    let Some(raw) = raw else { return };
    path::check_columns(raw, spec.columns_of(version), at, found);
    if let Some(scale) = subresources.and_then(|subresources| subresources.scale.as_ref()) {
        path::check_scale(raw, scale, &at.child("subresources").child("scale"), found);
    }
}
