//! The releases of a CRD that a folder keeps, and their order.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::Value;

use crate::recorded::Recorded;

/// What a file of recorded objects ends in; before it stands what the file of the CRD has before its ending.
pub(crate) const RECORDED: &str = ".objects.jsonl";

/// A release that is in the folder.
pub(crate) struct Past {
    pub(crate) file: String,
    /// Its path in the folder.
    pub(crate) within: PathBuf,
    pub(crate) crd: Value,
    pub(crate) recorded: Vec<Recorded>,
}

/// The releases of a CRD in a folder.
pub(crate) fn past(folder: &Path, shown: &str, name: &str) -> Result<Vec<Past>, String> {
    let files = wheelwright_yaml::files(folder, &["yaml", "yml", "json"]);
    let files = files.map_err(|error| format!("{shown}: {error}"))?;
    let mut past = Vec::new();
    for path in files {
        let within = path.strip_prefix(folder).unwrap_or(&path);
        let file = Path::new(shown).join(within).display().to_string();
        let crds = read(&path).map_err(|reason| format!("{file}:{reason}"))?;
        for crd in crds.into_iter().filter(|crd| name_of(crd) == Some(name)) {
            past.push(Past {
                recorded: recorded(&path, &crd).map_err(|reason| {
                    format!(
                        "{}: {reason}",
                        Path::new(&file).with_extension(&RECORDED[1..]).display()
                    )
                })?,
                file: file.clone(),
                within: within.to_owned(),
                crd,
            });
        }
    }
    Ok(past)
}

/// The objects of a CRD that are recorded beside its file; none if nothing is.
fn recorded(file: &Path, crd: &Value) -> Result<Vec<Recorded>, String> {
    let text = match fs::read_to_string(file.with_extension(&RECORDED[1..])) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error.to_string()),
    };
    let mut recorded = Recorded::read(&text).map_err(|error| error.to_string())?;
    let kind = crd.pointer("/spec/names/kind");
    let group = crd.pointer("/spec/group").and_then(Value::as_str);
    recorded.retain(|line| {
        let version = line.object.get("apiVersion").and_then(Value::as_str);
        let of = version.and_then(|version| version.split_once('/'));
        line.object.get("kind") == kind && of.map(|(group, _)| group) == group
    });
    Ok(recorded)
}

/// The order of releases: the numbers in the name of the first folder or file that has any, and what comes before them, such as
/// `-rc.1`.
pub(crate) fn age(within: &Path) -> (Vec<u64>, bool, Vec<u64>, PathBuf) {
    let names = within.iter().map(|part| part.to_string_lossy());
    let has_digit = |name: &str| name.contains(|letter: char| letter.is_ascii_digit());
    let name = names
        .into_iter()
        .find(|name| has_digit(name))
        .unwrap_or_default();
    let endings = [".yaml", ".yml", ".json"];
    let name = endings
        .iter()
        .find_map(|ending| name.strip_suffix(ending))
        .unwrap_or(&name);
    let start = name.find(|letter: char| letter.is_ascii_digit());
    let from = name.get(start.unwrap_or_default()..).unwrap_or_default();
    let (main, before) = from
        .split_once('-')
        .map_or((from, None), |(main, before)| (main, Some(before)));
    let numbers = |text: &str| -> Vec<u64> {
        let numbers = text.split(|letter: char| !letter.is_ascii_digit());
        numbers.filter_map(|number| number.parse().ok()).collect()
    };
    (
        numbers(main),
        before.is_none(),
        numbers(before.unwrap_or_default()),
        within.to_owned(),
    )
}

pub(crate) fn name_of(crd: &Value) -> Option<&str> {
    if crd.get("kind")?.as_str()? != "CustomResourceDefinition" {
        return None;
    }
    crd.get("metadata")?.get("name")?.as_str()
}

/// The documents of a file; else the line, and why.
fn read(file: &Path) -> Result<Vec<Value>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!(" {error}"))?;
    let documents = wheelwright_yaml::documents(&text).into_iter();
    let values = documents.map(|document| match document {
        Ok(document) => match document.duplicates.first() {
            None => Ok(document.value),
            Some(twice) => Err(format!(
                "{}: {} is given twice",
                twice.key.start.line, twice.path
            )),
        },
        Err(error) => Err(format!("{}: {}", error.position.line, error.kind)),
    });
    values.collect()
}
