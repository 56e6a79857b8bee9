//! Samples in a test.

use std::path::Path;

use serde_json::Value;
use wheelwright_rehearsal::{Rehearsal, Unready};
use wheelwright_schema::manifest::Manifest;

use crate::files::read;
use crate::judge::Kinds;

/// Fails if a sample is not what it shows: one line in a test keeps documents and types together.
///
/// The file or folder, relative to the package, holds samples as the crate's head says: YAML and JSON, and Markdown with fenced
/// blocks. Of a wheel, each sample is converted to every version that is served besides, and must come back.
///
/// ```no_run
/// # use serde::{Deserialize, Serialize};
/// # use wheelwright::{CustomResource, Schema};
/// # /// A pizza.
/// # #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// # #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
/// # pub struct PizzaSpec {}
/// # wheelwright::wheel!(pub Pizzas = Pizza);
/// wheelwright::assert_samples!(Pizzas, "samples/");
/// wheelwright::assert_samples!(Pizzas, "../README.md");
/// // With settings, and without conversion:
/// wheelwright::assert_samples!({ Pizzas::manifest().max_description(0) }, "samples/");
/// ```
#[macro_export]
macro_rules! assert_samples {
    ($wheel:ty, $path:expr $(,)?) => {
        $crate::assert_samples(
            &<$wheel>::manifest(),
            ::core::option::Option::Some(<$wheel>::rehearsal()),
            ::core::env!("CARGO_MANIFEST_DIR"),
            $path,
        )
    };
    ($manifest:expr, $path:expr $(,)?) => {
        $crate::assert_samples(
            &$manifest,
            ::core::option::Option::None,
            ::core::env!("CARGO_MANIFEST_DIR"),
            $path,
        )
    };
}

/// See [`assert_samples!`](crate::assert_samples!).
///
/// # Panics
///
/// If a sample is not what it shows, if there is none, if a file cannot be read, or if the manifest has errors.
#[track_caller]
pub fn assert_samples(
    manifest: &Manifest,
    rehearsal: Option<Result<Rehearsal, Unready>>,
    package: &str,
    path: &str,
) {
    // No closures: the failure is at the caller's line.
    let crd = match manifest.json() {
        Ok(crd) => crd,
        Err(report) => panic!("{report}"),
    };
    let rehearsal = match rehearsal.transpose() {
        Ok(rehearsal) => rehearsal,
        Err(unready) => panic!("{unready}"),
    };
    if let Err(message) = hold(
        crd,
        rehearsal.as_ref(),
        &Path::new(package).join(path),
        path,
    ) {
        panic!("{message}");
    }
}

fn hold(crd: Value, rehearsal: Option<&Rehearsal>, path: &Path, shown: &str) -> Result<(), String> {
    let kind = crd["spec"]["names"]["kind"].as_str().unwrap_or_default();
    let kind = kind.to_owned();
    let kinds = Kinds::of(&[crd]).map_err(|error| error.to_string())?;
    let mut texts = read(path).map_err(|error| error.to_string())?;
    for text in &mut texts {
        let within = Path::new(&text.name).strip_prefix(path);
        let within = within.map_or_else(|_| shown.into(), |within| Path::new(shown).join(within));
        text.name = within.display().to_string();
    }
    let report = match rehearsal {
        Some(rehearsal) => kinds.judge_converting(&texts, rehearsal),
        None => kinds.judge(&texts),
    };
    if !report.faults.is_empty() {
        return Err(format!(
            "{report}\nwhere a sample is to show an error, write part of it into the sample: `# error: …`"
        ));
    }
    if report.samples == 0 {
        return Err(format!("{shown} holds no sample of {kind}"));
    }
    Ok(())
}
