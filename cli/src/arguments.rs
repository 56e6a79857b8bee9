//! The command line.

mod release;
mod rust;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use wheelwright_rules::crd::Assumption;
use wheelwright_rules::{KubeRange, KubeVersion, Subresource};

use crate::batch::Question;
use release::DIFF_HELP;
#[cfg(feature = "cluster")]
use release::MIGRATE_HELP;
#[cfg(feature = "cluster")]
pub(crate) use release::{By, MigrateArguments, MigrateOutput};
pub(crate) use release::{DiffArguments, DiffOutput, RehearseArguments};
use rust::{ADOPT_HELP, NEW_HELP};
pub(crate) use rust::{AdoptArguments, ImportArguments, NewArguments};

/// An API server for your CRDs that needs no cluster.
///
/// It answers as the API server of Kubernetes 1.37 does, rules in CEL included.
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
    /// Beside each CRD stands the oldest server that takes it as it is meant, and what older ones lack. Documents of other
    /// groups are named and skipped; one that kubectl fails on, because it is no object of a kind, is refused. Exits with 0
    /// if all CRDs are accepted, with 1 if something is refused, and with 2 if something cannot be read
    /// or there is no CRD.
    Check(CheckArguments),
    /// Says whom a new release of CRDs breaks, with objects that show it
    ///
    /// OLD and NEW are files, folders, git revisions (`git:v1.2.0:crds/`), or what a cluster has (`cluster::*.example.com`), matched by
    /// the names of the CRDs. The verdict is the semver of an API: `patch` (texts), `compatible`, `needs a new version` (somebody is
    /// broken), `impossible` (no server takes the update). Whatever breaks is shown by an object that was put to the rules of both
    /// releases; what could not be decided is said to be so.
    ///
    /// With --rollback it says what comes of going back from NEW to OLD.
    ///
    /// Exits with 0 if the release is a patch or compatible, or can be rolled back, with 1 if it needs a new version, breaks what is
    /// stored or is impossible, and with 2 if something cannot be read or there is no CRD.
    #[command(after_long_help = DIFF_HELP)]
    Diff(DiffArguments),
    /// Says what a server would store of objects, and why it would refuse them
    ///
    /// Every object goes through what a request to the API server goes through: fields that the CRD does not know are
    /// refused or dropped, defaults set, values validated, and the result is converted to the version that is stored. Objects
    /// of groups without a CRD are named and skipped; one that kubectl fails on, because it is no object of a kind, is refused.
    /// Exits with 0 if all objects are accepted, with 1 if one is refused or a CRD is, and with 2 if something cannot be read
    /// or there is no object.
    Apply(ApplyArguments),
    /// Says what an upgrade would make of the objects that are there
    ///
    /// With the CRD of the new release and its conversion, every object of a dump (`kubectl get pizzas -A -o json`), or of the cluster
    /// that kubectl would ask, is pruned, converted to every version that is served and back, and validated, as a server would; nothing is written. What a server
    /// drops or refuses, what fails a list, what does not come back and what has too many annotations is listed. A program of
    /// this library does the same by `Pizzas::rehearsal()`, and faster, for it converts by itself. Exits with 0 if nothing would
    /// go wrong, with 1 if something would, and with 2 if something cannot be read or there is no object.
    Rehearse(RehearseArguments),
    /// Stores the objects of a CRD anew in a cluster, so that a version can go
    ///
    /// Says at which versions objects may be stored (`status.storedVersions`), stores every object at the storage version by the
    /// server's own migrator (`StorageVersionMigration`, Kubernetes 1.35 and newer, where it is on) or by writes that change nothing,
    /// takes the other versions out of `status.storedVersions`, and says of each version to drop what still stands in the way. It may be
    /// ended at any moment and run again. The cluster is that of the kubeconfig, as kubectl finds it, or the one that it runs in.
    ///
    /// Exits with 0 if nothing is left to do, with 1 if an object is refused or a version cannot go yet, and with 2 if the cluster is not
    /// reached, a right is missing or there is no such CRD; then nothing is changed. Where the cluster is lost or the CRD changed on the
    /// way, which is 2 as well, the next run does the rest.
    #[cfg(feature = "cluster")]
    #[command(after_long_help = MIGRATE_HELP)]
    Migrate(MigrateArguments),
    /// Says whether samples in YAML, JSON and Markdown are what they show
    ///
    /// A server takes each as `kubectl create` sends it, unless a comment in it says which error it is to show: `# error: …`, with
    /// part of the server's words. In Markdown, fenced blocks of yaml and json count, but those that say `ignore`. Exits with 0 if
    /// all are what they show, with 1 if one is not, and with 2 if something cannot be read or there is no sample.
    Samples(SamplesArguments),
    /// Describes a kind or one of its fields
    ///
    /// As `kubectl explain`, with the versions of the kind, defaults and rules. Exits with 2 if there is no such kind or
    /// field.
    Explain(ExplainArguments),
    /// Writes Rust modules that emit CRDs again, with all their versions
    ///
    /// Each CRD becomes a module: a file for each version, the wheel that joins them, and a test that holds the types against
    /// the manifest beside them. The files are yours from then on; what is there already is never overwritten. What no key says
    /// is kept by a function, what the types do not emit and what you have to decide is listed. Exits with 0 if all is written,
    /// with 1 if a server would refuse a CRD, and with 2 if something cannot be read or written, or there is no CRD; then
    /// nothing is written.
    Import(ImportArguments),
    /// Writes a reference of CRDs, and JSON Schemas of them for editors
    ///
    /// For each CRD: a page of HTML with search that loads nothing, Markdown, a picture of the versions for Mermaid, and a JSON
    /// Schema of each version, for yaml-language-server and kubeconform, in which what a server would drop or refuse is an
    /// error. Files that are there are overwritten. A program of this library does the same by `Pizzas::docs()`, and says how the
    /// versions convert as well. Exits with 0 if all is written, with 1 if a server would refuse a CRD or, with --check, if a file
    /// is not what would be written, and with 2 if something cannot be read or written, or there is no CRD; then nothing is
    /// written.
    Docs(DocsArguments),
    /// Makes a project: a kind in two versions, a controller, webhooks, and what installs them
    ///
    /// The folder NAME gets a package that compiles, is tested and runs in a cluster: types, conversion whose laws are tested, a
    /// controller, samples, the CRD, a Dockerfile, a file for CI, and a README with the way to a cluster. All other manifests are
    /// printed by the program itself. The files are yours from then on. In a workspace the project is one of its members.
    ///
    /// Exits with 0 if all is written, with 1 if a name is refused, and with 2 if the folder is there and not empty or cannot be
    /// written; then nothing is written.
    #[command(after_long_help = NEW_HELP)]
    New(NewArguments),
    /// Rewrites a crate of kube-derive and schemars to wheelwright's derives
    ///
    /// Every custom resource below PATH, and every type in it that derives `JsonSchema`, gets the derives and keys of wheelwright,
    /// in place: only derives, attributes, bounds, imports and Cargo.toml change; comments and formatting stay. The scope and
    /// serde's defaults are kept in the CRD. What has no counterpart stays as it is, is listed with its line and what to write,
    /// and is refused by the compiler until then.
    ///
    /// Exits with 0 if all is done, with 1 if something is left by hand or to decide, and with 2 if something cannot be read, does
    /// not parse, or is not committed; then nothing is written.
    #[command(after_long_help = ADOPT_HELP)]
    Adopt(AdoptArguments),
    /// Tries an expression in CEL: its type, what it costs at most, and its value
    ///
    /// The expression is compiled as a new rule of a CRD is, or as a message expression if it gives a string, but may have any
    /// type. With --crd or --schema, `self` has the type of the schema, and is shown to the expression as a server does: fields
    /// that the schema does not know are dropped, and defaults set. Without, `self` is whatever --self gives, of type `dyn`,
    /// and there is none without --self.
    ///
    /// Exits with 0 if the expression compiles and has a value wherever it is run, be it `false`; with 1 if a server would
    /// refuse it (it does not compile, costs too much, fails when it is run) or the value; with 2 if something cannot be read.
    #[command(after_long_help = CEL_HELP)]
    Cel(CelArguments),
    /// Prints what a shell completes of this command
    ///
    /// In bash, `source <(wheelwright completions bash)`; in fish, `wheelwright completions fish | source`; in zsh, write it to a file
    /// `_wheelwright` in a folder of `$fpath`.
    Completions(CompletionsArguments),
    /// Prints manual pages, as roff
    ///
    /// `wheelwright man | man -l -` shows that of the whole, `wheelwright man diff | man -l -` that of a command.
    Man(ManArguments),
    /// Answers questions of other programs, JSON Lines in and out
    ///
    /// Each line of the input is a request, each line of the output its answer, in order and with the request's `id`.
    Batch {
        /// What each line asks
        question: Question,
        #[command(flatten)]
        server: Server,
    },
}

