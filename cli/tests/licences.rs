//! The licences of all that is linked are those that `deny.toml` allows.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;
use toml_edit::DocumentMut;

/// Whether an expression of SPDX can be met by these licences. `/` between two is an older `OR`.
fn is_met(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let met = any(&words, &mut at, allowed);
    met && at == words.len()
}

fn any(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut met = all(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        met |= all(words, at, allowed);
    }
    met
}

fn all(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut met = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        met &= one(words, at, allowed);
    }
    met
}

fn one(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let Some(&word) = words.get(*at) else {
        return false;
    };
    *at += 1;
    if word == "(" {
        let met = any(words, at, allowed);
        let closed = words.get(*at) == Some(&")");
        *at += 1;
        return met && closed;
    }
    if words.get(*at) == Some(&"WITH") {
        let exception = words.get(*at + 1).copied().unwrap_or_default();
        *at += 2;
        return allowed.contains(&format!("{word} WITH {exception}"));
    }
    allowed.contains(word)
}

/// The texts of a list in `deny.toml`.
fn setting(table: &str, key: &str) -> BTreeSet<String> {
    let settings: DocumentMut = include_str!("../../deny.toml").parse().expect("it is TOML");
    let list = settings[table][key].as_array().expect("a list");
    list.iter()
        .filter_map(|licence| licence.as_str())
        .map(str::to_owned)
        .collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// The identities of all packages but those that `deny.toml` excludes, with what only these depend on.
fn linked(metadata: &Value) -> BTreeSet<Option<&str>> {
    let excluded = setting("graph", "exclude");
    let members = list(&metadata["workspace_members"]).iter();
    let packages = list(&metadata["packages"]);
    let is_excluded = |id: &&Value| {
        let mut packages = packages.iter();
        let package = packages.find(|package| package["id"] == **id);
        let name = package.and_then(|package| package["name"].as_str());
        name.is_some_and(|name| excluded.contains(name))
    };
    let mut left: Vec<Option<&str>> = members
        .filter(|id| !is_excluded(id))
        .map(Value::as_str)
        .collect();
    let mut found = BTreeSet::new();
    while let Some(id) = left.pop() {
        if found.insert(id) {
            let mut nodes = list(&metadata["resolve"]["nodes"]).iter();
            let node = nodes.find(|node| node["id"].as_str() == id);
            let needs = list(&node.expect("it is resolved")["dependencies"]);
            left.extend(needs.iter().map(Value::as_str));
        }
    }
    found
}

#[test]
fn expressions_are_read() {
    let allowed = ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"];
    let allowed = allowed.map(str::to_owned).into();
    for (expression, met) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("MIT/Apache-2.0", true),
        ("MIT AND GPL-3.0", false),
        ("ISC AND (GPL-3.0 OR MIT)", true),
        ("(MIT OR GPL-3.0) AND GPL-3.0", false),
        ("GPL-3.0 OR MIT AND ISC", true),
        ("Apache-2.0 WITH LLVM-exception", true),
        ("Apache-2.0", false),
        ("MIT MIT", false),
        ("(MIT", false),
        ("", false),
    ] {
        assert_eq!(is_met(expression, &allowed), met, "{expression}");
    }
}

/// Of this machine's target: what others need besides, cargo-deny sees.
#[test]
fn all_dependencies_are_of_the_registry_and_may_be_linked() {
    let version = Command::new("rustc").arg("-vV").output().expect("rustc");
    let version = String::from_utf8(version.stdout).expect("UTF-8");
    let mut lines = version.lines();
    let host = lines.find_map(|line| line.strip_prefix("host: "));
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--locked",
            "--all-features",
        ])
        .args(["--filter-platform", host.expect("a host")])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{output:?}");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let allowed = setting("licenses", "allow");
    let linked = linked(&metadata);
    assert!(linked.len() > 100);
    for package in list(&metadata["packages"]) {
        let name = &package["name"];
        if !linked.contains(&package["id"].as_str()) {
            continue;
        }
        let licence = package["license"].as_str();
        match package["source"].as_str() {
            // `publish = false` is an empty list of registries.
            None if package["publish"] == serde_json::json!([]) => {}
            None => assert_eq!(licence, Some("MIT OR Apache-2.0"), "{name}"),
            Some(source) => {
                assert!(
                    source.starts_with("registry+https://github.com/rust-lang/crates.io-index"),
                    "{name}: {source}"
                );
                let licence = licence.unwrap_or_default();
                assert!(
                    is_met(licence, &allowed),
                    "{name}: {licence:?} is not allowed by deny.toml"
                );
            }
        }
    }
}
