//! What pruning, defaulting and validating objects costs, beside the Go libraries of the API server and the crate
//! `jsonschema`, all in one run on the same objects.
//!
//! `cargo run --release -p objects [-- [--crds FOLDER] [CRD OBJECT]...]` times two objects of the examples, or each object
//! named with its CRD; then again with rules on parts that it lacks, beside the same parts without. With `--crds` it also
//! checks every CRD in a folder. The Go program in `benches/peers` is built and run if there is Go. All work on values that
//! are decoded already; a copy to work on is made outside of the time that counts. Figures are the best of many short rounds:
//! a busy machine only ever adds to them.

mod peer;
mod schema;

use std::{
    fs,
    hint::black_box,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use wheelwright_rules::{Rules, Version, crd};

/// An object and the CRD that it is judged by.
struct Case {
    name: String,
    crd: Value,
    version: String,
    object: Value,
}

/// Times of one case, each per object.
struct Times {
    /// Prune, default, validate.
    all: Duration,
    validate: Duration,
    /// Validation by the crate `jsonschema`.
    jsonschema: Option<Duration>,
}

type Failed = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("objects: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Failed> {
    let mut arguments = std::env::args().skip(1);
    let mut cases = Vec::new();
    let mut folders = Vec::new();
    while let Some(argument) = arguments.next() {
        let next = arguments
            .next()
            .ok_or("a CRD needs its object, and --crds a folder")?;
        if argument == "--crds" {
            folders.push(next);
        } else {
            cases.push(case(Path::new(&argument), Path::new(&next))?);
        }
    }
    if cases.is_empty() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for (example, object) in [("cron-job", "cron-job.yaml"), ("cnat", "at.yaml")] {
            let crd = root.join("../../examples").join(example).join("crd.yaml");
            cases.push(case(&crd, &root.join("data").join(object))?);
        }
    }
    let peers = peer::times(&cases);
    println!("| object | bytes | prune, default, validate | Go | validate | jsonschema |");
    println!("|---|---|---|---|---|---|");
    for (index, case) in cases.iter().enumerate() {
        let times = times(case)?;
        let peer = peers.as_ref().ok().and_then(|peers| peers.get(index));
        let go = peer.map_or("—".to_owned(), |go| shown(*go, times.all));
        let other = times
            .jsonschema
            .map_or("—".to_owned(), |other| shown(other, times.validate));
        println!(
            "| {} | {} | {} | {go} | {} | {other} |",
            case.name,
            case.object.to_string().len(),
            micros(times.all),
            micros(times.validate),
        );
    }
    println!(
        "\n| object | validate, with parts that it lacks | their rules beside it |\n|---|---|---|"
    );
    for case in &cases {
        let [without, with] = [false, true].map(|ruled| beside_absent(case, ruled));
        let (without, with) = (without?, with?);
        println!(
            "| {} | {} | {} |",
            case.name,
            micros(without),
            shown(with, without)
        );
    }
    if let Err(reason) = peers {
        println!("\nGo was not timed: {reason}");
    }
    for folder in folders {
        check_all(Path::new(&folder))?;
    }
    Ok(())
}

fn micros(time: Duration) -> String {
    format!("{:.2} µs", time.as_secs_f64() * 1e6)
}

/// A time, and how many times ours it is.
fn shown(other: Duration, ours: Duration) -> String {
    let times = other.as_secs_f64() / ours.as_secs_f64();
    format!("{} ({times:.1} ×)", micros(other))
}

fn read(path: &Path) -> Result<Vec<Value>, Failed> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    wheelwright_yaml::documents(&text)
        .into_iter()
        .map(|read| match read {
            Ok(document) => Ok(document.value),
            Err(error) => Err(format!("{}:{error}", path.display()).into()),
        })
        .collect()
}

fn first(path: &Path) -> Result<Value, Failed> {
    let first = read(path)?.into_iter().next();
    first.ok_or_else(|| format!("{} is empty", path.display()).into())
}

