//! HTTP/2.

use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response, StatusCode, Version};
use http_body_util::{BodyExt as _, Full};
use hyper::{
    body::Incoming,
    client::conn::http2::{Builder, SendRequest, handshake},
};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::{
    net::TcpStream,
    task::JoinHandle,
    time::{sleep, timeout},
};
use wheelwright::webhook::Running;

use crate::{
    client::{PATIENCE, connect, secure},
    restaurant::{pizza, review, server, start, start_with},
};

type Sender = SendRequest<Full<Bytes>>;

pub async fn client(server: &Running) -> (Sender, JoinHandle<hyper::Result<()>>) {
    let stream = TcpStream::connect(server.local_addr()).await.unwrap();
    client_over(server, stream).await
}

pub async fn client_over(
    server: &Running,
    stream: TcpStream,
) -> (Sender, JoinHandle<hyper::Result<()>>) {
    let stream = secure(server, stream, &["h2", "http/1.1"]).await;
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
    let (sender, connection) = handshake(TokioExecutor::new(), TokioIo::new(stream))
        .await
        .unwrap();
    (sender, tokio::spawn(connection))
}

pub async fn post(sender: &mut Sender, path: &str, body: impl Into<Bytes>) -> Response<Incoming> {
    let request = Request::post(format!("https://localhost{path}"))
        .header("content-type", "application/json")
        .body(Full::new(body.into()))
        .unwrap();
    sender.ready().await.unwrap();
    sender.send_request(request).await.unwrap()
}

#[tokio::test]
async fn many_reviews_on_one_connection() {
    let server = start(server()).await;
    let (sender, _connection) = client(&server).await;
    let calls: Vec<_> = (0..200)
        .map(|index| {
            let mut sender = sender.clone();
            tokio::spawn(async move {
                let mut one = pizza("v1alpha1", "wood");
                one["metadata"]["name"] = format!("pizza-{index}").into();
                one["spec"]["on"] = vec!["mozzarella"; index * 50].into();
                let body = review(&[one], "v1");
                let answer = post(&mut sender, "/convert/v1/pizza?timeout=30s", body).await;
                assert_eq!(
                    (answer.status(), answer.version()),
                    (StatusCode::OK, Version::HTTP_2)
                );
                let body = answer.into_body().collect().await.unwrap().to_bytes();
                let answer: serde_json::Value = serde_json::from_slice(&body).unwrap();
                let pizza = &answer["response"]["convertedObjects"][0];
                assert_eq!(pizza["metadata"]["name"], format!("pizza-{index}"));
                assert_eq!(
                    pizza["spec"]["toppings"].as_array().unwrap().len(),
                    index * 50
                );
            })
        })
        .collect();
    for call in calls {
        call.await.unwrap();
    }
}

#[tokio::test]
async fn a_large_review_goes_through_the_windows() {
    let server = start(server()).await;
    let (mut sender, _connection) = client(&server).await;
    let mut one = pizza("v1alpha1", "wood");
    one["spec"]["on"] = vec!["mozzarella"; 200_000].into();
    let answer = post(&mut sender, "/convert", review(&vec![one; 5], "v1")).await;
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    assert!(body.len() > 12_000_000);
    assert!(body.ends_with(b"\"status\":\"Success\"}}}"));
}

#[tokio::test]
async fn refusals_are_the_same() {
    let server = start_with(|limits| limits.conversion_bytes = 1000, |_| {}).await;
    let (mut sender, _connection) = client(&server).await;
    for (path, body, status) in [
        ("/convert", "x".repeat(1001), 413),
        ("/convert", "x".to_owned(), 400),
        ("/elsewhere", String::new(), 404),
        ("/healthz", String::new(), 405),
        ("/convert", review(&[pizza("v1alpha1", "wood")], "v1"), 200),
    ] {
        assert_eq!(
            post(&mut sender, path, body).await.status(),
            status,
            "{path}"
        );
    }
}

#[tokio::test]
async fn heads_have_the_same_limits() {
    let server = start(server()).await;
    let (mut sender, _connection) = client(&server).await;
    let long = "y".repeat(20_000);
    for (count, value, status) in [(60, "y", 200), (65, "y", 431), (1, &*long, 431)] {
        let mut request = Request::get("https://localhost/healthz");
        for number in 0..count {
            request = request.header(format!("x-{number}"), value);
        }
        sender.ready().await.unwrap();
        let request = request.body(Full::default()).unwrap();
        let answer = sender.send_request(request).await.unwrap();
        assert_eq!(answer.status(), status, "{count}");
    }
}

/// A stream whose answer nobody takes has memory all the same, whatever it asks for.
#[tokio::test]
async fn answers_that_nobody_takes_have_an_end_and_leave_room_for_others() {
    let server = start_with(
        |limits| limits.requests = 3,
        |deadlines| deadlines.write = Duration::from_secs(2),
    )
    .await;
    let stream = connect(&server, &["h2"]).await;
    let (mut sender, connection) = Builder::new(TokioExecutor::new())
        .initial_stream_window_size(0)
        .handshake::<_, Full<Bytes>>(TokioIo::new(stream))
        .await
        .unwrap();
    let connection = tokio::spawn(connection);
    let mut get = async || {
        let request = Request::get("https://localhost/metrics");
        sender.ready().await.unwrap();
        let sent = sender.send_request(request.body(Full::default()).unwrap());
        timeout(PATIENCE, sent).await.unwrap()
    };
    let mut answers = Vec::new();
    for _ in 0..4 {
        answers.push(get().await.unwrap());
    }
    assert!(get().await.is_err(), "a fifth was answered");
    // Who gives an answer up has room for another, and others always have for one.
    drop(answers.pop());
    sleep(Duration::from_millis(100)).await;
    answers.push(get().await.unwrap());
    let (mut other, _connection) = client(&server).await;
    let answered = post(&mut other, "/convert", review(&[], "v1")).await;
    assert_eq!(answered.status(), 200);
    let ended = timeout(PATIENCE, connection).await;
    assert!(ended.is_ok(), "answers that wait for ever");
    let metrics = get_text(&mut other, "/metrics").await;
    for line in [
        r#"wheelwright_broken_connections_total{reason="too_many_requests"} 1"#,
        r#"wheelwright_broken_connections_total{reason="write_timeout"} 1"#,
        "wheelwright_connections 1",
    ] {
        assert!(metrics.contains(line), "{line}: {metrics}");
    }
}

async fn get_text(sender: &mut Sender, path: &str) -> String {
    let request = Request::get(format!("https://localhost{path}"));
    let request = request.body(Full::default()).unwrap();
    sender.ready().await.unwrap();
    let answer = sender.send_request(request).await.unwrap();
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    String::from_utf8(body.to_vec()).unwrap()
}

#[tokio::test]
async fn the_client_is_sent_away_at_the_end() {
    let server = start(server()).await;
    let (mut sender, connection) = client(&server).await;
    assert_eq!(
        post(&mut sender, "/convert", review(&[], "v1"))
            .await
            .status(),
        200
    );
    server.shutdown().begin();
    connection.await.unwrap().unwrap();
    assert!(sender.is_closed());
    server.join().await;
}
