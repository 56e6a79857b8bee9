//! Compares each release in a folder with the next one, and says what came of it.
//!
//! ```sh
//! cargo run --release -p wheelwright-release --example sweep -- FOLDER [--only TEXT] [--show] [--table] [--attack 10000] [--rollback]
//! ```
//!
//! With `--table` it writes the rows of `history.md`. A folder that holds several CRDs in files named by their tags (`v1.2.0.yaml`) is the history of a CRD. Every witness is
//! put to the rules of both releases once more, and every release that is compatible is attacked with more objects, 60 of each version
//! or as many as `--attack` says: what the old release takes the new one has to take, keep, read back, and take again unchanged.
//!
//! With `--rollback` each release is left for the one before: what the newer one takes and stores the older one has to read back and to
//! take again unchanged.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

use serde_json::{Value, json};
use wheelwright_release::{Finding, Options, Party, Verdict, diff, rollback};
use wheelwright_rules::{Admission, Refusal, Rules, Subresource, Version};
use wheelwright_schema::generate::Generator;

fn main() {
    let (mut folder, mut only, mut show, mut table) = (String::new(), String::new(), false, false);
    let mut is_back = false;
    let mut objects = 60;
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--only" => only = arguments.next().unwrap_or_default(),
            "--attack" => {
                let count = arguments.next().and_then(|count| count.parse().ok());
                objects = count.unwrap_or(objects);
            }
            "--show" => show = true,
            "--table" => table = true,
            "--rollback" => is_back = true,
            _ => folder = argument,
        }
    }
    let mut histories = BTreeMap::new();
    walk(Path::new(&folder), &mut histories);
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    // Changes beside what a finding is about, and how many were found again.
    let mut edits = (0, 0);
    let mut broken: BTreeSet<(usize, String)> = BTreeSet::new();
    let (mut steps, mut confirmed, mut refuted, mut undecided, mut skipped) = (0, 0, 0, 0, 0);
    let (mut tried, mut attacked, mut spent) = (0, 0, Duration::ZERO);
    for (history, mut files) in histories {
        files.sort_by_key(|file| tag(file));
        let read: Vec<(String, Value)> = files
            .iter()
            .filter_map(|file| Some((stem(file), crd(file)?)))
            .collect();
        skipped += files.len() - read.len();
        for pair in read.windows(2) {
            let [(from, old), (to, new)] = pair else {
                continue;
            };
            let name = history
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if !only.is_empty() && !format!("{name} {from} {to}").contains(&only) {
                continue;
            }
            steps += 1;
            let started = Instant::now();
            let compared = if is_back { rollback } else { diff };
            let report = match compared(old, new, &Options::default()) {
                Ok(report) => report,
                Err(trouble) => {
                    println!("TROUBLE {name} {from} → {to}: {trouble}");
                    skipped += 1;
                    continue;
                }
            };
            let took = started.elapsed();
            spent += took;
            *verdicts
                .entry(report.course.name(report.verdict()))
                .or_default() += 1;
            for finding in &report.findings {
                if finding.level.is_breaking() {
                    broken.insert((steps, finding.id.clone()));
                }
            }
            let (from, to, old, new) = if is_back {
                (to, from, new, old)
            } else {
                (from, to, old, new)
            };
            tried += report.tried;
            undecided += report.undecided().count();
            for finding in &report.findings {
                let shown = if is_back {
                    turned(finding)
                } else {
                    finding.clone()
                };
                match is_confirmed(old, new, &shown, &mut edits) {
                    Some(true) => confirmed += 1,
                    Some(false) => {
                        refuted += 1;
                        println!("REFUTED {name} {from} → {to}: {finding}");
                    }
                    None => {}
                }
            }
            // What is undecided may break.
            if !report.verdict().is_breaking() && report.undecided().next().is_none() {
                let (taken, refused) = attack(old, new, objects, is_back);
                attacked += taken;
                for object in refused {
                    refuted += 1;
                    println!("NOT COMPATIBLE {name} {from} → {to}: {object}");
                }
            }
            if table {
                let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
                for finding in report
                    .findings
                    .iter()
                    .filter(|finding| finding.level.is_breaking())
                {
                    *kinds.entry(&finding.id).or_default() += 1;
                }
                let kinds: Vec<String> = kinds
                    .iter()
                    .map(|(id, count)| format!("{id} {count}"))
                    .collect();
                if !kinds.is_empty() {
                    println!(
                        "| {name} | {from} → {to} | {} | {} |",
                        report.course.name(report.verdict()),
                        kinds.join(", ")
                    );
                }
            }
            if show {
                println!("=== {name} {from} → {to} ({took:?})\n{report}\n");
            }
        }
    }
    let verdicts: Vec<String> = verdicts
        .iter()
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
    println!(
        "{steps} steps: {}; {confirmed} witnesses confirmed, {refuted} refuted, {undecided} undecided, {tried} objects tried, \
         {attacked} more on compatible steps, {skipped} skipped, {:.1} s",
        verdicts.join(", "),
        spent.as_secs_f64()
    );
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, id) in &broken {
        *kinds.entry(id).or_default() += 1;
    }
    let kinds: Vec<String> = kinds
        .iter()
        .map(|(id, count)| format!("{id} {count}"))
        .collect();
    println!(
        "steps that each kind of finding breaks: {}",
        kinds.join(", ")
    );
}

