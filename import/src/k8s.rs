//! Types of `k8s-openapi`: where a schema is that of one, in a release of Kubernetes.
//!
//! `types.txt` lists them: the path, and beneath it each member with `!` where Rust always writes it, its type, and the name of
//! its field where not all releases from 1.33 to 1.37 have it. `[…]` is a list and `{…}` a map. Objects with an `apiVersion` are not there:
//! Rust always writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::keyword::names;
use crate::name;

/// Two members or one, which much else has, tell a type only where it has no others and the name says so, too.
const FEW: usize = 2;

/// What an older release had as `ResourceRequirements`, and nobody means outside of a claim.
const IN_CLAIMS: &str = "api::core::v1::VolumeResourceRequirements";

/// The one type that has no `Default`.
const CONDITION: &str = "apimachinery::pkg::apis::meta::v1::Condition";

struct Member {
    is_always_written: bool,
    ty: &'static str,
    /// Its field, if older releases do not have it.
    newer: Option<&'static str>,
}

type Members = BTreeMap<&'static str, Member>;

static TYPES: LazyLock<BTreeMap<&'static str, Members>> = LazyLock::new(|| {
    let mut types: BTreeMap<&str, Members> = BTreeMap::new();
    let mut path = "";
    for line in include_str!("k8s/types.txt").lines() {
        let Some(member) = line.strip_prefix("  ") else {
            path = line;
            types.entry(path).or_default();
            continue;
        };
        let Some((name, ty)) = member.split_once(' ') else {
            continue;
        };
        let (ty, newer) = match ty.split_once(' ') {
            Some((ty, field)) => (ty, Some(field)),
            None => (ty, None),
        };
        let member = Member {
            is_always_written: name.ends_with('!'),
            ty,
            newer,
        };
        let members = types.entry(path).or_default();
        members.insert(name.trim_end_matches('!'), member);
    }
    types
});

/// A type, and how the schema is otherwise.
pub(crate) struct Found {
    /// Its path within `k8s_openapi`.
    pub(crate) path: &'static str,
    pub(crate) differing: Differing,
}

/// A type by its path, and one of its fields.
pub(crate) type Newer = (&'static str, &'static str);

/// What is otherwise in a schema than in a type.
#[derive(Default)]
pub(crate) struct Differing {
    /// The paths of members that the schema does not have.
    pub(crate) missing: Vec<String>,
    /// Those of members that Rust writes as empty texts where they are absent.
    pub(crate) written: Vec<String>,
    /// Fields that older releases do not have, with the paths of their types.
    pub(crate) newer: BTreeSet<Newer>,
}

