//! Thousands of connections that ask for nothing: those that ask are answered as before.

use std::{
    collections::VecDeque,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream as Blocking,
    process::{Child, ChildStdout, Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use rustls::{ClientConnection, StreamOwned};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};
use tokio_rustls::{TlsConnector, client::TlsStream};

use crate::{
    client::{PATIENCE, trusting},
    restaurant::{pizza, review, start_with},
};

/// Says that this process is a server, or who floods it and how.
const ROLE: &str = "WHEELWRIGHT_TEST_FLOOD";

/// What nobody waits for here, so that no deadline makes room.
const LONG: Duration = Duration::from_mins(1);

/// Another process of this program, which ends with its standard input.
struct Process {
    child: Child,
    lines: std::io::Lines<BufReader<ChildStdout>>,
}

impl Process {
    /// With as many files as it may have.
    fn new(test: &str, role: &Value) -> Self {
        let mut child = Command::new("sh")
            .args([
                "-c",
                "ulimit -n \"$(ulimit -Hn)\" || ulimit -n 16384; exec \"$0\" \"$@\"",
            ])
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture"])
            .env(ROLE, role.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    fn told(&mut self) -> Value {
        let mut told = self
            .lines
            .by_ref()
            .filter_map(|line| serde_json::from_str::<Value>(&line.unwrap()).ok());
        told.find(Value::is_object)
            .expect("the other process ended")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

fn role() -> Option<Value> {
    let role = std::env::var(ROLE).ok()?;
    serde_json::from_str(&role).ok()
}

fn tell(what: &Value) {
    println!("\n{what}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_flooded() {
    if role().is_none() {
        return;
    }
    let server = start_with(
        |_| {},
        |deadlines| {
            deadlines.handshake = LONG;
            deadlines.head = LONG;
            deadlines.body = LONG;
            deadlines.body_idle = LONG;
            deadlines.idle_when_crowded = LONG;
        },
    )
    .await;
    let trust = server.certificates().current().unwrap();
    tell(&json!({"address": server.local_addr().to_string(), "trust": trust.ca_bundle()}));
    let ended = tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new()));
    ended.await.unwrap().unwrap();
}

/// Takes connections, and holds as many as a server does by default: what a flood costs whoever else is on the machine.
#[tokio::test]
async fn a_listener_that_only_holds() {
    if role().is_none() {
        return;
    }
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(4096).unwrap();
    tell(&json!({"address": listener.local_addr().unwrap().to_string()}));
    let ended = tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new()));
    let hold = async {
        let mut held = VecDeque::new();
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            held.push_back(stream);
            if held.len() > 1024 {
                held.pop_front();
            }
        }
    };
    tokio::select! {
        _ = ended => {}
        () = hold => {}
    }
}

/// Opens connections and says when they are open: as many as it is told, and then one for the oldest, for as long as it is
/// told. Every second one sends half a handshake.
#[test]
fn a_client_that_floods() {
    let Some(role) = role() else { return };
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    let address = role["address"].as_str().unwrap();
    let most = role["open"].as_u64().unwrap();
    let (begun, until) = (Instant::now(), role["seconds"].as_u64().unwrap());
    let (mut open, mut count) = (VecDeque::new(), 0_u64);
    while count < most || begun.elapsed() < Duration::from_secs(until) {
        let Ok(mut stream) = Blocking::connect(address) else {
            continue;
        };
        if count % 2 == 1 {
            let _ = stream.write_all(&[0x16, 3, 1, 2, 0, 1]);
        }
        open.push_back(stream);
        count += 1;
        if count == most {
            tell(&json!({"open": count}));
        } else if count > most {
            open.pop_front();
        }
    }
    tell(&json!({"opened": count, "seconds": begun.elapsed().as_secs_f64()}));
    std::thread::sleep(LONG);
}

/// Connections that send a byte of a request, and no more.
#[tokio::test]
async fn a_client_that_drips() {
    let Some(role) = role() else { return };
    let server = Server::of(&role);
    let mut open = Vec::new();
    for _ in 0..role["open"].as_u64().unwrap() {
        if let Ok(mut stream) = server.connect().await {
            let _ = stream.write_all(b"P").await;
            let _ = stream.flush().await;
            open.push(stream);
        }
    }
    tell(&json!({"open": open.len()}));
    let ended = tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new()));
    ended.await.unwrap().unwrap();
}

