//! How objects are read by the Rust type of their version.

use serde_json::Value;

use crate::{resource::CustomResource, table::Root};

/// How the objects of a root struct are read.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    root: &'static Root,
    read: fn(&Value) -> Result<(), String>,
}

impl Reader {
    /// That of a root struct.
    #[must_use]
    pub const fn of<R: CustomResource>() -> Self {
        Self {
            root: R::ROOT,
            read: |object| match R::deserialize(object) {
                Ok(_) => Ok(()),
                Err(error) => Err(error.to_string()),
            },
        }
    }

    /// Whether the objects of a version are its: the struct's own, and those that have its schema (`also`).
    #[must_use]
    pub fn is_of(&self, version: &str) -> bool {
        let mut also = self.root.also.iter();
        self.root.version == version || also.any(|also| also.version == version)
    }

    /// Reads an object. The error is what serde says of one that it cannot read.
    pub fn read(&self, object: &Value) -> Result<(), String> {
        (self.read)(object)
    }
}
