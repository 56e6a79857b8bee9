//! How many fields the mappings that are found between versions of real CRDs convert as the project's own code does.
//!
//! ```sh
//! cargo run -p wheelwright-import --example solver -- LINES CRDS [--work FOLDER] [--only TEXT] [--verbose | --found]
//! ```
//!
//! LINES is a folder of `*.jsonl` or `*.jsonl.zst` (read by `zstd`), CRDS one of CRDs. A line is what the project's code made of
//! one object: `{"api": "group/Kind", "from": "v1beta1", "to": "v1", "input": {…}, "output": {…}}`; one with an `error` is left out.
//!
//! Each CRD is imported twice, by what it says alone and with every second line as samples. What is undecided is lost, so that the
//! rest compiles. The other lines are converted by the modules. A field is a place of the version that is converted to, items and
//! entries as one, and counts as converted like upstream if in 19 of 20 lines that say something there both say the same.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, thread};

use serde_json::{Value, json};
use wheelwright_import::{Fate, Imported, Options, import_with};

fn main() {
    let mut arguments = env::args().skip(1);
    let (mut folders, mut work, mut only) = (Vec::new(), "target/solver".to_owned(), String::new());
    let (mut is_verbose, mut is_found) = (false, false);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().expect("it has a value");
        match argument.as_str() {
            "--work" => work = value(),
            "--only" => only = value(),
            "--verbose" => is_verbose = true,
            // What is found, without its measure.
            "--found" => (is_verbose, is_found) = (true, true),
            _ => folders.push(PathBuf::from(argument)),
        }
    }
    let [lines, crds] = folders.as_slice() else {
        eprintln!("give a folder of lines and one of CRDs");
        std::process::exit(2);
    };
    let mut apis = apis(lines, crds);
    apis.retain(|api| only.is_empty() || api.name.contains(&only));
    let mut modules = Vec::new();
    for (at, api) in apis.iter().enumerate() {
        for (means, samples) in [("names", Vec::new()), ("pairs", api.samples())] {
            let options = Options {
                draft: true,
                samples: &samples,
                is_lossy: true,
            };
            let module = format!("{means}_{at}");
            let done = import_with(&api.crd, &module, "", options).expect("it can be imported");
            for note in done.notes.iter().filter(|_| is_verbose) {
                if matches!(note.fate, Fate::Decide | Fate::Conversion) {
                    println!("{} {means}: {}: {}", api.name, note.place, note.text);
                }
            }
            modules.push(done);
        }
    }
    if is_found {
        return;
    }
    let binary = build(&PathBuf::from(work), &modules);
    let header = ["fields", "by the CRD", "with samples"].map(|of| format!(" {of} |"));
    println!(
        "| API | to |{} those that differ | by the CRD | with samples | open | with samples |",
        header.join("")
    );
    println!("|---|---|{}", "--:|".repeat(8));
    let mut total = Row::default();
    for (api, modules) in apis.iter().zip(modules.chunks(2)) {
        for (from, to) in api.directions() {
            let mut row = Row::default();
            let mut fields: BTreeMap<String, [[usize; 2]; 2]> = BTreeMap::new();
            for (at, done) in modules.iter().enumerate() {
                let (found, failures) = measure(&binary, api, &done.module, [&from, &to]);
                for (field, counts) in found {
                    fields.entry(field).or_default()[at] = counts;
                }
                for (failure, count) in failures.iter().filter(|_| is_verbose) {
                    println!(
                        "{} {from} {to} {}: {count} times: {failure}",
                        api.name, done.module
                    );
                }
                let other = if from == api.stored { &to } else { &from };
                row.open[at] = open(done, other);
            }
            let differing = api.differing([&from, &to]);
            for (field, counts) in &fields {
                let is_like = counts.map(|[agreed, all]| all > 0 && agreed * 20 >= all * 19);
                let differs = differing.contains(field);
                row.add(is_like, differs);
                if is_verbose && !is_like[1] {
                    println!("{} {from} {to}: {field}: {counts:?}", api.name);
                }
            }
            row.print(&api.name, &format!("{from} → {to}"));
            total.join(&row);
        }
    }
    total.print("all", "");
}

