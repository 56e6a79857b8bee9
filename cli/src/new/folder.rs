//! The project's folder: all of it, or nothing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::template::File;

/// Whether the project stands alone, or in a workspace.
#[derive(Debug)]
pub(super) enum Place {
    Alone,
    Member {
        /// The manifest of the workspace.
        workspace: PathBuf,
        /// The workspace's folder from the project: `../..`.
        root: String,
    },
}

impl Place {
    /// The place of a folder in this one. As Cargo does, the nearest manifest above that has a workspace is taken.
    pub(super) fn of(here: &Path) -> Self {
        let mut root = String::from("..");
        for folder in here.ancestors() {
            let manifest = folder.join("Cargo.toml");
            let text = fs::read_to_string(&manifest).unwrap_or_default();
            let is_workspace = text.lines().any(|line| {
                let line = line.trim();
                line.starts_with("[workspace]") || line.starts_with("[workspace.")
            });
            if is_workspace {
                return Self::Member {
                    workspace: manifest,
                    root,
                };
            }
            root.push_str("/..");
        }
        Self::Alone
    }
}

/// A folder that is not there, or is empty.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// Where it is made, beside its place.
    draft: PathBuf,
}

impl Folder {
    pub(super) fn new(here: &Path, name: &str) -> Result<Self, String> {
        let path = here.join(name);
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(format!("{name} cannot be read: {error}")),
            Ok(found) if !found.is_dir() => {
                return Err(format!(
                    "{name} is there and no folder; choose another name"
                ));
            }
            Ok(_) => {
                let mut entries = fs::read_dir(&path)
                    .map_err(|error| format!("{name} cannot be read: {error}"))?;
                if entries.next().is_some() {
                    return Err(format!(
                        "the folder {name} is there and not empty; choose another name, or empty it"
                    ));
                }
            }
        }
        let draft = here.join(format!(".{name}.new-{}", std::process::id()));
        Ok(Self { path, draft })
    }

    /// Writes all files beside the place, and gives them their place at once.
    pub(super) fn write(&self, files: &[File]) -> Result<(), String> {
        self.fill(files).inspect_err(|_| {
            let _ = fs::remove_dir_all(&self.draft);
        })
    }

    fn fill(&self, files: &[File]) -> Result<(), String> {
        let failure = |path: &Path, error: io::Error| {
            format!("{} cannot be written: {error}", path.display())
        };
        fs::create_dir(&self.draft).map_err(|error| failure(&self.draft, error))?;
        for file in files {
            let path = self.draft.join(file.path);
            let parent = path.parent().unwrap_or(&self.draft);
            fs::create_dir_all(parent).map_err(|error| failure(parent, error))?;
            fs::write(&path, &file.text).map_err(|error| failure(&path, error))?;
        }
        // An empty folder is replaced on Unix, and not on Windows.
        if cfg!(windows) && self.path.exists() {
            fs::remove_dir(&self.path).map_err(|error| failure(&self.path, error))?;
        }
        fs::rename(&self.draft, &self.path).map_err(|error| failure(&self.path, error))
    }
}
