//! Files as a git revision has them.

use std::path::Path;
use std::process::{Command, Stdio};

use super::Source;
use super::files::{LONGEST, is_manifest};

/// Files that are read of one revision at most.
const MOST: usize = 10_000;

/// The manifests at `REVISION:PATH`, seen from the folder that the command runs in. The error is git's own, or what to write.
pub(super) fn read(given: &str) -> Result<Vec<Source>, String> {
    let Some((revision, path)) = given.split_once(':') else {
        return Err("write `git:REVISION:PATH`, as in `git:v1.2.0:crds/`".to_owned());
    };
    if revision.is_empty() || revision.starts_with('-') {
        return Err("write a revision between the colons, as in `git:v1.2.0:crds/`".to_owned());
    }
    let path = if path.is_empty() { "." } else { path };
    let commit = git(&[
        "rev-parse",
        "--verify",
        "--quiet",
        "--end-of-options",
        &format!("{revision}^{{tree}}"),
    ])
    .map_err(|error| {
        if error.is_empty() {
            format!("git knows no revision `{revision}`; fetch it, or write another")
        } else {
            error
        }
    })?;
    let tree = commit.trim();
    let listed = git(&["ls-tree", "-r", "-z", "--name-only", tree, "--", path])?;
    let names: Vec<&str> = listed.split('\0').filter(|name| !name.is_empty()).collect();
    if names.is_empty() {
        return Err(format!("the revision {revision} has nothing at `{path}`"));
    }
    let is_file = names == [path.trim_start_matches("./")];
    let names: Vec<&str> = names
        .into_iter()
        .filter(|name| is_file || is_manifest(Path::new(name)))
        .collect();
    if names.len() > MOST {
        return Err(format!(
            "there are more than {MOST} manifests at `{path}`; name a folder below"
        ));
    }
    names
        .into_iter()
        .map(|name| {
            let text = git(&["cat-file", "blob", &format!("{tree}:./{name}")])
                .or_else(|_| git(&["cat-file", "blob", &format!("{tree}:{name}")]))?;
            if text.len() as u64 > LONGEST {
                return Err(format!("{name} is longer than {} MiB", LONGEST >> 20));
            }
            Ok(Source {
                name: format!("git:{revision}:{name}"),
                text,
            })
        })
        .collect()
}

/// What git prints, or why it fails, in its words.
fn git(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("git cannot be run: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(said.trim().trim_start_matches("fatal: ").to_owned());
    }
    String::from_utf8(output.stdout).map_err(|_| "what git has there is not UTF-8".to_owned())
}
