//! What the versions of a kind are to each other.

use serde_json::{Map, Value};
use wheelwright_rules::crd::bundle;

use super::{Finding, Origin, Problem};
use crate::{
    manifest::{Built, Conversion, Manifest, Object, scope},
    schema::undocument,
    table::Root,
};

pub(super) fn check(manifest: &Manifest, built: &Built, findings: &mut Vec<Finding>) {
    let Some((hub, spokes)) = manifest.roots().split_first() else {
        findings.push(Finding::new(Problem::NoVersion));
        return;
    };
    let about = |root, problem| Finding {
        origin: Some(Origin::Attribute(root)),
        ..Finding::new(problem)
    };
    for spoke in spokes {
        findings.extend(disagreements(hub, spoke).map(|problem| about(spoke, problem)));
    }
    let conversion = manifest.said_conversion();
    let is_unchecked = matches!(conversion, Some(Conversion::Unchecked));
    if is_unchecked || matches!(conversion, None | Some(Conversion::None)) {
        let problem = difference(built).map(|(first, second, property)| {
            if is_unchecked {
                Problem::Unconverted {
                    first,
                    second,
                    property,
                }
            } else {
                Problem::NeedsConversion {
                    first,
                    second,
                    property,
                }
            }
        });
        findings.extend(problem.map(|problem| about(hub, problem)));
    }
    if let Some(pem) = conversion.as_ref().and_then(Conversion::bundle) {
        findings.extend(bundle(pem).map(Finding::new));
    }
}

fn disagreements(hub: &Root, spoke: &'static Root) -> impl Iterator<Item = Problem> {
    let lists = |list: &[&str]| list.join(", ");
    let said = |root: &Root| {
        [
            ("group", root.group.to_owned()),
            ("kind", root.kind.to_owned()),
            ("plural", root.plural.to_owned()),
            ("singular", root.singular.to_owned()),
            ("list_kind", root.list_kind.to_owned()),
            ("scope", scope(root.scope).to_owned()),
            ("shortname", lists(root.short_names)),
            ("category", lists(root.categories)),
        ]
    };
    let pairs = said(hub).into_iter().zip(said(spoke));
    pairs
        .filter(|((_, hub), (_, other))| hub != other)
        .map(|((key, hub), (_, other))| Problem::Disagreement {
            key,
            hub,
            version: spoke.version,
            other,
        })
}

/// The first version that differs from the first of all in more than documentation.
fn difference(built: &Built) -> Option<(&'static str, &'static str, String)> {
    let versions = built.versions.iter();
    first_difference(versions.map(|(version, object)| (version.name, &object.described.schema)))
}

/// The first version whose schema differs from that of the first of all in more than documentation: both names, and the first
/// property in which they differ, empty where the object itself does. Between versions that differ something has to convert.
pub fn first_difference<'s, N>(
    versions: impl IntoIterator<Item = (N, &'s Value)>,
) -> Option<(N, N, String)> {
    let mut versions = versions.into_iter();
    let (first, schema) = versions.next()?;
    let schema = undocumented(schema);
    let (second, property) = versions.find_map(|(second, other)| {
        let property = differing(&schema, &undocumented(other))?;
        Some((second, property))
    })?;
    Some((first, second, property))
}

/// The schema without documentation.
pub(super) fn values(object: &Object) -> Value {
    undocumented(&object.described.schema)
}

fn undocumented(schema: &Value) -> Value {
    let mut schema = schema.clone();
    undocument(&mut schema);
    schema
}

/// The first property that differs, as deep as there is one; empty where the object itself differs.
fn differing(left: &Value, right: &Value) -> Option<String> {
    if left == right {
        return None;
    }
    let none = Map::new();
    let properties = |schema| Value::as_object(Value::get(schema, "properties")?);
    let (ours, theirs) = (
        properties(left).unwrap_or(&none),
        properties(right).unwrap_or(&none),
    );
    let mut names = ours.keys().chain(theirs.keys());
    let Some(name) = names.find(|name| ours.get(*name) != theirs.get(*name)) else {
        return Some(String::new());
    };
    let deeper = ours
        .get(name)
        .zip(theirs.get(name))
        .and_then(|(left, right)| differing(left, right));
    Some(match deeper.as_deref() {
        None | Some("") => name.clone(),
        Some(deeper) => format!("{name}.{deeper}"),
    })
}

fn bundle(pem: &[u8]) -> impl Iterator<Item = Problem> {
    let key = bundle::has_private_key(pem).then_some(Problem::PrivateKey);
    let none = (!bundle::has_certificate(pem)).then_some(Problem::NoCertificate);
    key.into_iter().chain(none)
}
