//! Documents of every CRD in a folder, and its JSON Schemas beside the rules, over objects by chance.
//!
//! `cargo run --release -p wheelwright-docs --example sweep -- FOLDER [OBJECTS.jsonl]`: FOLDER holds CRDs, OBJECTS.jsonl lines of
//! `{"crd", "version", "object", "expect": {"accepted", "pruned", "object"}}` that a real server answered. Of each object that a server
//! admits as it stands the schema says that it is valid, or the sweep exits with 1. `SEED` and `COUNT` are the first seed and the
//! objects for each version.

use std::env;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde_json::Value;
use wheelwright_docs::Documents;
use wheelwright_rules::{Admission, Rules};
use wheelwright_schema::generate::Generator;

#[path = "../tests/law/intact.rs"]
mod intact;

use intact::{is_intact, is_untyped, is_wrong, variants, without_rules};

#[derive(Default)]
struct Sum {
    crds: usize,
    refused: usize,
    versions: usize,
    intact: usize,
    /// Objects that a server refuses or changes for something that a schema can say, and those that the schema finds, too.
    wrong: usize,
    found: usize,
    wrongly_found: usize,
    bytes: usize,
    slowest: (Duration, String),
}

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("give a folder of CRDs");
        return ExitCode::from(2);
    };
    let mut sum = Sum::default();
    let files = wheelwright_yaml::files(Path::new(&folder), &["yaml", "yml", "json"]);
    for path in files.unwrap_or_default() {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        for document in wheelwright_yaml::documents(&text).into_iter().flatten() {
            if document
                .value
                .get("kind")
                .is_some_and(|kind| kind == "CustomResourceDefinition")
            {
                sum.crd(&document.value, &path.display().to_string());
            }
        }
    }
    if let Some(path) = arguments.next() {
        sum.answers(&fs::read_to_string(&path).unwrap_or_default());
    }
    println!(
        "{} CRDs with {} versions, {} refused; {} objects intact and {} of them called wrong; {} of {} others found; {} MB of pages, \
         the slowest in {:?}: {}",
        sum.crds,
        sum.versions,
        sum.refused,
        sum.intact,
        sum.wrongly_found,
        sum.found,
        sum.wrong,
        sum.bytes >> 20,
        sum.slowest.0,
        sum.slowest.1,
    );
    ExitCode::from(u8::from(sum.wrongly_found > 0))
}

impl Sum {
    fn crd(&mut self, crd: &Value, name: &str) {
        let begin = Instant::now();
        let documents = match Documents::of(crd) {
            Ok(documents) => documents,
            Err(error) => {
                println!("{name}: {error}");
                self.refused += 1;
                return;
            }
        };
        let (html, markdown) = (documents.html(), documents.markdown());
        self.bytes += html.len() + markdown.len();
        let took = begin.elapsed();
        if took > self.slowest.0 {
            self.slowest = (took, name.to_owned());
        }
        self.crds += 1;
        let crd = &without_rules(crd);
        let Ok(rules) = Rules::from_stored_crd(crd) else {
            return;
        };
        let number = |name: &str, other: u64| {
            let given = env::var(name).ok().and_then(|text| text.parse().ok());
            given.unwrap_or(other)
        };
        for version in rules.versions() {
            self.versions += 1;
            let Some(schema) = documents.json_schema(version.name()) else {
                continue;
            };
            let validator = match jsonschema::options()
                .should_validate_formats(true)
                .build(&schema)
            {
                Ok(validator) => validator,
                Err(error) => {
                    println!("{name} {}: no schema: {error}", version.name());
                    self.wrongly_found += 1;
                    continue;
                }
            };
            let own = intact::schema_of(crd, version.name());
            for seed in number("SEED", 1)..number("SEED", 1) + number("COUNT", 20) {
                for object in variants(&own, &rules, version.name(), &mut Generator::new(seed)) {
                    let outcome = version.admit(Admission::create(object.clone()));
                    let is_valid = validator.is_valid(&object);
                    if is_intact(&object, &outcome) && !is_untyped(&own, &object) {
                        self.intact += 1;
                        if !is_valid {
                            self.wrongly_found += 1;
                            let errors: Vec<String> = validator
                                .iter_errors(&object)
                                .map(|error| format!("{}: {error}", error.instance_path()))
                                .collect();
                            println!(
                                "{name} {} SEED={seed}: {object}\n  {}",
                                version.name(),
                                errors.join("\n  ")
                            );
                        }
                    } else if is_wrong(&outcome) {
                        self.wrong += 1;
                        self.found += usize::from(!is_valid);
                    }
                }
            }
        }
    }

    fn answers(&mut self, lines: &str) {
        for line in lines.lines() {
            let Ok(line) = serde_json::from_str::<Value>(line) else {
                continue;
            };
            let text = |name: &str| line.get(name).and_then(Value::as_str).unwrap_or_default();
            let (Some(crd), Some(object), Some(expect)) =
                (line.get("crd"), line.get("object"), line.get("expect"))
            else {
                continue;
            };
            if line.get("old").is_some_and(|old| !old.is_null()) {
                continue;
            }
            let Ok(documents) = Documents::of(crd) else {
                continue;
            };
            let Some(schema) = documents.json_schema(text("version")) else {
                continue;
            };
            let Ok(validator) = jsonschema::options()
                .should_validate_formats(true)
                .build(&schema)
            else {
                self.wrongly_found += 1;
                println!("no schema: {schema}");
                continue;
            };
            let is_accepted = expect.get("accepted") == Some(&Value::Bool(true));
            let stored = expect.get("object").unwrap_or(&Value::Null);
            if is_accepted && intact::has_all(stored, object) {
                self.intact += 1;
                if !validator.is_valid(object) {
                    self.wrongly_found += 1;
                    println!("{}: {object}", text("id"));
                }
            } else {
                self.wrong += 1;
                self.found += usize::from(!validator.is_valid(object));
            }
        }
    }
}
