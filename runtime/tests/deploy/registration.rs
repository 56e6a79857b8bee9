//! Webhook configurations say what handlers are registered for.

use serde_json::{Value, json};
use wheelwright::webhook::{
    admission::{Operation, Registration, Stage},
    deploy::FailurePolicy,
};

use super::kite::{given, installation, named, v1};

fn configuration(objects: &[Value], stage: &str) -> Vec<Value> {
    let kind = format!("{stage}WebhookConfiguration");
    let found = &named(objects, &kind, "kite-webhook")["webhooks"];
    found.as_array().unwrap().clone()
}

#[test]
fn there_is_a_webhook_for_each_kind_and_a_rule_for_each_handler() {
    let objects = installation(given()).objects().unwrap();
    let mutating = configuration(&objects, "Mutating");
    assert_eq!(mutating.len(), 1);
    assert_eq!(mutating[0]["name"], "kites.sky.example.com");
    assert_eq!(
        mutating[0]["clientConfig"]["service"]["path"],
        "/admit/v1/kite"
    );
    assert_eq!(
        mutating[0]["rules"],
        json!([{
            "apiGroups": ["sky.example.com"],
            "apiVersions": ["v1", "v0"],
            "operations": ["CREATE", "UPDATE"],
            "resources": ["kites"],
            "scope": "Namespaced",
        }])
    );
    let validating = configuration(&objects, "Validating");
    assert_eq!(validating.len(), 2);
    assert_eq!(
        validating[0]["clientConfig"]["service"]["path"],
        "/validate/v1/kite"
    );
    assert_eq!(
        validating[0]["rules"][0]["resources"],
        json!(["kites", "kites/status"])
    );
    assert_eq!(validating[0]["rules"][1]["operations"], json!(["DELETE"]));
    assert_eq!(validating[0]["rules"][1]["apiVersions"], json!(["v1"]));
    assert_eq!(validating[1]["name"], "cloths.sky.example.com");
    assert_eq!(validating[1]["rules"][0]["scope"], "Cluster");
}

#[test]
fn handlers_for_the_same_resources_have_one_rule() {
    let twice = || Registration::of::<v1::Kite>(Stage::Mutating);
    let mut more = twice();
    more.rule.operations = vec![Operation::Connect, Operation::Connect];
    let objects = super::kite::installation(given())
        .registrations([twice(), twice(), more])
        .objects()
        .unwrap();
    let rules = &configuration(&objects, "Mutating")[0]["rules"];
    let operations: Vec<&Value> = rules
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| &rule["operations"])
        .collect();
    // The first is of another handler, for more versions.
    assert_eq!(
        operations,
        [
            &json!(["CREATE", "UPDATE"]),
            &json!(["CREATE", "UPDATE", "CONNECT"])
        ]
    );
}

#[test]
fn what_the_api_server_does_with_answers_is_said() {
    let objects = installation(given()).objects().unwrap();
    for stage in ["Mutating", "Validating"] {
        for webhook in configuration(&objects, stage) {
            assert_eq!(webhook["admissionReviewVersions"], json!(["v1", "v1beta1"]));
            assert_eq!(webhook["failurePolicy"], "Fail");
            assert_eq!(webhook["matchPolicy"], "Equivalent");
            assert_eq!(webhook["sideEffects"], "None");
            assert_eq!(webhook["timeoutSeconds"], 5);
            assert_eq!(
                webhook["namespaceSelector"],
                json!({"matchExpressions": [{
                    "key": "kubernetes.io/metadata.name",
                    "operator": "NotIn",
                    "values": ["kube-system", "kube-public", "kube-node-lease", "sky"],
                }]})
            );
            assert_eq!(
                webhook["matchConditions"][0]["name"],
                "is-more-than-losing-finalizers"
            );
        }
    }
    let mutating = &configuration(&objects, "Mutating")[0];
    assert_eq!(mutating["reinvocationPolicy"], "IfNeeded");
    assert_eq!(
        mutating["objectSelector"],
        json!({"matchExpressions": [{"key": "app.kubernetes.io/name", "operator": "NotIn", "values": ["kite-webhook"]}]})
    );
    let validating = &configuration(&objects, "Validating")[0];
    assert_eq!(validating["objectSelector"], json!({}));
    assert!(validating.get("reinvocationPolicy").is_none());
}

#[test]
fn each_choice_can_be_another() {
    let objects = installation(given())
        .webhook_name("Kite", "kites.example.com")
        .failure_policy(FailurePolicy::Ignore)
        .timeout_seconds(30)
        .excluded_namespaces(["lab"])
        .unmutated_labels([("example.com/raw", "yes")])
        .match_conditions([(
            "example.com/people-only",
            "request.userInfo.username != 'robot'",
        )])
        .objects()
        .unwrap();
    let webhook = &configuration(&objects, "Mutating")[0];
    assert_eq!(webhook["name"], "kites.example.com");
    assert_eq!(
        configuration(&objects, "Validating")[0]["name"],
        "kites.example.com"
    );
    assert_eq!(
        configuration(&objects, "Validating")[1]["name"],
        "cloths.sky.example.com"
    );
    assert_eq!(webhook["failurePolicy"], "Ignore");
    assert_eq!(webhook["timeoutSeconds"], 30);
    assert_eq!(
        webhook["namespaceSelector"]["matchExpressions"][0]["values"],
        json!(["lab"])
    );
    assert_eq!(
        webhook["objectSelector"]["matchExpressions"][0]["values"],
        json!(["yes"])
    );
    assert_eq!(
        webhook["matchConditions"],
        json!([{"name": "example.com/people-only", "expression": "request.userInfo.username != 'robot'"}])
    );

    let objects = installation(given())
        .excluded_namespaces::<String>([])
        .unmutated_labels::<String, String>([])
        .match_conditions::<String, String>([])
        .objects()
        .unwrap();
    let webhook = &configuration(&objects, "Mutating")[0];
    assert_eq!(webhook["namespaceSelector"], json!({}));
    assert_eq!(webhook["objectSelector"], json!({}));
    assert!(webhook.get("matchConditions").is_none());
}
