//! A CRD and objects of one of its versions.

use std::{fs, path::Path};

use serde_json::Value;
use wheelwright_rules::Rules;

pub(crate) type Failed = Box<dyn std::error::Error>;

pub(crate) struct Case {
    pub(crate) crd: Value,
    pub(crate) version: String,
    /// Of that version.
    pub(crate) schema: Value,
    /// With the defaults of their schema, as rules see them.
    pub(crate) objects: Vec<(String, Value)>,
}

impl Case {
    pub(crate) fn from_arguments(paths: impl Iterator<Item = String>) -> Result<Self, Failed> {
        let mut paths: Vec<String> = paths.collect();
        if paths.is_empty() {
            let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
            paths = ["http-route.crd.yaml", "route.yaml", "bare.yaml"]
                .map(|name| data.join(name).display().to_string())
                .into();
        }
        let (crd, objects) = paths.split_first().ok_or("a CRD is needed")?;
        let crd = document(crd)?;
        let mut objects: Vec<(String, Value)> = objects
            .iter()
            .map(|path| {
                let object = document(path)?;
                let name = object.pointer("/metadata/name").and_then(Value::as_str);
                Ok((name.unwrap_or(path).to_owned(), object))
            })
            .collect::<Result<_, Failed>>()?;
        let (_, first) = objects.first().ok_or("an object is needed")?;
        let version = first.get("apiVersion").and_then(Value::as_str);
        let version = version.and_then(|version| version.rsplit('/').next());
        let version = version.ok_or("the object has no apiVersion")?.to_owned();
        let versions = crd.pointer("/spec/versions").and_then(Value::as_array);
        let schema = versions
            .into_iter()
            .flatten()
            .find(|one| one.get("name").is_some_and(|name| *name == *version))
            .and_then(|one| one.pointer("/schema/openAPIV3Schema"))
            .ok_or("the CRD has no such version")?
            .clone();
        let rules = Rules::from_stored_crd(&crd)?;
        let defaults = rules.version(&version).ok_or("it is not served")?;
        for (_, object) in &mut objects {
            defaults.default(object);
        }
        Ok(Self {
            crd,
            version,
            schema,
            objects,
        })
    }
}

fn document(path: &str) -> Result<Value, Failed> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let first = wheelwright_yaml::documents(&text).into_iter().next();
    match first.ok_or_else(|| format!("{path} is empty"))? {
        Ok(document) => Ok(document.value),
        Err(error) => Err(format!("{path}:{error}").into()),
    }
}
