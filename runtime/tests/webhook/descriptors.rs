//! A process that can open no more files.

use std::{
    io::{BufRead as _, BufReader, Read as _},
    process::{Command, Stdio},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::{
    client::{PATIENCE, trusting},
    restaurant::start_with,
};

/// Says that this process is the one with few descriptors.
const FEW: &str = "WHEELWRIGHT_TEST_FEW_DESCRIPTORS";

/// The server of the other test: it ends with its standard input.
#[tokio::test]
async fn a_server_with_few_descriptors() {
    if std::env::var_os(FEW).is_none() {
        return;
    }
    let server = start_with(
        |_| {},
        |deadlines| deadlines.idle_when_crowded = Duration::from_mins(1),
    )
    .await;
    let trust = server.certificates().current().unwrap();
    let told = json!({"address": server.local_addr().to_string(), "trust": trust.ca_bundle()});
    println!("\n{told}");
    let ended = tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new()));
    ended.await.unwrap().unwrap();
}

#[tokio::test]
async fn who_waits_takes_the_place_of_who_asks_nothing() {
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -n 48 && exec \"$0\" \"$@\""])
        .arg(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "descriptors::a_server_with_few_descriptors",
            "--nocapture",
        ])
        .env(FEW, "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let told = lines.find_map(|line| serde_json::from_str::<Value>(&line.unwrap()).ok());
    let told = told.unwrap();
    let connector = trusting(told["trust"].as_str().unwrap(), &["http/1.1"]);
    let mut open = Vec::new();
    for number in 0..60 {
        let stream = TcpStream::connect(told["address"].as_str().unwrap())
            .await
            .unwrap();
        let handshake = connector.connect("localhost".try_into().unwrap(), stream);
        let stream = timeout(PATIENCE, handshake).await;
        open.push(
            stream
                .unwrap_or_else(|_| panic!("{number} waits for ever"))
                .unwrap(),
        );
    }
    let last = open.last_mut().unwrap();
    last.write_all(b"GET /healthz HTTP/1.0\r\n\r\n")
        .await
        .unwrap();
    let mut answer = String::new();
    last.read_to_string(&mut answer).await.unwrap();
    assert!(answer.ends_with("ok\n"), "{answer}");
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}
