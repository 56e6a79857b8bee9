//! Reading stored objects.

use std::fmt;

use serde_json::Value;

use super::Rules;
use super::converted::accepted;
use crate::admit::{read, read_without_defaults};
use crate::embedded::Malformed;
use crate::number::as_written;

/// Why a stored object cannot be served.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// The CRD has no such version.
    NoVersion {
        /// The version that was asked for.
        version: String,
    },
    /// What is stored, or what a conversion made of it, cannot be read; the server's text.
    Unreadable(String),
    /// The conversion failed.
    Conversion(String),
    /// The CRD leaves conversion to a webhook.
    NeedsConverter,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoVersion { version } => write!(f, "the CRD has no version {version}; ask for one that it has"),
            Self::Unreadable(text) => f.write_str(text),
            Self::Conversion(text) => write!(f, "the conversion failed: {text}"),
            Self::NeedsConverter => {
                f.write_str("a webhook converts between the versions of the CRD; read with its conversion instead")
            }
        }
    }
}

impl std::error::Error for ReadError {}

impl Rules {
    /// What a client gets of a stored object that asks for `version`: what the stored version does not know is dropped,
    /// its defaults are set, the object is converted as the strategy `None` does, and what the version that was asked for
    /// does not know is dropped. Defaults of that version are not set.
    pub fn read(&self, stored: Value, version: &str) -> Result<Value, ReadError> {
        let by_webhook = self.converts_by_webhook;
        self.read_with(stored, version, |mut object, api_version| {
            if by_webhook {
                return Err(ReadError::NeedsConverter);
            }
            if let Some(members) = object.as_object_mut() {
                members.insert("apiVersion".to_owned(), api_version.into());
            }
            Ok(object)
        })
    }

    /// As [`Rules::read`], with a conversion of one's own: it is given the object and the `apiVersion` to convert it to,
    /// and is not called for an object that is stored in that version. Of what it gives, labels and annotations are all that
    /// is taken of the metadata; another kind or version is an error.
    pub fn read_with(
        &self,
        stored: Value,
        version: &str,
        convert: impl FnOnce(Value, &str) -> Result<Value, ReadError>,
    ) -> Result<Value, ReadError> {
        let target = self.compiled(version).ok_or_else(|| ReadError::NoVersion {
            version: version.to_owned(),
        })?;
        let stored = read(self, stored, Malformed::Drop).map_err(ReadError::Unreadable)?;
        let is_target = stored.api_version == target.api_version();
        let mut object = Value::Object(stored.members);
        if !is_target {
            let api_version = target.api_version();
            let converted = convert(object.clone(), api_version)?;
            object = accepted(&object, converted, api_version)?;
        }
        let converted = read_without_defaults(self, object, Malformed::Refuse)
            .map_err(ReadError::Unreadable)?;
        let mut served = Value::Object(converted.members);
        as_written(&mut served);
        Ok(served)
    }
}
