//! What is no review, or not sent as one: each gets its answer, and the server goes on.

use crate::{
    client::{Client, post},
    restaurant::{pizza, review, server, start, start_with},
};
use wheelwright::webhook::Running;

fn up() -> String {
    review(&[pizza("v1alpha1", "wood")], "v1")
}

/// A new connection still gets what it asks for.
async fn goes_on(server: &Running) {
    let answer = post(server, "/convert", up()).await;
    assert_eq!(answer.json()["response"]["result"]["status"], "Success");
}

#[tokio::test]
async fn bodies_that_are_no_review() {
    let server = start(server()).await;
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep_inside = up().replace("\"wood\"", &deep);
    let admission = up().replace("ConversionReview", "AdmissionReview");
    let no_request = "{\"kind\":\"ConversionReview\",\"apiVersion\":\"apiextensions.k8s.io/v1\"}";
    let mut not_utf8 = up().into_bytes();
    let place = not_utf8.iter().position(|byte| *byte == b'w').unwrap();
    not_utf8[place] = 0xff;
    let half = &up()[..100];
    let cases: [(&str, &[u8], u16); 9] = [
        ("empty", b"", 400),
        ("no JSON", b"pizza", 400),
        ("half", half.as_bytes(), 400),
        ("not UTF-8", &not_utf8, 400),
        ("deep", deep.as_bytes(), 400),
        ("deep inside", deep_inside.as_bytes(), 400),
        ("an array", b"[]", 422),
        ("another kind", admission.as_bytes(), 422),
        ("no request", no_request.as_bytes(), 422),
    ];
    let mut client = Client::new(&server).await;
    for (name, body, status) in cases {
        let answer = client.post("/convert", body).await;
        assert_eq!(answer.status, status, "{name}: {}", answer.text());
        assert_eq!(
            answer.header("content-type"),
            Some("text/plain; charset=utf-8")
        );
        assert!(answer.text().len() > 10, "{name}: {}", answer.text());
    }
    // The connection is as good as before.
    assert_eq!(client.post("/convert", up()).await.status, 200);
}

#[tokio::test]
async fn reviews_that_cannot_be_converted_are_answered_with_one() {
    let server = start(server()).await;
    let twice = up().replace("\"uid\":\"u-1\"", "\"uid\":\"u-0\",\"uid\":\"u-1\"");
    let answer = post(&server, "/convert", twice).await;
    // Of a name that is there twice the last counts, as for the API server.
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json()["response"]["uid"], "u-1");

    for (name, body, words) in [
        (
            "an object fails",
            review(&[pizza("v1", "wood"), pizza("v1alpha1", "broken")], "v1"),
            "the oven is broken",
        ),
        (
            "a function panics",
            review(&[pizza("v1alpha1", "hot")], "v1"),
            "panicked",
        ),
        ("another kind", up().replace("Pizza", "Calzone"), "Calzone"),
        (
            "another version",
            review(&[pizza("v1", "wood")], "v9"),
            "v9",
        ),
        (
            "no objects",
            up().replace("\"objects\"", "\"things\""),
            "objects",
        ),
    ] {
        let answer = post(&server, "/convert", body).await;
        assert_eq!(answer.status, 200, "{name}");
        let response = &answer.json()["response"];
        assert_eq!(response["uid"], "u-1", "{name}");
        assert_eq!(response["result"]["status"], "Failure", "{name}");
        let message = response["result"]["message"].as_str().unwrap();
        assert!(message.contains(words), "{name}: {message}");
    }
    goes_on(&server).await;
}

