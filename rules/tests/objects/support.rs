//! CRDs and requests in few words.

use serde_json::{Map, Value, json};
use wheelwright_rules::{Admission, Outcome, Rules};

/// A CRD of `Widget` in version `v1` of `example.com` with this schema.
pub(crate) fn crd(schema: &Value) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Widget", "plural": "widgets"},
            "scope": "Namespaced",
            "versions": [
                {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}},
            ],
        },
    })
}

/// The rules of a CRD with this schema, which a server has to take.
pub(crate) fn rules(schema: &Value) -> Rules {
    Rules::from_crd(&crd(schema)).expect("the server takes the CRD")
}

/// The rules of a CRD whose objects have these properties.
pub(crate) fn rules_of(properties: &Value) -> Rules {
    rules(&json!({"type": "object", "properties": properties}))
}

/// A `Widget` with these fields.
pub(crate) fn widget(fields: &Value) -> Value {
    let mut object =
        json!({"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w"}});
    for (name, value) in fields.as_object().expect("fields are an object") {
        object[name] = value.clone();
    }
    object
}

/// What becomes of a new `Widget` with these fields.
pub(crate) fn create(rules: &Rules, fields: &Value) -> Outcome {
    rules
        .version("v1")
        .expect("there is a version")
        .admit(Admission::create(widget(fields)))
}

/// What becomes of a `Widget` that replaces another.
pub(crate) fn update(rules: &Rules, old: &Value, new: &Value) -> Outcome {
    let mut request = Admission::update(widget(new), widget(old));
    request.object["metadata"]["resourceVersion"] = "1".into();
    rules
        .version("v1")
        .expect("there is a version")
        .admit(request)
}

/// The object without type and metadata.
pub(crate) fn stored(outcome: &Outcome) -> Value {
    let members = outcome
        .object
        .as_ref()
        .and_then(Value::as_object)
        .expect("it was read");
    let own = members
        .iter()
        .filter(|(name, _)| !matches!(name.as_str(), "apiVersion" | "kind" | "metadata"));
    Value::Object(
        own.map(|(name, value)| (name.clone(), value.clone()))
            .collect::<Map<_, _>>(),
    )
}

/// The errors as the server prints them.
pub(crate) fn lines(outcome: &Outcome) -> Vec<String> {
    outcome.errors().iter().map(ToString::to_string).collect()
}
