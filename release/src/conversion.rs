//! What converts the objects of a release.

use std::fmt;

use serde_json::Value;
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
    /// Asks for an object at another version.
    pub(crate) fn convert(self, mut object: Value, api_version: &str) -> Result<Value, ReadError> {
        match self {
            Self::Identity => {
                if let Some(members) = object.as_object_mut() {
                    members.insert("apiVersion".to_owned(), api_version.into());
                }
                Ok(object)
            }
            Self::Hidden => Err(ReadError::NeedsConverter),
            Self::By(convert) | Self::Like(convert) => {
                convert(&object, api_version).map_err(ReadError::Conversion)
            }
        }
    }
}
