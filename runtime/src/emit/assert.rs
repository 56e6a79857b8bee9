//! A committed manifest is what the types give.

use std::{env, fs, io, path::Path};

use super::{diff, write_if_changed};
use crate::manifest::Manifest;

/// Set to anything but `0`, it makes [`assert_manifest!`](crate::assert_manifest) write the files instead of comparing.
const UPDATE: &str = "WHEELWRIGHT_UPDATE";

/// Fails unless the file holds the manifest as YAML: one line in a test keeps a committed manifest honest.
///
/// The path is relative to the package. The failure shows what differs; `WHEELWRIGHT_UPDATE=1 cargo test` writes the file.
///
/// ```ignore
/// #[test]
/// fn committed() {
///     wheelwright::assert_manifest!(Pizzas, "crd.yaml");
///     // Or with settings:
///     wheelwright::assert_manifest!({ Pizzas::manifest().max_description(0) }, "small.yaml");
/// }
/// ```
#[macro_export]
macro_rules! assert_manifest {
    ($wheel:ty, $path:expr $(,)?) => {
        $crate::emit::assert_manifest(
            &<$wheel>::manifest(),
            ::core::env!("CARGO_MANIFEST_DIR"),
            $path,
        )
    };
    ($manifest:expr, $path:expr $(,)?) => {
        $crate::emit::assert_manifest(&$manifest, ::core::env!("CARGO_MANIFEST_DIR"), $path)
    };
}

/// See [`assert_manifest!`](crate::assert_manifest).
///
/// # Panics
///
/// If the file differs, or the manifest has errors.
#[track_caller]
pub fn assert_manifest(manifest: &Manifest, package: &str, path: &str) {
    let update = env::var_os(UPDATE).is_some_and(|value| !value.is_empty() && value != "0");
    if let Err(message) = compare(manifest, &Path::new(package).join(path), path, update) {
        panic!("{message}");
    }
}

fn compare(manifest: &Manifest, file: &Path, name: &str, update: bool) -> Result<(), String> {
    let wanted = manifest.yaml().map_err(|report| report.to_string())?;
    if update {
        return write_if_changed(file, &wanted)
            .map(drop)
            .map_err(|error| format!("{name}: {error}"));
    }
    let held = match fs::read_to_string(file) {
        Ok(held) => held,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(format!("{name}: {error}")),
    };
    // A checkout may have turned the line ends.
    if held.replace("\r\n", "\n") == wanted {
        return Ok(());
    }
    let diff = diff::unified(&held, &wanted, name, "the Rust types");
    Err(format!(
        "{name} is not what the Rust types say; to write it anew: {UPDATE}=1 cargo test\n\n{diff}"
    ))
}