/// Which server answers.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Server {
    /// The version of Kubernetes, from 1.31 on
    #[arg(long = "kube", value_name = "VERSION", default_value_t)]
    pub(crate) kube: KubeVersion,
}

/// Which servers must take a CRD.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Servers {
    /// The version of Kubernetes, from 1.31 on, or a range, `1.33..=1.36` or `1.33..`: what its oldest server lacks is an
    /// error
    #[arg(long = "kube", value_name = "VERSIONS", default_value_t = KubeRange::only(KubeVersion::default()))]
    pub(crate) kube: KubeRange,
}

const FILES_HELP: &str = "Files, folders or globs to read; `-` is standard input

Folders are read with all they contain: *.yaml, *.yml and *.json. Files are read as kubectl reads them, YAML 1.1 or JSON, \
with any number of documents and lists.

Elsewhere, `git:REVISION:PATH` names files of a git revision, as in `git:v1.2.0:crds/`, and `cluster:CONTEXT:NAMES` the CRDs of a \
cluster, as kubectl finds it: `cluster:` all of them, `cluster::*.example.com` those of such names, `cluster:prod:` those of another \
context of the kubeconfig.";

/// What is checked, and how.
#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    #[arg(required = true, value_name = "FILES", long_help = FILES_HELP, help = "Files, folders or globs to read; `-` is standard input")]
    pub(crate) files: Vec<String>,
    /// CRDs as they are installed; those of the same name are updated, and old faults tolerated
    #[arg(long, value_name = "FILES")]
    pub(crate) old: Vec<String>,
    /// As --old, and say what differs in meaning, path by path
    ///
    /// A CRD is compared with the one of the same name, or with the only one there is. Each difference says which way it goes:
    /// `tightened` (refuses what was taken), `loosened` (takes what was refused), `changed` (both), `pruned` (drops what was
    /// kept), `reread` (what is stored reads differently), or `other`. To fail on one, see --deny.
    #[arg(long, value_name = "FILES", conflicts_with = "old")]
    pub(crate) against: Vec<String>,
    /// What is known of old CRDs without a status: `installed`, `new`, or `stored=v1,v2`
    ///
    /// A CRD in git has no status. By default such a one counts as installed: its scope and kind can no longer change, and
    /// objects may be stored in each version that it serves or stores. `new` is one that no server has established, with
    /// objects in its storage version alone; `stored=v1,v2` is an installed one with objects in these versions.
    #[arg(long, value_name = "WHAT", default_value = "installed", value_parser = assumption)]
    pub(crate) assume: Assumption,
    /// What to do about fields that the server does not know: `strict` refuses them as kubectl does
    ///
    /// Values are those of kubectl: `strict` or `true`, `warn`, `ignore` or `false`. Fields that are given twice are warned of:
    /// kubectl takes the last and says nothing.
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Validate::Warn, default_missing_value = "strict",
        num_args = 0..=1, require_equals = true)]
    pub(crate) validate: Validate,
    /// As --validate=strict, and refuse fields that are given twice
    #[arg(long)]
    pub(crate) strict: bool,
    /// Say what each CEL rule costs, and which list, map or string makes one too dear
    #[arg(long)]
    pub(crate) cost: bool,
    #[command(flatten)]
    pub(crate) servers: Servers,
    #[command(flatten)]
    pub(crate) gate: Gate,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// What fails that a server takes, and in which words.
