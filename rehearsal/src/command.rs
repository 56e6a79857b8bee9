//! Rehearsing as a subcommand of a program.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use crate::bar::Bar;
use crate::rehearsal::{Rehearsal, Unready};
use crate::report::Report;

/// The arguments of a subcommand that tries a release on the objects that are there, for [`clap`].
///
/// ```no_run
/// use clap::Parser;
/// use wheelwright_rehearsal::{Arguments, Rehearsal, Unready};
///
/// #[derive(Parser)]
/// enum Pizza {
///     /// Says what an upgrade would make of the pizzas that are there
///     Rehearse(Arguments),
/// }
///
/// fn main() -> std::process::ExitCode {
///     # let rehearsal = || Err::<Rehearsal, _>(Unready::NeedsConversion);
///     match Pizza::parse() {
///         // With types: `arguments.run(Pizzas::rehearsal())`.
///         Pizza::Rehearse(arguments) => arguments.run(rehearsal()),
///     }
/// }
/// ```
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Dumps of objects: files of JSON or YAML, folders of them, or `-` for standard input
    ///
    /// JSON is read an object at a time: a list, one object after the other, or what `etcdctl get --prefix -w json` prints of a snapshot.
    /// YAML may have 256 MiB.
    #[cfg_attr(
        feature = "cluster",
        doc = "Without dumps, the objects of the cluster are read, as the release there converts them; nothing is written."
    )]
    #[cfg_attr(not(feature = "cluster"), arg(required = true))]
    #[arg(value_name = "DUMPS")]
    dumps: Vec<String>,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    cluster: wheelwright_migration::ClusterArguments,
    /// The form of the output
    #[arg(long, short, value_enum, default_value_t = Output::Human, value_name = "FORM")]
    output: Output,
    /// Do not say how far it is
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Output {
    /// A line for each problem, a table of versions, and a summary
    Human,
    /// One JSON document
    Json,
}

impl Arguments {
    /// The whole subcommand: tries the objects, prints what became of them, and gives the exit code: 0 if nothing would go wrong, 1
    /// if something would, and 2 if there is no object or something cannot be read, which is said on standard error.
    #[must_use]
    pub fn run(&self, rehearsal: Result<Rehearsal, Unready>) -> ExitCode {
        let run = || {
            let mut rehearsal = rehearsal.map_err(|error| error.to_string())?;
            self.read(&mut rehearsal)?;
            self.finish(&rehearsal.into_report(), &mut io::stdout().lock())
        };
        match run() {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(reason) => {
                // `eprintln!` would panic where nobody reads it.
                let _ = writeln!(io::stderr(), "error: {reason}");
                ExitCode::from(2)
            }
        }
    }

    /// Tries the objects of the dumps, or of the cluster where there is none.
    ///
    /// # Errors
    ///
    /// Where something cannot be read, in words.
    pub fn read(&self, rehearsal: &mut Rehearsal) -> Result<(), String> {
        let bar = Bar::new(self.quiet);
        let read = self.read_beside(&bar, rehearsal);
        bar.clear();
        read
    }

    fn read_beside(&self, bar: &Bar, rehearsal: &mut Rehearsal) -> Result<(), String> {
        #[cfg(feature = "cluster")]
        if self.dumps.is_empty() {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(|error| error.to_string())?;
            return runtime.block_on(async {
                let client = self.cluster.client().await;
                let client = client.map_err(|error| error.to_string())?;
                let read = rehearsal.read_cluster(&client, |done, follow| bar.set(done, follow));
                read.await.map_err(|error| error.to_string())
            });
        } else if self.cluster.name_one() {
            return Err(
                "dumps are read and no cluster: leave out the dumps, or --kubeconfig and --context"
                    .to_owned(),
            );
        }
        let read = rehearsal.read_files(&self.dumps, |done| bar.set(done, None));
        read.map_err(|error| error.to_string())
    }

    /// Prints what became of them in the form that is asked for. Whether nothing would go wrong.
    ///
    /// # Errors
    ///
    /// Where there was no object, or it cannot be written, in words. It is none if whoever reads has seen enough.
    pub fn finish(&self, report: &Report, to: &mut impl Write) -> Result<bool, String> {
        let written = match self.output {
            Output::Human => writeln!(to, "{report}"),
            Output::Json => writeln!(to, "{}", report.json()),
        };
        match written {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
            _ if report.objects == 0 => Err("there is no object of the CRD's kind".to_owned()),
            _ => Ok(report.is_ok()),
        }
    }
}
