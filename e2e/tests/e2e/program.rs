//! The command `wheelwright` as a program.

use std::fs;
use std::path::PathBuf;

use crate::cargo::cargo;

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// A folder that it runs in, removed in the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Where `wheelwright` is. Built if it is not there: a package alone has other features than the workspace, so that what
/// `cargo test` left is not built again.
pub(crate) fn command() -> PathBuf {
    let own = std::env::current_exe().expect("this program");
    // Beside `deps`, in which this is.
    let folder = own.ancestors().nth(2).expect("a folder");
    if !folder.join("wheelwright").exists() {
        let built = cargo()
            .args(["build", "-q", "-p", "wheelwright-cli"])
            .current_dir(REPOSITORY)
            .status();
        assert!(built.expect("cargo runs").success());
    }
    folder.to_owned()
}
