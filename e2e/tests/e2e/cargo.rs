//! Cargo as a user runs it.

use std::{env, process::Command};

/// Cargo without what it says to a test about the package of the test. Build scripts read that as well (ring's): they would run again,
/// here and with the next command, and all that depends on them be built twice.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    for (name, _) in env::vars_os() {
        let of_a_package =
            |name: &str| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_");
        if name.to_str().is_some_and(of_a_package) {
            cargo.env_remove(name);
        }
    }
    cargo
}
