//! Judges a corpus of CRDs, updates and objects, and says in one line each how often the answer is that of a real server.
//!
//! `cargo run --release -p wheelwright-cli --example sweep -- CORPUS ANSWERS [-v]`: `CORPUS` is a folder of YAML files;
//! `ANSWERS` has JSON Lines that name them, `corpus-crds.jsonl`, `corpus-updates.jsonl` and `corpus-samples.jsonl`, which may
//! be compressed if there is the program `zstd`. The answers are those of 1.36. Ends with an error if a verdict differs.

use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use serde_json::Value;
use wheelwright_rules::{Admission, FieldError, KubeVersion, Rules, crd};

/// The server whose answers they are.
const SERVER: KubeVersion = KubeVersion::new(36).expect("it is known");

type Failed = Box<dyn Error>;

/// How answers compare.
#[derive(Default)]
struct Tally {
    /// Verdict and errors, or what is stored and dropped, are the same.
    same: usize,
    /// The verdict is the same and the rest is not.
    other_details: Vec<String>,
    wrong: Vec<String>,
}

impl Tally {
    /// Adds an answer: the server's verdict and ours, and whether the rest is the same.
    fn add(&mut self, name: &str, verdicts: (bool, bool), details: bool) {
        let (theirs, ours) = verdicts;
        match (theirs == ours, details) {
            (true, true) => self.same += 1,
            (true, false) => self.other_details.push(name.to_owned()),
            (false, _) => self.wrong.push(name.to_owned()),
        }
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("sweep: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<bool, Failed> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [corpus, answers, rest @ ..] = arguments.as_slice() else {
        return Err("usage: sweep CORPUS ANSWERS [-v]".into());
    };
    let corpus = Corpus(PathBuf::from(corpus));
    let answers = Path::new(answers);
    let is_verbose = rest.iter().any(|argument| argument == "-v");
    let mut is_well = true;
    for (what, tally) in [
        ("CRDs", crds(&corpus, &lines(answers, "corpus-crds")?)?),
        (
            "updates",
            updates(&corpus, &lines(answers, "corpus-updates")?)?,
        ),
        (
            "objects",
            objects(&corpus, &lines(answers, "corpus-samples")?)?,
        ),
    ] {
        println!(
            "{what}: {} answered as by a server, {} with other details, {} wrong",
            tally.same,
            tally.other_details.len(),
            tally.wrong.len()
        );
        let listed: &[String] = if is_verbose {
            &tally.other_details
        } else {
            &[]
        };
        for name in tally.wrong.iter().chain(listed) {
            println!("  {name}");
        }
        is_well &= tally.wrong.is_empty();
    }
    Ok(is_well)
}

struct Corpus(PathBuf);

impl Corpus {
    fn read(&self, name: &str) -> Result<Value, Failed> {
        let path = self.0.join(name);
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        match wheelwright_yaml::documents(&text).into_iter().next() {
            Some(Ok(document)) => Ok(document.value),
            Some(Err(error)) => Err(format!("{name}:{error}").into()),
            None => Err(format!("{name} is empty").into()),
        }
    }
}

fn lines(folder: &Path, name: &str) -> Result<Vec<Value>, Failed> {
    let plain = folder.join(format!("{name}.jsonl"));
    let text = if plain.exists() {
        fs::read_to_string(plain)?
    } else {
        let packed = folder.join(format!("{name}.jsonl.zst"));
        let output = Command::new("zstd").arg("-dc").arg(&packed).output()?;
        if !output.status.success() {
            return Err(format!("{} cannot be unpacked", packed.display()).into());
        }
        String::from_utf8(output.stdout)?
    };
    Ok(text
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?)
}

fn text<'a>(answer: &'a Value, name: &str) -> &'a str {
    answer.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn is_accepted(answer: &Value) -> bool {
    answer.get("accepted") == Some(&Value::Bool(true))
}