#[tokio::test]
async fn requests_that_are_refused_by_their_head() {
    let server = start(server()).await;
    let body = up();
    let length = body.len();
    for (head, status, words) in [
        (
            "PUT /convert HTTP/1.1\r\ncontent-type: application/json".to_owned(),
            405,
            "POST",
        ),
        (
            "POST /healthz HTTP/1.1\r\ncontent-type: application/json".to_owned(),
            405,
            "GET",
        ),
        (
            "POST /convert HTTP/1.1\r\ncontent-type: application/yaml".to_owned(),
            415,
            "application/json",
        ),
        (
            "POST /convert HTTP/1.1\r\ncontent-type: application/jsonp".to_owned(),
            415,
            "application/json",
        ),
        (
            "POST /convert HTTP/1.1\r\ncontent-type: application/json\r\ncontent-encoding: gzip"
                .to_owned(),
            415,
            "compressed",
        ),
        (
            "POST /admit/v1/pizza HTTP/1.1\r\ncontent-type: application/json".to_owned(),
            404,
            "mutating",
        ),
        (
            "POST /validate/v1/pizza HTTP/1.1\r\ncontent-type: application/json".to_owned(),
            404,
            "validating",
        ),
        (
            "POST /convert/v1/calzone HTTP/1.1\r\ncontent-type: application/json".to_owned(),
            404,
            "calzone",
        ),
        (
            "POST /elsewhere HTTP/1.1\r\ncontent-type: application/json".to_owned(),
            404,
            "/convert",
        ),
    ] {
        let mut client = Client::new(&server).await;
        client
            .send(format!(
                "{head}\r\nhost: localhost\r\ncontent-length: {length}\r\n\r\n{body}"
            ))
            .await;
        let answer = client.answer().await.unwrap();
        assert_eq!(answer.status, status, "{head}");
        assert!(answer.text().contains(words), "{head}: {}", answer.text());
        assert_eq!(answer.header("allow").is_some(), status == 405, "{head}");
    }
    for content_type in [
        "application/json; charset=utf-8",
        "Application/JSON",
        "application/json ;x",
    ] {
        let mut client = Client::new(&server).await;
        let head =
            format!("POST /convert HTTP/1.1\r\nhost: localhost\r\ncontent-type: {content_type}");
        client
            .send(format!("{head}\r\ncontent-length: {length}\r\n\r\n{body}"))
            .await;
        assert_eq!(client.answer().await.unwrap().status, 200, "{content_type}");
    }
    let mut client = Client::new(&server).await;
    client
        .send(format!(
            "POST /convert HTTP/1.1\r\nhost: localhost\r\ncontent-length: {length}\r\n\r\n{body}"
        ))
        .await;
    assert_eq!(
        client.answer().await.unwrap().status,
        200,
        "no content type"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_are_too_long() {
    let server = start_with(|limits| limits.conversion_bytes = 10_000, |_| {}).await;
    let mut client = Client::new(&server).await;
    // Announced: refused before it is sent.
    client
        .send("POST /convert HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 10001\r\n\r\n")
        .await;
    let answer = client.answer().await.unwrap();
    assert_eq!(
        (answer.status, answer.text().as_str()),
        (413, "at most 10000 bytes are read\n")
    );

    // Announced, and sent at once, more than lies in any buffer on the way: the answer arrives all the same.
    for _ in 0..3 {
        let answer = post(&server, "/convert", vec![b' '; 3_500_000]).await;
        assert_eq!(answer.status, 413);
    }

    // Endless.
    let mut client = Client::new(&server).await;
    client
        .send("POST /convert HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n")
        .await;
    let chunk = format!("400\r\n{}\r\n", " ".repeat(0x400));
    for _ in 0..10 {
        client.send(&chunk).await;
    }
    assert_eq!(client.answer().await.unwrap().status, 413);
    goes_on(&server).await;
}

#[tokio::test]
async fn a_body_of_exactly_the_limit_is_read() {
    let server = start_with(|limits| limits.conversion_bytes = 2_000_000, |_| {}).await;
    let mut body = up();
    body.push_str(&" ".repeat(2_000_000 - body.len()));
    assert_eq!(post(&server, "/convert", &body).await.status, 200);
    let mut chunks = String::new();
    for chunk in body.as_bytes().chunks(50_000) {
        let text = std::str::from_utf8(chunk).unwrap();
        chunks.push_str(&format!("{:x}\r\n{text}\r\n", chunk.len()));
    }
    let head = "POST /convert HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n";
    let mut client = Client::new(&server).await;
    client.send(format!("{head}{chunks}0\r\n\r\n")).await;
    assert_eq!(client.answer().await.unwrap().status, 200);
    body.push(' ');
    assert_eq!(post(&server, "/convert", &body).await.status, 413);
}

#[tokio::test]
async fn heads_that_are_too_large() {
    let server = start(server()).await;
    let many = "x: y\r\n".repeat(100);
    let long = format!("x: {}\r\n", "y".repeat(20_000));
    for (name, headers) in [("many", many), ("long", long)] {
        let mut client = Client::new(&server).await;
        client
            .send(format!(
                "GET /healthz HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n"
            ))
            .await;
        assert_eq!(client.answer().await.unwrap().status, 431, "{name}");
    }
    goes_on(&server).await;
}