#[derive(Args, Clone, Debug)]
pub(crate) struct Gate {
    /// Refuse what the server would take
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    pub(crate) deny: Vec<Deny>,
    /// Show errors as the server words them, with structures of its own in them
    #[arg(long)]
    pub(crate) verbatim: bool,
}

/// What is refused though a server takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// Whatever is warned of
    Warnings,
    /// With --against: differences that refuse what was taken
    Tightened,
    /// With --against: differences that may refuse what was taken, and take what was refused
    Changed,
    /// With --against: differences that drop what was kept
    Pruned,
    /// With --against: differences by which stored objects read differently
    Reread,
}

/// What is done about unknown fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Validate {
    /// They are refused
    #[value(aliases = ["true", "True", "TRUE", "t", "T", "1"])]
    Strict,
    /// They are dropped with a warning
    Warn,
    /// They are dropped
    #[value(aliases = ["false", "False", "FALSE", "f", "F", "0"])]
    Ignore,
}

fn assumption(text: &str) -> Result<Assumption, String> {
    match text.split_once('=') {
        None if text == "installed" => Ok(Assumption::Installed),
        None if text == "new" => Ok(Assumption::New),
        Some(("stored", versions)) if versions.split(',').all(|name| !name.is_empty()) => Ok(
            Assumption::Stored(versions.split(',').map(str::to_owned).collect()),
        ),
        _ => Err("write `installed`, `new`, or `stored=v1,v2`".to_owned()),
    }
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
    /// Write to a subresource of the objects that are stored: `status`, or `scale` with a `Scale` of `autoscaling/v1`
    #[arg(long, value_enum, value_name = "NAME", requires = "old")]
    pub(crate) subresource: Option<Part>,
    /// What to do about fields that the CRD does not know, as kubectl's flag
    ///
    /// Values are those of kubectl: `strict` or `true` refuses them, `warn` drops them with a warning, `ignore` or `false` drops
    /// them. Fields that are given twice are warned of: kubectl takes the last and says nothing.
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Validate::Strict, default_missing_value = "strict",
        num_args = 0..=1, require_equals = true)]
    pub(crate) validate: Validate,
    /// As --validate=strict, and refuse fields that are given twice
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) server: Server,
    #[command(flatten)]
    pub(crate) gate: Gate,
    /// The form of the output
    #[arg(long, short, value_enum, default_value_t = ApplyOutput::Human, value_name = "FORM")]
    pub(crate) output: ApplyOutput,
    /// Say nothing about what is accepted or skipped
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// What is held to be a sample, and how.
#[derive(Args, Debug)]
pub(crate) struct SamplesArguments {
    /// Files of YAML, JSON and Markdown, and folders of them
    #[arg(required = true, value_name = "SAMPLES")]
    pub(crate) samples: Vec<String>,
    /// The CRDs of the samples
    #[arg(long = "crd", required = true, value_name = "FILES")]
    pub(crate) crds: Vec<String>,
    /// The form of the output
    #[arg(long, short, value_enum, default_value_t = SamplesOutput::Human, value_name = "FORM")]
    pub(crate) output: SamplesOutput,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SamplesOutput {
    /// A line for each fault, and how many samples there are
    Human,
    /// Annotations of GitHub Actions
    Github,
}

/// What is explained, and how.
#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// A kind, by any of its names, and fields: `pizza.spec.toppings`, `pizzas.example.com.spec`
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

/// What is documented, and where to.
#[derive(Args, Debug)]
pub(crate) struct DocsArguments {
    /// Files, folders or globs with CRDs; `-` is standard input
    #[arg(long = "crd", required = true, num_args = 1.., value_name = "FILES")]
    pub(crate) crds: Vec<String>,
    /// The folder of the documents
    #[arg(long, value_name = "FOLDER", default_value = "docs")]
    pub(crate) out: PathBuf,
    /// Only documents of these forms
    #[arg(
        long = "format",
        value_enum,
        value_delimiter = ',',
        value_name = "FORMS"
    )]
    pub(crate) forms: Vec<DocsForm>,
    /// Write nothing, and say which files are not what would be written
    #[arg(long)]
    pub(crate) check: bool,
    /// Say nothing of files that are written, or are as they should be
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DocsForm {
    /// A page: `pizzas.example.com.html`
    Html,
    /// `pizzas.example.com.md`
    Markdown,
    /// A picture of the versions: `pizzas.example.com.mmd`
    Mermaid,
    /// A schema of each version: `example.com/pizza_v1.json`
    JsonSchema,
}