/// How many fields there are, and how many are as upstream has them, by the one and the other means; of all, and of those that
/// the other version has not as they are.
#[derive(Default)]
struct Row {
    all: (usize, [usize; 2]),
    differing: (usize, [usize; 2]),
    open: [usize; 2],
}

impl Row {
    fn add(&mut self, is_like: [bool; 2], differs: bool) {
        let counts = [Some(&mut self.all), differs.then_some(&mut self.differing)];
        for (all, like) in counts.into_iter().flatten() {
            *all += 1;
            for (count, is_like) in like.iter_mut().zip(is_like) {
                *count += usize::from(is_like);
            }
        }
    }

    fn join(&mut self, other: &Self) {
        for at in [0, 1] {
            self.all.1[at] += other.all.1[at];
            self.differing.1[at] += other.differing.1[at];
            self.open[at] += other.open[at];
        }
        self.all.0 += other.all.0;
        self.differing.0 += other.differing.0;
    }

    fn print(&self, name: &str, to: &str) {
        let share = |(all, like): (usize, [usize; 2])| {
            let [names, pairs] = like.map(|like| {
                let share = (like * 100).checked_div(all).unwrap_or(100);
                format!("{like} ({share} %)")
            });
            format!("{all} | {names} | {pairs}")
        };
        let [names, pairs] = self.open;
        println!(
            "| {name} | {to} | {} | {} | {names} | {pairs} |",
            share(self.all),
            share(self.differing)
        );
    }
}

struct Line {
    versions: [String; 2],
    input: Value,
    output: Value,
    is_sample: bool,
}

struct Api {
    name: String,
    crd: Value,
    stored: String,
    lines: Vec<Line>,
}

impl Api {
    /// From each version to the stored one, and back.
    fn directions(&self) -> Vec<(String, String)> {
        let mut found: Vec<(String, String)> = Vec::new();
        for line in &self.lines {
            let [from, to] = line.versions.clone();
            if [&from, &to].contains(&&self.stored) && !found.contains(&(from.clone(), to.clone()))
            {
                found.push((from, to));
            }
        }
        found
    }

    /// Pairs of objects, each of a name of its own.
    fn samples(&self) -> Vec<Value> {
        let mut samples = Vec::new();
        for (number, line) in self
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.is_sample)
        {
            for object in [&line.input, &line.output] {
                let mut object = object.clone();
                object["metadata"]["name"] = json!(format!("line-{number}"));
                samples.push(object);
            }
        }
        samples
    }

    fn schema(&self, version: &str) -> &Value {
        let versions = self.crd["spec"]["versions"]
            .as_array()
            .into_iter()
            .flatten();
        let mut found = versions.filter(|of| of["name"] == version);
        found
            .next()
            .map_or(&Value::Null, |of| &of["schema"]["openAPIV3Schema"])
    }

    /// The places of a version that the other one does not have, or with another type.
    fn differing(&self, [from, to]: [&str; 2]) -> BTreeSet<String> {
        let types = |version: &str| {
            let mut found = BTreeMap::new();
            types(self.schema(version), "", &mut found);
            found
        };
        let (there, here) = (types(to), types(from));
        let differs = there
            .into_iter()
            .filter(|(path, of)| here.get(path) != Some(of));
        differs.map(|(path, _)| path).collect()
    }
}

fn types(schema: &Value, path: &str, found: &mut BTreeMap<String, String>) {
    found.insert(path.to_owned(), schema["type"].to_string());
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        types(inner, &format!("{path}.{name}"), found);
    }
    if schema["items"].is_object() {
        types(&schema["items"], &format!("{path}[*]"), found);
    }
    if schema["additionalProperties"].is_object() {
        types(
            &schema["additionalProperties"],
            &format!("{path}[*]"),
            found,
        );
    }
}