fn case(crd: &Path, object: &Path) -> Result<Case, Failed> {
    let (crd, object) = (first(crd)?, first(object)?);
    let text = |name| object.get(name).and_then(Value::as_str).unwrap_or_default();
    let version = text("apiVersion").rsplit('/').next().unwrap_or_default();
    Ok(Case {
        name: text("kind").to_owned(),
        version: version.to_owned(),
        crd,
        object,
    })
}

/// The best time of a piece of work on one of many copies.
fn best<T>(value: &Value, mut work: impl FnMut(&mut Value) -> T) -> Duration {
    const COPIES: usize = 32;
    const ROUNDS: usize = 400;
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let mut copies: Vec<Value> = vec![value.clone(); COPIES];
        let start = Instant::now();
        for copy in &mut copies {
            black_box(work(black_box(copy)));
        }
        best = best.min(start.elapsed());
    }
    best / u32::try_from(COPIES).unwrap_or(1)
}

/// The rules for a case, and its object as it is stored, which must be valid.
fn completed<'r>(case: &Case, rules: &'r Rules) -> Result<(Version<'r>, Value), Failed> {
    let version = rules
        .version(&case.version)
        .ok_or("the CRD has no such version")?;
    let mut complete = case.object.clone();
    version.prune(&mut complete);
    version.default(&mut complete);
    match version.validate(&complete).first() {
        Some(error) => Err(format!("{}: {error}", case.name).into()),
        None => Ok((version, complete)),
    }
}

fn times(case: &Case) -> Result<Times, Failed> {
    let rules = Rules::from_stored_crd(&case.crd)?;
    let (version, complete) = completed(case, &rules)?;
    let all = best(&case.object, |object| all_three(version, object));
    let validate = best(&complete, |object| version.validate(object).len());
    let jsonschema = schema::validator(&case.crd, &case.version)
        .filter(|validator| validator.is_valid(&complete))
        .map(|validator| best(&complete, |object| validator.is_valid(object)));
    Ok(Times {
        all,
        validate,
        jsonschema,
    })
}

/// The time to validate an object under a schema with forty more parts, which it lacks: with rules on them, or without.
fn beside_absent(case: &Case, ruled: bool) -> Result<Duration, Failed> {
    let mut crd = case.crd.clone();
    let versions = crd
        .pointer_mut("/spec/versions")
        .and_then(Value::as_array_mut);
    for version in versions.into_iter().flatten() {
        let properties = version
            .pointer_mut("/schema/openAPIV3Schema/properties/spec/properties")
            .and_then(Value::as_object_mut)
            .ok_or("the CRD has no spec")?;
        for number in 0..40 {
            let size = json!({"type": "integer"});
            let mut part = json!({"type": "object", "properties": {"least": size, "most": size}});
            if ruled {
                part["x-kubernetes-validations"] = json!([
                    {"rule": "!has(self.least) || !has(self.most) || self.least <= self.most"},
                    {"rule": "self == oldSelf"},
                ]);
            }
            properties.insert(format!("absent{number}"), part);
        }
    }
    let rules = Rules::from_stored_crd(&crd)?;
    let (version, complete) = completed(case, &rules)?;
    Ok(best(&complete, |object| version.validate(object).len()))
}

fn all_three(version: Version<'_>, object: &mut Value) -> usize {
    let pruned = version.prune(object);
    version.default(object);
    pruned.len() + version.validate(object).len()
}

/// Checks every CRD in a folder, on one core.
fn check_all(folder: &Path) -> Result<(), Failed> {
    const ROUNDS: usize = 20;
    let mut crds = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path: PathBuf = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "yaml")
            {
                let is_crd = |document: &Value| {
                    document
                        .get("kind")
                        .is_some_and(|kind| kind == "CustomResourceDefinition")
                };
                crds.extend(read(&path)?.into_iter().filter(is_crd));
            }
        }
    }
    let mut best = Duration::MAX;
    let mut accepted = 0;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        accepted = crds
            .iter()
            .filter(|crd| crd::check(black_box(crd)).is_accepted())
            .count();
        best = best.min(start.elapsed());
    }
    println!(
        "\n{} CRDs checked in {:.3} s: {accepted} accepted",
        crds.len(),
        best.as_secs_f64()
    );
    Ok(())
}
