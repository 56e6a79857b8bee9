//! Wheels whose mapping changes between releases, held to what an earlier one recorded.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use wheelwright_release::record;

/// A release of a kind: v2 is stored, and v1 maps to it with these fields.
macro_rules! release {
    ($name:ident, { $($hub:tt)* }, $added:tt, { $($spoke:tt)* }) => {
        mod $name {
            #![allow(unreachable_pub, reason = "the roots that the derive makes are as visible as the spec")]

            mod v2 {
                use serde::{Deserialize, Serialize};
                use wheelwright::{CustomResource, Schema};

                #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
                #[crd(
                    group = "example.com", version = "v2", kind = "Pizza", storage, namespaced,
                    conversion(webhook(service = "pizza/webhook", path = "/convert")),
                )]
                pub(crate) struct PizzaSpec { $($hub)* }
            }
            mod v1 {
                use serde::{Deserialize, Serialize};
                use wheelwright::{CustomResource, Schema, Spoke};

                #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
                #[crd(hub = super::v2::Pizza, version = "v1")]
                #[spoke(hub = super::v2::PizzaSpec, added $added)]
                pub(crate) struct PizzaSpec { $($spoke)* }
            }
            wheelwright::wheel!(pub(super) Pizzas = v2::Pizza, [v1::Pizza]);
        }
    };
}

release!(
    first,
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub crust: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub base: Option<String>,
        #[schema(maximum = 6_000)]
        pub seconds: u32,
        pub chef: String,
    },
    (base = None),
    {
        #[spoke(to = "crust")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub dough: Option<String>,
        #[spoke(rename = "seconds", factor = 60)]
        #[schema(maximum = 100)]
        pub minutes: u32,
        #[spoke(or = "house".to_owned())]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub chef: Option<String>,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
    }
);

// The dough is the base now.
release!(
    elsewhere,
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub crust: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub base: Option<String>,
        #[schema(maximum = 6_000)]
        pub seconds: u32,
        pub chef: String,
    },
    (crust = None),
    {
        #[spoke(to = "base")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub dough: Option<String>,
        #[spoke(rename = "seconds", factor = 60)]
        #[schema(maximum = 100)]
        pub minutes: u32,
        #[spoke(or = "house".to_owned())]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub chef: Option<String>,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
    }
);

// Half minutes, and another chef.
release!(
    otherwise,
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub crust: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub base: Option<String>,
        #[schema(maximum = 6_000)]
        pub seconds: u32,
        pub chef: String,
    },
    (base = None),
    {
        #[spoke(to = "crust")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub dough: Option<String>,
        #[spoke(rename = "seconds", factor = 30)]
        #[schema(maximum = 100)]
        pub minutes: u32,
        #[spoke(or = "guest".to_owned())]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub chef: Option<String>,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
    }
);

// The hub has the note and an oven as well; a new field of v1 is the oven.
release!(
    more,
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub crust: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub base: Option<String>,
        #[schema(maximum = 6_000)]
        pub seconds: u32,
        pub chef: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub oven: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fan: Option<bool>,
    },
    (base = None, fan = None),
    {
        #[spoke(to = "crust")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub dough: Option<String>,
        #[spoke(rename = "seconds", factor = 60)]
        #[schema(maximum = 100)]
        pub minutes: u32,
        #[spoke(or = "house".to_owned())]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub chef: Option<String>,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub oven: Option<String>,
    }
);

/// A folder with the first release.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = format!("wheelwright-wheel-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        fs::create_dir_all(&folder).expect("there is a folder");
        let crd = first::Pizzas::crd_json().expect("it is a CRD");
        let recorded = record(&crd, &|object, version| {
            first::Pizzas::convert_object(object, version).map_err(|error| error.to_string())
        });
        fs::write(folder.join("v1.json"), crd.to_string()).expect("it is written");
        let recorded = recorded.expect("it is recorded");
        fs::write(folder.join("v1.objects.jsonl"), recorded).expect("it is written");
        Self(folder)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("it is UTF-8")
    }

    /// What an assertion says that fails.
    fn failure(&self, assertion: impl FnOnce(&str)) -> String {
        let failure = catch_unwind(AssertUnwindSafe(|| assertion(self.path())));
        let failure = failure.expect_err("it fails");
        failure
            .downcast_ref::<String>()
            .expect("it says why")
            .clone()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("it is removed");
    }
}

