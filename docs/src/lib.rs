//! Documents from a CRD: a reference of its versions as a page of HTML, as Markdown and in pictures, and a JSON Schema of each
//! version for editors.
//!
//! `wheelwright docs` makes them of any CRD. With the feature `docs` of `wheelwright`, `Pizzas::docs()` makes them of types, and
//! says how the versions convert as well.
//!
//! ```
//! use serde_json::json;
//! use wheelwright_docs::{Documents, Form};
//!
//! let crd = json!({
//!     "apiVersion": "apiextensions.k8s.io/v1",
//!     "kind": "CustomResourceDefinition",
//!     "metadata": {"name": "pizzas.example.com"},
//!     "spec": {
//!         "group": "example.com",
//!         "names": {"kind": "Pizza", "plural": "pizzas"},
//!         "scope": "Namespaced",
//!         "versions": [{
//!             "name": "v1", "served": true, "storage": true,
//!             "schema": {"openAPIV3Schema": {"type": "object", "required": ["spec"], "properties": {
//!                 "spec": {"type": "object", "properties": {
//!                     "size": {"type": "integer", "maximum": 60, "description": "Across, in centimetres."},
//!                 }},
//!             }}},
//!         }],
//!     },
//! });
//! let documents = Documents::of(&crd)?;
//! assert!(documents.html().contains(r#"id="v1.spec.size""#));
//! assert!(documents.markdown().contains("| `size` | integer |  | Across, in centimetres.<br>at most `60` |"));
//! assert_eq!(documents.json_schema("v1").unwrap()["properties"]["spec"]["additionalProperties"], false);
//! let names: Vec<String> = documents.files(&[Form::Html, Form::JsonSchema]).into_iter().map(|file| file.path).collect();
//! assert_eq!(names, ["pizzas.example.com.html", "example.com/pizza_v1.json"]);
//! # Ok::<(), wheelwright_docs::NotDocumented>(())
//! ```
//!
//! # The page
//!
//! One file, which loads nothing: styles and the script of the search are in it, and whatever stands in the CRD is text. Each field
//! has a link that stays what it is while the field does: `#v1.spec.toppings[].name`, where `[]` is for the items of a list and
//! `.*` for the values of a map. Of other characters in names than letters, digits, `_`, `-` and `$` the bytes stand there in
//! percents.
//!
//! # The schema
//!
//! Of [draft-07], which [`yaml-language-server`] and [kubeconform] take. Fields that a server would [drop][prune] are errors in it,
//! `apiVersion` and `kind` are constants, `metadata` has its fields, and what JSON Schema cannot say is in the descriptions. What a
//! server admits without dropping or changing anything in it is valid; for that these are left to words:
//!
//! * rules in CEL, keys of list-maps, numbers that are in a set twice;
//! * what is required and has a default, for a server [sets it][default] before it looks; and of combinators, what they say of
//!   such fields;
//! * formats that JSON Schema has other grammars for, or none; patterns with classes of Unicode, words or lines; fractions in
//!   `multipleOf`; bounds beyond 2^53, and of formats `int32` and `int64`, which servers before 1.36 do not check.
//!
//! Two things a server takes and the schema does not, as nobody means them: a float within 10^-9 of an integer, where the type is
//! `integer`; and a list where a string with a format is asked for, which a server does not look at.
//!
//! The files are called as kubeconform's `-schema-location '{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json'` looks for
//! them; in a manifest, `# yaml-language-server: $schema=docs/example.com/pizza_v1.json` names one.
//!
//! # Limits
//!
//! A CRD of more than [`MAX_FIELDS`] fields is refused, as is one that a server refuses: nobody can use it. Faults in its labels
//! and annotations do not count.
//!
//! [draft-07]: https://json-schema.org/draft-07
//! [`yaml-language-server`]: https://github.com/redhat-developer/yaml-language-server
//! [kubeconform]: https://github.com/yannh/kubeconform
//! [prune]: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning
//! [default]: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting

mod html;
mod json_schema;
#[doc(hidden)]
pub mod known;
mod mapping;
mod markdown;
mod mermaid;
mod prose;
mod reference;
#[doc(hidden)]
pub mod words;

use std::fmt;

use serde_json::Value;
use wheelwright_rules::crd::{self, Report};
use wheelwright_rules::{Rules, RulesError, Segment};

pub use mapping::{Mapping, Mappings, Row};
use reference::Reference;

/// A CRD may have so many fields, in all its versions.
pub const MAX_FIELDS: usize = 100_000;

/// The documents of a kind.
#[derive(Clone, Debug)]
pub struct Documents {
    reference: Reference,
    mappings: Option<Mappings>,
}

/// A form of documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// A page: `pizzas.example.com.html`.
    Html,
    /// `pizzas.example.com.md`.
    Markdown,
    /// Pictures of the versions, `pizzas.example.com.mmd`, and of each mapping, `pizzas.example.com.v1alpha1.mmd`.
    Mermaid,
    /// A schema of each version: `example.com/pizza_v1.json`.
    JsonSchema,
}

