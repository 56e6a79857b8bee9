//! What is taken at once.

use std::time::{Duration, Instant};

use tokio::{
    io::AsyncReadExt as _,
    net::TcpStream,
    time::{sleep, timeout},
};

use crate::{
    client::{Client, PATIENCE, post},
    http2,
    restaurant::{pizza, review, start_with},
};
use wheelwright::webhook::Deadlines;

fn up() -> String {
    review(&[pizza("v1alpha1", "wood")], "v1")
}

#[tokio::test]
async fn beyond_the_limit_the_oldest_silent_connection_makes_room() {
    let server = start_with(|limits| limits.connections = 4, |_| {}).await;
    let mut first = Client::new(&server).await;
    assert_eq!(first.post("/convert", up()).await.status, 200);
    let mut silent = Vec::new();
    for _ in 0..3 {
        silent.push(TcpStream::connect(server.local_addr()).await.unwrap());
    }
    let begun = Instant::now();
    let mut next = Client::new(&server).await;
    assert_eq!(next.post("/convert", up()).await.status, 200);
    let mut answer = Vec::new();
    let ended = timeout(PATIENCE, silent[0].read_to_end(&mut answer)).await;
    assert_eq!(ended.unwrap().unwrap_or(0), 0);
    assert!(
        begun.elapsed() < Duration::from_secs(4),
        "{:?}",
        begun.elapsed()
    );
    // The others stay, silent or not.
    let waiting = timeout(
        Duration::from_millis(200),
        silent[1].read_to_end(&mut answer),
    );
    assert!(waiting.await.is_err());
    let text = first.get("/metrics").await.text();
    for line in [
        "wheelwright_evicted_connections_total{waited_for=\"hello\"} 1",
        "wheelwright_connections 4",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[tokio::test]
async fn an_idle_connection_is_told_that_it_makes_room() {
    let server = start_with(|limits| limits.connections = 1, |_| {}).await;
    let begun = Instant::now();
    let mut first = Client::new(&server).await;
    assert_eq!(first.post("/convert", up()).await.status, 200);
    assert_eq!(post(&server, "/convert", up()).await.status, 200);
    assert!(first.answer().await.is_none());

    let server = start_with(|limits| limits.connections = 1, |_| {}).await;
    let (mut sender, connection) = http2::client(&server).await;
    assert_eq!(
        http2::post(&mut sender, "/convert", up()).await.status(),
        200
    );
    assert_eq!(post(&server, "/convert", up()).await.status, 200);
    // GOAWAY ends a client's connection without an error.
    let ended = timeout(PATIENCE, connection).await.unwrap().unwrap();
    assert!(ended.is_ok(), "{ended:?}");
    assert!(
        begun.elapsed() < Duration::from_secs(4),
        "{:?}",
        begun.elapsed()
    );
}

#[tokio::test]
async fn a_connection_with_a_request_makes_no_room() {
    let server = start_with(|limits| limits.connections = 1, |_| {}).await;
    let body = up();
    let (begin, end) = body.split_at(body.len() - 1);
    let mut first = Client::new(&server).await;
    first
        .send(format!(
            "POST /convert HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n{begin}",
            body.len()
        ))
        .await;
    sleep(Duration::from_millis(100)).await;
    let second = post(&server, "/convert", up());
    let first = async {
        sleep(Duration::from_millis(300)).await;
        first.send(end).await;
        first.answer().await.unwrap().status
    };
    let (first, second) = tokio::join!(first, second);
    assert_eq!((first, second.status), (200, 200));
}

#[tokio::test]
async fn limits_that_are_none() {
    let server = start_with(
        |limits| {
            limits.conversion_bytes = usize::MAX;
            limits.admission_bytes = usize::MAX;
            limits.in_flight_bytes = usize::MAX;
            limits.connections = usize::MAX;
            limits.streams = u32::MAX;
            limits.header_bytes = usize::MAX;
            limits.conversions = usize::MAX;
            limits.inline_bytes = 0;
        },
        |deadlines| deadlines.idle_when_crowded = Duration::from_millis(100),
    )
    .await;
    let mut client = Client::new(&server).await;
    for _ in 0..2 {
        assert_eq!(client.post("/convert", up()).await.status, 200);
        sleep(Duration::from_millis(500)).await;
    }
}

#[tokio::test]
async fn deadlines_that_never_pass() {
    let server = start_with(
        |_| {},
        |deadlines| {
            let Deadlines {
                handshake,
                head,
                body,
                body_idle,
                queue,
                handler,
                write,
                write_idle,
                idle,
                idle_when_crowded,
                finish,
            } = deadlines;
            for deadline in [
                handshake,
                head,
                body,
                body_idle,
                queue,
                handler,
                write,
                write_idle,
                idle,
                idle_when_crowded,
                finish,
            ] {
                *deadline = Duration::MAX;
            }
        },
    )
    .await;
    for path in [
        "/convert",
        "/convert?timeout=2562047h",
        "/convert?timeout=5000000000000000h",
    ] {
        assert_eq!(post(&server, path, up()).await.status, 200, "{path}");
    }
    server.shutdown().begin();
    server.join().await;
}

/// Announces a body of this many bytes, and sends one.
async fn announce(client: &mut Client, bytes: usize) {
    client
        .send(format!(
            "POST /convert HTTP/1.1\r\nhost: localhost\r\ncontent-length: {bytes}\r\n\r\n "
        ))
        .await;
}

#[tokio::test]
async fn large_bodies_wait_for_memory_and_small_ones_do_not() {
    let server = start_with(
        |limits| {
            limits.conversion_bytes = 8 << 20;
            limits.admission_bytes = 8 << 20;
            limits.in_flight_bytes = 8 << 20;
        },
        |deadlines| deadlines.queue = Duration::from_millis(300),
    )
    .await;
    let mut first = Client::new(&server).await;
    announce(&mut first, 8 << 20).await;
    sleep(Duration::from_millis(100)).await;
    let mut second = Client::new(&server).await;
    announce(&mut second, 8 << 20).await;
    let answer = second.answer().await.unwrap();
    assert_eq!(
        (answer.status, answer.header("retry-after")),
        (503, Some("1"))
    );
    assert!(answer.text().contains("memory"), "{}", answer.text());
    assert_eq!(post(&server, "/convert", up()).await.status, 200);

    // What the first held comes free with it.
    drop(first);
    let mut body = up();
    body.push_str(&" ".repeat((8 << 20) - body.len()));
    let mut answer = post(&server, "/convert", &body).await;
    for _ in 0..20 {
        if answer.status == 200 {
            break;
        }
        answer = post(&server, "/convert", &body).await;
    }
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn many_large_reviews_take_turns() {
    let server = start_with(|limits| limits.in_flight_bytes = 4 << 20, |_| {}).await;
    let mut large = pizza("v1alpha1", "wood");
    large["spec"]["on"] = vec!["mozzarella"; 150_000].into();
    let body = review(&[large], "v1");
    assert!(body.len() > 1 << 20);
    let server = std::sync::Arc::new(server);
    let calls: Vec<_> = (0..8)
        .map(|_| {
            let (server, body) = (std::sync::Arc::clone(&server), body.clone());
            tokio::spawn(async move { post(&server, "/convert", body).await.status })
        })
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap(), 200);
    }
}
