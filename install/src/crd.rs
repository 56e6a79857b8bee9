//! A CRD as it is to be, and what is read of one that is there.

use serde_json::{Map, Value};
use wheelwright_migration::is_untrusted;
use wheelwright_schema::{check::first_difference, manifest::Manifest};

use crate::error::InstallError;
use crate::stanza::Stanza;

/// A CRD to be installed: `Pizzas::manifest()`, or JSON of `apiextensions.k8s.io/v1`.
#[derive(Clone, Debug)]
pub struct Crd(Source);

#[derive(Clone, Debug)]
enum Source {
    Manifest(Box<Manifest>),
    Json(Value),
}

impl From<Manifest> for Crd {
    fn from(manifest: Manifest) -> Self {
        Self(Source::Manifest(Box::new(manifest)))
    }
}

impl From<Value> for Crd {
    fn from(json: Value) -> Self {
        Self(Source::Json(json))
    }
}

/// What is wanted, read and checked.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) name: String,
    pub(crate) json: Value,
    /// Who converts; none where versions do not differ.
    pub(crate) stanza: Option<Stanza>,
}

impl Crd {
    pub(crate) fn read(&self) -> Result<Wanted, InstallError> {
        let mut json = match &self.0 {
            Source::Manifest(manifest) => manifest.json().map_err(InstallError::Crd)?,
            Source::Json(json) => json.clone(),
        };
        let no_crd = |why: &str| InstallError::NoCrd {
            why: why.to_owned(),
        };
        let api = "apiextensions.k8s.io/v1";
        if json["kind"] != "CustomResourceDefinition" || json["apiVersion"] != api {
            return Err(no_crd(
                "its kind is not CustomResourceDefinition of apiextensions.k8s.io/v1",
            ));
        }
        let name = json["metadata"]["name"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        if name.is_empty() {
            return Err(no_crd("it has no metadata.name"));
        }
        if storage(&json).is_empty() {
            return Err(no_crd("no version has `storage: true`"));
        }
        let stanza = Stanza::of(&json).map_err(|why| InstallError::NoCrd {
            why: format!("{name}: {why}"),
        })?;
        if stanza.is_none()
            && let Some((first, second, property)) = difference(&json)
        {
            return Err(InstallError::NeedsConversion {
                crd: name,
                first,
                second,
                property,
            });
        }
        if let Some(json) = json.as_object_mut() {
            json.remove("status");
        }
        Ok(Wanted { name, json, stanza })
    }
}

pub(crate) fn versions(crd: &Value) -> impl Iterator<Item = &Value> {
    crd["spec"]["versions"].as_array().into_iter().flatten()
}

pub(crate) fn name(version: &Value) -> &str {
    version["name"].as_str().unwrap_or_default()
}

/// The version that is stored; empty if there is none, which no server takes.
pub(crate) fn storage(crd: &Value) -> &str {
    let stored = versions(crd).find(|version| version["storage"] == true);
    stored.map_or("", name)
}

/// The versions at which objects may be stored: those of `status.storedVersions`, and all where that is not to be trusted.
pub(crate) fn stored(crd: &Value) -> Vec<&str> {
    let conditions = crd["status"]["conditions"].as_array().into_iter().flatten();
    if is_untrusted(conditions) {
        return versions(crd).map(name).collect();
    }
    let listed = crd["status"]["storedVersions"]
        .as_array()
        .into_iter()
        .flatten();
    let mut stored: Vec<&str> = listed.filter_map(Value::as_str).collect();
    if !stored.contains(&storage(crd)) {
        stored.push(storage(crd));
    }
    stored
}

/// The versions between which something may have to be converted: those that are served, and those at which objects may be stored.
pub(crate) fn live(crd: &Value) -> Vec<&Value> {
    let stored = stored(crd);
    versions(crd)
        .filter(|version| version["served"] == true || stored.contains(&name(version)))
        .collect()
}

/// Two versions that differ in more than documentation, and the first property in which they do.
pub(crate) fn difference(crd: &Value) -> Option<(String, String, String)> {
    difference_between(live(crd))
}

pub(crate) fn difference_between(versions: Vec<&Value>) -> Option<(String, String, String)> {
    let schemas = versions
        .into_iter()
        .map(|version| (name(version), &version["schema"]["openAPIV3Schema"]));
    let (first, second, property) = first_difference(schemas)?;
    Some((first.to_owned(), second.to_owned(), property))
}

/// Whether nothing converts between versions that differ: objects are corrupted as long as that is so.
pub(crate) fn is_exposed(crd: &Value) -> bool {
    crd["spec"]["conversion"]["strategy"] != "Webhook" && difference(crd).is_some()
}

/// Makes another version the one that is stored.
pub(crate) fn store(crd: &mut Value, version: &str) {
    let versions = crd["spec"]["versions"].as_array_mut();
    for entry in versions.into_iter().flatten() {
        let is_stored = entry["name"] == version;
        if let Some(entry) = entry.as_object_mut() {
            entry.insert("storage".into(), is_stored.into());
        }
    }
}

pub(crate) fn annotation<'c>(crd: &'c Value, name: &str) -> Option<&'c str> {
    crd["metadata"]["annotations"].get(name)?.as_str()
}

/// Sets a label or an annotation, or takes it away.
pub(crate) fn set(crd: &mut Value, member: &str, key: &str, value: Option<&str>) {
    let Some(metadata) = crd.get_mut("metadata").and_then(Value::as_object_mut) else {
        return;
    };
    if let Some(value) = value {
        let pairs = metadata.entry(member).or_insert_with(|| Map::new().into());
        if let Some(pairs) = pairs.as_object_mut() {
            pairs.insert(key.to_owned(), value.into());
        }
    } else if let Some(pairs) = metadata.get_mut(member).and_then(Value::as_object_mut) {
        pairs.remove(key);
    }
}

/// What the group says in an annotation: which release installed the CRD last.
pub(crate) fn release_annotation(crd: &Value) -> String {
    format!("{}/installed-release", group(crd))
}

/// What the group says in an annotation: that the webhook was taken away on purpose.
pub(crate) fn disarmed_annotation(crd: &Value) -> String {
    format!("{}/conversion-disarmed", group(crd))
}

pub(crate) fn group(crd: &Value) -> &str {
    crd["spec"]["group"].as_str().unwrap_or_default()
}