/// The APIs of the lines whose CRDs are there.
fn apis(lines: &Path, crds: &Path) -> Vec<Api> {
    let mut files = Vec::new();
    walk(crds, &["yaml", "yml", "json"], &mut files);
    let mut known = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(file).expect("it is text");
        for document in wheelwright_yaml::documents(&text).into_iter().flatten() {
            let spec = &document.value["spec"];
            if document.value["kind"] == "CustomResourceDefinition" {
                let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                let name = text(&spec["group"]) + "/" + &text(&spec["names"]["kind"]);
                known.insert(name, document.value);
            }
        }
    }
    let mut files = Vec::new();
    walk(lines, &["jsonl", "zst"], &mut files);
    files.sort();
    let mut apis: Vec<Api> = Vec::new();
    for file in files {
        for line in text(&file).lines() {
            let line: Value = serde_json::from_str(line).expect("it is JSON");
            let (Some(name), Value::Object(_)) = (line["api"].as_str(), &line["output"]) else {
                continue;
            };
            let Some(crd) = known.get(name) else { continue };
            let versions =
                ["from", "to"].map(|of| line[of].as_str().unwrap_or_default().to_owned());
            if apis.last().is_none_or(|api| api.name != name) {
                let versions = crd["spec"]["versions"].as_array().into_iter().flatten();
                let mut stored = versions.filter(|version| version["storage"] == true);
                let stored = stored.next().and_then(|version| version["name"].as_str());
                apis.push(Api {
                    name: name.to_owned(),
                    crd: crd.clone(),
                    stored: stored.unwrap_or_default().to_owned(),
                    lines: Vec::new(),
                });
            }
            let api = apis.last_mut().expect("there is one");
            let same = api.lines.iter().filter(|line| line.versions == versions);
            let is_sample = same.count() % 2 == 0 && versions.contains(&api.stored);
            api.lines.push(Line {
                versions,
                input: line["input"].clone(),
                output: line["output"].clone(),
                is_sample,
            });
        }
    }
    apis
}

fn walk(folder: &Path, ends: &[&str], files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("it is a folder") {
        let path = entry.expect("it is there").path();
        if path.is_dir() {
            walk(&path, ends, files);
        } else if path
            .extension()
            .is_some_and(|end| ends.iter().any(|of| end == *of))
        {
            files.push(path);
        }
    }
}

fn text(file: &Path) -> String {
    if file.extension().is_some_and(|end| end == "zst") {
        let output = Command::new("zstd").arg("-dcq").arg(file).output();
        return String::from_utf8(output.expect("zstd runs").stdout).expect("it is text");
    }
    fs::read_to_string(file).expect("it is text")
}

/// A program that converts what it reads, of all modules.
fn build(work: &Path, modules: &[Imported]) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("it is in the workspace");
    let package = work.join("converter");
    let _ = fs::remove_dir_all(package.join("src"));
    fs::create_dir_all(package.join("src")).expect("a folder");
    let manifest = format!(
        "[package]\nname = \"converter\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         wheelwright = {{ path = \"{}\" }}\nserde = {{ version = \"1\", features = [\"derive\"] }}\n\
         serde_json = \"1\"\nk8s-openapi = {{ version = \"0.29\", features = [\"latest\"] }}\n\n\
         [profile.dev]\ndebug = false\nincremental = false\n",
        root.join("runtime").display()
    );
    fs::write(package.join("Cargo.toml"), manifest).expect("a file");
    fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock")).expect("a file");
    let (mut named, mut arms) = (String::new(), String::new());
    for done in modules {
        for file in &done.files {
            let path = package.join("src").join(&file.path);
            fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
            fs::write(path, &file.text).expect("a file");
        }
        let (module, wheel) = (&done.module, &done.wheel);
        let _ = writeln!(named, "pub mod {module};");
        let _ = writeln!(
            arms,
            "            {module:?} => {module}::{wheel}::convert_object(&line[\"object\"], to).map_err(|error| error.to_string()),"
        );
    }
    let main = format!(
        "{named}\nfn main() {{\n    for line in std::io::stdin().lines() {{\n        \
         let line: serde_json::Value = serde_json::from_str(&line.expect(\"text\")).expect(\"JSON\");\n        \
         let to = line[\"to\"].as_str().expect(\"a version\");\n        \
         let answer: Result<serde_json::Value, String> = match line[\"module\"].as_str().expect(\"a module\") {{\n{arms}            \
         other => panic!(\"{{other}}\"),\n        }};\n        \
         println!(\"{{}}\", match answer {{\n            Ok(object) => serde_json::json!({{\"object\": object}}),\n            \
         Err(error) => serde_json::json!({{\"error\": error}}),\n        }});\n    }}\n}}\n"
    );
    fs::write(package.join("src/main.rs"), main).expect("a file");
    let target = env::current_dir().expect("one").join(work).join("target");
    let status = Command::new("cargo")
        .args(["build", "--offline", "--quiet", "--manifest-path"])
        .arg(package.join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", "-Awarnings")
        .status();
    assert!(status.expect("cargo runs").success(), "it does not compile");
    target.join("debug/converter")
}

