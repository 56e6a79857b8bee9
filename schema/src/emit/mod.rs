//! Manifests as files: written by `build.rs`, or committed and kept honest by a test.

mod assert;
mod diff;
mod error;

use std::{
    env,
    fmt::Write as _,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

#[doc(hidden)]
pub use assert::assert_manifest;
pub use error::EmitError;

use crate::manifest::Manifest;

/// Writes manifests from a build script.
///
/// ```no_run
/// // build.rs
/// use wheelwright::emit::{Emit, EmitError};
/// # use serde::{Deserialize, Serialize};
/// # use wheelwright::{CustomResource, Schema};
/// # #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// # #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
/// # pub struct PizzaSpec {}
/// # wheelwright::wheel!(pub Pizzas = Pizza);
///
/// fn main() -> Result<(), EmitError> {
///     Emit::into_folder("crds").manifest(Pizzas::manifest()).run()
/// }
/// ```
///
/// The types come into the build script either from a crate of their own, as a build-dependency, or as a module of the
/// same crate, with `#[path = "src/api.rs"] mod api;`. Either way they are part of the build script, so cargo runs it
/// again when they change, and nothing needs to be said about their files. What must be said, and [`run`](Self::run) says
/// it, is that nothing else is of interest but the manifests themselves: one that is edited or deleted is written again.
///
/// A manifest is checked before anything is written; one that an API server would refuse fails the build, with every
/// reason and where in the Rust source it is; its warnings are warnings of the build. A file that would not change is not
/// touched.
#[derive(Clone, Debug)]
#[must_use = "nothing is written before `run`"]
pub struct Emit {
    folder: Folder,
    files: Vec<(PathBuf, Manifest)>,
    kube: Option<String>,
}

#[derive(Clone, Debug)]
enum Folder {
    /// `$OUT_DIR`, which belongs to the build.
    Out,
    /// In the source tree, relative to the package.
    Package(PathBuf),
}

impl Emit {
    /// Writes into `$OUT_DIR`, for `include_str!(concat!(env!("OUT_DIR"), "/…"))`.
    pub const fn into_out_dir() -> Self {
        Self {
            folder: Folder::Out,
            files: Vec::new(),
            kube: None,
        }
    }

    /// Writes into a folder of the package, which is made where it does not exist.
    pub fn into_folder(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: Folder::Package(folder.into()),
            files: Vec::new(),
            kube: None,
        }
    }

    /// Writes this manifest to a file named after the CRD: `pizzas.restaurant.example.com.yaml`.
    pub fn manifest(self, manifest: Manifest) -> Self {
        let name = format!("{}.yaml", manifest.name());
        self.file(name, manifest)
    }

    /// Writes this manifest to a file of this name.
    pub fn file(mut self, name: impl Into<PathBuf>, manifest: Manifest) -> Self {
        self.files.push((name.into(), manifest));
        self
    }

    /// The servers that all these CRDs are for, `>=1.33` or `1.33..=1.36`, apart from those that say so themselves: once for
    /// a project. See [`Manifest::kube`].
    pub fn kube(mut self, servers: impl Into<String>) -> Self {
        self.kube = Some(servers.into());
        self
    }

    /// Checks all manifests, writes those that changed, and tells cargo when to do so again.
    pub fn run(self) -> Result<(), EmitError> {
        let folder = self.folder()?;
        let mut texts = Vec::new();
        let mut refused = Vec::new();
        let mut warnings = Vec::new();
        for (name, manifest) in self.files {
            let manifest = match &self.kube {
                Some(servers) => manifest.or_kube(servers),
                None => manifest,
            };
            let (text, report) = manifest.judge_yaml();
            if report.is_ok() {
                warnings.extend(report.warnings().map(ToString::to_string));
                texts.push((folder.join(name), text));
            } else {
                refused.push(report);
            }
        }
        let mut directives = String::from("cargo::rerun-if-changed=build.rs\n");
        if let Folder::Package(_) = self.folder {
            for (path, _) in &texts {
                // Writing to a string does not fail.
                let _ = writeln!(directives, "cargo::rerun-if-changed={}", path.display());
            }
        }
        for warning in warnings {
            // A directive is one line.
            let words: Vec<&str> = warning
                .trim_start_matches("warning: ")
                .split_whitespace()
                .collect();
            let _ = writeln!(directives, "cargo::warning={}", words.join(" "));
        }
        io::stdout()
            .write_all(directives.as_bytes())
            .map_err(|error| EmitError::io("stdout", error))?;
        if !refused.is_empty() {
            return Err(EmitError::Refused(refused));
        }
        for (path, text) in texts {
            let written = write_if_changed(&path, &text)
                .map_err(|error| EmitError::io(path.clone(), error))?;
            if written && let Folder::Package(_) = self.folder {
                age(&path);
            }
        }
        Ok(())
    }

    fn folder(&self) -> Result<PathBuf, EmitError> {
        let (variable, below) = match &self.folder {
            Folder::Out => ("OUT_DIR", Path::new("")),
            Folder::Package(folder) => ("CARGO_MANIFEST_DIR", folder.as_path()),
        };
        let base = env::var_os(variable).ok_or(EmitError::NoBuildScript(variable))?;
        Ok(Path::new(&base).join(below))
    }
}

/// Whether the file had to be written.
fn write_if_changed(path: &Path, text: &str) -> io::Result<bool> {
    if fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(false);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)?;
    Ok(true)
}

/// Makes a written file as old as the build script. Cargo compares with the time at which it started the script, and
/// would run it once more, and build the crate once more, for a file that the script itself has just written.
fn age(path: &Path) {
    let time = env::current_exe()
        .and_then(fs::metadata)
        .and_then(|script| script.modified());
    let file = fs::File::options().write(true).open(path);
    if let (Ok(time), Ok(file)) = (time, file) {
        // Without it, the next build only does too much.
        let _ = file.set_modified(time);
    }
}
