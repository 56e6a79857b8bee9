//! Imports all CRDs of a folder, compiles what is written, runs it, and says what differs from the CRDs.
//!
//! ```sh
//! cargo run -p wheelwright-import --example sweep -- FOLDER [--work FOLDER] [--chunk 40] [--only TEXT]
//! ```
//!
//! Nothing of the importer is asked what it left out: the CRDs are compared as JSON, after what a server drops or fills in
//! by itself. Packages are written to and built in the work folder, `target/sweep` unless said, some dozens of CRDs in each.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

use serde_json::{Map, Value};
use wheelwright_import::{Imported, import};

fn main() {
    let mut arguments = env::args().skip(1);
    let mut folder = env::var("WHEELWRIGHT_CORPUS").unwrap_or_default();
    let (mut work, mut size, mut only) = ("target/sweep".to_owned(), 40, String::new());
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().expect("it has a value");
        match argument.as_str() {
            "--work" => work = value(),
            "--chunk" => size = value().parse().expect("it is a number"),
            "--only" => only = value(),
            _ => folder = argument,
        }
    }
    let mut files = Vec::new();
    walk(Path::new(&folder), &mut files);
    files.sort();
    let mut tally = Tally::default();
    let mut imported = Vec::new();
    for file in files.iter().filter(|file| {
        only.is_empty()
            || only
                .split(',')
                .any(|only| file.to_string_lossy().contains(only))
    }) {
        let text = fs::read_to_string(file).expect("it is text");
        for document in wheelwright_yaml::documents(&text) {
            let crd = document.expect("it is YAML").value;
            if crd["kind"] != "CustomResourceDefinition" {
                continue;
            }
            let module = format!("kind_{}", imported.len());
            let started = Instant::now();
            let name = crd["metadata"]["name"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            match import(&crd, &module, "") {
                Ok(done) => {
                    let took = started.elapsed();
                    if took.as_millis() > 2000 {
                        println!("SLOW {name} {took:?}");
                    }
                    imported.push((crd, done));
                }
                Err(refusals) => {
                    for refusal in refusals {
                        println!("REFUSED {name}: {refusal}");
                    }
                    tally.add("refused", &name);
                }
            }
        }
    }
    println!("{} imported", imported.len());
    foreign(&imported);
    for (number, chunk) in imported.chunks(size).enumerate() {
        let package = PathBuf::from(&work).join(format!("chunk{number}"));
        self::chunk(&package, chunk, &mut tally);
    }
    for (what, names) in &tally.0 {
        println!("{what}: {}", names.len());
    }
}

/// Says where types of Kubernetes stand, by type, and how many versions map to the stored one.
fn foreign(all: &[(Value, Imported)]) {
    let mut types: BTreeMap<String, usize> = BTreeMap::new();
    let (mut mapped, mut unmapped) = (0, 0);
    for note in all.iter().flat_map(|(_, done)| &done.notes) {
        mapped += usize::from(note.text.starts_with("`Spoke` maps"));
        unmapped += usize::from(note.text.starts_with("no `Spoke`"));
        let Some((ty, _)) = note.text.split_once("` of k8s-openapi") else {
            continue;
        };
        let ty = ty.trim_start_matches("it is `").to_owned();
        let (shown, more) = note.place.split_once(" and ").unwrap_or((&note.place, ""));
        let more = more.trim_end_matches(" more").parse().unwrap_or(0);
        *types.entry(ty).or_default() += shown.split(", ").count() + more;
    }
    let mut types: Vec<(usize, String)> =
        types.into_iter().map(|(ty, count)| (count, ty)).collect();
    types.sort_by(|left, right| right.cmp(left));
    let places: usize = types.iter().map(|(count, _)| count).sum();
    let listed: Vec<String> = types
        .iter()
        .map(|(count, ty)| format!("{ty} {count}"))
        .collect();
    println!(
        "types of Kubernetes: {places} places ({})",
        listed.join(", ")
    );
    println!("versions with a mapping: {mapped}, without: {unmapped}");
}

