//! Which files there are, here or elsewhere, and their texts.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{Source, Unreadable};

/// The longest file that is read. An API server takes requests of 3 MiB.
pub(crate) const LONGEST: u64 = 64 << 20;

pub(super) fn read(arguments: &[String], unreadable: &mut Vec<Unreadable>) -> Vec<Source> {
    let mut seen = HashSet::new();
    let mut sources = Vec::new();
    let mut fail = |name: &str, reason: String| {
        unreadable.push(Unreadable {
            name: name.to_owned(),
            at: None,
            reason,
        });
    };
    for argument in arguments {
        if argument == "-" {
            if seen.insert(PathBuf::from(argument)) {
                match text(io::stdin().lock()) {
                    Ok(text) => sources.push(Source {
                        name: "<stdin>".to_owned(),
                        text,
                    }),
                    Err(error) => fail("<stdin>", error.to_string()),
                }
            }
            continue;
        }
        if let Some(found) = elsewhere(argument) {
            if seen.insert(PathBuf::from(argument)) {
                match found {
                    Ok(mut found) => sources.append(&mut found),
                    Err(reason) => fail(argument, reason),
                }
            }
            continue;
        }
        let files = match expand(argument) {
            Ok(files) => files,
            Err(reason) => {
                fail(argument, reason);
                continue;
            }
        };
        for path in files {
            if !seen.insert(path.clone()) {
                continue;
            }
            let name = path.display().to_string();
            match fs::File::open(&path).and_then(text) {
                Ok(text) => sources.push(Source { name, text }),
                Err(error) => fail(&name, error.to_string()),
            }
        }
    }
    sources
}

/// What is no file here, if the argument names such: `git:REVISION:PATH`, `cluster:CONTEXT:NAMES`.
fn elsewhere(argument: &str) -> Option<Result<Vec<Source>, String>> {
    if let Some(place) = argument.strip_prefix("git:") {
        return Some(super::revision::read(place));
    }
    let place = argument.strip_prefix("cluster:")?;
    #[cfg(feature = "cluster")]
    return Some(super::cluster::read(place));
    #[cfg(not(feature = "cluster"))]
    Some(Err(format!(
        "`cluster:{place}` asks a cluster, which this command was built without (feature `cluster`)"
    )))
}

pub(crate) fn text(reader: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    reader.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > LONGEST) {
        return Err(io::Error::other(format!(
            "it is longer than {} MiB",
            LONGEST >> 20
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        io::Error::other(format!("it is not UTF-8 from byte {at} on"))
    })
}

/// The files that an argument stands for.
fn expand(argument: &str) -> Result<Vec<PathBuf>, String> {
    let path = Path::new(argument);
    if path.is_dir() {
        return manifests(path);
    }
    if path.exists() || !argument.contains(['*', '?', '[']) {
        return Ok(vec![path.to_owned()]);
    }
    let paths = glob::glob(argument).map_err(|error| format!("it is no glob: {error}"))?;
    let mut files = Vec::new();
    for path in paths {
        let path = path.map_err(|error| error.to_string())?;
        if path.is_dir() {
            files.extend(manifests(&path)?);
        } else {
            files.push(path);
        }
    }
    if files.is_empty() {
        return Err("no file matches".to_owned());
    }
    Ok(files)
}

/// What names of manifests end in.
const ENDINGS: [&str; 3] = ["yaml", "yml", "json"];

/// The manifests in a folder.
fn manifests(folder: &Path) -> Result<Vec<PathBuf>, String> {
    wheelwright_yaml::files(folder, &ENDINGS).map_err(|error| error.to_string())
}

pub(crate) fn is_manifest(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| ENDINGS.iter().any(|ending| extension == *ending))
}
