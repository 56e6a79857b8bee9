//! What converts the objects of a release.

use std::fmt;

use serde_json::{Map, Value};
use wheelwright_rules::ReadError;

/// A conversion of objects: it gets an object and the `apiVersion` to convert it to, `example.com/v1`, and gives the object there
/// or says why not.
pub type Convert<'c> = dyn Fn(&Value, &str) -> Result<Value, String> + 'c;

/// What becomes of an object of a release that is asked for at another version.
#[derive(Clone, Copy)]
pub(crate) enum Conversion<'c> {
    /// Only `apiVersion` changes: the strategy `None`.
    Identity,
    /// A webhook converts, which is not in view.
    Hidden,
    /// This converts.
    By(&'c Convert<'c>),
    /// A webhook that is not in view, and is taken to convert as that of the other release.
    Like(&'c Convert<'c>),
}

impl fmt::Debug for Conversion<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Identity => "Identity",
            Self::Hidden => "Hidden",
            Self::By(_) => "By",
            Self::Like(_) => "Like",
        })
    }
}

impl Conversion<'_> {
    /// Converts as a server does, which takes labels and annotations from what a webhook answers, and nothing else of its
    /// metadata.
    pub(crate) fn convert(self, object: Value, api_version: &str) -> Result<Value, ReadError> {
        let convert = match self {
            Self::Identity => {
                let mut object = object;
                if let Some(members) = object.as_object_mut() {
                    members.insert("apiVersion".to_owned(), api_version.into());
                }
                return Ok(object);
            }
            Self::Hidden => return Err(ReadError::NeedsConverter),
            Self::By(convert) | Self::Like(convert) => convert,
        };
        let mut converted = convert(&object, api_version).map_err(ReadError::Conversion)?;
        let failed = |text: &str| Err(ReadError::Conversion(text.to_owned()));
        if converted.get("apiVersion").and_then(Value::as_str) != Some(api_version) {
            return failed("what it gives is not of the version that it was asked for");
        }
        if converted.get("kind") != object.get("kind") {
            return failed("what it gives is of another kind");
        }
        let original = object.get("metadata").and_then(Value::as_object);
        let Some(Value::Object(given)) = converted.get_mut("metadata") else {
            return match original {
                None => Ok(converted),
                Some(_) => failed("what it gives has no metadata"),
            };
        };
        let mut meta: Map<String, Value> = original.cloned().unwrap_or_default();
        for name in ["labels", "annotations"] {
            match given.remove(name) {
                Some(texts) => meta.insert(name.to_owned(), texts),
                None => meta.remove(name),
            };
        }
        *given = meta;
        Ok(converted)
    }
}
