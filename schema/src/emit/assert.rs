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
/// ```no_run
/// # use serde::{Deserialize, Serialize};
/// # use wheelwright::{CustomResource, Schema};
/// # /// A pizza.
/// # #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// # #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
/// # pub struct PizzaSpec {}
/// # wheelwright::wheel!(pub Pizzas = Pizza);
/// wheelwright::assert_manifest!(Pizzas, "crd.yaml");
/// // With settings:
/// wheelwright::assert_manifest!({ Pizzas::manifest().max_description(0) }, "small.yaml");
/// // A version that is alone, without a wheel:
/// wheelwright::assert_manifest!({ wheelwright::manifest::of::<Pizza>() }, "pizza.yaml");
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
    // No closures: the failure is at the caller's line.
    let wanted = match manifest.yaml() {
        Ok(yaml) => yaml,
        Err(report) => panic!("{report}"),
    };
    if let Err(message) = compare(&wanted, &Path::new(package).join(path), path, update) {
        panic!("{message}");
    }
}

fn compare(wanted: &str, file: &Path, name: &str, update: bool) -> Result<(), String> {
    let failed = |error| format!("{name}: {error}");
    if update {
        return write_if_changed(file, wanted).map(drop).map_err(failed);
    }
    let held = match fs::read_to_string(file) {
        Ok(held) => held,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(failed(error)),
    };
    // A checkout may have turned the line ends.
    if held.replace("\r\n", "\n") == wanted {
        return Ok(());
    }
    let diff = diff::unified(&held, wanted, name, "the Rust types");
    Err(format!(
        "{name} is not what the Rust types say; to write it anew: {UPDATE}=1 cargo test\n\n{diff}"
    ))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::compare;

    #[test]
    fn a_file_that_differs_fails_with_what_differs_and_what_to_do() {
        let folder =
            std::env::temp_dir().join(format!("wheelwright-assert-{}", std::process::id()));
        let file = folder.join("deep").join("crd.yaml");
        let missing = compare("a: 1\nb: 2\n", &file, "deep/crd.yaml", false).unwrap_err();
        assert!(
            missing.contains("WHEELWRIGHT_UPDATE=1 cargo test"),
            "{missing}"
        );
        assert!(
            missing.ends_with("+++ the Rust types\n@@ -0,0 +1,2 @@\n+a: 1\n+b: 2\n"),
            "{missing}"
        );

        compare("a: 1\nb: 2\n", &file, "deep/crd.yaml", true).unwrap();
        compare("a: 1\nb: 2\n", &file, "deep/crd.yaml", false).unwrap();
        let differs = compare("a: 1\nb: 3\n", &file, "deep/crd.yaml", false).unwrap_err();
        assert!(
            differs.ends_with("@@ -1,2 +1,2 @@\n a: 1\n-b: 2\n+b: 3\n"),
            "{differs}"
        );

        fs::write(&file, "a: 1\r\nb: 2\r\n").unwrap();
        compare("a: 1\nb: 2\n", &file, "deep/crd.yaml", false).unwrap();
        fs::remove_dir_all(&folder).unwrap();
    }
}
