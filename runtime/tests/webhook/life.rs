//! From the first certificate to the last answer.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::{net::TcpStream, time::sleep};
use wheelwright::{
    Wheel,
    webhook::{
        Deadlines, Kind, Server,
        tls::{CertificateError, CertificateSource, Keeping, Publisher},
    },
};

use crate::{
    client::{Client, get, post},
    http2,
    restaurant::{Pizzas, given, identity, pizza, review, server, start},
};

fn up(oven: &str) -> String {
    review(&[pizza("v1alpha1", oven)], "v1")
}

/// A review that takes 700 ms and is worked on off the I/O threads.
fn slow() -> String {
    let mut body = up("slow");
    body.push_str(&" ".repeat(100_000));
    body
}

#[tokio::test]
async fn readiness_names_what_is_missing() {
    let synced = Arc::new(AtomicBool::new(false));
    let gate = Arc::clone(&synced);
    let server = start(server().ready_when("toppings", move || gate.load(Ordering::SeqCst))).await;
    let answer = get(&server, "/readyz").await;
    assert_eq!(
        (answer.status, answer.text().as_str()),
        (503, "not ready: toppings\n")
    );
    assert_eq!(get(&server, "/healthz").await.status, 200);
    synced.store(true, Ordering::SeqCst);
    assert_eq!(get(&server, "/readyz").await.status, 200);
}

#[tokio::test]
async fn draining_goes_on_and_closing_finishes_what_was_begun() {
    let server = start(server().drain(Duration::from_secs(1))).await;
    let mut idle = Client::new(&server).await;
    let mut fresh = Client::new(&server).await;
    assert_eq!(idle.get("/readyz").await.status, 200);
    let begun = Instant::now();
    server.shutdown().begin();

    // Still served, on new connections too, but each is told to go.
    let answer = post(&server, "/convert", up("wood")).await;
    assert_eq!(
        (answer.status, answer.header("connection")),
        (200, Some("close"))
    );
    let answer = get(&server, "/readyz").await;
    assert_eq!(
        (answer.status, answer.text().as_str()),
        (503, "not ready: shutting down\n")
    );

    sleep(Duration::from_millis(700)).await;
    let mut client = Client::new(&server).await;
    let (mut sender, _connection) = http2::client(&server).await;
    let ((), over) = tokio::join!(
        async {
            let (first, second) = tokio::join!(
                client.post("/convert", slow()),
                http2::post(&mut sender, "/convert", slow())
            );
            assert_eq!(first.json()["response"]["result"]["status"], "Success");
            assert_eq!(second.status(), 200);
            assert!(begun.elapsed() > Duration::from_secs(1));
        },
        async {
            let address = server.local_addr();
            server.join().await;
            address
        }
    );
    assert!(
        begun.elapsed() < Duration::from_secs(10),
        "{:?}",
        begun.elapsed()
    );
    assert!(idle.answer().await.is_none());
    assert!(fresh.answer().await.is_none());
    assert!(TcpStream::connect(over).await.is_err());
}

/// The system has taken their connections, so they believe that they are served.
#[tokio::test]
async fn clients_that_connect_just_before_the_end_are_answered() {
    let server = start(server()).await;
    let streams: Vec<_> = (0..20)
        .map(|_| std::net::TcpStream::connect(server.local_addr()).unwrap())
        .collect();
    // Nothing else runs until here.
    server.shutdown().begin();
    for (at, stream) in streams.into_iter().enumerate() {
        stream.set_nonblocking(true).unwrap();
        let stream = TcpStream::from_std(stream).unwrap();
        if at % 2 == 0 {
            let mut client = Client::over(&server, stream).await;
            let answer = client.post("/convert", up("wood")).await;
            assert_eq!(
                (answer.status, answer.header("connection")),
                (200, Some("close"))
            );
        } else {
            let (mut sender, _connection) = http2::client_over(&server, stream).await;
            let answer = http2::post(&mut sender, "/convert", up("wood")).await;
            assert_eq!(answer.status(), 200);
        }
    }
    server.join().await;
}

#[tokio::test]
async fn a_client_that_says_nothing_does_not_hold_up_the_end() {
    let server = start(server()).await;
    let _deaf = TcpStream::connect(server.local_addr()).await.unwrap();
    let begun = Instant::now();
    server.shutdown().begin();
    server.join().await;
    assert!(
        begun.elapsed() < Duration::from_secs(5),
        "{:?}",
        begun.elapsed()
    );
}