/// A server in a process of its own, as its clients see it.
struct Server {
    address: String,
    connector: TlsConnector,
}

impl Server {
    fn of(told: &Value) -> Self {
        Self {
            address: told["address"].as_str().unwrap().to_owned(),
            connector: trusting(told["trust"].as_str().unwrap(), &["http/1.1"]),
        }
    }

    async fn connect(&self) -> std::io::Result<TlsStream<TcpStream>> {
        let stream = TcpStream::connect(&self.address).await?;
        self.connector
            .connect("localhost".try_into().unwrap(), stream)
            .await
    }

    /// A call on a connection of its own, and how long it took. The hello is made before there is a connection, and follows
    /// it at once: beside a flood a server cannot tell a client whom others keep from the processor from one that is silent.
    fn call(&self) -> Duration {
        let begun = Instant::now();
        let answer = self.asked_at_once();
        let answer = answer.unwrap_or_else(|error| panic!("{error} after {:?}", begun.elapsed()));
        succeeded(&answer);
        begun.elapsed()
    }

    fn asked_at_once(&self) -> std::io::Result<String> {
        let config = Arc::clone(self.connector.config());
        let client = ClientConnection::new(config, "localhost".try_into().unwrap());
        let (mut client, mut hello) = (client.map_err(std::io::Error::other)?, Vec::new());
        client.write_tls(&mut hello)?;
        let mut stream = Blocking::connect(&self.address)?;
        stream.write_all(&hello)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let mut stream = StreamOwned::new(client, stream);
        stream.write_all(request().as_bytes())?;
        stream.flush()?;
        let (mut answer, mut part) = (Vec::new(), [0; 4096]);
        while !answer.ends_with(b"}") {
            match stream.read(&mut part)? {
                0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
                count => answer.extend_from_slice(&part[..count]),
            }
        }
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }

    fn calls(&self, count: usize) -> Vec<Duration> {
        (0..count).map(|_| self.call()).collect()
    }

    async fn metric(&self, name: &str) -> u64 {
        let mut stream = self.connect().await.unwrap();
        let request = b"GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        stream.write_all(request).await.unwrap();
        let mut text = String::new();
        let _ = stream.read_to_string(&mut text).await;
        text.lines()
            .find_map(|line| line.strip_prefix(name))
            .map_or(0, |value| value.trim().parse().unwrap())
    }
}

