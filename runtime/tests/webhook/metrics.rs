//! What Prometheus reads.

use std::time::SystemTime;

use crate::{
    client::{Client, get},
    restaurant::{pizza, review, server, start},
};

#[tokio::test]
async fn all_of_it() {
    let server = start(server()).await;
    let mut client = Client::new(&server).await;
    let two = [pizza("v1alpha1", "wood"), pizza("v1alpha1", "gas")];
    client.post("/convert", review(&two, "v1")).await;
    client
        .post(
            "/convert/v1/pizza",
            review(&[pizza("v1", "gas")], "v1alpha1"),
        )
        .await;
    client
        .post("/convert", review(&[pizza("v1alpha1", "broken")], "v1"))
        .await;
    client
        .post(
            "/convert",
            review(&[pizza("v1", "gas")], "v1").replace("Pizza", "Calzone"),
        )
        .await;
    client.post("/convert", "pizza").await;
    client.get("/nowhere").await;
    let answer = get(&server, "/metrics").await;
    assert_eq!(
        answer.header("content-type"),
        Some("application/openmetrics-text; version=1.0.0; charset=utf-8")
    );
    let text = answer.text();
    for line in [
        "wheelwright_requests_total{path=\"convert\",outcome=\"ok\",code=\"200\"} 2",
        "wheelwright_requests_total{path=\"convert\",outcome=\"failed\",code=\"200\"} 2",
        "wheelwright_requests_total{path=\"convert\",outcome=\"failed\",code=\"400\"} 1",
        "wheelwright_requests_total{path=\"other\",outcome=\"refused\",code=\"404\"} 1",
        "wheelwright_objects_converted_total{kind=\"Pizza.example.com\",from=\"v1alpha1\",to=\"v1\"} 2",
        "wheelwright_objects_converted_total{kind=\"Pizza.example.com\",from=\"v1\",to=\"v1alpha1\"} 1",
        "wheelwright_failures_total{path=\"convert\",reason=\"conversion\"} 1",
        "wheelwright_failures_total{path=\"convert\",reason=\"unknown\"} 1",
        "wheelwright_failures_total{path=\"convert\",reason=\"not_review\"} 1",
        "wheelwright_request_duration_seconds_count{path=\"convert\"} 5",
        "wheelwright_requests_in_flight 0",
        "wheelwright_connections 2",
        "wheelwright_ready 1",
        "wheelwright_panics_total 0",
        "wheelwright_certificate_reload_failures_total 0",
        "# EOF",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(
        !text.contains("Calzone"),
        "what clients send makes no label"
    );
    let expiry = text
        .lines()
        .find_map(|line| line.strip_prefix("wheelwright_certificate_expiry_timestamp_seconds "))
        .unwrap();
    let not_after = server.certificates().current().unwrap().not_after();
    let seconds = not_after
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap()
        .as_secs_f64();
    assert!((expiry.parse::<f64>().unwrap() - seconds).abs() < 1.0);
}

#[tokio::test]
async fn what_the_schema_refuses_is_delivered_and_counted() {
    let server = start(server()).await;
    let mut client = Client::new(&server).await;
    let answer = client
        .post(
            "/convert",
            review(&[pizza("v1alpha1", "charcoal fire")], "v1"),
        )
        .await;
    let oven = &answer.json()["response"]["convertedObjects"][0]["spec"]["oven"];
    assert_eq!(oven, "charcoal fire");
    let text = client.get("/metrics").await.text();
    for line in [
        "wheelwright_refused_live_values_total{kind=\"Pizza.example.com\",to=\"v1\",field=\".spec.oven\"} 1",
        "wheelwright_objects_unfit_total{kind=\"Pizza.example.com\",from=\"v1alpha1\",to=\"v1\"} 1",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[tokio::test]
async fn panics_of_conversion_functions_are_counted() {
    let server = start(server()).await;
    let mut client = Client::new(&server).await;
    client
        .post("/convert", review(&[pizza("v1alpha1", "hot")], "v1"))
        .await;
    let text = client.get("/metrics").await.text();
    for line in [
        "wheelwright_panics_total 1",
        "wheelwright_failures_total{path=\"convert\",reason=\"panic\"} 1",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}
