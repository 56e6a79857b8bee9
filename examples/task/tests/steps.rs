//! What a step had in the older version follows the step.

use serde_json::{Value, json};
use task::Tasks;

fn convert(task: &Value, version: &str) -> Value {
    Tasks::convert_object(task, version).expect("it converts")
}

#[test]
fn steps_that_are_added_moved_and_deleted_leave_the_others_what_they_had() {
    let old = json!({
        "apiVersion": "tekton.dev/v1beta1",
        "kind": "Task",
        "metadata": {"name": "build"},
        "spec": {"steps": [
            {"name": "fetch", "image": "git", "resources": {"limits": {"cpu": "1"}}, "tty": true},
            {"name": "compile", "image": "rust", "terminationMessagePath": "/message"},
            {"name": "publish", "image": "skopeo", "stdin": true},
        ]},
    });
    let mut new = convert(&old, "v1");
    assert_eq!(
        new["spec"]["steps"],
        json!([
            {"name": "fetch", "image": "git", "computeResources": {"limits": {"cpu": "1"}}},
            {"name": "compile", "image": "rust"},
            {"name": "publish", "image": "skopeo"},
        ]),
    );
    let steps = new["spec"]["steps"].as_array_mut().expect("a list");
    steps.remove(1);
    steps.insert(0, json!({"name": "greet", "image": "busybox"}));
    steps[2]["image"] = json!("crane");
    assert_eq!(
        convert(&new, "v1beta1")["spec"]["steps"],
        json!([
            {"name": "greet", "image": "busybox"},
            {"name": "fetch", "image": "git", "resources": {"limits": {"cpu": "1"}}, "tty": true},
            {"name": "publish", "image": "crane", "stdin": true},
        ]),
    );
}
