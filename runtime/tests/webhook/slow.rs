//! Clients that take their time: each phase has its deadline.

use std::time::{Duration, Instant};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::{sleep, timeout},
};
use wheelwright::webhook::{Deadlines, Running};

use crate::{
    client::{Client, PATIENCE, connect, get, post},
    restaurant::{pizza, review, start_with},
};

fn up() -> String {
    review(&[pizza("v1alpha1", "wood")], "v1")
}

const SOON: Duration = Duration::from_millis(300);

async fn start(deadlines: impl FnOnce(&mut Deadlines)) -> Running {
    start_with(|_| {}, deadlines).await
}

async fn counts(server: &Running, reason: &str) {
    let metric = format!("wheelwright_broken_connections_total{{reason=\"{reason}\"}} 1");
    for _ in 0..100 {
        if get(server, "/metrics").await.text().contains(&metric) {
            return;
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("no {metric}");
}

#[tokio::test]
async fn handshakes_that_do_not_end() {
    let server = start(|deadlines| deadlines.handshake = SOON).await;
    let begun = Instant::now();
    let mut silent = TcpStream::connect(server.local_addr()).await.unwrap();
    let mut half = TcpStream::connect(server.local_addr()).await.unwrap();
    half.write_all(&[0x16, 3, 1, 2, 0, 1]).await.unwrap();
    for stream in [&mut silent, &mut half] {
        let mut answer = Vec::new();
        let ended = timeout(PATIENCE, stream.read_to_end(&mut answer))
            .await
            .expect("kept open");
        assert_eq!(ended.unwrap_or(0), 0);
    }
    assert!(begun.elapsed() >= SOON);
    assert_eq!(post(&server, "/convert", up()).await.status, 200);
    assert!(
        get(&server, "/metrics")
            .await
            .text()
            .contains("wheelwright_broken_connections_total{reason=\"handshake_timeout\"} 2")
    );
}

#[tokio::test]
async fn heads_that_do_not_end() {
    let server = start(|deadlines| deadlines.head = SOON).await;
    for warm in [false, true] {
        let mut client = Client::new(&server).await;
        if warm {
            assert_eq!(client.post("/convert", up()).await.status, 200);
        }
        let begun = Instant::now();
        let mut closed = false;
        for byte in "POST /convert HTTP/1.1\r\nhost: localhost\r\nx-very-slow: yes, very slow"
            .bytes()
            .cycle()
            .take(500)
        {
            if client.stream.write_all(&[byte]).await.is_err()
                || client.stream.flush().await.is_err()
            {
                closed = true;
                break;
            }
            sleep(Duration::from_millis(20)).await;
        }
        assert!(closed, "still open");
        assert!(begun.elapsed() < Duration::from_secs(5));
    }
    assert_eq!(post(&server, "/convert", up()).await.status, 200);
}

#[tokio::test]
async fn bodies_that_stop() {
    let server = start(|deadlines| deadlines.body_idle = SOON).await;
    let mut client = Client::new(&server).await;
    client
        .send("POST /convert HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{")
        .await;
    let answer = client.answer().await.unwrap();
    assert_eq!(
        (answer.status, answer.text().as_str()),
        (408, "the body did not come in time\n")
    );
    assert_eq!(post(&server, "/convert", up()).await.status, 200);
}

#[tokio::test]
async fn bodies_that_trickle() {
    let server = start(|deadlines| deadlines.body = SOON).await;
    let mut client = Client::new(&server).await;
    client
        .send("POST /convert HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n")
        .await;
    let begun = Instant::now();
    for _ in 0..12 {
        client.send("{").await;
        sleep(Duration::from_millis(40)).await;
    }
    assert_eq!(client.answer().await.unwrap().status, 408);
    assert!(begun.elapsed() >= SOON);
}

/// As many as fit into the memory for small bodies.
#[tokio::test]
async fn bodies_that_trickle_give_way_to_those_that_wait() {
    let server = start(|_| {}).await;
    let mut trickling = Vec::new();
    for _ in 0..64 {
        let mut client = Client::new(&server).await;
        client
            .send("POST /convert HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1048576\r\n\r\n")
            .await;
        trickling.push(client);
    }
    let asked = async {
        sleep(Duration::from_millis(500)).await;
        post(&server, "/convert", up()).await.status
    };
    let trickle = async {
        loop {
            for client in &mut trickling {
                let _ = client.stream.write_all(b" ").await;
                let _ = client.stream.flush().await;
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    let status = tokio::select! {
        status = asked => status,
        () = trickle => unreachable!(),
    };
    assert_eq!(status, 200);
    let mut answered = 0;
    for client in &mut trickling {
        if let Ok(answer) = timeout(Duration::from_millis(20), client.answer()).await {
            assert_eq!(answer.unwrap().status, 408);
            answered += 1;
        }
    }
    assert!((1..=64).contains(&answered), "{answered}");
}

#[tokio::test]
async fn the_client_says_how_long_it_waits() {
    let server = start(|_| {}).await;
    let mut client = Client::new(&server).await;
    let begun = Instant::now();
    client.send("POST /convert?timeout=500ms HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{").await;
    assert_eq!(client.answer().await.unwrap().status, 408);
    // Less a tenth for the way back.
    assert!(begun.elapsed() >= Duration::from_millis(440));
    assert!(begun.elapsed() < Duration::from_secs(4));
}

#[tokio::test]
async fn answers_that_nobody_reads() {
    let server = start(|deadlines| deadlines.write_idle = SOON).await;
    let mut stream = connect(&server, &["http/1.1"]).await;
    let mut large = pizza("v1alpha1", "wood");
    large["spec"]["on"] = vec!["mozzarella"; 250_000].into();
    let body = review(&vec![large; 8], "v1");
    let head = format!(
        "POST /convert HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
    stream.flush().await.unwrap();
    counts(&server, "write_timeout").await;
    assert_eq!(post(&server, "/convert", up()).await.status, 200);
}

#[tokio::test]
async fn connections_without_requests() {
    let server = start(|deadlines| deadlines.idle = SOON).await;
    for protocol in ["http/1.1", "h2"] {
        let mut fresh = connect(&server, &[protocol]).await;
        let mut answer = Vec::new();
        let ended = timeout(PATIENCE, fresh.read_to_end(&mut answer))
            .await
            .expect("kept open");
        drop(ended);
    }
    let mut client = Client::new(&server).await;
    for _ in 0..5 {
        assert_eq!(client.get("/healthz").await.status, 200);
        sleep(SOON / 3).await;
    }
    assert!(client.answer().await.is_none());
}
