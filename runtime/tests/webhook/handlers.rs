//! Admission handlers behind the server.

use std::{future::Future, pin::Pin, time::Duration};

use bytes::Bytes;
use http::StatusCode;
use tokio::time::sleep;
use wheelwright::webhook::{
    Admit, Answer, Failure, Running, Seen,
    admission::{Registration, Stage},
};

use crate::{
    client::{Client, get, post},
    restaurant::{server, start},
};

/// Does what the body says.
#[derive(Debug)]
struct Obedient;

impl Admit for Obedient {
    fn serves(&self, stage: Stage, kind: &str) -> bool {
        stage == Stage::Mutating && kind == "pizza"
    }

    fn answer<'a>(
        &'a self,
        stage: Stage,
        kind: &'a str,
        review_version: &'a str,
        body: Bytes,
    ) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
        Box::pin(async move {
            sleep(Duration::from_millis(1)).await;
            let mut seen = Seen {
                operation: "CREATE".to_owned(),
                ..Seen::default()
            };
            match body.trim_ascii() {
                b"panic" => panic!("as told"),
                b"sleep" => sleep(Duration::from_secs(60)).await,
                b"deny" => seen.denied = true,
                b"wait" => seen.failure = Some(Failure::NotReady),
                _ => {}
            }
            let body = format!("{stage:?} {kind} {review_version}");
            Answer {
                status: StatusCode::OK,
                body: body.into(),
                seen,
            }
        })
    }

    fn registrations(&self) -> Vec<Registration> {
        Vec::new()
    }
}

async fn start_obedient() -> Running {
    start(server().admit(Obedient)).await
}

#[tokio::test]
async fn handlers_are_found_by_stage_and_kind() {
    let server = start_obedient().await;
    let mut client = Client::new(&server).await;
    assert_eq!(
        client.post("/admit/v1/pizza", "x").await.text(),
        "Mutating pizza v1"
    );
    assert_eq!(
        client
            .post("/admit/v1beta1/pizza?timeout=10s", "x")
            .await
            .text(),
        "Mutating pizza v1beta1"
    );
    for path in [
        "/validate/v1/pizza",
        "/admit/v1/topping",
        "/admit/v2/pizza",
        "/admit/v1/Pizza",
    ] {
        assert_eq!(client.post(path, "x").await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn panics_are_answered_and_counted() {
    let server = start_obedient().await;
    let mut client = Client::new(&server).await;
    let long = format!("panic{}", " ".repeat(100_000));
    for body in ["panic", &long] {
        let answer = client.post("/admit/v1/pizza", body).await;
        assert_eq!(
            (answer.status, answer.text().as_str()),
            (500, "the handler panicked\n")
        );
        assert_eq!(client.post("/admit/v1/pizza", "x").await.status, 200);
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
    let long = format!("sleep{}", " ".repeat(100_000));
    for body in ["sleep", &long] {
        let answer = post(&server, "/admit/v1/pizza?timeout=300ms", body).await;
        assert_eq!(
            (answer.status, answer.text().as_str()),
            (504, "no answer in time\n")
        );
    }
    assert_eq!(post(&server, "/admit/v1/pizza", "x").await.status, 200);
}

#[tokio::test]
async fn outcomes_are_counted() {
    let server = start_obedient().await;
    for body in ["deny", "deny", "wait", "x"] {
        assert_eq!(post(&server, "/admit/v1/pizza", body).await.status, 200);
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