/// A finding of the way back, with what the release that is left does first.
fn turned(finding: &Finding) -> Finding {
    let mut finding = finding.clone();
    for step in finding
        .witness
        .iter_mut()
        .flat_map(|witness| &mut witness.steps)
    {
        std::mem::swap(&mut step.old, &mut step.new);
    }
    finding
}

/// Whether the server's rules say of an object what the finding says; nothing if it has none. None of the crate's own code
/// is asked.
fn is_confirmed(
    old: &Value,
    new: &Value,
    finding: &Finding,
    edits: &mut (usize, usize),
) -> Option<bool> {
    let witness = finding
        .witness
        .as_ref()
        .filter(|_| finding.level == Verdict::NewVersion)?;
    let object = &witness.object;
    let version = object
        .get("apiVersion")?
        .as_str()?
        .split('/')
        .nth(1)?
        .to_owned();
    let (old, new) = (
        Rules::from_stored_crd(old).ok()?,
        Rules::from_stored_crd(new).ok()?,
    );
    // What only readers meet is written to the new release.
    let is_turned = witness
        .steps
        .iter()
        .all(|step| step.new.starts_with("accepted, and clients"));
    let (one, other) = if is_turned {
        (&new, &old)
    } else {
        (&old, &new)
    };
    let storage = one
        .storage_version()
        .map(|version| version.name().to_owned());
    let was = if storage.is_some_and(|storage| other.version(&storage).is_none()) {
        let taken = taken(one, &version, object);
        taken.and_then(|taken| one.read(kept_for(one, other, &taken), &version).ok())
    } else {
        written(one, &version, object)
    };
    let Some(was) = was else {
        return Some(false);
    };
    let mut is_shown = true;
    for step in &witness.steps {
        is_shown &= match step.request.as_str() {
            "create" | "create, and write its status" => {
                written(other, &version, object).as_ref() != Some(&was)
            }
            "read it back" => {
                let read = |rules: &Rules| rules.read(kept_for(one, other, &was), &version).ok();
                read(one) != read(other)
            }
            "update it unchanged" => {
                let update = other.version(&version).and_then(|rules| {
                    let read = other.read(kept_for(one, other, &was), &version).ok()?;
                    Some(
                        rules
                            .admit(Admission::update(read.clone(), read))
                            .refusal
                            .is_some(),
                    )
                });
                update == Some(step.new.starts_with("refused"))
            }
            request if request.starts_with("write it at ") => {
                is_met(one, other, &version, &was, request)
            }
            // That it breaks what is stored rests on this one: the change is looked for again.
            request
                if request.starts_with("update it, with another ")
                    && finding.hurts.contains(&Party::Stored) =>
            {
                let at = request.trim_start_matches("update it, with another ");
                edits.0 += 1;
                edits.1 += usize::from(is_refused_beside(one, other, &version, &was, at));
                // No value of those that are tried may do; that is no refutation.
                true
            }
            // Another change of the object, which only the finding knows.
            _ => true,
        };
    }
    Some(is_shown)
}

