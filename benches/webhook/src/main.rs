//! How fast and how small the webhook server is, beside a server on the same TLS and HTTP that only reads and answers (the
//! floor), and beside a Go webhook of controller-runtime (the peer), all in one run, with the goals beside the figures.
//!
//! ```sh
//! cargo run --release -p webhook-bench                  # everything but the next two, about three minutes
//! cargo run --release -p webhook-bench -- refill        # 20,000 objects on a real API server; `refill 1000` for fewer
//! cargo run --release -p webhook-bench -- binary        # the size of the pizza's server
//! cargo run --release -p webhook-bench -- one many      # only parts: `one`, `many`, `beside`, `footprint`
//! cargo run --release -p webhook-bench -- serve ours    # a server alone, for a profiler; it ends when stdin closes
//! ```
//!
//! Each server is a process of its own, so that processor time and peak memory are its own; the servers take turns on one
//! load, so that what else the machine does hits all of them. The peer needs Go 1.26. Linux only, for `/proc`.

mod beside;
mod binary;
mod client;
mod figures;
mod floor;
mod footprint;
mod many;
mod one;
mod refill;
mod reviews;
mod serve;
mod side;
mod turns;

use std::{fmt, process::ExitCode};

use side::Programs;

/// What goes wrong is told whoever runs it.
type Result<T = ()> = std::result::Result<T, String>;

/// Says what it was that failed.
trait Failed<T> {
    fn failed(self, what: &str) -> Result<T>;
}

impl<T, E: fmt::Display> Failed<T> for std::result::Result<T, E> {
    fn failed(self, what: &str) -> Result<T> {
        self.map_err(|error| format!("{what}: {error}"))
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["serve", name] => serve::run(name),
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
