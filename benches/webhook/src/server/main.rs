//! A server alone in its process: `ours`, or the `floor` that only reads and answers. It ends when stdin closes.

mod floor;
mod ours;

use std::{io::Read as _, process::ExitCode};

use webhook_bench::{Failed, Result};
use wheelwright::webhook::tls::Memory;

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_default();
    match run(&name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("webhook-server: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(name: &str) -> Result {
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
        "ours" => runtime.block_on(ours::run(tls)),
        other => Err(format!("there is no server {other:?}: `ours` or `floor`")),
    }
}