#[derive(Default)]
struct Tally(BTreeMap<String, BTreeSet<String>>);

impl Tally {
    fn add(&mut self, what: &str, name: &str) {
        self.0
            .entry(what.to_owned())
            .or_default()
            .insert(name.to_owned());
    }
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("it is a folder") {
        let path = entry.expect("it is there").path();
        if path.is_dir() {
            walk(&path, files);
        } else if path
            .extension()
            .is_some_and(|end| end == "yaml" || end == "yml" || end == "json")
        {
            files.push(path);
        }
    }
}

/// Writes, builds and runs a package.
fn chunk(package: &Path, all: &[(Value, Imported)], tally: &mut Tally) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("it is in the workspace");
    let runtime = root.join("runtime");
    let mut broken: BTreeSet<String> = BTreeSet::new();
    let started = Instant::now();
    loop {
        let _ = fs::remove_dir_all(package.join("src"));
        fs::create_dir_all(package.join("src")).expect("a folder");
        let manifest = format!(
            "[package]\nname = {:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
             wheelwright = {{ path = \"{}\" }}\nserde = {{ version = \"1\", features = [\"derive\"] }}\n\
             serde_json = \"1\"\nk8s-openapi = {{ version = \"0.29\", features = [\"latest\"] }}\n\n\
             [profile.dev]\ndebug = false\nincremental = false\n",
            package
                .file_name()
                .expect("it has a name")
                .to_string_lossy(),
            runtime.display()
        );
        fs::write(package.join("Cargo.toml"), manifest).expect("a file");
        fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock")).expect("a file");
        let (mut modules, mut calls) = (String::new(), String::new());
        let mut lines = 0;
        for (_, done) in all
            .iter()
            .filter(|(_, done)| !broken.contains(&done.module))
        {
            for file in &done.files {
                let path = package.join("src").join(&file.path);
                fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
                if file.is_rust() {
                    lines += file.text.lines().count();
                }
                fs::write(path, &file.text).expect("a file");
            }
            let _ = writeln!(modules, "pub mod {};", done.module);
            let _ = writeln!(
                calls,
                "    emit({:?}, || {}::{}::manifest());",
                done.module, done.module, done.wheel
            );
        }
        let main = format!(
            "#![warn(warnings)]\n{modules}\nfn emit(name: &str, manifest: fn() -> wheelwright::manifest::Manifest) {{\n    \
             let answer = std::panic::catch_unwind(|| match manifest().json() {{\n        Ok(crd) => serde_json::json!({{\"name\": name, \"crd\": crd}}),\n        \
             Err(report) => serde_json::json!({{\"name\": name, \"report\": report.to_string()}}),\n    }});\n    \
             println!(\"{{}}\", answer.unwrap_or_else(|_| serde_json::json!({{\"name\": name, \"report\": \"panic\"}})));\n}}\n\n\
             fn main() {{\n{calls}}}\n"
        );
        fs::write(package.join("src/main.rs"), main).expect("a file");
        let target = env::current_dir()
            .expect("one")
            .join(package.parent().expect("one"))
            .join("target");
        let output = Command::new("cargo")
            .args(["build", "--offline", "--manifest-path"])
            .arg(package.join("Cargo.toml"))
            .env("CARGO_TARGET_DIR", &target)
            .env("CARGO_TERM_COLOR", "never")
            .output()
            .expect("cargo runs");
        let said = String::from_utf8_lossy(&output.stderr);
        for warning in said
            .split("\n\n")
            .filter(|said| said.starts_with("warning") && said.contains("--> src"))
        {
            println!(
                "WARNING {}",
                warning.lines().take(4).collect::<Vec<_>>().join(" | ")
            );
            tally.add(
                "modules with warnings",
                warning.lines().nth(1).unwrap_or_default(),
            );
        }
        if output.status.success() {
            let binary = target.join("debug").join(package.file_name().expect("one"));
            let built = started.elapsed();
            let ran = Instant::now();
            run(&binary, all, tally);
            println!(
                "CHUNK {}: {lines} lines, built in {built:?}, run in {:?}",
                package.display(),
                ran.elapsed()
            );
            return;
        }
        let mut found = BTreeSet::new();
        for error in said
            .split("\n\n")
            .filter(|said| said.starts_with("error") || said.contains("\nerror"))
        {
            let module = error.lines().find_map(|line| {
                let (_, path) = line.split_once("--> src/")?;
                path.split_once('/').map(|(module, _)| module.to_owned())
            });
            if let Some(module) = module {
                let name = all
                    .iter()
                    .find(|(_, done)| done.module == module)
                    .map_or("?", |(_, done)| done.name.as_str());
                if found.insert(module.clone()) {
                    println!("UNCOMPILED {name} {}", error.trim_start());
                    tally.add("does not compile", name);
                }
            }
        }
        if found.is_empty() {
            println!("{said}");
            tally.add("does not compile", &package.display().to_string());
            return;
        }
        broken.extend(found);
    }
}

fn run(binary: &Path, all: &[(Value, Imported)], tally: &mut Tally) {
    let output = Command::new(binary).output().expect("it runs");
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let answer: Value = serde_json::from_str(line).expect("it is JSON");
        let module = answer["name"].as_str().expect("it has a name");
        let (crd, done) = all
            .iter()
            .find(|(_, done)| done.module == module)
            .expect("it was imported");
        // One CRD may be there in several releases.
        let name = &format!("{} ({module})", done.name);
        if let Some(report) = answer["report"].as_str() {
            println!("FAILS {name}: {report}\n");
            tally.add("fails", name);
            continue;
        }
        let emitted = &answer["crd"];
        if *emitted != done.manifest {
            let mut found = Vec::new();
            differences(&done.manifest, emitted, "", &mut found);
            println!(
                "UNFORESEEN {name}: {}",
                found.into_iter().take(12).collect::<Vec<_>>().join("\n  ")
            );
            tally.add("differs from the written YAML", name);
        }
        let (mut wanted, mut got) = (normal(crd), normal(emitted));
        let mut found = Vec::new();
        differences(&wanted, &got, "", &mut found);
        if found.is_empty() {
            tally.add("equal", name);
            continue;
        }
        for side in [&mut wanted, &mut got] {
            side["spec"]
                .as_object_mut()
                .expect("one")
                .remove("conversion");
        }
        if wanted == got {
            tally.add("equal but for a conversion that it lacks", name);
            continue;
        }
        println!(
            "DIFFERS {name}: {}",
            found
                .iter()
                .take(8)
                .cloned()
                .collect::<Vec<_>>()
                .join("\n  ")
        );
        let is_said = !done.notes.is_empty();
        tally.add(
            if is_said {
                "differs, and says so"
            } else {
                "differs, and does not say so"
            },
            name,
        );
    }
}

