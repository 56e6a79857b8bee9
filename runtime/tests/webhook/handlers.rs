//! Admission handlers behind the server.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;
use wheelwright::webhook::{
    Deadlines, Limits, Running,
    admission::{Denial, Mutated, Request},
};

use crate::{
    client::{Client, get, post},
    restaurant::{pizza, server, start, v1::Pizza},
};

/// Does what the oven says.
async fn obey(mut pizza: Pizza, _: Request<Pizza>) -> Result<Mutated<Pizza>, Denial> {
    sleep(Duration::from_millis(1)).await;
    match pizza.spec.oven.as_str() {
        "panic" => panic!("as told"),
        "sleep" => sleep(Duration::from_mins(1)).await,
        "deny" => return Err(Denial::new("as told")),
        "wait" => return Err(Denial::not_ready("as told")),
        _ => "on".clone_into(&mut pizza.spec.oven),
    }
    Ok(Mutated::new(pizza))
}

async fn start_obedient() -> Running {
    start(server().mutate::<Pizza>(obey)).await
}

/// A review about a pizza of this oven, with as many bytes besides.
fn told(oven: &str, more: usize) -> String {
    let kind = json!({"group": "example.com", "version": "v1", "kind": "Pizza"});
    let resource = json!({"group": "example.com", "version": "v1", "resource": "pizzas"});
    let mut object = pizza("v1", oven);
    object["metadata"]["annotations"] = json!({"more": " ".repeat(more)});
    json!({
        "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
        "request": {
            "uid": "u-1", "kind": kind, "resource": resource, "requestKind": kind, "requestResource": resource,
            "name": "margherita", "namespace": "default", "operation": "CREATE", "userInfo": {},
            "object": object, "oldObject": null, "dryRun": false, "options": null,
        },
    })
    .to_string()
}

/// The same with this in a member that nobody knows.
fn told_besides(oven: &str, more: &str) -> String {
    let (known, both) = ("\"spec\":{", format!("\"spec\":{{\"more\":{more},"));
    let body = told(oven, 0).replace(known, &both);
    assert!(body.len() > more.len());
    body
}

/// The two ways: on the thread that reads, and beside it.
const SIZES: [usize; 2] = [0, 100_000];

#[tokio::test]
async fn handlers_are_found_by_stage_and_kind() {
    let server = start_obedient().await;
    let mut client = Client::new(&server).await;
    for path in ["/admit/v1/pizza", "/admit/v1beta1/pizza?timeout=10s"] {
        for size in SIZES {
            let answer = client.post(path, &told("off", size)).await;
            assert_eq!(answer.status, 200);
            let review: Value = serde_json::from_str(&answer.text()).unwrap();
            // The version is that of the body.
            assert_eq!(review["apiVersion"], "admission.k8s.io/v1");
            assert_eq!(review["response"]["allowed"], true);
            assert_eq!(review["response"]["patchType"], "JSONPatch");
        }
    }
    for path in ["/validate/v1/pizza", "/admit/v1/topping", "/admit/v2/pizza"] {
        assert_eq!(
            client.post(path, &told("off", 0)).await.status,
            404,
            "{path}"
        );
    }
}

/// Status and code of the answer's `Status`.
async fn refusal(server: &Running, path: &str, body: &str) -> (u16, Value) {
    let answer = post(server, path, body).await;
    let review: Value = serde_json::from_str(&answer.text()).unwrap();
    assert_eq!(review["response"]["allowed"], false);
    (answer.status, review["response"]["status"]["code"].clone())
}

