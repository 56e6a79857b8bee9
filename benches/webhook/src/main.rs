//! How fast and how small the webhook server is, beside a server on the same TLS and HTTP that only reads and answers (the
//! floor), and beside a Go webhook of controller-runtime (the peer), all in one run, with the goals beside the figures.
//!
//! ```sh
//! cargo run --release -p webhook-bench                  # everything but the next two, about three minutes
//! cargo run --release -p webhook-bench -- refill        # 20,000 objects on a real API server; `refill 1000` for fewer
//! cargo run --release -p webhook-bench -- binary        # the size of the pizza's server
//! cargo run --release -p webhook-bench -- one many      # only parts: `one`, `many`, `beside`, `footprint`
//! cargo run --release -p webhook-bench --bin webhook-server -- ours   # a server alone, for a profiler
//! ```
//!
//! Each server is a process of its own, of a program with no more in it than what a user ships, so that processor time and peak memory are its own; the servers take turns on one
//! load, so that what else the machine does hits all of them. The peer needs Go 1.26. Linux only, for `/proc`.

mod beside;
mod binary;
mod client;
mod figures;
mod footprint;
mod many;
mod one;
mod refill;
mod reviews;
mod side;
mod turns;

use std::process::ExitCode;

use side::Programs;
use webhook_bench::{Failed, Result};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["binary"] => binary::run(),
        ["refill"] => refill(refill::OBJECTS),
        ["refill", count] => count.parse().failed(count).and_then(refill),
        ["large"] => beside::large(),
        [] => parts(&["one", "many", "beside", "footprint"]),
        ref names => parts(names),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("webhook-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn refill(objects: usize) -> Result {
    let programs = Programs::build()?;
    client::runtime()?.block_on(refill::run(&programs, objects))
}

fn parts(names: &[&str]) -> Result {
    let programs = Programs::build()?;
    for name in names {
        match *name {
            "one" => one::run(&programs)?,
            "many" => many::run(&programs)?,
            "beside" => beside::run(&programs)?,
            "footprint" => footprint::run(&programs)?,
            other => return Err(format!("there is no part {other:?}")),
        }
    }
    Ok(())
}