#[test]
fn a_mapping_that_is_kept_breaks_nobody() {
    let folder = Folder::new("kept");
    wheelwright::assert_release!(first::Pizzas, folder.path());
    wheelwright::assert_release!(more::Pizzas, folder.path());
}

/// The last release drops the fields that it does not have, at each version.
#[test]
fn what_the_last_release_drops_is_reported() {
    let folder = Folder::new("back");
    wheelwright::assert_release!(first::Pizzas, folder.path(), rollback);
    let failure = folder.failure(|path| wheelwright::assert_release!(more::Pizzas, path, rollback));
    assert!(
        failure.contains("v1.json cannot take over again from the types"),
        "{failure}"
    );
    for field in ["v2,v1/spec.oven", "v2/spec.fan"] {
        let key = format!("`rollback-field-pruned pizzas.example.com/{field}: why`");
        assert!(failure.contains(&key), "{failure}");
    }
    let failure = folder.failure(|path| {
        wheelwright::assert_release!({ more::Pizzas::manifest() }, path, rollback);
    });
    assert!(failure.contains("v2/spec.fan"), "{failure}");
}

/// What v1 calls the dough is another field of what is stored, which the schemas do not say.
#[test]
fn a_field_that_goes_elsewhere_is_reported_at_both_versions() {
    let folder = Folder::new("elsewhere");
    let failure = folder.failure(|path| wheelwright::assert_release!(elsewhere::Pizzas, path));
    for key in [
        "conversion-changed pizzas.example.com/v1/spec.dough",
        "conversion-changed pizzas.example.com/v2/spec.crust",
    ] {
        assert!(failure.contains(key), "{failure}");
    }
    // The schemas alone are the same.
    wheelwright::assert_release!({ elsewhere::Pizzas::manifest() }, folder.path());
}

#[test]
fn another_factor_and_stand_in_are_reported() {
    let folder = Folder::new("otherwise");
    let failure = folder.failure(|path| wheelwright::assert_release!(otherwise::Pizzas, path));
    for key in [
        "conversion-changed pizzas.example.com/v1/spec.minutes",
        "conversion-changed pizzas.example.com/v2/spec.seconds",
        "conversion-changed pizzas.example.com/v2/spec.chef",
    ] {
        assert!(failure.contains(key), "{failure}");
    }
    assert!(!failure.contains("spec.dough"), "{failure}");
    let accepted = "\
conversion-changed pizzas.example.com/v1/spec.minutes: nobody bakes for that long
";
    fs::write(folder.0.join("accepted"), accepted).expect("it is written");
    let failure = folder.failure(|path| wheelwright::assert_release!(otherwise::Pizzas, path));
    assert!(
        !failure.contains("breaks: conversion-changed pizzas.example.com/v1/spec.minutes"),
        "{failure}"
    );
}

/// What only v1 has is kept in the annotation: a release that does not read it loses it.
#[test]
fn kept_data_that_does_not_come_back_is_reported() {
    let folder = Folder::new("annotation");
    let file = folder.0.join("v1.objects.jsonl");
    let text = fs::read_to_string(&file).expect("it is read");
    assert!(text.contains("kept-by-conversion"), "{text}");
    // As if the annotation had been written in a form that nobody reads any more.
    fs::write(&file, text.replace(r#"\"format\":"#, r#"\"form\":"#)).expect("it is written");
    let failure = folder.failure(|path| wheelwright::assert_release!(first::Pizzas, path));
    assert!(
        failure.contains("kept-lost pizzas.example.com/v1/spec.note"),
        "{failure}"
    );
}
