//! The command `wheelwright` as a program.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

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

/// Cargo as a user runs it. What it says to a test about the package of the test is read by build scripts as well (ring's): those
/// would run again, here and with the next command, and all that depends on them be built twice.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    for (name, _) in std::env::vars_os() {
        let of_a_package =
            |name: &str| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_");
        if name.to_str().is_some_and(of_a_package) {
            cargo.env_remove(name);
        }
    }
    cargo
}
