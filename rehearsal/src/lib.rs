//! What an upgrade would make of the objects that are there, before it is made: nothing is written.
//!
//! A [`Rehearsal`] takes objects, of a dump (`kubectl get pizzas -A -o json`, or what etcd holds), of a cluster (feature `cluster`), or
//! one by one as a client reads them, and does with each what
//! an API server with the new CRD and webhook does: it drops what the schema does not know, converts to every version that is
//! served, and back. The [`Report`] says of each object what went wrong, and of each version what travels in the annotation.
//!
//! ```
//! use serde_json::json;
//! use wheelwright_rehearsal::{Conversion, Rehearsal};
//!
//! let version = |name: &str, storage: bool, fields: serde_json::Value| {
//!     json!({
//!         "name": name, "served": true, "storage": storage,
//!         "schema": {"openAPIV3Schema": {"type": "object", "properties": {
//!             "spec": {"type": "object", "properties": fields},
//!         }}},
//!     })
//! };
//! let crd = json!({
//!     "apiVersion": "apiextensions.k8s.io/v1",
//!     "kind": "CustomResourceDefinition",
//!     "metadata": {"name": "pizzas.example.com"},
//!     "spec": {
//!         "group": "example.com",
//!         "names": {"kind": "Pizza", "plural": "pizzas"},
//!         "scope": "Namespaced",
//!         "versions": [
//!             version("v1", true, json!({"size": {"type": "integer"}})),
//!             version("v1alpha1", false, json!({"size": {"type": "string"}})),
//!         ],
//!     },
//! });
//! // A conversion that somebody wrote, and that knows no names.
//! let convert = |object: &str, version: &str| -> Result<String, String> {
//!     let mut object: serde_json::Value = serde_json::from_str(object).map_err(|error| error.to_string())?;
//!     object["apiVersion"] = format!("example.com/{version}").into();
//!     let size = &mut object["spec"]["size"];
//!     *size = match version {
//!         "v1" => size.as_str().and_then(|size| size.parse::<i64>().ok()).ok_or("spec.size: it is no number")?.into(),
//!         _ => size.to_string().into(),
//!     };
//!     Ok(object.to_string())
//! };
//! let conversion = Conversion { annotation: "example.com/kept".to_owned(), convert: Box::new(convert) };
//! let mut rehearsal = Rehearsal::new(&crd, Some(conversion))?;
//! let dump = r#"{"kind": "List", "apiVersion": "v1", "items": [
//!     {"apiVersion": "example.com/v1", "kind": "Pizza", "metadata": {"name": "small"}, "spec": {"size": 20}},
//!     {"apiVersion": "example.com/v1alpha1", "kind": "Pizza", "metadata": {"name": "huge"}, "spec": {"size": "huge"}}
//! ]}"#;
//! rehearsal.read("pizzas.json", dump.as_bytes(), |_| ()).unwrap();
//! let report = rehearsal.report();
//! assert_eq!(report.objects, 2);
//! assert_eq!(
//!     report.problems[0].to_string(),
//!     "huge (v1alpha1): it cannot be read at v1, and no list at v1 is answered while it is there: spec.size: it is no number"
//! );
//! # Ok::<(), wheelwright_rehearsal::Unready>(())
//! ```

#[cfg(feature = "command")]
mod bar;
#[cfg(feature = "cluster")]
mod cluster;
#[cfg(feature = "command")]
mod command;
mod difference;
mod dump;
mod problem;
mod rehearsal;
mod report;

#[cfg(feature = "command")]
#[doc(hidden)]
pub use bar::Bar;
#[cfg(feature = "cluster")]
pub use cluster::ClusterError;
#[cfg(feature = "command")]
pub use command::Arguments;
pub use dump::DumpError;
pub use problem::{Cause, Problem};
pub use rehearsal::{Conversion, Convert, Rehearsal, Unready};
pub use report::{Report, Versions};
