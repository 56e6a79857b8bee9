//! Reviews as an API server 1.36 sends them, and its reading of the answers.

use bytes::Bytes;
use json_patch::Patch;
use serde_json::{Value, json};
use wheelwright::webhook::{
    Seen,
    admission::{Hooks, Stage},
};

const GROUP: &str = "restaurant.programming-kubernetes.info";

/// A review about a pizza, by default of its creation at v1beta1.
pub(crate) struct Review(pub(crate) Value);

pub(crate) fn pizza(version: &str, rest: &Value) -> Value {
    let mut pizza = json!({
        "apiVersion": format!("{GROUP}/{version}"), "kind": "Pizza",
        "metadata": {"name": "salame", "namespace": "default"},
    });
    merge(&mut pizza, rest);
    pizza
}

fn merge(into: &mut Value, from: &Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (name, value) in from {
                merge(into.entry(name).or_insert(Value::Null), value);
            }
        }
        (into, from) => *into = from.clone(),
    }
}

impl Review {
    pub(crate) fn create(object: &Value) -> Self {
        Self::of("CREATE", object, &Value::Null)
    }

    pub(crate) fn update(old: &Value, new: &Value) -> Self {
        Self::of("UPDATE", new, old)
    }

    pub(crate) fn delete(old: &Value) -> Self {
        Self::of("DELETE", &Value::Null, old)
    }

    fn of(operation: &str, object: &Value, old: &Value) -> Self {
        let either = if object.is_null() { old } else { object };
        let version = either["apiVersion"]
            .as_str()
            .and_then(|text| text.split('/').nth(1))
            .unwrap_or("v1beta1");
        let kind = json!({"group": GROUP, "version": version, "kind": "Pizza"});
        let resource = json!({"group": GROUP, "version": version, "resource": "pizzas"});
        let options = match operation {
            "CREATE" => "CreateOptions",
            "UPDATE" => "UpdateOptions",
            _ => "DeleteOptions",
        };
        let mut review = json!({
            "kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1",
            "request": {
                "uid": "00000000-0000-4000-8000-000000000001",
                "kind": kind, "resource": resource, "requestKind": kind, "requestResource": resource,
                "name": "salame", "namespace": "default", "operation": operation,
                "userInfo": {
                    "username": "admin", "uid": "admin", "groups": ["system:masters", "system:authenticated"],
                },
                "object": object, "oldObject": old, "dryRun": false,
                "options": {"kind": options, "apiVersion": "meta.k8s.io/v1"},
            },
        });
        if operation == "CREATE" {
            review["request"].as_object_mut().unwrap().remove("name");
        }
        Self(review)
    }

    /// The same with other members of the request.
    pub(crate) fn with(mut self, members: &Value) -> Self {
        merge(&mut self.0["request"], members);
        self
    }

    pub(crate) async fn mutate(&self, hooks: &Hooks) -> Answered {
        self.mutate_at(hooks, "pizza").await
    }

    pub(crate) async fn validate(&self, hooks: &Hooks) -> Answered {
        self.answer(hooks, Stage::Validating, "pizza").await
    }

    pub(crate) async fn mutate_at(&self, hooks: &Hooks, kind: &str) -> Answered {
        self.answer(hooks, Stage::Mutating, kind).await
    }

    async fn answer(&self, hooks: &Hooks, stage: Stage, kind: &str) -> Answered {
        let body = Bytes::from(self.0.to_string());
        let answer = hooks.answer(stage, Some(kind), Some("v1"), body).await;
        assert_eq!(answer.status, 200, "{:?}", answer.body);
        let review: Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!(review["apiVersion"], self.0["apiVersion"]);
        assert_eq!(review["kind"], "AdmissionReview");
        assert_eq!(review["response"]["uid"], self.0["request"]["uid"]);
        let mut mutated = self.0["request"]["object"].clone();
        let patch = patch_of(&review["response"]);
        let operations: Patch = serde_json::from_value(patch.clone()).unwrap();
        json_patch::patch(&mut mutated, &operations)
            .unwrap_or_else(|error| panic!("{patch} does not apply: {error}"));
        Answered {
            response: review["response"].clone(),
            patch,
            mutated,
            seen: answer.seen,
        }
    }
}

/// An answer, and the object with its patch.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) response: Value,
    pub(crate) patch: Value,
    pub(crate) mutated: Value,
    pub(crate) seen: Seen,
}

impl Answered {
    #[track_caller]
    pub(crate) fn allowed(self) -> Self {
        assert_eq!(self.response["allowed"], true, "{}", self.response);
        self
    }

    /// The refusal's code and message.
    #[track_caller]
    pub(crate) fn denied(&self) -> (u64, &str) {
        assert_eq!(self.response["allowed"], false, "{}", self.response);
        let status = &self.response["status"];
        (
            status["code"].as_u64().unwrap(),
            status["message"].as_str().unwrap(),
        )
    }
}

/// As the server has it: the two members go together, the patch is in base64 of the standard alphabet.
fn patch_of(response: &Value) -> Value {
    assert_eq!(
        response.get("patch").is_some(),
        response.get("patchType").is_some(),
        "{response}"
    );
    let Some(patch) = response.get("patch") else {
        return json!([]);
    };
    assert_eq!(response["patchType"], "JSONPatch");
    let patch: k8s_openapi::ByteString = serde_json::from_value(patch.clone()).unwrap();
    let patch: Value = serde_json::from_slice(&patch.0).unwrap();
    assert_ne!(patch, json!([]), "nothing is no patch");
    patch
}
