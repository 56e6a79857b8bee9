//! Samples of a Kubernetes API, held to what an API server says of them.
//!
//! A sample is a document of YAML or JSON, in a file or in a fenced block of Markdown. A server takes it, as `kubectl create` sends
//! it: [unknown and duplicate fields are errors][strict]. Or it shows what is wrong, and says the error beside it:
//!
//! ```yaml
//! apiVersion: example.com/v1
//! kind: Pizza
//! metadata: {name: huge}
//! spec:
//!   size: 99 # error: spec.size: Invalid value: 99
//! ```
//!
//! `# error:` stands in a comment anywhere in the document, before `---`; what follows is part of an error of the server's, as
//! kubectl shows it. Each error must be expected, and each that is expected must be there.
//!
//! In Markdown, blocks of ```` ```yaml ````, ```` ```yml ```` and ```` ```json ```` are samples; one that is none, as it is a part of an object or a
//! template, says ```` ```yaml ignore ````. Documents of kinds that no CRD has are left aside, and counted.
//!
//! ```
//! use serde_json::json;
//! use wheelwright_samples::{Kinds, Text};
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
//!             "schema": {"openAPIV3Schema": {"type": "object", "properties": {
//!                 "spec": {"type": "object", "properties": {"size": {"type": "integer", "maximum": 60}}},
//!             }}},
//!         }],
//!     },
//! });
//! let kinds = Kinds::of(&[crd]).unwrap();
//! let readme = "\
//! A pizza:
//!
//! ~~~yaml
//! apiVersion: example.com/v1
//! kind: Pizza
//! metadata: {name: huge}
//! spec: {size: 99}
//! ~~~
//! ";
//! let report = kinds.judge(&[Text::new("README.md", readme)]);
//! assert_eq!(report.samples, 1);
//! assert_eq!(
//!     report.faults[0].to_string(),
//!     "README.md:7: spec.size: Invalid value: 99: spec.size in body should be less than or equal to 60"
//! );
//! ```
//!
//! [strict]: https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation

mod assert;
mod expectation;
mod files;
mod judge;
mod markdown;

pub use assert::assert_samples;
pub use files::{ReadError, read};
pub use judge::{Fault, Kinds, Report, Text};
