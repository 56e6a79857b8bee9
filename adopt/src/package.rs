//! The packages below a folder, their manifests and sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::manifest::Manifest;
use crate::source::{Place, Unreadable};

/// A package with the text of its sources.
pub(crate) struct Package {
    /// Where its manifest is among all.
    pub(crate) manifest: usize,
    /// Paths from the folder that was given, and texts.
    pub(crate) sources: Vec<(String, String)>,
}

/// All that is below a folder.
pub(crate) struct Tree {
    pub(crate) manifests: Vec<Manifest>,
    pub(crate) packages: Vec<Package>,
    /// The manifest of the workspace, if there is one.
    pub(crate) root: Option<usize>,
}

/// More files than any workspace has.
const MOST: usize = 50_000;

impl Tree {
    pub(crate) fn read(folder: &Path) -> Result<Self, Vec<Unreadable>> {
        let root = manifest(folder, Path::new("")).map_err(|error| vec![error])?;
        let (members, excluded) = root.members();
        let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
        for member in &members {
            expand(folder, member, &mut folders).map_err(|error| vec![error])?;
        }
        for one in excluded {
            folders.remove(Path::new(&one));
        }
        let is_workspace = !members.is_empty();
        let is_package = root.is_package();
        let (mut manifests, mut packages, mut errors) = (vec![root], Vec::new(), Vec::new());
        let mut own: Vec<(usize, PathBuf)> = Vec::new();
        if is_package {
            own.push((0, PathBuf::new()));
        }
        for member in folders.into_iter().filter(|member| member != Path::new("")) {
            match manifest(folder, &member) {
                Ok(read) => {
                    own.push((manifests.len(), member));
                    manifests.push(read);
                }
                Err(error) => errors.push(error),
            }
        }
        if own.is_empty() && errors.is_empty() {
            errors.push(at(
                &manifests[0].file,
                "there is neither a `[package]` nor a `[workspace]` with members".to_owned(),
            ));
        }
        let mut left = MOST;
        for (manifest, member) in own {
            let mut sources = Vec::new();
            walk(folder, &member, true, &mut left, &mut sources, &mut errors);
            sources.sort();
            packages.push(Package { manifest, sources });
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Self {
            manifests,
            packages,
            root: is_workspace.then_some(0),
        })
    }
}

fn at(file: &str, reason: String) -> Unreadable {
    Unreadable {
        place: Place {
            file: file.to_owned(),
            line: 1,
            column: 1,
        },
        reason,
    }
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

fn manifest(folder: &Path, member: &Path) -> Result<Manifest, Unreadable> {
    let file = member.join("Cargo.toml");
    let name = shown(&file);
    let text = fs::read_to_string(folder.join(&file)).map_err(|error| {
        at(
            &shown(&folder.join(&file)),
            format!("cannot be read: {error}"),
        )
    })?;
    Manifest::parse(&name, &text)
}

/// The folders with a manifest that a member means, `crates/*` for one.
fn expand(folder: &Path, member: &str, found: &mut BTreeSet<PathBuf>) -> Result<(), Unreadable> {
    let mut open = vec![PathBuf::new()];
    for step in member.split('/').filter(|step| !matches!(*step, "" | ".")) {
        let mut next = Vec::new();
        for path in open {
            if !step.contains(['*', '?', '[']) {
                next.push(path.join(step));
                continue;
            }
            let read = fs::read_dir(folder.join(&path))
                .map_err(|error| at(&shown(&path), format!("cannot be read: {error}")))?;
            let folders = read
                .flatten()
                .filter(|entry| entry.path().is_dir())
                .map(|entry| entry.file_name().to_string_lossy().into_owned())
                .filter(|name| matches(step, name));
            next.extend(folders.map(|name| path.join(name)));
        }
        open = next;
    }
    let is_pattern = member.contains(['*', '?', '[']);
    for path in open {
        if !is_pattern || folder.join(&path).join("Cargo.toml").is_file() {
            found.insert(path);
        }
    }
    Ok(())
}

/// Whether a name fits a pattern of `*` and `?`.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut from) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while from < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, from));
                at += 1;
            }
            Some(char) if *char == '?' || *char == name[from] => {
                at += 1;
                from += 1;
            }
            _ => match star {
                Some((place, behind)) => {
                    star = Some((place, behind + 1));
                    at = place + 1;
                    from = behind + 1;
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|char| *char == '*')
}

/// The sources of a package. Folders with a manifest of their own are other packages.
fn walk(
    folder: &Path,
    under: &Path,
    is_first: bool,
    left: &mut usize,
    sources: &mut Vec<(String, String)>,
    errors: &mut Vec<Unreadable>,
) {
    let whole = folder.join(under);
    if !is_first && whole.join("Cargo.toml").is_file() {
        return;
    }
    let entries = match fs::read_dir(&whole) {
        Ok(entries) => entries,
        Err(error) => {
            errors.push(at(&shown(under), format!("cannot be read: {error}")));
            return;
        }
    };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = under.join(&name);
        // Not through links, which may lead out of the folder.
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        if kind.is_dir() {
            if !name.starts_with('.') && name != "target" {
                walk(folder, &path, false, left, sources, errors);
            }
        } else if kind.is_file() && path.extension().is_some_and(|end| end == "rs") {
            if *left == 0 {
                errors.push(at(
                    &shown(under),
                    format!("there are more than {MOST} sources"),
                ));
                return;
            }
            *left -= 1;
            match fs::read_to_string(folder.join(&path)) {
                Ok(text) => sources.push((shown(&path), text)),
                Err(error) => errors.push(at(&shown(&path), format!("cannot be read: {error}"))),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_is_any_name() {
        for (pattern, name, fits) in [
            ("*", "a", true),
            ("rust-*", "rust-a", true),
            ("rust-*", "go-a", false),
            ("*-a*", "b-a-c", true),
            ("a?", "ab", true),
            ("a?", "a", false),
        ] {
            assert_eq!(matches(pattern, name), fits, "{pattern} {name}");
        }
    }
}
