//! `cargo run -p pizza` shows the restaurant at work; `-- crd` prints its CRD, `-- convert` converts, `-- serve` is its webhook.

mod serve;
mod show;

use std::{
    error::Error,
    fs,
    io::{self, BufWriter, Read, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Parser, Subcommand, ValueEnum};
use pizza::{
    Pizzas, Toppings,
    installation::{IMAGE, installation},
};
use wheelwright::{
    manifest::Manifest,
    webhook::{deploy::Certificates, tls::Memory},
};

/// The pizza restaurant: without a command, the example at work.
#[derive(Debug, Parser)]
#[command(name = "pizza")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Prints a CRD as YAML
    Crd {
        #[arg(default_value = "pizza")]
        kind: Kind,
    },
    /// Prints how the versions convert, field by field
    Plan {
        #[arg(default_value = "table")]
        form: Form,
    },
    /// Converts objects, Lists and `ConversionReview`s, YAML or JSON, from standard input to standard output
    Convert {
        /// The version to convert to; a review says that itself
        #[arg(long, value_name = "VERSION")]
        to: Option<String>,
    },
    /// Says what an upgrade would make of the pizzas that are there: `kubectl get pizzas -A -o json | pizza rehearse -`
    Rehearse(wheelwright::rehearsal::Arguments),
    /// Writes a reference of the kinds, and JSON Schemas of them for editors
    Docs {
        /// The folder
        #[arg(long, value_name = "FOLDER", default_value = "docs")]
        to: PathBuf,
    },
    /// Stores the cluster's pizzas at the version that this program stores, so that a version that it no longer has can go
    #[cfg(feature = "cluster")]
    Migrate {
        /// Store nothing, and say what the server would refuse
        #[arg(long)]
        dry_run: bool,
    },
    /// Serves the webhooks, conversion and admission, until SIGTERM or SIGINT
    Serve(serve::Options),
    /// Prints all that installs the webhooks in a cluster, as YAML
    Deploy {
        /// Writes files to this folder instead, with a `kustomization.yaml`
        #[arg(long, value_name = "FOLDER")]
        to: Option<PathBuf>,
        /// The image that the pods run, made by examples/pizza/Dockerfile
        #[arg(long, default_value = IMAGE)]
        image: String,
        /// Who makes the server's certificate
        #[arg(long, default_value = "self-signed")]
        certificates: Issuer,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    Pizza,
    Topping,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    Table,
    Markdown,
    Mermaid,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Issuer {
    /// This command, for a year, into a Secret
    SelfSigned,
    /// cert-manager
    CertManager,
    /// The replicas themselves
    Managed,
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // Help goes to standard output and is no failure.
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(u8::from(error.use_stderr()));
        }
    };
    let mut out = BufWriter::new(io::stdout());
    let ended = run(arguments.command, &mut out);
    match ended.and_then(|exit| out.flush().map(|()| exit).map_err(Into::into)) {
        Ok(exit) => exit,
        // Whoever reads has seen enough.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&format!("pizza: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A line for people. `eprintln!` would panic where nobody reads it.
fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

fn run(command: Option<Command>, out: &mut impl Write) -> Result<ExitCode, Box<dyn Error>> {
    match command {
        None => show::page(out)?,
        Some(Command::Crd { kind }) => {
            let manifest: Manifest = match kind {
                Kind::Pizza => Pizzas::manifest(),
                Kind::Topping => Toppings::manifest(),
            };
            out.write_all(manifest.yaml()?.as_bytes())?;
        }
        Some(Command::Plan { form }) => {
            let plan = Pizzas::plan()?;
            let text = match form {
                Form::Table => format!("{plan}\n"),
                Form::Markdown => plan.markdown(),
                Form::Mermaid => plan.mermaid(),
            };
            out.write_all(text.as_bytes())?;
        }
        Some(Command::Convert { to }) => convert(to.as_deref(), out)?,
        Some(Command::Rehearse(arguments)) => return Ok(arguments.run(Pizzas::rehearsal())),
        Some(Command::Docs { to }) => docs(&to, out)?,
        #[cfg(feature = "cluster")]
        Some(Command::Migrate { dry_run }) => migrate(dry_run, out)?,
        Some(Command::Serve(options)) => serve::serve(options, out)?,
        Some(Command::Deploy {
            to,
            image,
            certificates,
        }) => deploy(to, image, certificates, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Nothing is written where something cannot be converted.
fn convert(version: Option<&str>, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut file = String::new();
    io::stdin().read_to_string(&mut file)?;
    let converted = Pizzas::convert_documents(&file, version)?;
    Ok(out.write_all(converted.as_bytes())?)
}

fn docs(to: &Path, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    for documents in [Pizzas::docs()?, Toppings::docs()?] {
        for file in documents.files(&wheelwright::docs::Form::ALL) {
            let path = to.join(file.path);
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(&path, file.text)?;
            writeln!(out, "{}", path.display())?;
        }
    }
    Ok(())
}

/// A Job of the release runs this before its CRD is installed.
#[cfg(feature = "cluster")]
fn migrate(dry_run: bool, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let report = runtime.block_on(async {
        let client = kube::Client::try_default().await?;
        let migration = Pizzas::migration().dry_run(dry_run);
        let progress = |progress: &_| tell(&format!("pizza: {progress}"));
        Ok::<_, Box<dyn Error>>(migration.run(&client, progress).await?)
    })?;
    write!(out, "{report}")?;
    if report.is_done() {
        Ok(())
    } else {
        Err("the release cannot be installed yet".into())
    }
}

fn deploy(
    to: Option<PathBuf>,
    image: String,
    issuer: Issuer,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let installation = installation(image)?;
    let certificates = match issuer {
        Issuer::SelfSigned => {
            let written = to.as_ref();
            match written.and_then(|folder| installation.written_certificates(folder)) {
                Some(written) => {
                    let kept = "the certificate that is there is kept; remove 1-server/30-secret.yaml for a new one";
                    writeln!(out, "{kept}")?;
                    written
                }
                None => Certificates::from(&Memory::for_hosts(installation.names().hosts)?),
            }
        }
        Issuer::CertManager => Certificates::cert_manager(),
        Issuer::Managed => Certificates::Managed,
    };
    let installation = installation.certificates(certificates);
    match to {
        None => out.write_all(installation.yaml()?.as_bytes())?,
        Some(folder) => {
            let written = installation.write_to(&folder)?;
            for path in &written {
                writeln!(out, "{}", path.display())?;
            }
            if written.is_empty() {
                writeln!(out, "{} is up to date", folder.display())?;
            }
        }
    }
    Ok(())
}
