//! The arguments of what is asked of a release, before it and while it comes.

use clap::{Args, ValueEnum};
use wheelwright_rules::crd::Assumption;

use super::assumption;

pub(super) const DIFF_HELP: &str = "Examples:
  wheelwright diff released/ crds/
  wheelwright diff git:v1.2.0:crds/ crds/ --output markdown
  wheelwright diff --rollback git:v1.2.0:crds/ crds/
  wheelwright diff git:main:crds/ crds/ --accept .wheelwright-accept --output github
  wheelwright diff cluster::*.example.com crds/                   # beside what is installed

A line of the file of --accept is what a finding begins with and a reason:
  enum-tightened pizzas.example.com/v1/spec.dough: nobody ever baked it";

const RELEASE_HELP: &str = "A file, a folder, `git:REVISION:PATH`, or `cluster:CONTEXT:NAMES`";

/// What is compared as releases, and how.
#[derive(Args, Debug)]
pub(crate) struct DiffArguments {
    /// The CRDs of the old release: a file, a folder, `git:REVISION:PATH`, or `cluster:CONTEXT:NAMES`
    #[arg(value_name = "OLD", help = RELEASE_HELP)]
    pub(crate) old: String,
    /// The CRDs of the new release: a file, a folder, `git:REVISION:PATH`, or `cluster:CONTEXT:NAMES`
    #[arg(value_name = "NEW", help = RELEASE_HELP)]
    pub(crate) new: String,
    /// Say what comes of rolling back: what OLD cannot read, drops or refuses of what NEW may have stored
    ///
    /// The CRDs of OLD are applied over those of NEW, and its conversion answers. The verdict is `can be rolled back`, `breaks what is
    /// stored` or `impossible`; findings are those of the way back, and begin with `rollback-`.
    #[arg(long)]
    pub(crate) rollback: bool,
    /// A file of findings that are accepted, each line with a reason: they are listed and do not count
    ///
    /// Lines are `<finding> <place>: <reason>`. One that accepts nothing which was found is an error. Lines that begin with `rollback-`
    /// count with --rollback, and others without.
    #[arg(long, value_name = "FILE")]
    pub(crate) accept: Option<String>,
    /// What is known of old CRDs without a status: `installed`, `new`, or `stored=v1,v2`
    ///
    /// By default such a one is established, and objects are stored in its storage version. With --rollback it is of the new CRDs.
    #[arg(long, value_name = "WHAT", value_parser = assumption)]
    pub(crate) assume: Option<Assumption>,
    /// The conversion of the new release: a command that reads a `ConversionReview` and prints its answer, or a URL
    ///
    /// `target/release/pizza convert` is such a command, run by the shell. To a URL, `https://localhost:8443/convert`, the review
    /// is posted by `curl`; for a certificate that curl does not trust write the command: `curl --cacert ca.pem --data-binary @- …`.
    /// It is run for each object and version, and has 30 seconds. Without it, of a CRD with a webhook each version counts as
    /// stored by itself.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) convert_new: Option<String>,
    /// The conversion of the old release, as of the new one
    ///
    /// Without it, the old release is taken to convert as the new one does, apart from what is recorded. With --rollback that is said as
    /// undecided, for there the old program reads what the new one wrote.
    #[arg(long, value_name = "COMMAND", requires = "convert_new")]
    pub(crate) convert_old: Option<String>,
    /// What the old release made of objects, as `assert_release!` keeps it: `v1.2.0.objects.jsonl`
    #[arg(long, value_name = "FILE", requires = "convert_new")]
    pub(crate) recorded: Option<String>,
    /// What goes breaks nobody if it was deprecated in so many releases: a field, a value of an enum or a version
    ///
    /// A version is deprecated by `deprecated: true`, the rest by a line of its description that begins with `Deprecated:`. OLD counts as
    /// one release, --earlier gives those before.
    #[arg(long, value_name = "RELEASES", conflicts_with = "rollback")]
    pub(crate) deprecated_for: Option<usize>,
    /// The CRDs of a release before OLD, the oldest first; may be given more than once
    #[arg(long, value_name = "RELEASE", requires = "deprecated_for")]
    pub(crate) earlier: Vec<String>,
    /// Exit with 1 also if something could not be decided
    #[arg(long)]
    pub(crate) strict: bool,
    /// The form of the output
    #[arg(long, short, value_enum, default_value_t = DiffOutput::Human, value_name = "FORM")]
    pub(crate) output: DiffOutput,
    /// Say nothing about what is compatible
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffOutput {
    /// Text, with the objects as YAML
    Human,
    /// One JSON document
    Json,
    /// Annotations of GitHub Actions
    Github,
    /// A section for a changelog
    Markdown,
}

/// What is tried, and how.
#[derive(Args, Debug)]
pub(crate) struct RehearseArguments {
    #[command(flatten)]
    pub(crate) rehearsal: wheelwright_rehearsal::Arguments,
    /// The file with the CRD of the new release
    #[arg(long, value_name = "FILE")]
    pub(crate) crd: String,
    /// The conversion of the new release: a command that reads a `ConversionReview` and prints its answer, or a URL
    ///
    /// `target/release/pizza convert` is such a command, run by the shell. To a URL, `https://localhost:8443/convert`, the review
    /// is posted by `curl`. It is run twice for each object and version, and has 30 seconds.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) convert: Option<String>,
    /// The annotation in which conversions keep what a version lacks; by default `<group>/kept-by-conversion`
    #[arg(long, value_name = "NAME")]
    pub(crate) annotation: Option<String>,
}

#[cfg(feature = "cluster")]
pub(super) const MIGRATE_HELP: &str = "To drop v1alpha1, each step once the one before is done:
  1. install the CRD with `storage: true` at another version; wheelwright migrate pizzas.example.com
  2. install it with `served: false` at v1alpha1, and see whether a client fails
  3. wheelwright migrate pizzas.example.com --drop v1alpha1
  4. install it without v1alpha1";

/// What is migrated, and how.
#[cfg(feature = "cluster")]
#[derive(Args, Debug)]
pub(crate) struct MigrateArguments {
    /// The name of the CRD, `pizzas.example.com`
    pub(crate) crd: String,
    /// A version that is to go
    ///
    /// What `managedFields` have at it is removed once it is not served, but for labels, annotations and other metadata: who applied at
    /// it alone owns no other field any more, so apply at another version first. May be given several times.
    #[arg(long = "drop", value_name = "VERSION")]
    pub(crate) drops: Vec<String>,
    /// Write nothing: ask the server of each object whether it would take it
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Write nothing and ask for no right to: only say what is stored and what stands in the way
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) status: bool,
    /// Who stores the objects anew
    #[arg(long, value_enum, default_value_t = By::Any, value_name = "WHO")]
    pub(crate) by: By,
    /// How many objects are written in a second at most; 0 for as many as the server takes
    #[arg(long, default_value_t = 100, value_name = "OBJECTS")]
    pub(crate) rate: u32,
    /// How long to wait for all API servers of the cluster to have seen which version is stored, in seconds
    #[arg(long, default_value_t = 5, value_name = "SECONDS")]
    pub(crate) settle: u32,
    #[command(flatten)]
    pub(crate) cluster: wheelwright_migration::ClusterArguments,
    /// The form of the output
    #[arg(long, short, value_enum, default_value_t = MigrateOutput::Human, value_name = "FORM")]
    pub(crate) output: MigrateOutput,
    /// Do not say how far it is
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[cfg(feature = "cluster")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// The server where it can, else this command
    Any,
    /// The server, by a `StorageVersionMigration`
    Server,
    /// This command
    Client,
}

#[cfg(feature = "cluster")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MigrateOutput {
    /// Text
    Human,
    /// One JSON document
    Json,
}
