//! `cargo run -p pizza` shows the restaurant at work; `-- crd` prints its CRD, `-- convert` converts, `-- serve` is its webhook.

mod serve;
mod show;

use std::{
    error::Error,
    io::{Read, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::{Parser, Subcommand, ValueEnum};
use pizza::{
    Pizzas, Toppings,
    installation::{IMAGE, installation},
};
use wheelwright::{
    convert::Plan,
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
    match run(arguments.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pizza: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Option<Command>) -> Result<(), Box<dyn Error>> {
    match command {
        None => show::page(),
        Some(Command::Crd { kind }) => print_crd(&match kind {
            Kind::Pizza => Pizzas::manifest(),
            Kind::Topping => Toppings::manifest(),
        }),
        Some(Command::Plan { form }) => print_plan(match form {
            Form::Table => |plan| format!("{plan}\n"),
            Form::Markdown => Plan::markdown,
            Form::Mermaid => Plan::mermaid,
        }),
        Some(Command::Convert { to }) => convert(to.as_deref()),
        Some(Command::Serve(options)) => serve::serve(options),
        Some(Command::Deploy {
            to,
            image,
            certificates,
        }) => deploy(to, image, certificates),
    }
}

fn print_crd(manifest: &Manifest) -> Result<(), Box<dyn Error>> {
    print!("{}", manifest.yaml()?);
    Ok(())
}

fn print_plan(text: fn(&Plan) -> String) -> Result<(), Box<dyn Error>> {
    print!("{}", text(&Pizzas::plan()?));
    Ok(())
}

/// Nothing is written where something cannot be converted.
fn convert(version: Option<&str>) -> Result<(), Box<dyn Error>> {
    let mut file = String::new();
    std::io::stdin().read_to_string(&mut file)?;
    let converted = Pizzas::convert_documents(&file, version)?;
    std::io::stdout().write_all(converted.as_bytes())?;
    Ok(())
}

fn deploy(to: Option<PathBuf>, image: String, issuer: Issuer) -> Result<(), Box<dyn Error>> {
    let installation = installation(image)?;
    let certificates = match issuer {
        Issuer::SelfSigned => Certificates::from(&Memory::for_hosts(installation.names().hosts)?),
        Issuer::CertManager => Certificates::cert_manager(),
        Issuer::Managed => Certificates::Managed,
    };
    let installation = installation.certificates(certificates);
    match to {
        None => print!("{}", installation.yaml()?),
        Some(folder) => {
            let written = installation.write_to(&folder)?;
            for path in &written {
                println!("{}", path.display());
            }
            if written.is_empty() {
                println!("{} is up to date", folder.display());
            }
        }
    }
    Ok(())
}