fn request() -> String {
    let body = review(&[pizza("v1alpha1", "wood")], "v1");
    format!(
        "POST /convert HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

async fn ask(stream: &mut TlsStream<TcpStream>) -> std::io::Result<String> {
    stream.write_all(request().as_bytes()).await?;
    stream.flush().await?;
    read(stream).await
}

/// The answer, which fits into one record.
async fn read(stream: &mut TlsStream<TcpStream>) -> std::io::Result<String> {
    let mut answer = Vec::new();
    while !answer.ends_with(b"}") {
        if stream.read_buf(&mut answer).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

fn succeeded(answer: &str) {
    assert!(answer.contains("\"Success\""), "{answer}");
}

/// What one of a hundred takes longer than, and the longest.
fn worst(took: &mut [Duration]) -> (Duration, Duration) {
    took.sort_unstable();
    let p99 = took[(took.len() * 99 / 100).min(took.len() - 1)];
    (p99, *took.last().unwrap())
}

/// The calls that are answered while five others open a thousand silent connections each to an address, and the others,
/// who hold them.
async fn while_they_come(server: &Server, flooded: &Value) -> (Vec<Duration>, Vec<Process>) {
    let mut silent: Vec<Process> = (0..5).map(|_| flooding(flooded, 1000, 0)).collect();
    let open = tokio::task::spawn_blocking(move || {
        for process in &mut silent {
            process.told();
        }
        silent
    });
    let mut took = Vec::new();
    while !open.is_finished() {
        took.push(server.call());
    }
    (took, open.await.unwrap())
}

fn flooding(server: &Value, open: u64, seconds: u64) -> Process {
    let role = json!({"address": server["address"], "open": open, "seconds": seconds});
    Process::new("flood::a_client_that_floods", &role)
}

/// While others connect they take of the cores what they can get, and on a busy machine 5,000 at once may be more than the
/// system keeps until they are taken: a client then tries again after a second. But none waits twice, and none fails.
fn assert_answered(name: &str, quiet: &mut [Duration], flooded: &mut [Duration]) {
    let ((usual, _), (p99, longest)) = (worst(quiet), worst(flooded));
    let count = flooded.len();
    println!("{name}: p99 of calls {usual:?}, then {p99:?} of {count}, longest {longest:?}");
    assert!(
        longest < Duration::from_millis(2500).max(usual * 40),
        "{longest:?}, p99 {usual:?} before"
    );
}

#[tokio::test]
async fn five_thousand_silent_connections() {
    let mut process = Process::new("flood::a_server_that_is_flooded", &json!({}));
    let told = process.told();
    let server = Server::of(&told);
    let mut quiet = server.calls(100);
    // What the flood takes of the machine, though the server has no part in it.
    let mut holding = Process::new("flood::a_listener_that_only_holds", &json!({}));
    let elsewhere = holding.told();
    let (mut beside, silent) = while_they_come(&server, &elsewhere).await;
    drop((silent, holding));
    assert_answered("5,000 connections come elsewhere", &mut quiet, &mut beside);
    let mut idle = server.connect().await.unwrap();
    ask(&mut idle).await.unwrap();
    let mut asking = server.connect().await.unwrap();
    let (begin, end) = (request(), "}");
    asking
        .write_all(begin.strip_suffix(end).unwrap().as_bytes())
        .await
        .unwrap();
    asking.flush().await.unwrap();

    let (mut flooded, _silent) = while_they_come(&server, &told).await;
    assert_answered("5,000 connections come", &mut quiet, &mut flooded);
    let mut after = server.calls(300);
    assert_answered("5,000 have come", &mut quiet, &mut after);
    let ((usual, _), (p99, _)) = (worst(&mut quiet), worst(&mut after));
    assert!(
        p99 < Duration::from_millis(50).max(usual * 5),
        "{p99:?}, {usual:?} before"
    );

    // Who was answered before is kept, and who has a request.
    succeeded(&ask(&mut idle).await.unwrap());
    asking.write_all(end.as_bytes()).await.unwrap();
    asking.flush().await.unwrap();
    succeeded(&read(&mut asking).await.unwrap());

    let evicted = server.metric("wheelwright_evicted_connections_total{waited_for=\"hello\"}");
    let evicted = evicted.await;
    assert!((3900..5300).contains(&evicted), "{evicted}");
    let open = server.metric("wheelwright_connections ").await;
    assert!((1000..=1024 + 64).contains(&open), "{open}");
}

/// Connections that drip fill the places, and silent ones come as fast as they can.
#[tokio::test]
async fn a_flood_that_goes_on() {
    let mut process = Process::new("flood::a_server_that_is_flooded", &json!({}));
    let told = process.told();
    let server = Server::of(&told);
    let mut quiet = server.calls(100);
    let mut role = told.clone();
    role["open"] = 1100.into();
    let mut dripping = Process::new("flood::a_client_that_drips", &role);
    dripping.told();
    let mut silent = flooding(&told, 1000, 4);
    silent.told();
    let begun = Instant::now();
    let mut flooded = Vec::new();
    while begun.elapsed() < Duration::from_secs(3) {
        flooded.push(server.call());
    }
    let opened = silent.told();
    println!("{opened} by the flood");
    assert_answered("a flood that goes on", &mut quiet, &mut flooded);
    let evicted = "wheelwright_evicted_connections_total{waited_for=\"first_request\"}";
    assert!(server.metric(evicted).await > 200);
}