/// Whether an object that one release stored is read by the other, at the version that the request names, as none of its objects, or
/// does not survive an update there.
fn is_met(one: &Rules, other: &Rules, version: &str, was: &Value, request: &str) -> bool {
    let place = request.split(" at ").nth(2).unwrap_or_default();
    let place = place.split(' ').next().unwrap_or_default();
    let stored_by_one = kept_for(one, other, was);
    let Some(rules) = other.version(place) else {
        return false;
    };
    let Ok(read) = other.read(stored_by_one.clone(), place) else {
        return true;
    };
    if request.contains(", and read it at ") {
        return !rules.validate(&read).is_empty();
    }
    let updated = rules.admit(Admission::update(read.clone(), read)).object;
    let again = updated.and_then(|updated| one.read(stored(other, &updated), version).ok());
    let before = one.read(stored_by_one, version).ok();
    again != before
}

/// Whether a release refuses some change at a place that the other takes, of a few values.
fn is_refused_beside(one: &Rules, other: &Rules, version: &str, was: &Value, at: &str) -> bool {
    let pointer = at.replace('[', ".").replace(']', "").replace('.', "/");
    let pointer = format!("/{pointer}");
    let Some((above, name)) = pointer.rsplit_once('/') else {
        return false;
    };
    let stored = kept_for(one, other, was);
    let (Ok(first), Ok(second)) = (
        one.read(stored.clone(), version),
        other.read(stored, version),
    ) else {
        return false;
    };
    let subresource = if at.starts_with("status") {
        Subresource::Status
    } else {
        Subresource::None
    };
    let is_taken = |rules: &Rules, new: Value, old: &Value| {
        let rules = rules.version(version)?;
        let update = |subresource| {
            let update = Admission {
                subresource,
                ..Admission::update(new.clone(), old.clone())
            };
            rules.admit(update).refusal
        };
        match update(subresource) {
            Some(Refusal::NoSubresource) => Some(update(Subresource::None).is_none()),
            refusal => Some(refusal.is_none()),
        }
    };
    let values = [
        json!("a"),
        json!("b"),
        json!("1"),
        json!(1),
        json!(2),
        json!(true),
        json!(false),
        json!({}),
        json!([]),
    ];
    values.iter().any(|value| {
        let changed = |read: &Value| {
            let mut read = read.clone();
            if let Some(Value::Array(items)) = read.pointer_mut(&pointer) {
                items.push(value.clone());
            } else {
                let around = read.pointer_mut(above)?.as_object_mut()?;
                around.insert(name.to_owned(), value.clone());
            }
            Some(read)
        };
        let (Some(is), Some(now)) = (changed(&first), changed(&second)) else {
            return false;
        };
        is_taken(one, is, &first) == Some(true) && is_taken(other, now, &second) == Some(false)
    })
}

/// As a release keeps an object in a version that the other has too: what cannot be read there is migrated before.
fn kept_for(one: &Rules, other: &Rules, object: &Value) -> Value {
    let storages = [one, other].map(|rules| {
        let storage = rules.storage_version();
        storage.map(|version| version.name().to_owned())
    });
    let both = storages
        .into_iter()
        .flatten()
        .find(|name| one.version(name).is_some() && other.version(name).is_some());
    let kept = both.and_then(|both| one.read(object.clone(), &both).ok());
    kept.unwrap_or_else(|| object.clone())
}

/// What a client gets of an object that is created, and whose status is then written: what the version that it is stored in keeps.
fn written(rules: &Rules, version: &str, object: &Value) -> Option<Value> {
    let written = taken(rules, version, object)?;
    let answer = rules.read(stored(rules, &written), version);
    Some(answer.unwrap_or(written))
}

fn taken(rules: &Rules, version: &str, object: &Value) -> Option<Value> {
    let rules = rules.version(version).filter(Version::is_served)?;
    let created = rules.admit(Admission::create(object.clone()));
    let mut created = created.object.filter(|_| created.refusal.is_none())?;
    created["metadata"]["resourceVersion"] = "1".into();
    let Some(status) = object.get("status") else {
        return Some(created);
    };
    let mut with = created.clone();
    with["status"] = status.clone();
    let outcome = rules.admit(Admission {
        subresource: Subresource::Status,
        ..Admission::update(with, created.clone())
    });
    match outcome.refusal {
        None => outcome.object,
        Some(Refusal::NoSubresource) => Some(created),
        Some(_) => None,
    }
}

