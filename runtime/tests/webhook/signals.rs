//! A server that ends with the process' signals.

use std::{
    net::TcpListener,
    process::Command,
    time::{Duration, Instant},
};

use tokio::{
    net::TcpStream,
    signal::unix::{SignalKind, signal},
    time::sleep,
};

use crate::restaurant::{given, identity, server};

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
            let pid = std::process::id().to_string();
            assert!(
                Command::new("kill")
                    .args(["-TERM", &pid])
                    .status()
                    .unwrap()
                    .success()
            );
        }
        running.await.unwrap().unwrap();
        let took = begun.elapsed();
        assert!(took >= Duration::from_millis(least), "{took:?}");
        assert!(took < Duration::from_millis(most), "{took:?}");
        assert!(TcpStream::connect(free).await.is_err());
    }
}