/// The name of a type by its path.
pub(crate) fn ident(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// The type of an object that is called so and described so, if it is beyond doubt.
pub(crate) fn find(
    schema: &Map<String, Value>,
    wanted: &str,
    context: &str,
    is_held: bool,
) -> Option<Found> {
    let properties = schema.get("properties")?.as_object()?;
    let fits = TYPES.iter().filter_map(|(path, members)| {
        let (has, all) = (properties.len(), members.len());
        let lacking = all.checked_sub(has)?;
        // A release before or after, and no mere part.
        let is_most =
            has * 4 >= all * 3 || (has >= 2 && lacking == 1) || (has >= 8 && has * 2 >= all);
        if !is_most || is_new(members) || *path == IN_CLAIMS || (*path == CONDITION && !is_held) {
            return None;
        }
        let mut differing = Differing::default();
        let fits = is_object(schema, path, "", &mut differing)
            && (is_telling(properties, members)
                || (lacking == 0 && is_named(path, &wanted.to_ascii_lowercase())));
        fits.then_some((lacking, Found { path, differing }))
    });
    let mut fits: Vec<(usize, Found)> = fits.collect();
    let fewest = fits.iter().map(|(lacking, _)| *lacking).min()?;
    fits.retain(|(lacking, _)| *lacking == fewest);
    if fits.len() > 1 {
        let context = format!("{wanted} {context}").to_ascii_lowercase();
        fits.retain(|(_, found)| is_named(found.path, &context));
    }
    match fits.pop() {
        Some((_, found)) if fits.is_empty() => Some(found),
        _ => None,
    }
}

/// Whether older releases do not have the type, which has no schema in this crate then.
fn is_new(members: &Members) -> bool {
    members.values().all(|member| member.newer.is_some())
}

/// Whether the members alone tell a type from others.
fn is_telling(properties: &Map<String, Value>, members: &Members) -> bool {
    let is_own = |name: &String| {
        let member = members.get(name.as_str());
        member.is_some_and(|member| member.ty.contains("::") || member.ty.contains("Quantity"))
    };
    properties.len() > FEW || properties.keys().any(is_own)
}

/// Whether a text has the first word of a type's name: `secret` of `SecretKeySelector`.
fn is_named(path: &str, text: &str) -> bool {
    let first = name::words(ident(path)).into_iter().next();
    first.is_some_and(|first| text.contains(&first.to_ascii_lowercase()))
}

/// Whether Rust reads all objects of a schema as the type, and writes again what it read.
fn is_object(
    schema: &Map<String, Value>,
    path: &'static str,
    at: &str,
    differing: &mut Differing,
) -> bool {
    const FORBIDDEN: [&str; 3] = [
        "additionalProperties",
        "x-kubernetes-embedded-resource",
        "x-kubernetes-preserve-unknown-fields",
    ];
    let Some(members) = TYPES.get(path) else {
        return false;
    };
    if schema.get("type").and_then(Value::as_str) != Some("object")
        || FORBIDDEN
            .iter()
            .any(|keyword| schema.contains_key(*keyword))
    {
        return false;
    }
    let none = Map::new();
    let properties = match schema.get("properties") {
        Some(Value::Object(properties)) => properties,
        None => &none,
        Some(_) => return false,
    };
    if properties
        .keys()
        .any(|name| !members.contains_key(name.as_str()))
    {
        return false;
    }
    if properties.is_empty() && !at.is_empty() {
        differing.missing.push(format!("{at}.*"));
    }
    let required = schema.get("required").and_then(names).unwrap_or_default();
    members.iter().all(|(name, member)| {
        let at = format!("{at}.{name}");
        let Some(Value::Object(property)) = properties.get(*name) else {
            if !properties.is_empty() {
                differing.missing.push(at);
            }
            return !member.is_always_written;
        };
        // A field of a new type says that it is new.
        if let Some(field) = member.newer.filter(|_| !is_new(members)) {
            differing.newer.insert((path, field));
        }
        let is_there = required.iter().any(|required| required == name)
            || property
                .get("default")
                .is_some_and(|default| !default.is_null());
        let is_nullable = property.get("nullable") == Some(&true.into());
        if member.is_always_written && !is_there && is_free_text(property) {
            differing.written.push(at.clone());
        } else if member.is_always_written && (!is_there || is_nullable) {
            return false;
        }
        is_value(property, member.ty, &at, differing)
    })
}

/// Whether an empty text is as good as none.
fn is_free_text(schema: &Map<String, Value>) -> bool {
    const LIMITS: [&str; 4] = ["enum", "format", "minLength", "pattern"];
    schema.get("type").and_then(Value::as_str) == Some("string")
        && !LIMITS.iter().any(|keyword| schema.contains_key(*keyword))
}

fn is_value(
    schema: &Map<String, Value>,
    ty: &'static str,
    at: &str,
    differing: &mut Differing,
) -> bool {
    let text = |keyword: &str| schema.get(keyword).and_then(Value::as_str);
    let is = |keyword: &str| schema.get(keyword) == Some(&true.into());
    let mut held = |keyword: &str, of: &'static str| {
        let Some(Value::Object(inner)) = schema.get(keyword) else {
            return false;
        };
        inner.get("nullable") != Some(&true.into())
            && is_value(inner, of, &format!("{at}[*]"), differing)
    };
    let is_either = is("x-kubernetes-int-or-string") && !schema.contains_key("type");
    if let Some(of) = between(ty, '[', ']') {
        return text("type") == Some("array") && held("items", of);
    }
    if let Some(of) = between(ty, '{', '}') {
        return text("type") == Some("object")
            && !schema.contains_key("properties")
            && !is("x-kubernetes-preserve-unknown-fields")
            && held("additionalProperties", of);
    }
    match ty {
        "String" => text("type") == Some("string"),
        "bool" => text("type") == Some("boolean"),
        "i32" => text("type") == Some("integer") && text("format") == Some("int32"),
        "i64" => text("type") == Some("integer"),
        "Time" => text("type") == Some("string") && text("format") == Some("date-time"),
        "IntOrString" | "Quantity" => is_either,
        path => is_object(schema, path, at, differing),
    }
}

