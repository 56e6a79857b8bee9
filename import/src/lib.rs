//! CRDs become Rust types that emit them again.

mod attribute;
mod conversion;
mod default;
mod difference;
mod kind;
mod manifest;
mod model;
mod name;
mod number;
mod read;
mod root;
mod shape;
mod share;
mod spoke;
mod text;
mod tidy;
mod write;

use std::collections::BTreeSet;

use serde_json::Value;

pub use difference::differences;
pub use model::{Fate, Note};
pub use read::Refusal;

/// A file that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path from the folder that all are written to, with `/`.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// What became of a CRD.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The name of the CRD: `pizzas.example.com`.
    pub name: String,
    /// The module of the kind.
    pub module: String,
    /// The type in it that joins the versions.
    pub wheel: String,
    /// The files of the module, and the CRD as the types emit it.
    pub files: Vec<File>,
    /// What could not be said by keys alone, or at all.
    pub notes: Vec<Note>,
    /// The CRD as the types emit it.
    pub manifest: Value,
}

/// Modules for the kind of a CRD. `module` is a name that [`modules`] gave, `folder` the path from the user's package to the
/// folder that the files are written to, with a slash at its end unless it is empty.
pub fn import(crd: &Value, module: &str, folder: &str) -> Result<Imported, Vec<Refusal>> {
    kind::import(crd, module.to_owned(), folder)
}

/// A module for each CRD, by plural and group: the plural, and with the group where two have one plural.
#[must_use]
pub fn modules(kinds: &[(String, String)]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let is_double = |plural: &str| kinds.iter().filter(|(other, _)| other == plural).count() > 1;
    let wanted = kinds.iter().map(|(plural, group)| {
        if is_double(plural) { name::module(&format!("{plural}_{group}")) } else { name::module(plural) }
    });
    wanted.map(|wanted| name::unique(wanted, "_", &mut taken)).collect()
}
