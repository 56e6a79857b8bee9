//! One of the two releases, ready to be asked.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use wheelwright_rules::{Admission, FieldError, Refusal, Rules, RulesError, Subresource};

use crate::conversion::Conversion;
use crate::place::{self, Path};

/// Whether a CRD stores a version, with a schema. Half a file is often a document too, and says of the rest that it is gone.
pub(crate) fn is_whole(crd: &Value) -> bool {
    let versions = crd.get("spec").and_then(|spec| spec.get("versions"));
    let mut versions = versions.and_then(Value::as_array).into_iter().flatten();
    versions.any(|version| {
        version.get("storage") == Some(&Value::Bool(true))
            && version.get("schema").is_some_and(Value::is_object)
    })
}

/// Schemas nest no deeper than this; what is below is not looked at.
const DEPTH: usize = 100;

/// A CRD with its rules.
#[derive(Debug)]
pub(crate) struct Side<'c> {
    rules: Rules,
    group: String,
    kind: String,
    is_namespaced: bool,
    /// The version that objects are stored in first, then others that some still are in.
    stored: Vec<String>,
    conversion: Conversion<'c>,
    versions: BTreeMap<String, VersionOf>,
}

#[derive(Debug)]
struct VersionOf {
    /// Without what is only text.
    schema: Value,
    has_status: bool,
    is_served: bool,
}

/// What a release did with a write.
pub(crate) struct Written {
    /// What it stores, if it takes it.
    pub(crate) stored: Result<Value, Refused>,
    /// Whether it dropped fields that it does not know.
    pub(crate) has_unknown: bool,
}

/// A request that a release refuses.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    pub(crate) is_status: bool,
    pub(crate) errors: Vec<FieldError>,
    /// In the server's words.
    pub(crate) text: String,
}

impl Refused {
    fn new(refusal: &Refusal, is_status: bool) -> Self {
        let (errors, text) = match refusal {
            Refusal::Invalid(errors) => {
                let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
                (errors.clone(), lines.join("\n"))
            }
            Refusal::BadRequest(text) => (Vec::new(), text.clone()),
            Refusal::NoSubresource => (Vec::new(), "404: there is no such subresource".to_owned()),
            _ => (Vec::new(), "it is refused".to_owned()),
        };
        Self {
            is_status,
            errors,
            text,
        }
    }

    pub(crate) fn paths(&self) -> Vec<Path> {
        let paths = self.errors.iter();
        paths.map(|error| place::of_error(&error.path)).collect()
    }
}

impl<'c> Side<'c> {
    /// Rules of a CRD that is installed, whatever a server would say of it as a new one. Objects are in its storage version.
    pub(crate) fn of(crd: &Value) -> Result<Self, RulesError> {
        let rules = Rules::from_stored_crd(crd)?;
        let spec = crd.get("spec");
        let text = |value: Option<&Value>| -> String {
            value.and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let list = spec
            .and_then(|spec| spec.get("versions"))
            .and_then(Value::as_array);
        let mut versions = BTreeMap::new();
        for version in list.into_iter().flatten() {
            let schema = version
                .get("schema")
                .and_then(|schema| schema.get("openAPIV3Schema"));
            let status = version
                .get("subresources")
                .and_then(|subresources| subresources.get("status"));
            versions.insert(
                text(version.get("name")),
                VersionOf {
                    schema: schema.map_or(Value::Null, |schema| bare(schema, 0)),
                    has_status: status.is_some_and(|status| !status.is_null()),
                    is_served: version.get("served") == Some(&Value::Bool(true)),
                },
            );
        }
        let strategy = spec
            .and_then(|spec| spec.get("conversion"))
            .and_then(|conversion| conversion.get("strategy"));
        let storage = rules.storage_version();
        Ok(Self {
            group: rules.group().to_owned(),
            kind: rules.kind().to_owned(),
            is_namespaced: rules.is_namespaced(),
            stored: storage
                .into_iter()
                .map(|version| version.name().to_owned())
                .collect(),
            conversion: if strategy.is_some_and(|strategy| strategy == "Webhook") {
                Conversion::Hidden
            } else {
                Conversion::Identity
            },
            versions,
            rules,
        })
    }

    /// The release, its objects converted by this.
    pub(crate) fn converted(self, conversion: Conversion<'c>) -> Self {
        Self { conversion, ..self }
    }

    /// Has its objects converted by this.
    pub(crate) const fn convert_by(&mut self, conversion: Conversion<'c>) {
        self.conversion = conversion;
    }

    /// Has its objects stored in this version alone.
    pub(crate) fn store_in(&mut self, version: &str) {
        self.stored = vec![version.to_owned()];
    }

    /// The release, with objects that are stored in these versions as well.
    pub(crate) fn also_stored(mut self, versions: impl IntoIterator<Item = String>) -> Self {
        for version in versions {
            if self.versions.contains_key(&version) && !self.stored.contains(&version) {
                self.stored.push(version);
            }
        }
        self
    }

    pub(crate) const fn conversion(&self) -> Conversion<'c> {
        self.conversion
    }

    /// The versions that objects are stored in, the storage version first.
    pub(crate) fn stored(&self) -> &[String] {
        &self.stored
    }

    pub(crate) const fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(crate) fn storage(&self) -> &str {
        self.stored.first().map_or("", String::as_str)
    }

    pub(crate) fn schema(&self, version: &str) -> Option<&Value> {
        self.versions.get(version).map(|version| &version.schema)
    }

    pub(crate) fn has_status(&self, version: &str) -> bool {
        let version = self.versions.get(version);
        version.is_some_and(|version| version.has_status)
    }

