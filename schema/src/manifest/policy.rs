//! Policies by which an API server itself warns of deprecated fields.
//!
//! Source: the Kubernetes pages about [Validating Admission Policy][policy], in `v1` since Kubernetes 1.30.
//!
//! [policy]: https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/

use serde_json::{Value, json};
use wheelwright_rules::{Deprecated, cel_member, deprecated};

use super::Manifest;
use crate::check::Report;

/// A policy has no more expressions than this: each costs the server of every write.
const MOST: usize = 100;
/// No message of a policy is longer, in characters.
const LONGEST: usize = 200;

impl Manifest {
    /// A `ValidatingAdmissionPolicy` with its binding for each served version that has deprecated fields: a server warns who sets one,
    /// and notes it in the audit log (`validationActions: [Warn, Audit]`), without a webhook. None if nothing is deprecated.
    ///
    /// As with Kubernetes' own fields, who creates an object is warned, and who updates it, unless nothing but metadata and
    /// status changes: [`WarningsOnUpdate`][update] of a Deployment goes by its generation. A default of the schema is set by the
    /// server and no cause; a field whose default is an object or a list is left out, and so are fields of the status, and those
    /// after the first 100. Where the policy fails, nothing is refused.
    ///
    /// ```
    /// # use serde::{Deserialize, Serialize};
    /// # use wheelwright::{CustomResource, Schema};
    /// #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    /// #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
    /// pub struct PizzaSpec {
    ///     #[schema(deprecated = "use crust")]
    ///     #[serde(default, skip_serializing_if = "Option::is_none")]
    ///     pub dough: Option<String>,
    /// }
    /// # wheelwright::wheel!(pub Pizzas = Pizza);
    ///
    /// let objects = Pizzas::manifest().deprecation_policies()?;
    /// let [policy, binding] = &objects[..] else { panic!("there is one version") };
    /// assert_eq!(policy["metadata"]["name"], "deprecated-fields-v1.pizzas.example.com");
    /// assert_eq!(
    ///     policy["spec"]["validations"][0],
    ///     serde_json::json!({
    ///         "expression": "!(has(object.spec) && has(object.spec.dough))",
    ///         "message": "spec.dough: deprecated: use crust",
    ///     })
    /// );
    /// assert_eq!(binding["spec"]["validationActions"], serde_json::json!(["Warn", "Audit"]));
    /// # Ok::<(), wheelwright::check::Report>(())
    /// ```
    ///
    /// # Errors
    ///
    /// With the report, if the CRD has errors.
    ///
    /// [update]: https://github.com/kubernetes/kubernetes/blob/v1.30.0/pkg/registry/apps/deployment/strategy.go
    pub fn deprecation_policies(&self) -> Result<Vec<Value>, Report> {
        let whole = Self {
            max_description: None,
            ..self.clone()
        };
        let crd = whole.json()?;
        let text = |path: &str| {
            crd.pointer(path)
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        let (group, plural) = (text("/spec/group"), text("/spec/names/plural"));
        let versions = crd.pointer("/spec/versions").and_then(Value::as_array);
        let mut objects = Vec::new();
        for version in versions.into_iter().flatten() {
            let name = version.get("name").and_then(Value::as_str);
            let schema = version.pointer("/schema/openAPIV3Schema");
            let (Some(name), Some(schema)) = (name, schema) else {
                continue;
            };
            if version.get("served") != Some(&Value::Bool(true)) {
                continue;
            }
            let validations = validations(schema);
            if validations.is_empty() {
                continue;
            }
            let metadata = json!({"name": format!("deprecated-fields-{name}.{plural}.{group}")});
            objects.push(json!({
                "apiVersion": "admissionregistration.k8s.io/v1",
                "kind": "ValidatingAdmissionPolicy",
                "metadata": metadata,
                "spec": {
                    "failurePolicy": "Ignore",
                    "matchConstraints": {
                        // A client of another version is told of its own fields.
                        "matchPolicy": "Exact",
                        "resourceRules": [{
                            "apiGroups": [group],
                            "apiVersions": [name],
                            "operations": ["CREATE", "UPDATE"],
                            "resources": [plural],
                        }],
                    },
                    "matchConditions": [{"name": "is-new-or-another", "expression": changes(schema)}],
                    "validations": validations,
                },
            }));
            objects.push(json!({
                "apiVersion": "admissionregistration.k8s.io/v1",
                "kind": "ValidatingAdmissionPolicyBinding",
                "metadata": metadata,
                "spec": {
                    "policyName": metadata["name"],
                    "validationActions": ["Warn", "Audit"],
                },
            }));
        }
        Ok(objects)
    }
}

fn validations(schema: &Value) -> Vec<Value> {
    let all = deprecated(schema).into_iter();
    let own = all.filter(|field| !field.is_of_status());
    let validations = own.filter_map(|field| {
        let set = field.cel()?;
        Some(json!({"expression": format!("!({set})"), "message": message(&field)}))
    });
    validations.take(MOST).collect()
}

/// On one line, as the server asks.
fn message(field: &Deprecated) -> String {
    let words = field.warning(&field.field());
    words.chars().take(LONGEST).collect()
}

/// True of a create, and of an update that changes anything but metadata and status.
fn changes(schema: &Value) -> String {
    let properties = schema.get("properties").and_then(Value::as_object);
    let names = properties.into_iter().flatten().map(|(name, _)| name);
    let own =
        names.filter(|name| !["apiVersion", "kind", "metadata", "status"].contains(&name.as_str()));
    let mut any = vec!["request.operation == \"CREATE\"".to_owned()];
    for name in own {
        let (is, object) = cel_member("object", name);
        let (was, old) = cel_member("oldObject", name);
        any.push(format!("({is}) != ({was})"));
        any.push(format!("{is} && {was} && {object} != {old}"));
    }
    any.join(" || ")
}
