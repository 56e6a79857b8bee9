//! A server that ends with the process' signals.

use std::{
    net::TcpListener,
    process::Command,
    time::{Duration, Instant},
};

use tokio::{
    net::TcpStream,
    signal::unix::{SignalKind, signal},
    time::{sleep, timeout},
};
use wheelwright::webhook::Running;

use crate::restaurant::{Given, given, identity, server};

/// In one test: signals are the whole process'.
#[tokio::test]
async fn a_first_signal_drains_and_a_second_ends() {
    // So that a signal that comes early ends no test.
    let _kept = signal(SignalKind::terminate()).unwrap();
    for (signals, least, most) in [(1, 500, 5000), (2, 0, 5000)] {
        let drain = Duration::from_millis(if signals == 1 { 500 } else { 60_000 });
        let free = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap();
        let server = server().listen(free).drain(drain);
        let (_sender, source) = given(identity());
        let running = tokio::spawn(server.run(source));
        while TcpStream::connect(free).await.is_err() {
            sleep(Duration::from_millis(10)).await;
        }
        let begun = Instant::now();
        for _ in 0..signals {
            sleep(Duration::from_millis(100)).await;
            terminate();
        }
        running.await.unwrap().unwrap();
        let took = begun.elapsed();
        assert!(took >= Duration::from_millis(least), "{took:?}");
        assert!(took < Duration::from_millis(most), "{took:?}");
        assert!(TcpStream::connect(free).await.is_err());
    }

    // A certificate that never comes keeps nobody waiting.
    let (sender, source) = tokio::sync::mpsc::unbounded_channel();
    let waiting = server().run_with(Given(source), |_| panic!("it serves nothing"));
    let waiting = tokio::spawn(waiting);
    sleep(Duration::from_millis(200)).await;
    terminate();
    timeout(Duration::from_secs(5), waiting)
        .await
        .expect("it waits on")
        .unwrap()
        .unwrap();
    drop(sender);

    // Who starts a server is told where it is.
    let (_sender, source) = given(identity());
    let (tell, told) = tokio::sync::oneshot::channel();
    let told_of = |running: &Running| {
        let _ = tell.send(running.local_addr());
    };
    let running = tokio::spawn(server().run_with(source, told_of));
    TcpStream::connect(told.await.unwrap()).await.unwrap();
    terminate();
    running.await.unwrap().unwrap();
}

fn terminate() {
    let pid = std::process::id().to_string();
    let sent = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(sent.unwrap().success());
}
