//! The `wheelwright` command.

mod adopt;
mod apply;
mod arguments;
mod batch;
mod cel;
mod check;
mod completions;
mod converter;
mod diff;
mod docs;
mod explain;
mod import;
mod input;
mod json;
mod man;
#[cfg(feature = "cluster")]
mod migrate;
mod new;
mod rehearse;
mod report;
mod resource_version;
mod rustfmt;
mod samples;

use std::io::{self, BufReader, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// All is well.
    Success,
    /// Something is refused.
    Refused,
    /// Something could not be read, or there was nothing to do.
    Trouble,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Success => 0,
            Exit::Refused => 1,
            Exit::Trouble => 2,
        })
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut output = BufWriter::new(io::stdout().lock());
    let ended = run(&arguments.command, &mut output);
    match ended.and_then(|exit| output.flush().map(|()| exit)) {
        Ok(exit) => exit.into(),
        // Whoever reads the answers has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            tell(&error.to_string());
            Exit::Trouble.into()
        }
    }
}

/// A line for people. `eprintln!` would panic where nobody reads it.
fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "wheelwright: {line}");
}

fn run(command: &Command, output: &mut impl Write) -> io::Result<Exit> {
    match command {
        Command::Check(arguments) => check::run(arguments, output),
        Command::Diff(arguments) => diff::run(arguments, output),
        Command::Apply(arguments) => apply::run(arguments, output),
        Command::Rehearse(arguments) => Ok(rehearse::run(arguments, output)),
        #[cfg(feature = "cluster")]
        Command::Migrate(arguments) => migrate::run(arguments, output),
        Command::Samples(arguments) => samples::run(arguments, output),
        Command::Explain(arguments) => explain::run(arguments, output),
        Command::Import(arguments) => import::run(arguments, output),
        Command::Docs(arguments) => docs::run(arguments, output),
        Command::New(arguments) => new::run(arguments, output),
        Command::Adopt(arguments) => adopt::run(arguments, output),
        Command::Cel(arguments) => cel::run(arguments, output),
        Command::Completions(arguments) => completions::run(arguments, output),
        Command::Man(arguments) => man::run(arguments, output),
        Command::Batch { question, server } => {
            batch::run(
                *question,
                server.kube,
                BufReader::new(io::stdin().lock()),
                output,
            )?;
            Ok(Exit::Success)
        }
    }
}
