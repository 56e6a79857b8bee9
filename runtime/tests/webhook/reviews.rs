//! Conversion reviews, and the paths they are sent to.

use http_body_util::BodyExt as _;
use serde_json::{Value, json};

use crate::{
    client::{Client, get, post},
    http2,
    restaurant::{Pizzas, pizza, review, server, start},
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
async fn large_answers_arrive_whole_although_they_lie_in_many_places() {
    let server = start(server()).await;
    let objects: Vec<Value> = (0..400)
        .map(|index| {
            let mut pizza = pizza("v1alpha1", "wood");
            pizza["metadata"]["annotations"] = json!({"note": "n".repeat(index * 37 % 6000)});
            pizza
        })
        .collect();
    let mut failing = objects.clone();
    failing.push(pizza("v1alpha1", "broken"));
    for objects in [objects, failing] {
        let body = review(&objects, "v1");
        assert!(body.len() > 1_000_000);
        let expected = Pizzas::convert(&body).unwrap();
        let mut client = Client::new(&server).await;
        for _ in 0..2 {
            let answer = client.post("/convert", &body).await;
            assert!(answer.body == expected, "HTTP/1.1");
        }
        let (mut sender, _connection) = http2::client(&server).await;
        let answer = http2::post(&mut sender, "/convert", body).await;
        let length = answer.headers()["content-length"].to_str().unwrap();
        assert_eq!(length, expected.len().to_string());
        let answer = answer.into_body().collect().await.unwrap().to_bytes();
        assert!(answer == expected, "HTTP/2");
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