/// Whether the errors are those of the answer, but for those of CEL.
fn are_same(ours: &[FieldError], answer: &Value) -> bool {
    let theirs = answer.get("errors").and_then(Value::as_array);
    let mut theirs: Vec<(&str, &str)> = theirs
        .into_iter()
        .flatten()
        .filter(|error| !text(error, "text").contains("x-kubernetes-validations"))
        .map(|error| (text(error, "type"), text(error, "field")))
        .collect();
    let ours: Vec<(&str, String)> = ours
        .iter()
        .filter(|error| !error.to_string().contains("x-kubernetes-validations"))
        .map(|error| (error.kind.cause(), error.path.to_string()))
        .collect();
    let mut ours: Vec<(&str, &str)> = ours
        .iter()
        .map(|(kind, path)| (*kind, path.as_str()))
        .collect();
    theirs.sort_unstable();
    ours.sort_unstable();
    theirs == ours
}

fn crds(corpus: &Corpus, answers: &[Value]) -> Result<Tally, Failed> {
    let mut tally = Tally::default();
    for answer in answers {
        let name = text(answer, "id");
        let report = crd::check_on(&corpus.read(name)?, SERVER);
        let details = are_same(&report.errors, answer);
        tally.add(name, (is_accepted(answer), report.is_accepted()), details);
    }
    Ok(tally)
}

fn updates(corpus: &Corpus, answers: &[Value]) -> Result<Tally, Failed> {
    let mut tally = Tally::default();
    for answer in answers {
        let (old, new) = (text(answer, "old"), text(answer, "new"));
        let report = crd::check_update_on(&corpus.read(old)?, &corpus.read(new)?, SERVER);
        let details = are_same(&report.errors, answer);
        let name = format!("{old} → {new}");
        tally.add(&name, (is_accepted(answer), report.is_accepted()), details);
    }
    Ok(tally)
}

fn objects(corpus: &Corpus, answers: &[Value]) -> Result<Tally, Failed> {
    let files = crds_by_name(corpus)?;
    let mut known: HashMap<&str, Rules> = HashMap::new();
    let mut tally = Tally::default();
    for answer in answers {
        let name = text(answer, "id");
        let crd = text(answer, "crd");
        if !known.contains_key(crd) {
            let file = files
                .get(crd)
                .ok_or_else(|| format!("there is no CRD {crd}"))?;
            known.insert(crd, Rules::from_stored_crd_on(&corpus.read(file)?, SERVER)?);
        }
        let version = known
            .get(crd)
            .and_then(|rules| rules.version(text(answer, "version")));
        let version = version.ok_or_else(|| format!("{crd} has no such version"))?;
        let outcome = version.admit(Admission::create(corpus.read(name)?));
        let dropped: Vec<&str> = outcome.unknown_fields.iter().map(String::as_str).collect();
        let stored = outcome.object.as_ref().map(written);
        let details = stored == answer.get("object").map(written)
            && answer.get("pruned") == Some(&Value::from(dropped))
            && are_same(outcome.errors(), answer);
        tally.add(
            name,
            (is_accepted(answer), outcome.refusal.is_none()),
            details,
        );
    }
    Ok(tally)
}

/// A stored object without what only a running server gives it, and with all numbers in one form.
fn written(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(Value::Object(metadata)) = object.get_mut("metadata") {
        for name in ["uid", "creationTimestamp", "managedFields"] {
            metadata.remove(name);
        }
    }
    plain(&mut object);
    object
}

fn plain(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(float) = number.as_f64() {
                *value = float.into();
            }
        }
        Value::Array(items) => items.iter_mut().for_each(plain),
        Value::Object(members) => members.values_mut().for_each(plain),
        _ => {}
    }
}

/// The files of the CRDs, by name.
fn crds_by_name(corpus: &Corpus) -> Result<HashMap<String, String>, Failed> {
    let mut files = HashMap::new();
    for project in fs::read_dir(corpus.0.join("crds"))? {
        let project = project?;
        for file in fs::read_dir(project.path())? {
            let file = file?
                .file_name()
                .into_string()
                .map_err(|_| "a name is no text")?;
            let folder = project
                .file_name()
                .into_string()
                .map_err(|_| "a name is no text")?;
            if let Some(name) = file.strip_suffix(".yaml") {
                files.insert(name.to_owned(), format!("crds/{folder}/{file}"));
            }
        }
    }
    Ok(files)
}
