//! Conversion reviews, and the paths they are sent to.

use serde_json::json;

use crate::{
    client::{Client, get, post},
    restaurant::{pizza, review, server, start},
};

#[tokio::test]
async fn converts_at_every_path() {
    let server = start(server()).await;
    let up = review(&[pizza("v1alpha1", "wood")], "v1");
    for path in [
        "/convert",
        "/convert/v1/pizza",
        "/convert/v1beta1/pizza?timeout=30s",
        "/convert/v1/piz%7Aa",
        "/convert/v1/Pizza",
    ] {
        let answer = post(&server, path, &up).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.header("content-type"), Some("application/json"));
        let response = &answer.json()["response"];
        assert_eq!(response["uid"], "u-1");
        assert_eq!(response["result"]["status"], "Success");
        assert_eq!(response["convertedObjects"], json!([pizza("v1", "wood")]));
    }
}

#[tokio::test]
async fn probes_answer_and_paths_that_are_none_do_not() {
    let server = start(server()).await;
    let mut client = Client::new(&server).await;
    assert_eq!(client.get("/healthz").await.text(), "ok\n");
    assert_eq!(client.get("/readyz").await.text(), "ok\n");
    assert_eq!(client.get("/").await.status, 404);
    assert_eq!(client.get("/convert/v1/calzone").await.status, 404);
    assert_eq!(get(&server, "/convert").await.status, 405);
    assert!(
        client
            .get("/metrics")
            .await
            .text()
            .contains("wheelwright_connections 1")
    );
}