#[tokio::test]
async fn what_does_not_finish_is_ended() {
    let deadlines = Deadlines {
        finish: Duration::from_millis(300),
        ..Deadlines::default()
    };
    let server = start(server().deadlines(deadlines)).await;
    let mut client = Client::new(&server).await;
    client
        .send("POST /convert HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{")
        .await;
    sleep(Duration::from_millis(100)).await;
    let begun = Instant::now();
    server.shutdown().begin();
    server.join().await;
    assert!(begun.elapsed() >= Duration::from_millis(300));
    assert!(begun.elapsed() < Duration::from_secs(4));
    assert!(client.answer().await.is_none());
}

#[tokio::test]
async fn a_server_that_is_to_end_now_does() {
    let server = start(server().drain(Duration::from_mins(1))).await;
    let mut client = Client::new(&server).await;
    client
        .send("POST /convert HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{")
        .await;
    server.shutdown().begin();
    sleep(Duration::from_millis(50)).await;
    server.shutdown().now();
    server.join().await;
    assert!(client.answer().await.is_none());
}

#[tokio::test]
async fn a_new_certificate_is_for_new_connections() {
    let (sender, source) = given(identity());
    let server = server().bind(source).await.unwrap();
    let old = server.certificates().current().unwrap();
    let mut before = Client::new(&server).await;
    let mut certificates = server.certificates();
    certificates.changed().await;
    sender.send(identity()).unwrap();
    let new = certificates.changed().await.unwrap();
    assert_ne!(old.ca_bundle(), new.ca_bundle());
    assert_eq!(before.post("/convert", up("wood")).await.status, 200);
    // The client trusts the new one alone.
    assert_eq!(post(&server, "/convert", up("wood")).await.status, 200);
    let metric = "wheelwright_certificate_reload_failures_total 0";
    assert!(get(&server, "/metrics").await.text().contains(metric));
}

/// Publishes what it has, if anything, and fails, or panics.
struct Failing {
    publishes: bool,
    panics: bool,
}

impl CertificateSource for Failing {
    fn keep(self: Box<Self>, publisher: Publisher) -> Keeping {
        Box::pin(async move {
            if self.publishes {
                publisher.publish(identity());
                sleep(Duration::from_millis(50)).await;
            }
            assert!(!self.panics, "no Secret was foreseen");
            Err(CertificateError::new("the Secret is gone"))
        })
    }
}

#[tokio::test]
async fn without_a_first_certificate_there_is_no_server() {
    for (panics, why) in [
        (false, "the Secret is gone"),
        (true, "the source of certificates panicked"),
    ] {
        let failing = |publishes| Failing { publishes, panics };
        let error = server().bind(failing(false)).await.unwrap_err();
        assert_eq!(error.to_string(), format!("no certificate to serve: {why}"));
        let server = server().bind(failing(true)).await.unwrap();
        sleep(Duration::from_millis(150)).await;
        assert_eq!(post(&server, "/convert", up("wood")).await.status, 200);
        let metric = "wheelwright_certificate_reload_failures_total 1";
        assert!(get(&server, "/metrics").await.text().contains(metric));
    }
}

#[tokio::test]
async fn what_cannot_be_served_is_said_at_the_start() {
    let twice = server()
        .wheel::<Pizzas>()
        .bind(given(identity()).1)
        .await
        .unwrap_err();
    assert_eq!(
        twice.to_string(),
        "Pizza.example.com is served twice: call `wheel` once for it"
    );
    let first = start(server()).await;
    let taken = server()
        .listen(first.local_addr())
        .bind(given(identity()).1)
        .await
        .unwrap_err();
    assert!(
        taken.to_string().starts_with("cannot listen on 127.0.0.1:"),
        "{taken}"
    );
    let nowhere = server()
        .listen("nowhere")
        .bind(given(identity()).1)
        .await
        .unwrap_err();
    assert!(
        nowhere
            .to_string()
            .starts_with("cannot listen on nowhere: "),
        "{nowhere}"
    );
}

#[tokio::test]
async fn servers_live_beside_each_other() {
    let first = start(server()).await;
    let second = start(
        Server::new()
            .wheel::<Wheel<crate::restaurant::v1::Pizza>>()
            .listen(":0"),
    )
    .await;
    assert_eq!(post(&first, "/convert", up("wood")).await.status, 200);
    first.shutdown().begin();
    first.join().await;
    assert_eq!(get(&second, "/readyz").await.status, 200);
    assert!(!get(&second, "/metrics").await.text().contains("v1alpha1"));
}

#[test]
fn a_server_tells_what_it_serves() {
    let server = server();
    let kinds: Vec<&str> = server.kinds().iter().map(Kind::kind).collect();
    assert_eq!(kinds, ["Pizza"]);
    let rules = server.kinds()[0].rules().unwrap();
    assert!(rules.version("v1alpha1").is_some());
    assert!(server.registrations().unwrap().is_empty());
}