#[tokio::test]
async fn panics_are_answered_and_counted() {
    let server = start_obedient().await;
    for size in SIZES {
        let refused = refusal(&server, "/admit/v1/pizza", &told("panic", size)).await;
        assert_eq!(refused, (200, json!(500)));
        let next = post(&server, "/admit/v1/pizza", &told("off", size)).await;
        assert_eq!(next.status, 200);
    }
    let metrics = get(&server, "/metrics").await.text();
    assert!(metrics.contains("wheelwright_panics_total 2"), "{metrics}");
    assert!(
        metrics.contains("wheelwright_failures_total{path=\"admit\",reason=\"panic\"} 2"),
        "{metrics}"
    );
    assert!(
        metrics.contains("wheelwright_requests_in_flight 0"),
        "{metrics}"
    );
}

#[tokio::test]
async fn handlers_have_as_long_as_the_client_waits() {
    let server = start_obedient().await;
    for size in SIZES {
        let path = "/admit/v1/pizza?timeout=300ms";
        let refused = refusal(&server, path, &told("sleep", size)).await;
        assert_eq!(refused, (200, json!(504)));
    }
    let next = post(&server, "/admit/v1/pizza", &told("off", 0)).await;
    assert_eq!(next.status, 200);
}

#[tokio::test]
async fn outcomes_are_counted() {
    let server = start_obedient().await;
    for oven in ["deny", "deny", "wait", "off"] {
        let answer = post(&server, "/admit/v1/pizza", &told(oven, 0)).await;
        assert_eq!(answer.status, 200);
    }
    let metrics = get(&server, "/metrics").await.text();
    for line in [
        "wheelwright_requests_total{path=\"admit\",outcome=\"denied\",code=\"200\"} 2",
        "wheelwright_requests_total{path=\"admit\",outcome=\"failed\",code=\"200\"} 1",
        "wheelwright_requests_total{path=\"admit\",outcome=\"ok\",code=\"200\"} 1",
        "wheelwright_failures_total{path=\"admit\",reason=\"not_ready\"} 1",
    ] {
        assert!(metrics.contains(line), "{line}\n{metrics}");
    }
}

#[tokio::test]
async fn values_count_as_what_they_take_in_memory() {
    let server = start_obedient().await;
    let list = |item: &str, count: usize| format!("[{}0]", item.repeat(count));
    let text = format!("\"{}\"", "{[,:".repeat(2 << 20));
    for (more, status) in [
        (list("0,", 100_000), 200),
        (list("0,", 5 << 20), 413),
        (list("{\"\":0},", 1 << 20), 413),
        // A text is what it is long.
        (text, 200),
    ] {
        let body = told_besides("off", &more);
        let answer = post(&server, "/admit/v1/pizza", body).await;
        assert_eq!(answer.status, status, "{}", more.len());
    }
    let metrics = get(&server, "/metrics").await.text();
    let line = "wheelwright_failures_total{path=\"admit\",reason=\"too_long\"} 2";
    assert!(metrics.contains(line), "{metrics}");
}

#[tokio::test]
async fn many_values_wait_for_memory() {
    let limits = Limits {
        conversion_bytes: 8 << 20,
        admission_bytes: 8 << 20,
        in_flight_bytes: 32 << 20,
        ..Limits::default()
    };
    let deadlines = Deadlines {
        queue: Duration::from_millis(200),
        ..Deadlines::default()
    };
    let server = server().limits(limits).deadlines(deadlines);
    let server = start(server.mutate::<Pizza>(obey)).await;
    // As values each takes nearly all, as text hardly any.
    let body = told_besides("sleep", &format!("[{}0]", "0,".repeat(400_000)));
    // Of values that take less, small reviews have enough.
    let little = told_besides("off", &format!("[{}0]", "0,".repeat(100_000)));
    let first = post(&server, "/admit/v1/pizza?timeout=2s", &body);
    let others = async {
        sleep(Duration::from_millis(700)).await;
        let second = post(&server, "/admit/v1/pizza?timeout=2s", &body).await;
        let third = post(&server, "/admit/v1/pizza?timeout=2s", &little).await;
        (second, third)
    };
    let (first, (second, third)) = tokio::join!(first, others);
    let statuses = (first.status, second.status, third.status);
    assert_eq!(statuses, (200, 503, 200));
}