fn between(text: &'static str, open: char, close: char) -> Option<&'static str> {
    text.strip_prefix(open)?.strip_suffix(close)
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use k8s_openapi::api::batch::v1::JobTemplateSpec;
    use k8s_openapi::api::core::v1::{
        PersistentVolumeClaimSpec, PodTemplateSpec, SecretKeySelector, ServicePort,
    };
    use k8s_openapi::api::networking::v1::NetworkPolicySpec;
    use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, LabelSelector};
    use serde::Serialize;
    use serde::de::DeserializeOwned;
    use serde_json::json;

    use super::*;

    /// A value with all members.
    fn sample(ty: &'static str) -> Value {
        if let Some(of) = between(ty, '[', ']') {
            return json!([sample(of)]);
        }
        if let Some(of) = between(ty, '{', '}') {
            return json!({"a": sample(of)});
        }
        match ty {
            "String" | "Quantity" => "x".into(),
            "bool" => true.into(),
            "i32" | "i64" | "IntOrString" => 1.into(),
            "Time" => "2020-02-02T00:00:00Z".into(),
            path => match TYPES.get(path) {
                Some(members) => members
                    .iter()
                    .filter(|(_, member)| is_known(member.ty))
                    .map(|(name, member)| ((*name).to_owned(), sample(member.ty)))
                    .collect(),
                None => Value::Null,
            },
        }
    }

    fn is_known(ty: &str) -> bool {
        let ty = ty.trim_matches(['[', ']', '{', '}']);
        TYPES.contains_key(ty)
            || [
                "String",
                "Quantity",
                "bool",
                "i32",
                "i64",
                "IntOrString",
                "Time",
            ]
            .contains(&ty)
    }

    #[test]
    fn the_types_have_the_members_that_are_listed() {
        fn holds<T: DeserializeOwned + Serialize + Debug>(path: &'static str) {
            let all = sample(path);
            let read: T = serde_json::from_value(all.clone()).unwrap();
            assert_eq!(serde_json::to_value(&read).unwrap(), all, "{path}");
            let always = serde_json::from_value::<T>(json!({}));
            let Ok(always) = always else {
                assert_eq!(path, CONDITION);
                return;
            };
            let always = serde_json::to_value(&always).unwrap();
            for (name, member) in &TYPES[path] {
                assert!(
                    member.is_always_written || always.get(name).is_none(),
                    "{path} {name}"
                );
            }
        }
        holds::<PodTemplateSpec>("api::core::v1::PodTemplateSpec");
        holds::<JobTemplateSpec>("api::batch::v1::JobTemplateSpec");
        holds::<PersistentVolumeClaimSpec>("api::core::v1::PersistentVolumeClaimSpec");
        holds::<SecretKeySelector>("api::core::v1::SecretKeySelector");
        holds::<ServicePort>("api::core::v1::ServicePort");
        holds::<NetworkPolicySpec>("api::networking::v1::NetworkPolicySpec");
        holds::<Condition>(CONDITION);
        holds::<LabelSelector>("apimachinery::pkg::apis::meta::v1::LabelSelector");
    }

    fn type_of(schema: &Value, wanted: &str, context: &str) -> Option<&'static str> {
        let found = find(schema.as_object().unwrap(), wanted, context, true);
        found.map(|found| ident(found.path))
    }

    fn key() -> Value {
        json!({
            "type": "object", "required": ["key", "name"],
            "properties": {"key": {"type": "string"}, "name": {"type": "string"}, "optional": {"type": "boolean"}},
        })
    }

    #[test]
    fn a_name_or_a_description_tells_equal_types_apart() {
        assert_eq!(
            type_of(&key(), "passwordSecretRef", ""),
            Some("SecretKeySelector")
        );
        assert_eq!(
            type_of(&key(), "from", "A key of a ConfigMap."),
            Some("ConfigMapKeySelector")
        );
        assert_eq!(type_of(&key(), "from", ""), None);
        let pair = json!({"type": "object", "required": ["name", "value"], "properties": {"name": {"type": "string"}, "value": {"type": "string"}}});
        assert_eq!(type_of(&pair, "httpHeader", ""), Some("HTTPHeader"));
        assert_eq!(
            type_of(&pair, "label", "An HTTP header."),
            None,
            "anything has a name and a value"
        );
    }

    /// Whatever Rust would not read, or would lose.
    #[test]
    fn another_schema_is_no_such_type() {
        let with = |change: fn(&mut Value)| {
            let mut schema = key();
            change(&mut schema);
            type_of(&schema, "secretRef", "")
        };
        assert_eq!(with(|_| ()), Some("SecretKeySelector"));
        for change in [
            (|key| key["properties"]["namespace"] = json!({"type": "string"})) as fn(&mut Value),
            |key| key["properties"]["optional"] = json!({"type": "string"}),
            |key| key["properties"]["name"] = json!({"type": "string", "nullable": true}),
            |key| key["properties"]["name"] = json!({"type": "integer"}),
            |key| {
                key["required"] = json!(["name"]);
                key["properties"]["key"] = json!({"type": "string", "minLength": 1});
            },
            |key| key["x-kubernetes-preserve-unknown-fields"] = json!(true),
            |key| key["x-kubernetes-embedded-resource"] = json!(true),
            |key| key["properties"] = json!({"name": {"type": "string"}}),
            |key| key["type"] = json!("array"),
        ] {
            assert_eq!(with(change), None);
        }
    }

    #[test]
    fn a_release_is_said() {
        let of =
            |schema: Value| find(schema.as_object().unwrap(), "environment", "", true).unwrap();
        let variable = |from: Value| {
            json!({
                "type": "object", "required": ["name"],
                "properties": {
                    "name": {"type": "string"}, "value": {"type": "string"},
                    "valueFrom": {"type": "object", "properties": from},
                },
            })
        };
        let old = of(variable(json!({"secretKeyRef": key()})));
        assert_eq!(ident(old.path), "EnvVar");
        assert!(
            old.differing
                .missing
                .contains(&".valueFrom.fieldRef".to_owned())
        );
        assert!(old.differing.newer.is_empty());
        let file = json!({
            "type": "object", "required": ["key", "path", "volumeName"],
            "properties": {"key": {"type": "string"}, "path": {"type": "string"}, "volumeName": {"type": "string"}},
        });
        let new = of(variable(json!({"fileKeyRef": file})));
        assert!(
            new.differing
                .newer
                .contains(&("api::core::v1::EnvVarSource", "file_key_ref"))
        );
    }
}
