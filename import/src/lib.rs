//! CRDs become Rust types that emit them again.
//!
//! [`import`] takes a `CustomResourceDefinition` as JSON and gives the files of a module: one for each version, or for several that
//! differ in nothing but their names, the wheel that joins them, and the CRD as the types emit it, which a test in the module
//! holds them against. `wheelwright import` reads the CRDs and writes the files, which are the user's from then on.
//!
//! ```
//! let crd = serde_json::json!({
//!     "apiVersion": "apiextensions.k8s.io/v1",
//!     "kind": "CustomResourceDefinition",
//!     "metadata": {"name": "pizzas.example.com"},
//!     "spec": {
//!         "group": "example.com",
//!         "names": {"kind": "Pizza", "plural": "pizzas"},
//!         "scope": "Namespaced",
//!         "versions": [{
//!             "name": "v1", "served": true, "storage": true,
//!             "schema": {"openAPIV3Schema": {
//!                 "type": "object",
//!                 "required": ["spec"],
//!                 "properties": {"spec": {
//!                     "type": "object",
//!                     "required": ["size"],
//!                     "properties": {"size": {"type": "integer", "format": "int32", "minimum": 1, "maximum": 60}},
//!                 }},
//!             }},
//!         }],
//!     },
//! });
//! let pizza = wheelwright_import::import(&crd, "pizzas", "src/api/").unwrap();
//! assert_eq!(pizza.files[1].path, "pizzas/v1.rs");
//! assert!(pizza.files[1].text.ends_with(r#"
//! #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
//! #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
//! pub struct PizzaSpec {
//!     #[schema(minimum = 1, maximum = 60)]
//!     pub size: i32,
//! }
//! "#));
//! assert!(pizza.notes.is_empty());
//! ```
//!
//! # What is kept, and how
//!
//! | in the CRD | in Rust |
//! |---|---|
//! | a description | a doc comment; `description = "…"` where that would give another text, or rustdoc would run it as a test |
//! | an object, wherever its schema is the same | one struct, described by the field that holds it |
//! | an `enum` of strings alone | an enum; with other keywords, or of more than 128 values, `String` with `enum_values(…)` |
//! | an integer | the Rust type that implies its format and bounds (`u16`, `u64`, …), else `i32` or `i64` with keys |
//! | a default | the field's type without `Option`, and `default = …`; `Default` has it where an object may lack its spec |
//! | neither required nor defaulted | `Option`, left out where it is `None` |
//! | nullable | `Option` |
//! | unknown fields that are kept | a flattened map, `Map<String, Value>`, or `Value` |
//! | a struct of Kubernetes, in a release and with words of its own | that of k8s-openapi, with the schema from a function |
//! | int-or-string | `IntOrString` of k8s-openapi, which reads integers of 32 bits |
//! | a root of other members than `spec` and `status`, or a spec that may be `null` | `no_spec` |
//! | versions that differ in nothing but their names | `also(…)` |
//! | a version whose types map to the stored one's by themselves | `#[derive(Spoke)]` |
//! | a field of another name with the same type and description, if no other has them | `rename` |
//! | a field of another place or with a unit in its name, of the same type and description or of the name without the unit | `to`, `rename` with `duration` |
//! | a value of an enum that only differs in its spelling | `rename` on the variant |
//! | a field whose values another one of the stored version has in [`Options::samples`] | `rename`, `to` and `part`, and a key where the values differ: `duration`, `quantity`, `factor`, `coerced`, `counted`, `wrap`, `unwrap`, `keyed`, `delimited`, `values`, `each` |
//! | a text that the other version has in parts in the samples, `host:port` and a host and a port | `format`, where both must be there or neither |
//! | a struct whose members have gone to several places in the samples | `part_back` and a `step` for each |
//! | a place that has gone from one struct to another in the samples, both of them mapped | a `step` in the struct around, `elsewhere` in both |
//! | values of an enum that stand for others in the samples | `rename`, `removed`, `added` |
//! | versions that all map | a test of the laws, with `refuses` for rules that one of them lacks |
//! | everything else | its key; see `wheelwright::Schema` and `wheelwright::CustomResource` |
//!
//! # What is listed
//!
//! [`Note`]s say, place by place:
//!
//! * [`Fate::Function`]: what no key says is said by a function beside the types (`#[schema(with = …)]`), which completes the
//!   schema of the type or gives the whole: a member that is required and has a default, or is not declared; a bound that
//!   changes nothing; an object of anything; what a server takes and the derive refuses, as bounds that leave no value, a
//!   format or an `enum` of another type, a default of a map's values that their schema does not take.
//! * [`Fate::Differs`]: what the types do not emit. The descriptions of `apiVersion`, `kind` and `metadata`, for which a server
//!   has its own; a column whose path cannot be read; certificates, which are of the place of installation; annotations that a
//!   server refuses.
//! * [`Fate::Doubt`]: what they emit as it is, and what is hardly meant. A column or scale whose path leads nowhere
//!   (`unchecked`); a subresource `status` without a property (`status`); a `type` beside int-or-string and an `enum` beside
//!   `nullable`, which contradict each other; unknown members that are kept beside the spec, which no type of a root holds.
//! * [`Fate::Decide`]: what nobody can know. Versions that differ, and a CRD that names no webhook, so that a server drops
//!   fields: the types say `conversion(none, unchecked)`. A version that does not map to the stored one by itself: no `Spoke` is written, and the place
//!   that hinders is named; [`Options::draft`] writes all of it but those places, each an error that says what may stand there. What one
//!   version refuses of another's values, which convert as they are: with a value that would stand in, where one is known.
//! * [`Fate::Conversion`]: what was found between versions.
//!
//! The names of required members are put in order, which has no meaning, and versions are sorted by priority.
//!
//! # What is refused
//!
//! A CRD that a server refuses, with its path ([`Refusal`]); a schema of more than 45 levels.
//!
//! # Tried on many CRDs
//!
//! `cargo run -p wheelwright-import --example sweep -- FOLDER` imports all CRDs of a folder, compiles what is written, runs it,
//! and compares what it emits with the CRDs, path by path. It asks the importer nothing of what it left out.
//!
//! `cargo run -p wheelwright-import --example solver -- LINES CRDS` measures the mappings that are found on what projects' own
//! code makes of objects: how many fields are converted as upstream does, by the CRDs alone and with samples.

