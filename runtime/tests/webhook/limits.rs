//! What is taken at once.

use std::time::{Duration, Instant};

use tokio::{net::TcpStream, time::sleep};

use crate::{
    client::{Client, post},
    restaurant::{pizza, review, start_with},
};

fn up() -> String {
    review(&[pizza("v1alpha1", "wood")], "v1")
}

#[tokio::test]
async fn connections_beyond_the_limit_wait() {
    let server = start_with(
        |limits| limits.connections = 4,
        |deadlines| deadlines.idle_when_crowded = Duration::from_millis(500),
    )
    .await;
    let mut first = Client::new(&server).await;
    assert_eq!(first.post("/convert", up()).await.status, 200);
    let mut idle = Vec::new();
    for _ in 0..3 {
        idle.push(TcpStream::connect(server.local_addr()).await.unwrap());
    }
    // Those without a handshake have ten seconds, but the first has no request.
    let begun = Instant::now();
    assert_eq!(post(&server, "/convert", up()).await.status, 200);
    assert!(
        begun.elapsed() >= Duration::from_millis(200),
        "{:?}",
        begun.elapsed()
    );
    assert!(
        begun.elapsed() < Duration::from_secs(8),
        "{:?}",
        begun.elapsed()
    );
    assert!(first.answer().await.is_none());
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
