//! The arguments of what writes Rust: modules, and projects.

use std::path::PathBuf;

use clap::Args;

use super::FILES_HELP;

/// What is imported, and where to.
#[derive(Args, Debug)]
pub(crate) struct ImportArguments {
    #[arg(required = true, value_name = "FILES", long_help = FILES_HELP, help = "Files, folders or globs to read; `-` is standard input")]
    pub(crate) files: Vec<String>,
    /// The folder of the modules, in your package
    #[arg(long, value_name = "FOLDER", default_value = "src/api")]
    pub(crate) out: String,
    /// Only CRDs of this group
    #[arg(long, value_name = "GROUP")]
    pub(crate) group: Option<String>,
    /// Write the mappings between versions in which something is to be decided, too
    ///
    /// Each such place is a compile error, `#[spoke(undecided = "…")]`, that says what may be written. Without, a version gets a
    /// mapping where nothing is to be decided, and the output lists what hinders the others.
    #[arg(long, conflicts_with = "check")]
    pub(crate) draft: bool,
    /// Objects at several versions, to find out how those map: files, folders or globs, of YAML or JSON
    ///
    /// Two of one namespace and name are one object at two versions, as `kubectl get pizzas.v1beta1.example.com -A -o yaml` and the
    /// same of another version hand it out. What stands at both says which field became which, also further within, and by
    /// which key: another name, a duration in seconds, one that is a list there. It is written if no other place explains it, and at
    /// most one pair of twenty contradicts it; the output lists what was found, and in how many pairs it is not so.
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with = "check")]
    pub(crate) samples: Vec<String>,
    /// What converts samples that there are at one version only, to the stored one; without samples, objects made of the CRDs
    ///
    /// A command that answers a `ConversionReview` on its standard input, run by the shell, or the URL of a webhook, to which the
    /// review is sent by `curl`. Without `--samples` some dozens of objects of each version are made of the schemas, and converted to
    /// and from the stored version; what is refused of them is left out.
    #[arg(long, value_name = "COMMAND", conflicts_with = "check")]
    pub(crate) ask: Option<String>,
    /// Write nothing, and say what differs between the CRDs and the manifests beside the modules
    ///
    /// The modules' own test says whether the types still emit the manifest; this, whether the manifest is still the CRD. Exits
    /// with 1 if one differs or is missing. What a difference means says `wheelwright check --against`.
    #[arg(long)]
    pub(crate) check: bool,
    /// Say nothing of what is written
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

pub(super) const NEW_HELP: &str = "Examples:
  wheelwright new pizza                                                # Pizza, pizzas.pizza.example.com
  wheelwright new pizzas --group pizza.example.com --kind Pizza
  wheelwright new pizzas --kind Pizza --path ../wheelwright            # with the library from a checkout";

/// What is made, and how it is called.
#[derive(Args, Debug)]
pub(crate) struct NewArguments {
    /// The name of the package, its folder, and what is installed
    pub(crate) name: String,
    /// The group of the kind, a domain of yours; else `NAME.example.com`
    #[arg(long, value_name = "GROUP")]
    pub(crate) group: Option<String>,
    /// The kind; else NAME in upper camel case and the singular, without `-operator` or `-controller`
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<String>,
    /// The plural of the kind, in lower case; else the regular one
    #[arg(long, value_name = "PLURAL")]
    pub(crate) plural: Option<String>,
    /// A checkout of wheelwright to depend on, in place of the version that is published
    #[arg(long, value_name = "FOLDER")]
    pub(crate) path: Option<PathBuf>,
}

pub(super) const ADOPT_HELP: &str = "Examples:
  wheelwright adopt --dry-run                                    # the patch, and what would be left
  wheelwright adopt --crds 'cargo run --bin crdgen'              # rewritten, and the CRDs compared
  wheelwright adopt --before crds/ --after generated/            # the CRDs compared, and nothing else

Of each difference is said whether it is `same` (objects are taken and stored as before), `better` (what is refused or filled \
in now could not be read, or was not there), or yours to `decide`, with the key that says otherwise.";

/// What is rewritten, and what is compared.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct AdoptArguments {
    /// The folder of a package or a workspace
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) path: String,
    /// Print a patch and write nothing; what there is to say goes to standard error
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Rewrite though there are changes that are not committed, or no git repository
    #[arg(long)]
    pub(crate) allow_dirty: bool,
    /// Also types that derive `JsonSchema` and are part of no custom resource below PATH
    #[arg(long)]
    pub(crate) all: bool,
    /// A command that prints the CRDs, run before and after; the differences are explained
    ///
    /// `cargo run --bin crdgen` is such a command, run by the shell in PATH. If it fails afterwards, for something is left by hand,
    /// the CRDs from before are kept for --before.
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["dry_run", "before"])]
    pub(crate) crds: Option<String>,
    /// Rewrite nothing, and explain what differs between these CRDs and those of --after
    #[arg(long, value_name = "FILES", num_args = 1.., requires = "after", conflicts_with_all = ["dry_run", "all"])]
    pub(crate) before: Vec<String>,
    /// The CRDs as the types emit them now
    #[arg(long, value_name = "FILES", num_args = 1.., requires = "before")]
    pub(crate) after: Vec<String>,
    /// Say only what is left by hand or to decide
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