mod attribute;
mod conversion;
mod default;
mod difference;
mod k8s;
mod keyword;
mod kind;
mod made;
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
pub use made::made;
pub use model::{Fate, Note};
pub use read::Refusal;
pub use spoke::{Unpaired, unpaired};

/// A file that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path from the folder that all are written to, with `/`.
    pub path: String,
    /// What is in it.
    pub text: String,
}

impl File {
    /// Whether it is Rust, and not the manifest or a schema.
    #[must_use]
    pub fn is_rust(&self) -> bool {
        std::path::Path::new(&self.path)
            .extension()
            .is_some_and(|end| end == "rs")
    }
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

/// How mappings between versions are found and written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'o> {
    /// Whether mappings are written also where something is to be decided: such a place does not compile, and says what may be
    /// written. Without, a version gets a mapping where nothing is.
    pub draft: bool,
    /// Objects at several versions, as `kubectl get` hands each of them out at each. Those of one namespace and name are one
    /// object: what stands in it at both versions says which field became which, and by which key.
    pub samples: &'o [Value],
    /// Whether what is undecided is lost, with something in its place: such a mapping compiles, for measuring what is found.
    #[doc(hidden)]
    pub is_lossy: bool,
}

/// Modules for the kind of a CRD. `module` is a name that [`modules`] gave, `folder` the path from the user's package to the
/// folder that the files are written to, with a slash at its end unless it is empty.
pub fn import(crd: &Value, module: &str, folder: &str) -> Result<Imported, Vec<Refusal>> {
    import_with(crd, module, folder, Options::default())
}

/// As [`import`], with a search for mappings as `options` have it.
pub fn import_with(
    crd: &Value,
    module: &str,
    folder: &str,
    options: Options<'_>,
) -> Result<Imported, Vec<Refusal>> {
    kind::import(crd, module, folder, options)
}

/// Whether a word of Rust, in edition 2024, cannot be a name as it stands.
#[must_use]
pub fn is_keyword(word: &str) -> bool {
    name::is_keyword(word)
}

/// Whether a type of this name would be meant where the modules mean another: one of the prelude, or one that they import.
#[must_use]
pub fn is_taken(name: &str) -> bool {
    name::is_taken(name)
}

/// The name of a type, in `PascalCase`: `CronTab` of `cron-tab`.
///
/// ```
/// assert_eq!(wheelwright_import::type_name("cron-tab_2"), "CronTab2");
/// ```
#[must_use]
pub fn type_name(name: &str) -> String {
    name::type_name(name)
}

/// A module for each CRD, by plural and group: the plural, and with the group where two have one plural.
#[must_use]
pub fn modules(kinds: &[(String, String)]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let is_double = |plural: &str| kinds.iter().filter(|(other, _)| other == plural).count() > 1;
    let wanted = kinds.iter().map(|(plural, group)| {
        if is_double(plural) {
            name::module(&format!("{plural}_{group}"))
        } else {
            name::module(plural)
        }
    });
    wanted
        .map(|wanted| name::unique(&wanted, "_", &mut taken))
        .collect()
}