/// Whose completions.
#[derive(Args, Debug)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::aot::Shell,
}

/// Which pages, and where to.
#[derive(Args, Debug)]
pub(crate) struct ManArguments {
    /// A command, such as `diff`; else the page of the whole
    pub(crate) command: Option<String>,
    /// Write all pages to this folder instead: `wheelwright.1`, `wheelwright-diff.1`
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    pub(crate) out: Option<PathBuf>,
}

const CEL_HELP: &str = "Examples:
  wheelwright cel \"'a.b'.split('.').map(x, x + '!')\"
  wheelwright cel 'self.minReplicas <= self.maxReplicas' --crd crd.yaml --path .spec
  wheelwright cel 'self.size > 10' --crd crd.yaml --path '.spec.toppings[*]' --self pizza.yaml
  wheelwright cel 'self == oldSelf' --schema schema.json --self new.json --old old.json";

/// What is tried, and on what.
#[derive(Args, Debug)]
pub(crate) struct CelArguments {
    /// The expression; `-` is standard input
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub(crate) expression: String,
    /// A file with the CRD that has the schema
    #[arg(long = "crd", value_name = "FILE", conflicts_with = "schema")]
    pub(crate) crd: Option<String>,
    /// Where in the objects of the CRD `self` is: `.spec`, `.spec.toppings[*]`, `.spec['a.b']`; `.` is the whole object
    ///
    /// As kubectl writes paths: `[*]` is each item of a list and each value of a map.
    #[arg(long, value_name = "PATH", default_value = ".", requires = "crd")]
    pub(crate) path: String,
    /// The version of the CRD; else that of the object that --self gives, or the one with the highest priority that is served
    #[arg(long, value_name = "NAME", requires = "crd")]
    pub(crate) version: Option<String>,
    /// A file with the schema of `self`, as it stands in `openAPIV3Schema` or below
    #[arg(long, value_name = "FILE")]
    pub(crate) schema: Option<String>,
    /// A file with the value of `self`, or with an object of the CRD's kind that has it at --path
    ///
    /// Of such an object, the expression is run on every value that --path leads to.
    #[arg(long = "self", value_name = "FILE")]
    pub(crate) value: Option<String>,
    /// A file with the value of `oldSelf`, of the same form as that of --self
    #[arg(long, value_name = "FILE", requires = "value")]
    pub(crate) old: Option<String>,
    /// `oldSelf` is an optional value, as in a rule with `optionalOldSelf: true`
    #[arg(long)]
    pub(crate) optional_old_self: bool,
    #[command(flatten)]
    pub(crate) server: Server,
    /// The form of the output
    #[arg(long, short, value_enum, default_value_t = CelOutput::Human, value_name = "FORM")]
    pub(crate) output: CelOutput,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CelOutput {
    /// Text for people
    Human,
    /// One JSON document
    Json,
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
