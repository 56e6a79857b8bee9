//! HTTP/1, and what is no HTTP.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, ready},
};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf},
    net::TcpStream,
};

use crate::{
    client::{Client, post, trust},
    restaurant::{pizza, review, server, start},
};

fn up() -> String {
    review(&[pizza("v1alpha1", "wood")], "v1")
}

fn request(version: &str, headers: &str) -> String {
    let body = up();
    format!(
        "POST /convert HTTP/{version}\r\nhost: localhost\r\n{headers}content-length: {}\r\n\r\n{body}",
        body.len()
    )
}

#[tokio::test]
async fn connections_are_kept_alive_and_requests_may_be_pipelined() {
    let server = start(server()).await;
    let mut client = Client::new(&server).await;
    for _ in 0..100 {
        assert_eq!(client.post("/convert", up()).await.status, 200);
    }
    let both = format!(
        "{}{}GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n",
        request("1.1", ""),
        request("1.1", "")
    );
    client.send(both).await;
    for _ in 0..2 {
        assert_eq!(
            client.answer().await.unwrap().json()["response"]["uid"],
            "u-1"
        );
    }
    assert_eq!(client.answer().await.unwrap().text(), "ok\n");
    assert_eq!(client.post("/convert", up()).await.status, 200);
}

#[tokio::test]
async fn old_clients_are_answered() {
    let server = start(server()).await;
    let mut client = Client::new(&server).await;
    client.send(request("1.0", "")).await;
    assert_eq!(client.answer().await.unwrap().status, 200);
    assert!(
        client.answer().await.is_none(),
        "HTTP/1.0 keeps no connection alive"
    );
}

#[tokio::test]
async fn a_body_is_asked_for_where_the_client_waits_for_that() {
    let server = start(server()).await;
    let mut client = Client::new(&server).await;
    let request = request("1.1", "expect: 100-continue\r\n");
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    client.send(format!("{head}\r\n\r\n")).await;
    assert_eq!(client.head().await.unwrap().status, 100);
    client.send(body).await;
    assert_eq!(client.answer().await.unwrap().status, 200);
    // Not where the answer is known without it.
    client
        .send("POST /convert HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 999999999\r\n\r\n")
        .await;
    assert_eq!(client.answer().await.unwrap().status, 413);
}

#[tokio::test]
async fn heads_of_probes_have_no_body() {
    let server = start(server()).await;
    let mut client = Client::new(&server).await;
    client
        .send("HEAD /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await;
    let answer = client.head().await.unwrap();
    assert_eq!(
        (answer.status, answer.header("content-length")),
        (200, Some("3"))
    );
    assert_eq!(client.get("/readyz").await.text(), "ok\n");
}

#[tokio::test]
async fn upgrades_are_not_taken() {
    let server = start(server()).await;
    let mut client = Client::new(&server).await;
    client
        .send(request(
            "1.1",
            "connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n",
        ))
        .await;
    assert_eq!(client.answer().await.unwrap().status, 200);
}

#[tokio::test]
async fn plain_http_is_told_that_this_is_https() {
    let server = start(server()).await;
    let mut stream = TcpStream::connect(server.local_addr()).await.unwrap();
    stream
        .write_all(request("1.1", "").as_bytes())
        .await
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(
        answer.starts_with("HTTP/1.1 400 Bad Request\r\n"),
        "{answer}"
    );
    assert!(
        answer.ends_with("\r\n\r\nthis port speaks HTTPS: write https:// instead of http://\n"),
        "{answer}"
    );
    assert_eq!(post(&server, "/convert", up()).await.status, 200);
}

#[tokio::test]
async fn garbage_ends_its_connection_alone() {
    let server = start(server()).await;
    for garbage in [
        &[0_u8; 4096][..],
        &[0x16, 3, 1, 0xff, 0xff, 1, 2, 3],
        &[0xff; 100],
        b"\x16\x03\x01\x00\x05hello",
    ] {
        let mut stream = TcpStream::connect(server.local_addr()).await.unwrap();
        stream.write_all(garbage).await.unwrap();
        stream.shutdown().await.unwrap();
        let mut answer = Vec::new();
        // An alert, or a reset.
        let _ = stream.read_to_end(&mut answer).await;
        assert!(answer.len() < 100);
    }
    for garbage in [
        "\0\0\0\0\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET\r\n\r\n",
        "POST /convert HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
    ] {
        let mut client = Client::new(&server).await;
        client.send(garbage).await;
        let status = client.answer().await.map(|answer| answer.status);
        assert!(
            matches!(status, None | Some(400)),
            "{garbage:?}: {status:?}"
        );
    }
    assert_eq!(post(&server, "/convert", up()).await.status, 200);
}

/// Counts the records of TLS that come in.
struct Counted {
    stream: TcpStream,
    records: Arc<AtomicUsize>,
    /// What is known of a record's head, and how much of its body is to come.
    head: Vec<u8>,
    rest: usize,
}

impl AsyncRead for Counted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let result = ready!(Pin::new(&mut self.stream).poll_read(cx, buffer));
        for byte in &buffer.filled()[before..] {
            if self.rest > 0 {
                self.rest -= 1;
                continue;
            }
            self.head.push(*byte);
            if let [_, _, _, high, low] = self.head[..] {
                self.rest = u16::from_be_bytes([high, low]).into();
                self.head.clear();
                self.records.fetch_add(1, Ordering::SeqCst);
            }
        }
        Poll::Ready(result)
    }
}

impl AsyncWrite for Counted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// An answer in two segments costs a client of the API server's kind 40 ms.
#[tokio::test]
async fn head_and_body_leave_in_one_record() {
    let server = start(server()).await;
    let records = Arc::new(AtomicUsize::new(0));
    let stream = TcpStream::connect(server.local_addr()).await.unwrap();
    let stream = Counted {
        stream,
        records: Arc::clone(&records),
        head: Vec::new(),
        rest: 0,
    };
    let name = "localhost".try_into().unwrap();
    let mut stream = trust(&server, &["http/1.1"])
        .connect(name, stream)
        .await
        .unwrap();
    let mut large = pizza("v1alpha1", "wood");
    large["spec"]["on"] = vec!["mozzarella"; 800].into();
    let large = review(&[large], "v1");
    assert!(large.len() > 10_000);
    for (index, body) in [up(), up(), large.clone(), up(), large]
        .into_iter()
        .enumerate()
    {
        let head = format!(
            "POST /convert HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream
            .write_all(format!("{head}{body}").as_bytes())
            .await
            .unwrap();
        stream.flush().await.unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"\"status\":\"Success\"}}}") {
            let mut buffer = vec![0; 65536];
            let count = stream.read(&mut buffer).await.unwrap();
            assert_ne!(count, 0);
            answer.extend_from_slice(&buffer[..count]);
        }
        let count = records.swap(0, Ordering::SeqCst);
        // Before the first answer came the handshake, and tickets for the next.
        assert!(index == 0 || count == 1, "answer {index}: {count} records");
    }
}
