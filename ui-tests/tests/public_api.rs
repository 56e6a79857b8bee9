//! The public API of each published crate is what `api.txt` beside its `src` lists: what users see of a change shows in its
//! diff. Traits that the compiler implements by itself, and those that are implemented for all types, are left out.

#[path = "../../e2e/tests/e2e/cargo.rs"]
mod cargo;

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Folders of packages, and what their libraries are called. The rooms behind `wheelwright` whose items it shows its users
/// are listed where those items are; the others have nothing to list.
const CRATES: [(&str, &str); 16] = [
    ("cel", "wheelwright_cel"),
    ("convert", "wheelwright_convert"),
    ("deploy", "wheelwright_deploy"),
    ("docs", "wheelwright_docs"),
    ("grammar", "wheelwright_grammar"),
    ("install", "wheelwright_install"),
    ("migration", "wheelwright_migration"),
    ("rehearsal", "wheelwright_rehearsal"),
    ("release", "wheelwright_release"),
    ("rules", "wheelwright_rules"),
    ("runtime", "wheelwright"),
    ("samples", "wheelwright_samples"),
    ("schema", "wheelwright_schema"),
    ("table", "wheelwright_table"),
    ("webhook", "wheelwright_webhook"),
    ("yaml", "wheelwright_yaml"),
];

/// Set to write the listings anew.
const UPDATE: &str = "WHEELWRIGHT_UPDATE";

#[test]
fn is_as_listed() {
    document();
    let mut differing = Vec::new();
    for (folder, library) in CRATES {
        let listing = workspace().join(folder).join("api.txt");
        let now = listed(library);
        if env::var_os(UPDATE).is_some() {
            fs::write(&listing, &now).expect("the listing can be written");
        }
        let before = fs::read_to_string(&listing).unwrap_or_default();
        if before != now {
            differing.push(format!("{folder}/api.txt\n{}", difference(&before, &now)));
        }
    }
    assert!(
        differing.is_empty(),
        "the public API is not as listed; if that is meant, run `{UPDATE}=1 cargo test -p ui-tests --test public_api`:\n\n{}",
        differing.join("\n")
    );
}

/// Has rustdoc write what it knows of each crate as JSON. Of the whole workspace with all features, as `cargo doc` is run elsewhere:
/// each crate by itself would have its dependencies built once more, with the features that it alone asks for.
fn document() {
    let made = cargo::cargo()
        .args([
            "doc",
            "--quiet",
            "--workspace",
            "--lib",
            "--no-deps",
            "--all-features",
            "--target-dir",
        ])
        .arg(target())
        .current_dir(workspace())
        .env("RUSTDOC", rustdoc())
        .env(
            "RUSTDOCFLAGS",
            "-Zunstable-options --output-format=json --cap-lints=allow",
        )
        .output()
        .expect("cargo runs");
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
}

/// A line for each public item.
fn listed(library: &str) -> String {
    let json = target().join("doc").join(format!("{library}.json"));
    let api = public_api::Builder::from_rustdoc_json(json)
        .omit_auto_trait_impls(true)
        .omit_blanket_impls(true)
        .build()
        .expect("the format of rustdoc's JSON is that of the pinned toolchain");
    // What `derive(PartialEq)` adds for the compiler says nothing more.
    let said = |line: &&str| !line.starts_with("impl core::marker::StructuralPartialEq for ");
    let text = api.to_string();
    text.lines()
        .filter(said)
        .flat_map(|line| [line, "\n"])
        .collect()
}

/// Only the stable toolchain is here, whose rustdoc writes JSON if it is allowed what is unstable. It alone: dependencies
/// would be built anew.
fn rustdoc() -> PathBuf {
    let wrapper = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rustdoc");
    let script = "#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec rustdoc \"$@\"\n";
    fs::write(&wrapper, script).expect("the wrapper can be written");
    let made = Command::new("chmod").arg("+x").arg(&wrapper).status();
    assert!(made.is_ok_and(|status| status.success()));
    wrapper
}

fn difference(before: &str, now: &str) -> String {
    let (before, now): (BTreeSet<&str>, BTreeSet<&str>) =
        (before.lines().collect(), now.lines().collect());
    let gone = before.difference(&now).map(|line| format!("-{line}\n"));
    let new = now.difference(&before).map(|line| format!("+{line}\n"));
    gone.chain(new).collect()
}

fn workspace() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package)
}

/// Where everything is built: what is there is used.
fn target() -> &'static Path {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    temporary.parent().unwrap_or(temporary)
}
