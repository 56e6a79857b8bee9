//! The command line.

use clap::{Args, Parser, Subcommand, ValueEnum};

use wheelwright_rules::Subresource;

use crate::batch::Question;

/// An API server for your CRDs that needs no cluster.
///
/// It answers as the API server of Kubernetes 1.36 does. CEL rules are not evaluated; what hangs on them is said to be
/// unchecked.
#[derive(Debug, Parser)]
#[command(name = "wheelwright", version, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Says whether a server takes CRDs, and why not
    ///
    /// Documents that are no CRDs are named and skipped. Exits with 0 if all CRDs are accepted, with 1 if one is refused,
    /// and with 2 if something cannot be read or there is no CRD.
    Check(CheckArguments),
    /// Says what a server would store of objects, and why it would refuse them
    ///
    /// Every object goes through what a request to the API server goes through: fields that the CRD does not know are
    /// dropped, defaults set, values validated, and the result is converted to the version that is stored. Objects without
    /// a CRD are named and skipped. Exits with 0 if all objects are accepted, with 1 if one is refused or a CRD is, and with
    /// 2 if something cannot be read or there is no object.
    Apply(ApplyArguments),
    /// Describes a kind or one of its fields
    ///
    /// As `kubectl explain`, with the versions of the kind, defaults and rules. Exits with 2 if there is no such kind or
    /// field.
    Explain(ExplainArguments),
    /// Answers questions of other programs, JSON Lines in and out
    ///
    /// Each line of the input is a request, each line of the output its answer, in order and with the request's `id`.
    Batch {
        /// What each line asks
        question: Question,
    },
}

const FILES_HELP: &str = "Files, folders or globs to read; `-` is standard input

Folders are read with all they contain: *.yaml, *.yml and *.json. Files are read as kubectl reads them, YAML 1.1 or JSON, \
with any number of documents and lists.";

/// What is checked, and how.
#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    #[arg(required = true, value_name = "FILES", long_help = FILES_HELP, help = "Files, folders or globs to read; `-` is standard input")]
    pub(crate) files: Vec<String>,
    /// CRDs as they are installed; those of the same name are updated, and old faults tolerated
    #[arg(long, value_name = "FILES")]
    pub(crate) old: Vec<String>,
    /// Refuse fields that the server does not know or that are given twice, as kubectl does; else they are warnings
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// How to say it.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Shown {
    /// The form of the output
    #[arg(long = "output", short = 'o', value_enum, default_value_t = Form::Human, value_name = "FORM")]
    pub(crate) form: Form,
    /// Say nothing about what is accepted or skipped
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// What is applied, and how.
#[derive(Args, Debug)]
pub(crate) struct ApplyArguments {
    #[arg(required = true, value_name = "OBJECTS", long_help = FILES_HELP, help = "Files, folders or globs to read; `-` is standard input")]
    pub(crate) objects: Vec<String>,
    /// CRDs of the objects; CRDs among the objects count as well
    #[arg(long = "crd", value_name = "FILES")]
    pub(crate) crds: Vec<String>,
    /// Objects as they are stored; those of the same kind and name are updated, and old faults tolerated
    #[arg(long, value_name = "FILES")]
    pub(crate) old: Vec<String>,
    /// The namespace of the requests; else the object's own, or `default`
    #[arg(long, short, value_name = "NAME")]
    pub(crate) namespace: Option<String>,
    /// Write to a subresource of the objects that are stored
    #[arg(long, value_enum, value_name = "NAME", requires = "old")]
    pub(crate) subresource: Option<Part>,
    /// Refuse fields that the CRD does not know or that are given twice, as kubectl does; else they are dropped with a warning
    #[arg(long)]
    pub(crate) strict: bool,
    /// The form of the output
    #[arg(long, short, value_enum, default_value_t = ApplyOutput::Human, value_name = "FORM")]
    pub(crate) output: ApplyOutput,
    /// Say nothing about what is accepted or skipped
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// What is explained, and how.
#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// A kind, by any of its names, and fields: `pizza.spec.toppings`
    pub(crate) path: String,
    /// Files, folders or globs with CRDs; `-` is standard input
    #[arg(long = "crd", value_name = "FILES", required = true)]
    pub(crate) crds: Vec<String>,
    /// The version, `v1` or `example.com/v1`; else the one with the highest priority that is served
    #[arg(long, value_name = "VERSION")]
    pub(crate) api_version: Option<String>,
    /// List fields of fields
    #[arg(long)]
    pub(crate) recursive: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    Status,
    Scale,
}

impl From<Part> for Subresource {
    fn from(part: Part) -> Self {
        match part {
            Part::Status => Self::Status,
            Part::Scale => Self::Scale,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ApplyOutput {
    /// Text with excerpts of the files, and what is set and dropped
    Human,
    /// One JSON document
    Json,
    /// The objects as they would be stored; what is wrong goes to standard error
    Yaml,
    /// Annotations of GitHub Actions
    Github,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Text with excerpts of the files
    Human,
    /// One JSON document
    Json,
    /// Annotations of GitHub Actions
    Github,
}
