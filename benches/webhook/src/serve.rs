//! A server alone in its process, as a user would write it.

use std::{
    io::{Read as _, Write as _},
    net::SocketAddr,
};

use conversion_bench::Services;
use wheelwright::webhook::{Server, tls::Memory};

use crate::{Failed, Result, floor, side::Listening};

/// Serves until stdin closes.
pub(crate) fn run(name: &str) -> Result {
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .failed("the runtime")?;
    let tls = Memory::for_hosts(["127.0.0.1"]).failed("a certificate")?;
    match name {
        "floor" => runtime.block_on(floor::run(&tls)),
        "ours" => runtime.block_on(ours(tls)),
        other => Err(format!("there is no server {other:?}")),
    }
}

async fn ours(tls: Memory) -> Result {
    let ca = tls.ca_bundle().to_owned();
    let running = Server::new()
        .wheel::<Services>()
        .listen("127.0.0.1:0")
        .bind(tls)
        .await
        .failed("the server")?;
    say(running.local_addr(), &ca)?;
    // This process ends when stdin closes.
    std::future::pending().await
}

/// Tells who started this process where it listens.
pub(crate) fn say(address: SocketAddr, ca: &str) -> Result {
    let listening = Listening {
        address,
        ca: ca.to_owned(),
    };
    let line = serde_json::to_string(&listening).failed("the address")?;
    println!("{line}");
    std::io::stdout().flush().failed("stdout")
}
