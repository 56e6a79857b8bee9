//! Builds the book.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let into = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/book");
    match book::build(&into) {
        Ok(()) => {
            println!("target/book/index.html");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::FAILURE
        }
    }
}
