//! The servers that a CRD is for.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, manifest};

/// `isSemver` came with 1.34, and `int32` is checked from 1.36 on.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Pin",
    namespaced,
    kube = "1.33..=1.36"
)]
pub struct PinSpec {
    pub nested: Nested,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Nested {
    #[schema(rule("isSemver(self)"))]
    pub dough: String,
    pub count: i32,
}

#[test]
fn what_the_oldest_lacks_is_an_error_at_its_field() {
    let report = manifest::of::<Pin>().check();
    let errors: Vec<String> = report.errors().map(ToString::to_string).collect();
    let [error] = errors.as_slice() else {
        panic!("{report}");
    };
    for part in [
        "the CRD is for servers 1.33..=1.36",
        "`isSemver` needs 1.34",
        "`Nested.dough`",
        "servers.rs:",
        "pin `>=1.34`",
    ] {
        assert!(error.contains(part), "{part}: {error}");
    }
}

#[test]
fn formats_that_the_oldest_ignores_are_bounds_too() {
    let count = |servers: &str| {
        let crd = manifest::of::<Pin>().kube(servers).json().unwrap();
        let schema = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
        schema["properties"]["spec"]["properties"]["nested"]["properties"]["count"].clone()
    };
    let plain = json!({"type": "integer", "format": "int32"});
    assert_eq!(count(">=1.36"), plain);
    let mut bounded = plain;
    bounded["minimum"] = i32::MIN.into();
    bounded["maximum"] = i32::MAX.into();
    assert_eq!(count(">=1.34"), bounded);
}

#[test]
fn what_is_no_range_of_known_servers_is_an_error() {
    for servers in ["1.30..", ">=1.99", "banana", "1.34"] {
        let report = manifest::of::<Pin>().kube(servers).check();
        assert!(!report.is_ok(), "{servers}");
        assert!(report.to_string().contains(">=1."), "{report}");
    }
}