impl Form {
    /// Every form.
    pub const ALL: [Self; 4] = [Self::Html, Self::Markdown, Self::Mermaid, Self::JsonSchema];
}

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct File {
    /// Where it belongs in the folder of the documents, with `/` between folders.
    pub path: String,
    /// What stands in it.
    pub text: String,
}

/// Why there are no documents of a CRD.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum NotDocumented {
    /// A server refuses the CRD, or it is none.
    Refused(Box<Report>),
    /// The CRD cannot be compiled.
    Rules(RulesError),
    /// It has more fields than [`MAX_FIELDS`].
    TooLarge,
}

impl fmt::Display for NotDocumented {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(report) => RulesError::Refused(report.clone()).fmt(f),
            Self::Rules(error) => error.fmt(f),
            Self::TooLarge => write!(
                f,
                "it has more than {MAX_FIELDS} fields; split the kind, or keep what nobody reads by \
                 x-kubernetes-preserve-unknown-fields"
            ),
        }
    }
}

impl std::error::Error for NotDocumented {}

impl Documents {
    /// Of a CRD, as JSON of `apiextensions.k8s.io/v1`.
    ///
    /// # Errors
    ///
    /// If a server refuses the CRD, for something else than its labels and annotations, or if it is too large.
    pub fn of(crd: &Value) -> Result<Self, NotDocumented> {
        let report = crd::check(crd);
        let is_refused = report.unreadable.is_some()
            || report.crash.is_some()
            || report.errors.iter().any(|error| {
                let mut path = error.path.segments().iter();
                let is = |segment: Option<&Segment>, name: &str| {
                    matches!(segment, Some(Segment::Field(field)) if field == name)
                };
                !is(path.next(), "metadata") || is(path.next(), "name")
            });
        if is_refused {
            return Err(NotDocumented::Refused(Box::new(report)));
        }
        let rules = Rules::from_stored_crd(crd).map_err(NotDocumented::Rules)?;
        let reference = Reference::of(crd, &rules, MAX_FIELDS);
        let mut reference = reference.ok_or(NotDocumented::TooLarge)?;
        reference.show(wheelwright_release::examples(crd).map_err(NotDocumented::Rules)?);
        Ok(Self {
            reference,
            mappings: None,
        })
    }

    /// With how the versions convert.
    #[must_use]
    pub fn mappings(self, mappings: Mappings) -> Self {
        Self {
            mappings: Some(mappings),
            ..self
        }
    }

    /// The name of the CRD: `pizzas.example.com`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.reference.name
    }

    /// The versions, by Kubernetes' priority.
    pub fn versions(&self) -> impl Iterator<Item = &str> {
        let versions = self.reference.versions.iter();
        versions.map(|version| version.name.as_str())
    }

    /// The page.
    #[must_use]
    pub fn html(&self) -> String {
        html::write(&self.reference, self.mappings.as_ref())
    }

    /// The reference as GitHub's Markdown, with pictures for Mermaid.
    #[must_use]
    pub fn markdown(&self) -> String {
        markdown::write(&self.reference, self.mappings.as_ref())
    }

    /// The versions as a picture for Mermaid: the one that the others are converted by, or that is stored, in the middle.
    #[must_use]
    pub fn mermaid(&self) -> String {
        mermaid::wheel(&self.reference, self.mappings.as_ref())
    }

    /// The JSON Schema of a version, if there is such a version.
    #[must_use]
    pub fn json_schema(&self, version: &str) -> Option<Value> {
        let mut versions = self.reference.versions.iter();
        let version = versions.find(|known| known.name == version)?;
        let of = json_schema::Of {
            group: &self.reference.group,
            version: &version.name,
            kind: &self.reference.kind,
            is_namespaced: self.reference.is_namespaced,
            deprecation: version.deprecation.as_deref(),
        };
        Some(json_schema::write(&of, &version.schema))
    }

    /// The files of some forms.
    #[must_use]
    pub fn files(&self, forms: &[Form]) -> Vec<File> {
        let name = self.name();
        let mut files = Vec::new();
        let mut add = |path: String, text: String| files.push(File { path, text });
        for form in forms {
            match form {
                Form::Html => add(format!("{name}.html"), self.html()),
                Form::Markdown => add(format!("{name}.md"), self.markdown()),
                Form::Mermaid => {
                    add(format!("{name}.mmd"), self.mermaid());
                    for mapping in self.mappings.iter().flat_map(|all| &all.mappings) {
                        add(
                            format!("{name}.{}.mmd", mapping.spoke),
                            mapping.picture.clone(),
                        );
                    }
                }
                Form::JsonSchema => {
                    let kind = self.reference.kind.to_lowercase();
                    for version in self.versions() {
                        if let Some(schema) = self.json_schema(version) {
                            let path = format!("{}/{kind}_{version}.json", self.reference.group);
                            add(path, format!("{schema:#}\n"));
                        }
                    }
                }
            }
        }
        files
    }
}
