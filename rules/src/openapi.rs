//! The `OpenAPI` that a server publishes for the objects of a CRD, which kubectl and others read.
//!
//! The server's text on `apiVersion`, `kind` and `metadata` is left out: it is the same for all kinds.

mod reduce;
mod write;

use serde_json::{Map, Value, json};
use wheelwright_cel::KubeVersion;

use crate::crd;
use crate::crd::model::{PerVersion, Spec, Version};
use crate::schema::Schema;

/// A version of `OpenAPI`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenApi {
    /// `/openapi/v3/apis/<group>/<version>`, the schemas of its `components`.
    V3,
    /// `/openapi/v2`, its `definitions`. Alternatives and defaults are lost, and so is everything about what may be null or
    /// keeps unknown fields, because kubectl would take it for too strict.
    V2,
}

impl OpenApi {
    fn reference(self, name: &str) -> Value {
        match self {
            Self::V3 => json!({"$ref": format!("#/components/schemas/{name}")}),
            Self::V2 => json!({"$ref": format!("#/definitions/{name}")}),
        }
    }

    /// A reference beside which a description may stand.
    fn described_reference(self, name: &str) -> Value {
        match self {
            Self::V3 => json!({"allOf": [self.reference(name)]}),
            Self::V2 => self.reference(name),
        }
    }
}

const OBJECT_META: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const LIST_META: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta";

/// The schemas of the kind and of its list, by the names that the server gives them. None if the document is no CRD, or has
/// no such version that is served.
///
/// ```
/// use serde_json::json;
/// use wheelwright_rules::{OpenApi, openapi};
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
///             "schema": {"openAPIV3Schema": {
///                 "type": "object",
///                 "properties": {"spec": {"type": "string", "nullable": true, "default": "ham"}},
///             }},
///         }],
///     },
/// });
/// let spec = |version| openapi(&crd, "v1", version).unwrap()["com.example.v1.Pizza"]["properties"]["spec"].clone();
/// assert_eq!(spec(OpenApi::V3), json!({"type": "string", "nullable": true, "default": "ham"}));
/// assert_eq!(spec(OpenApi::V2), json!({}));
/// ```
#[must_use]
pub fn openapi(crd: &Value, version: &str, openapi: OpenApi) -> Option<Map<String, Value>> {
    let (crd, _) = crd::read(crd, KubeVersion::default()).ok()?;
    let spec = &crd.spec;
    let found = spec.versions.iter().find(|found| found.name == version)?;
    if !found.served {
        return None;
    }
    let kind = Kind {
        group: &spec.group,
        version: &found.name,
        selectable: selectable(found, spec),
        openapi,
    };
    let name = kind.name(&spec.names.kind);
    let list = kind.list(&name, spec);
    let list_name = kind.name(&spec.names.list_kind);
    let schema = own(found, spec, |place| place.schema.as_ref()?.schema.as_ref());
    let schemas = [
        (name, kind.object(&spec.names.kind, schema)),
        (list_name, list),
    ];
    Some(schemas.into_iter().collect())
}

/// What a version has is its own or that of all versions.
fn own<'s, T>(
    version: &'s Version,
    spec: &'s Spec,
    get: impl Fn(&'s PerVersion) -> Option<T>,
) -> Option<T> {
    get(&version.own).or_else(|| get(&spec.common))
}

fn selectable(version: &Version, spec: &Spec) -> Option<Value> {
    let paths = own(version, spec, |place| place.selectable_fields.as_ref())?;
    let field = |path: &String| json!({"fieldPath": path.strip_prefix('.').unwrap_or(path)});
    (!paths.is_empty()).then(|| paths.iter().map(field).collect())
}

struct Kind<'c> {
    group: &'c str,
    version: &'c str,
    selectable: Option<Value>,
    openapi: OpenApi,
}

impl Kind<'_> {
    /// The group's names in reverse, the version, and the kind.
    fn name(&self, kind: &str) -> String {
        let mut names: Vec<&str> = self.group.split('.').rev().collect();
        names.extend([self.version, kind]);
        names.join(".")
    }

    fn object(&self, kind: &str, schema: Option<&Schema>) -> Value {
        let bare = Map::from_iter([("type".to_owned(), json!("object"))]);
        let mut members = match (schema, self.openapi) {
            (None, _) => bare,
            // With any property kubectl would refuse all others.
            (Some(schema), OpenApi::V2) if schema.preserves() => bare,
            (Some(schema), openapi) => {
                let mut schema = write::unfolded(schema);
                if openapi == OpenApi::V2 {
                    reduce::reduce(&mut schema);
                }
                let mut members = write::node(&schema, openapi);
                write::resource(&mut members, openapi);
                members
            }
        };
        self.add_extensions(&mut members, kind);
        Value::Object(members)
    }

    fn list(&self, name: &str, spec: &Spec) -> Value {
        let names = &spec.names;
        let description = format!(
            "List of {}. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md",
            names.plural
        );
        let list = json!({
            "description": format!("{} is a list of {}", names.list_kind, names.kind),
            "type": "object",
            "required": ["items"],
            "properties": {
                "apiVersion": {"type": "string"},
                "kind": {"type": "string"},
                "metadata": self.openapi.described_reference(LIST_META),
                "items": {"description": description, "type": "array", "items": self.openapi.reference(name)},
            },
        });
        let mut members = match list {
            Value::Object(members) => members,
            _ => Map::new(),
        };
        self.add_extensions(&mut members, &names.list_kind);
        Value::Object(members)
    }

    fn add_extensions(&self, members: &mut Map<String, Value>, kind: &str) {
        members.insert(
            "x-kubernetes-group-version-kind".to_owned(),
            json!([{"group": self.group, "version": self.version, "kind": kind}]),
        );
        if let Some(selectable) = &self.selectable {
            members.insert(
                "x-kubernetes-selectable-fields".to_owned(),
                selectable.clone(),
            );
        }
    }
}