/// In how many lines each field is as upstream has it, and in how many it is said; and why conversions failed.
fn measure(
    binary: &Path,
    api: &Api,
    module: &str,
    [from, to]: [&str; 2],
) -> (BTreeMap<String, [usize; 2]>, BTreeMap<String, usize>) {
    let lines: Vec<&Line> = api
        .lines
        .iter()
        .filter(|line| !line.is_sample && line.versions == [from, to])
        .collect();
    let mut child = Command::new(binary)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("it is piped");
    let mut asked = String::new();
    for line in &lines {
        let question = json!({"module": module, "to": to, "object": line.input});
        asked += &(question.to_string() + "\n");
    }
    let writer = thread::spawn(move || stdin.write_all(asked.as_bytes()));
    let output = child.wait_with_output().expect("it runs");
    writer.join().expect("it ends").expect("it reads");
    let answers = String::from_utf8(output.stdout).expect("it is text");
    let answers: Vec<Value> = answers
        .lines()
        .map(|line| serde_json::from_str(line).expect("it is JSON"))
        .collect();
    assert_eq!(answers.len(), lines.len(), "{module} answers all");
    let (mut fields, mut failures) = (BTreeMap::new(), BTreeMap::new());
    for (line, answer) in lines.iter().zip(&answers) {
        if let Some(error) = answer["error"].as_str() {
            *failures.entry(error.to_owned()).or_default() += 1;
        }
        let [wanted, got] = [&line.output, &answer["object"]].map(|object| {
            let mut found = BTreeMap::new();
            for part in ["spec", "status"] {
                let schema = &api.schema(to)["properties"][part];
                let place = format!(".{part}");
                leaves(&object[part], schema, (&place, &place), &mut found);
            }
            found
        });
        let names: BTreeSet<&String> = wanted.keys().chain(got.keys()).collect();
        for name in names {
            let counts: &mut [usize; 2] = fields.entry(name.clone()).or_default();
            counts[0] += usize::from(wanted.get(name) == got.get(name));
            counts[1] += 1;
        }
    }
    (fields, failures)
}

/// The values that say something, by field and place.
fn leaves(
    value: &Value,
    schema: &Value,
    (field, place): (&str, &str),
    found: &mut BTreeMap<String, BTreeMap<String, Value>>,
) {
    match value {
        Value::Object(members) => {
            for (name, inner) in members {
                let place = format!("{place}.{name}");
                if let Some(schema) = schema["properties"].get(name) {
                    leaves(inner, schema, (&format!("{field}.{name}"), &place), found);
                } else {
                    let schema = &schema["additionalProperties"];
                    leaves(inner, schema, (&format!("{field}[*]"), &place), found);
                }
            }
        }
        Value::Array(items) => {
            for (at, inner) in items.iter().enumerate() {
                let (field, place) = (format!("{field}[*]"), format!("{place}[{at}]"));
                leaves(inner, &schema["items"], (&field, &place), found);
            }
        }
        Value::Null | Value::Bool(false) => {}
        Value::Number(number) if number.as_f64() == Some(0.0) => {}
        Value::String(text) if text.is_empty() => {}
        said => {
            let places = found.entry(field.to_owned()).or_default();
            places.insert(place.to_owned(), said.clone());
        }
    }
}

/// How many places of a version are undecided.
fn open(done: &Imported, version: &str) -> usize {
    let of = |text: &str| {
        let (_, rest) = text.split_once("but for ")?;
        rest.split_once(" places")?.0.parse().ok()
    };
    let mut notes = done.notes.iter().filter(|note| note.place == version);
    notes.find_map(|note| of(&note.text)).unwrap_or(0)
}
