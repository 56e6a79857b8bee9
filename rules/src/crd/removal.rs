//! What has to be done before a version may go.

use serde_json::Value;

use crate::error::{BadValue, FieldError};
use crate::fault::Fault;

/// What to do, in the order of the Kubernetes documentation ("Versions in `CustomResourceDefinitions`", upgrading existing objects),
/// before a server takes the CRD without the version that the error is about; `None` if it is about something else.
///
/// ```
/// use serde_json::json;
/// use wheelwright_rules::crd;
///
/// let version = |name: &str, storage: bool| {
///     json!({"name": name, "served": true, "storage": storage, "schema": {"openAPIV3Schema": {"type": "object"}}})
/// };
/// let crd = |versions: serde_json::Value| {
///     json!({
///         "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
///         "metadata": {"name": "pizzas.example.com", "resourceVersion": "1"},
///         "spec": {"group": "example.com", "scope": "Namespaced", "names": {"kind": "Pizza", "plural": "pizzas"}, "versions": versions},
///         "status": {"storedVersions": ["v1alpha1", "v1"]},
///     })
/// };
/// let old = crd(json!([version("v1", true), version("v1alpha1", false)]));
/// let new = crd(json!([version("v1", true)]));
/// let report = crd::check_update(&old, &new);
/// assert_eq!(
///     crd::before_removal(&report.errors[0], &new).unwrap(),
///     "keep v1alpha1 with `served: false`, run `wheelwright migrate pizzas.example.com --drop v1alpha1`, then remove it"
/// );
/// ```
#[must_use]
pub fn before_removal(error: &FieldError, crd: &Value) -> Option<String> {
    if error.fault != Some(Fault::StoredVersion) {
        return None;
    }
    let BadValue::Json(Value::String(version)) = &error.value else {
        return None;
    };
    let name = crd.pointer("/metadata/name").and_then(Value::as_str)?;
    Some(format!(
        "keep {version} with `served: false`, run `wheelwright migrate {name} --drop {version}`, then remove it"
    ))
}