fn differences(wanted: &Value, got: &Value, path: &str, found: &mut Vec<String>) {
    match (wanted, got) {
        (Value::Object(left), Value::Object(right)) => {
            let names: BTreeSet<&String> = left.keys().chain(right.keys()).collect();
            for name in names {
                let path = format!("{path}.{name}");
                match (left.get(name), right.get(name)) {
                    (Some(left), Some(right)) => differences(left, right, &path, found),
                    (left, _) => found.push(format!(
                        "{path}: {} {}",
                        if left.is_some() { "lost" } else { "new" },
                        left.or(right.get(name))
                            .map(Value::to_string)
                            .unwrap_or_default()
                    )),
                }
            }
        }
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            for (at, (left, right)) in left.iter().zip(right).enumerate() {
                differences(left, right, &format!("{path}[{at}]"), found);
            }
        }
        (Value::Number(left), Value::Number(right)) if left.as_f64() == right.as_f64() => {}
        (left, right) if left == right => {}
        (left, right) => found.push(format!("{path}: wanted {left}, got {right}")),
    }
}

/// The CRD as a server keeps it, as far as it matters.
fn normal(crd: &Value) -> Value {
    let mut crd = crd.clone();
    let top = crd.as_object_mut().expect("it is an object");
    top.remove("status");
    if let Some(metadata) = top["metadata"].as_object_mut() {
        metadata.retain(|name, value| {
            ["name", "labels", "annotations"].contains(&name.as_str())
                && *value != Value::Object(Map::new())
        });
        if let Some(Value::Object(annotations)) = metadata.get_mut("annotations") {
            annotations.remove("kubectl.kubernetes.io/last-applied-configuration");
            // A server refuses a key without a name.
            annotations.retain(|name, _| !name.ends_with('/') && !name.is_empty());
        }
    }
    let spec = top["spec"].as_object_mut().expect("it is an object");
    spec.remove("preserveUnknownFields");
    let names = spec["names"].as_object_mut().expect("it is an object");
    let kind = names["kind"].as_str().expect("it is a text").to_owned();
    names
        .entry("listKind")
        .or_insert_with(|| format!("{kind}List").into());
    names
        .entry("singular")
        .or_insert_with(|| kind.to_lowercase().into());
    names.retain(|_, value| *value != Value::Array(Vec::new()));
    let conversion = spec
        .entry("conversion")
        .or_insert_with(|| serde_json::json!({"strategy": "None"}));
    if let Some(client) = conversion
        .pointer_mut("/webhook/clientConfig")
        .and_then(Value::as_object_mut)
    {
        client.remove("caBundle");
        if let Some(Value::Object(service)) = client.get_mut("service") {
            service.entry("port").or_insert(443.into());
        }
    }
    let versions = spec["versions"].as_array_mut().expect("a list");
    versions.sort_by(|left, right| left["name"].as_str().cmp(&right["name"].as_str()));
    for version in versions {
        let version = version.as_object_mut().expect("an object");
        version.retain(|name, value| {
            !(name == "deprecated" && *value == false || *value == Value::Array(Vec::new()))
        });
        if version
            .get("subresources")
            .is_some_and(|all| *all == Value::Object(Map::new()))
        {
            version.remove("subresources");
        }
        for column in version
            .get_mut("additionalPrinterColumns")
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
        {
            let column = column.as_object_mut().expect("an object");
            column.retain(|_, value| *value != 0 && *value != "");
        }
        let root = &mut version["schema"]["openAPIV3Schema"];
        for name in ["apiVersion", "kind", "metadata"] {
            // The server publishes its own.
            if let Some(member) = root
                .pointer_mut(&format!("/properties/{name}"))
                .and_then(Value::as_object_mut)
            {
                member.remove("description");
            }
        }
        schema(root);
    }
    crd
}

fn schema(node: &mut Value) {
    let Value::Object(keywords) = node else {
        return;
    };
    keywords.retain(|name, value| {
        let is_value = matches!(name.as_str(), "default" | "example");
        is_value
            || !(value.is_null()
                || *value == false
                || *value == ""
                || *value == Value::Array(Vec::new())
                || (*value == Value::Object(Map::new()) && name == "properties"))
    });
    for (name, value) in keywords.iter_mut() {
        match (name.as_str(), value) {
            ("properties", Value::Object(members)) => members.values_mut().for_each(schema),
            ("items" | "additionalProperties" | "not", value) => schema(value),
            ("allOf" | "anyOf" | "oneOf", Value::Array(all)) => all.iter_mut().for_each(schema),
            // A set.
            ("required", Value::Array(names)) => names.sort_by_key(Value::to_string),
            _ => {}
        }
    }
}