    pub(crate) fn is_served(&self, version: &str) -> bool {
        let version = self.versions.get(version);
        version.is_some_and(|version| version.is_served)
    }

    pub(crate) fn version_names(&self) -> impl Iterator<Item = &str> {
        self.versions.keys().map(String::as_str)
    }

    /// Gives an object the type and a name, in place of what it has.
    pub(crate) fn name(&self, object: &mut Value, version: &str) {
        if !object.is_object() {
            *object = json!({});
        }
        if let Some(members) = object.as_object_mut() {
            let mut meta = Map::from_iter([("name".to_owned(), json!("example"))]);
            if self.is_namespaced {
                meta.insert("namespace".to_owned(), json!("default"));
            }
            members.insert("apiVersion".to_owned(), self.api_version(version).into());
            members.insert("kind".to_owned(), self.kind.as_str().into());
            members.insert("metadata".to_owned(), Value::Object(meta));
        }
    }

    fn api_version(&self, version: &str) -> String {
        format!("{}/{version}", self.group)
    }

    /// Creates an object, and writes its status where that is written by itself.
    pub(crate) fn write(&self, version: &str, manifest: &Value) -> Written {
        let Some(rules) = self.rules.version(version) else {
            return Written {
                stored: Err(Refused {
                    is_status: false,
                    errors: Vec::new(),
                    text: format!("404: there is no version {version}"),
                }),
                has_unknown: false,
            };
        };
        let created = rules.admit(Admission::create(manifest.clone()));
        let mut has_unknown = !created.unknown_fields.is_empty();
        let stored = match (created.refusal, created.object) {
            (Some(refusal), _) => Err(Refused::new(&refusal, false)),
            (None, Some(object)) => Ok(versioned(object)),
            (None, None) => Ok(manifest.clone()),
        };
        let stored = stored.and_then(|stored| {
            let Some(status) = manifest.get("status").filter(|_| self.has_status(version)) else {
                return Ok(stored);
            };
            let mut object = stored.clone();
            if let Some(members) = object.as_object_mut() {
                members.insert("status".to_owned(), status.clone());
            }
            let written = rules.admit(Admission {
                subresource: Subresource::Status,
                ..Admission::update(object, stored)
            });
            has_unknown |= !written.unknown_fields.is_empty();
            match (written.refusal, written.object) {
                (Some(refusal), _) => Err(Refused::new(&refusal, true)),
                (None, object) => Ok(object.unwrap_or_default()),
            }
        });
        Written {
            stored,
            has_unknown,
        }
    }

    /// Replaces an object, or its status.
    pub(crate) fn update(
        &self,
        version: &str,
        new: &Value,
        old: &Value,
        is_status: bool,
    ) -> Result<Value, Refused> {
        let Some(rules) = self.rules.version(version) else {
            return Err(Refused {
                is_status,
                errors: Vec::new(),
                text: format!("404: there is no version {version}"),
            });
        };
        let subresource = if is_status && self.has_status(version) {
            Subresource::Status
        } else {
            Subresource::None
        };
        let outcome = rules.admit(Admission {
            subresource,
            ..Admission::update(new.clone(), old.clone())
        });
        match outcome.refusal {
            Some(refusal) => Err(Refused::new(&refusal, is_status)),
            None => Ok(outcome.object.unwrap_or_default()),
        }
    }

    /// What becomes of an object at another version: converted, and without what that version does not know.
    pub(crate) fn convert(&self, object: &Value, version: &str) -> Result<Value, String> {
        self.rules
            .read_with(object.clone(), version, |object, api_version| {
                self.conversion.convert(object, api_version)
            })
            .map_err(|error| error.to_string())
    }

    /// What a client gets that wrote this object at a version, after it was stored.
    pub(crate) fn answer(&self, written: &Value, version: &str) -> Result<Value, String> {
        if matches!(self.conversion, Conversion::Hidden) {
            return self.convert(written, version);
        }
        let stored = self.convert(written, self.storage())?;
        self.convert(&stored, version)
    }

    /// The errors of an object at a version, as if it were new.
    pub(crate) fn errors(&self, version: &str, object: &Value) -> Vec<FieldError> {
        let version = self.rules.version(version);
        version.map_or_else(Vec::new, |version| version.validate(object))
    }
}

/// What a client must send with an update.
fn versioned(mut object: Value) -> Value {
    if let Some(meta) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        meta.insert("resourceVersion".to_owned(), json!("1"));
        meta.insert(
            "uid".to_owned(),
            json!("7c1b2f1e-0000-4000-8000-000000000001"),
        );
    }
    object
}

/// A schema without its texts.
fn bare(schema: &Value, depth: usize) -> Value {
    let Value::Object(keywords) = schema else {
        return schema.clone();
    };
    let mut kept = Map::new();
    if depth > DEPTH {
        return Value::Object(kept);
    }
    for (keyword, value) in keywords {
        let value = match keyword.as_str() {
            "description" | "title" | "example" | "externalDocs" => continue,
            "properties" => match value {
                Value::Object(all) => all
                    .iter()
                    .map(|(name, schema)| (name.clone(), bare(schema, depth + 1)))
                    .collect(),
                other => other.clone(),
            },
            "items" | "additionalProperties" | "not" => bare(value, depth + 1),
            "allOf" | "anyOf" | "oneOf" => match value {
                Value::Array(all) => all.iter().map(|schema| bare(schema, depth + 1)).collect(),
                other => other.clone(),
            },
            _ => value.clone(),
        };
        kept.insert(keyword.clone(), value);
    }
    Value::Object(kept)
}
