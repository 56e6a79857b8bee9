//! The `wheelwright` command.

mod batch;

use std::io::{self, BufReader, BufWriter};
use std::process::ExitCode;

const USAGE: &str = "usage: wheelwright batch crd|update|object";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let question = match arguments.as_slice() {
        ["batch", name] => batch::Question::named(name),
        _ => None,
    };
    let Some(question) = question else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let (input, output) = (
        BufReader::new(io::stdin().lock()),
        BufWriter::new(io::stdout().lock()),
    );
    match batch::run(question, input, output) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the answers has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("wheelwright: {error}");
            ExitCode::FAILURE
        }
    }
}
