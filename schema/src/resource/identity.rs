use serde::de::Error;

use crate::table::Root;

/// `group/version` of what a root writes.
pub(super) fn api_version(root: &Root) -> String {
    format!("{}/{}", root.group, root.version)
}

/// The `apiVersion` and `kind` of an object that is being read.
///
/// Either may be missing, as in the items of some lists; neither may be another.
pub(super) struct Identity {
    root: &'static Root,
    version: bool,
    kind: bool,
}

impl Identity {
    pub(super) fn new(root: &'static Root) -> Self {
        Self {
            root,
            version: false,
            kind: false,
        }
    }

    /// Whether both have been read, and are right.
    pub(super) fn is_known(&self) -> bool {
        self.version && self.kind
    }

    pub(super) fn version<E: Error>(&mut self, found: &str) -> Result<(), E> {
        if self.version {
            return Err(E::duplicate_field("apiVersion"));
        }
        self.version = true;
        let also = self.root.also.iter().map(|also| also.version);
        let mut versions = std::iter::once(self.root.version).chain(also);
        let is_ours = found
            .strip_prefix(self.root.group)
            .and_then(|rest| rest.strip_prefix('/'))
            .is_some_and(|version| versions.any(|ours| ours == version));
        if is_ours {
            Ok(())
        } else {
            Err(E::custom(self.other_version(found)))
        }
    }

    pub(super) fn kind<E: Error>(&mut self, found: &str) -> Result<(), E> {
        if self.kind {
            return Err(E::duplicate_field("kind"));
        }
        self.kind = true;
        let expected = self.root.kind;
        if found == expected {
            return Ok(());
        }
        Err(E::custom(format_args!(
            "expected kind `{expected}`, found `{found}`"
        )))
    }

    fn other_version(&self, found: &str) -> String {
        let group = self.root.group;
        let others = self
            .root
            .also
            .iter()
            .map(|also| format!(" or `{group}/{}`", also.version));
        let others: String = others.collect();
        format!(
            "expected apiVersion `{}`{others}, found `{found}`",
            api_version(self.root)
        )
    }
}