/// As a server without a webhook keeps it.
fn stored(rules: &Rules, object: &Value) -> Value {
    let storage = rules.storage_version();
    let stored = storage.and_then(|storage| rules.read(object.clone(), storage.name()).ok());
    stored.unwrap_or_else(|| object.clone())
}

/// How many objects by chance the old release takes, and those of them that a compatible release treats otherwise.
fn attack(old: &Value, new: &Value, count: u64, is_back: bool) -> (usize, Vec<String>) {
    let (Ok(before), Ok(after)) = (Rules::from_stored_crd(old), Rules::from_stored_crd(new)) else {
        return (0, Vec::new());
    };
    let (mut taken, mut wrong) = (0, Vec::new());
    for version in old["spec"]["versions"].as_array().into_iter().flatten() {
        let name = version["name"].as_str().unwrap_or_default();
        for number in 0..count {
            let generator = Generator::new(77 + number).size(1);
            let mut generator = if number % 2 == 0 {
                generator
            } else {
                generator.sparse()
            };
            let mut object = generator.value(&version["schema"]["openAPIV3Schema"]);
            object["apiVersion"] = format!("{}/{name}", before.group()).into();
            object["kind"] = before.kind().into();
            object["metadata"] = json!({"name": "example"});
            let Some(was) = written(&before, name, &object) else {
                continue;
            };
            taken += 1;
            if let Some(what) = treated(&before, &after, name, &object, &was, is_back) {
                wrong.push(format!("{what}: {object}"));
            }
        }
    }
    (taken, wrong)
}

/// What the new release does otherwise with an object that the old one takes.
fn treated(
    before: &Rules,
    after: &Rules,
    name: &str,
    object: &Value,
    was: &Value,
    is_back: bool,
) -> Option<&'static str> {
    let is = written(after, name, object);
    match is {
        // What is written with the older release from now on is no matter of what is stored.
        _ if is_back => {}
        None => return Some("refused"),
        Some(is) if !keeps(was, &is) => return Some("kept otherwise"),
        Some(_) => {}
    }
    let stored = kept_for(before, after, was);
    let (Ok(old), Ok(new)) = (before.read(stored.clone(), name), after.read(stored, name)) else {
        return None;
    };
    if !keeps(&old, &new) {
        return Some("read otherwise");
    }
    let is_refused = |rules: &Rules, read: Value| {
        let update = Admission::update(read.clone(), read);
        let rules = rules.version(name);
        rules.is_some_and(|rules| rules.admit(update).refusal.is_some())
    };
    (is_refused(after, new) && !is_refused(before, old)).then_some("refused unchanged")
}

/// Whether all that is in a value is in another, too.
fn keeps(was: &Value, is: &Value) -> bool {
    match (was, is) {
        (Value::Object(was), Value::Object(is)) => was
            .iter()
            .filter(|(name, _)| *name != "apiVersion")
            .all(|(name, was)| is.get(name).is_some_and(|is| keeps(was, is))),
        (Value::Array(was), Value::Array(is)) => {
            was.len() == is.len() && was.iter().zip(is).all(|(was, is)| keeps(was, is))
        }
        (was, is) => was == is,
    }
}

fn walk(folder: &Path, histories: &mut BTreeMap<PathBuf, Vec<PathBuf>>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, histories);
        } else if path.extension().is_some_and(|end| end == "yaml") {
            histories.entry(folder.to_owned()).or_default().push(path);
        }
    }
}

fn stem(file: &Path) -> String {
    file.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// The numbers of a tag, by which releases are in order.
fn tag(file: &Path) -> Vec<u64> {
    let stem = stem(file);
    let numbers = stem.split(|letter: char| !letter.is_ascii_digit());
    numbers.filter_map(|number| number.parse().ok()).collect()
}

fn crd(file: &Path) -> Option<Value> {
    let text = fs::read_to_string(file).ok()?;
    let documents = wheelwright_yaml::documents(&text).into_iter().flatten();
    let mut crds = documents.map(|document| document.value);
    crds.find(|value| {
        value
            .get("kind")
            .is_some_and(|kind| kind == "CustomResourceDefinition")
            && value
                .get("apiVersion")
                .is_some_and(|version| version == "apiextensions.k8s.io/v1")
    })
}
