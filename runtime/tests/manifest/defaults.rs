//! Serde's defaults as the schema's: of a type, of a CRD, and where neither is said.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{
    CustomResource, Schema,
    check::Problem,
    manifest::{self, Manifest},
};

fn schema(manifest: &Manifest) -> Value {
    let crd = manifest.json().unwrap_or_else(|report| panic!("{report}"));
    crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"].clone()
}

/// The paths that a warning says are lost.
fn lost(manifest: &Manifest) -> Vec<String> {
    let report = manifest.check();
    let lists: Vec<&Vec<String>> = report
        .warnings()
        .filter_map(|finding| match &finding.problem {
            Problem::DefaultsLost(paths) => Some(paths),
            _ => None,
        })
        .collect();
    assert!(lists.len() <= 1, "once a CRD: {report}");
    lists.into_iter().flatten().cloned().collect()
}

/// All defaults in a schema, by where they stand.
fn defaults(schema: &Value) -> BTreeMap<String, Value> {
    fn collect(schema: &Value, path: &str, out: &mut BTreeMap<String, Value>) {
        if let Some(default) = schema.get("default") {
            out.insert(path.to_owned(), default.clone());
        }
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            collect(property, &format!("{path}.{name}"), out);
        }
        for keyword in ["items", "additionalProperties"] {
            if let Some(inner) = schema.get(keyword) {
                collect(inner, &format!("{path}[*]"), out);
            }
        }
    }
    let mut out = BTreeMap::new();
    collect(schema, "", &mut out);
    out
}

/// What the fields of a spec are, with whatever an attribute says of their defaults.
macro_rules! idm {
    ($module:ident, [$($crd:tt)*], [$($spec:meta),*], [$($group:meta),*] $(, $derive:path)?) => {
        mod $module {
            use super::*;
            #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
            #[crd(group = "example.com", version = "v1", kind = "Idm", namespaced $($crd)*)]
            $(#[$spec])*
            pub struct IdmSpec {
                pub groups: Vec<Group>,
                pub choice: Choice,
                #[serde(default)]
                pub size: Size,
                #[serde(default)]
                pub note: Option<String>,
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                #[schema(min_items = 1)]
                pub hosts: Vec<String>,
                #[serde(default = "yes", skip_serializing_if = "std::ops::Not::not")]
                pub on: bool,
                #[serde(skip_deserializing)]
                pub seen: u8,
            }

            #[derive(Schema, $($derive,)? Serialize, Deserialize, Clone, Debug)]
            $(#[$group])*
            pub struct Group {
                pub name: String,
                #[serde(default)]
                pub primary: bool,
            }

            #[derive(Schema, $($derive,)? Serialize, Deserialize, Clone, Debug)]
            #[serde(default)]
            pub struct Size {
                pub least: u8,
                pub most: Option<u8>,
            }

            impl Default for Size {
                fn default() -> Self {
                    Self { least: 3, most: None }
                }
            }

            #[derive(Schema, $($derive,)? Serialize, Deserialize, Clone, Debug)]
            pub enum Choice {
                One { #[serde(default)] a: u8 },
                Other(String),
            }

            fn yes() -> bool {
                true
            }
        }
    };
}

idm!(unsaid, [], [], []);
idm!(of_spec, [], [schema(serde_defaults)], []);
idm!(within, [], [schema(serde_defaults(nested))], []);
idm!(of_group, [], [], [schema(serde_defaults)]);
idm!(of_crd, [, serde_defaults], [], []);

#[test]
fn a_type_takes_the_defaults_of_its_own_fields() {
    let unsaid = schema(&manifest::of::<unsaid::Idm>());
    assert_eq!(defaults(&unsaid), BTreeMap::new());
    let of_spec = defaults(&schema(&manifest::of::<of_spec::Idm>()));
    assert_eq!(
        json!(of_spec),
        // `null` is no default to the API server, and what serde leaves out is none that it writes.
        json!({".size": {"least": 3, "most": null}, ".on": true})
    );
    let of_group = defaults(&schema(&manifest::of::<of_group::Idm>()));
    assert_eq!(json!(of_group), json!({".groups[*].primary": false}));
}

#[test]
fn all_types_within_are_reached_by_the_crd_or_on_request() {
    let all = json!({
        ".size": {"least": 3, "most": null}, ".size.least": 3, ".on": true, ".groups[*].primary": false, ".choice.One.a": 0,
    });
    for manifest in [manifest::of::<of_crd::Idm>(), manifest::of::<within::Idm>()] {
        assert_eq!(json!(defaults(&schema(&manifest))), all);
        assert_eq!(lost(&manifest), [""; 0]);
    }
}

/// `schemars` says what a CRD of kube-derive has had.
#[test]
fn they_are_those_of_schemars() {
    mod old {
        use super::*;
        #[derive(schemars::JsonSchema, Serialize, Deserialize)]
        pub(super) struct IdmSpec {
            groups: Vec<Group>,
            #[serde(default)]
            size: Size,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            hosts: Vec<String>,
            #[serde(default = "yes", skip_serializing_if = "std::ops::Not::not")]
            on: bool,
        }
        #[derive(schemars::JsonSchema, Serialize, Deserialize)]
        struct Group {
            name: String,
            #[serde(default)]
            primary: bool,
        }
        #[derive(schemars::JsonSchema, Serialize, Deserialize)]
        #[serde(default)]
        struct Size {
            least: u8,
            most: Option<u8>,
        }
        impl Default for Size {
            fn default() -> Self {
                Self {
                    least: 3,
                    most: None,
                }
            }
        }
        fn yes() -> bool {
            true
        }
    }
    let settings = schemars::generate::SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
    });
    let old = settings
        .into_generator()
        .into_root_schema_for::<old::IdmSpec>();
    let mut old = defaults(&old.to_value());
    old.retain(|_, value| !value.is_null());
    let mut new = defaults(&schema(&manifest::of::<of_crd::Idm>()));
    new.remove(".choice.One.a");
    assert_eq!(old, new);
}

#[test]
fn what_only_serde_fills_in_is_told_once() {
    assert_eq!(
        lost(&manifest::of::<unsaid::Idm>()),
        [
            "v1 .spec.groups[*].primary",
            "v1 .spec.choice.One.a",
            "v1 .spec.size",
            "v1 .spec.size.least",
            "v1 .spec.on",
        ]
    );
    assert_eq!(
        lost(&manifest::of::<of_spec::Idm>()),
        [
            "v1 .spec.groups[*].primary",
            "v1 .spec.choice.One.a",
            "v1 .spec.size.least"
        ]
    );
}

/// What is not said on a field is taken; each form of a field that could be meant otherwise.
mod told {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Told",
        namespaced,
        serde_defaults
    )]
    #[schema(serde_defaults)]
    pub struct ToldSpec {
        #[serde(default)]
        #[schema(no_default)]
        pub not: u8,
        #[serde(default = "seven")]
        #[schema(default = 7)]
        pub own: u8,
        #[serde(default)]
        #[schema(required)]
        pub required: u8,
        #[serde(default, alias = "other")]
        #[schema(accept_aliases)]
        pub aliased: u8,
        #[serde(flatten)]
        pub flat: Flat,
        #[serde(flatten)]
        pub maybe: Option<Maybe>,
        #[schema(list_map_keys("name", "port"))]
        pub keyed: Vec<Keyed>,
        pub tagged: Tagged,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Flat {
        #[serde(default)]
        pub flat: u8,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Maybe {
        pub must: u8,
        #[serde(default)]
        pub may: u8,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[schema(serde_defaults)]
    pub struct Keyed {
        pub name: String,
        /// A key of a list has a default or is required.
        #[serde(default = "eighty")]
        pub port: u16,
    }

    /// What the variants share has one default; what one has alone would be filled in for the other as well.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(tag = "type")]
    pub enum Tagged {
        A {
            #[serde(default)]
            alone: u8,
            #[serde(default)]
            shared: u8,
            #[serde(default)]
            other: u8,
        },
        B {
            #[serde(default)]
            shared: u8,
            #[serde(default = "seven")]
            other: u8,
        },
    }

    fn seven() -> u8 {
        7
    }

    fn eighty() -> u16 {
        80
    }
}

#[test]
fn each_field_has_the_last_word_and_no_default_is_filled_in_where_serde_would_not() {
    let manifest = manifest::of::<told::Told>();
    assert_eq!(
        json!(defaults(&schema(&manifest))),
        json!({".own": 7, ".flat": 0, ".keyed[*].port": 80})
    );
    // Serde only fills it in where the whole is there.
    assert_eq!(lost(&manifest), ["v1 .spec.may"]);
}

mod refused {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Refused", namespaced)]
    pub struct RefusedSpec {
        #[serde(default)]
        #[schema(min_length = 1)]
        pub name: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[schema(min_length = 1)]
        pub left_out: String,
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Taken",
        namespaced,
        serde_defaults
    )]
    pub struct TakenSpec {
        #[serde(default)]
        #[schema(min_length = 1)]
        pub name: String,
        #[serde(default = "panics")]
        pub panics: u8,
    }

    fn panics() -> u8 {
        panic!("no answer")
    }
}

#[test]
fn a_default_that_the_schema_refuses_or_that_cannot_be_known_is_told() {
    let report = manifest::of::<refused::Refused>().check();
    let found: Vec<String> = report
        .warnings()
        .filter(|finding| matches!(finding.problem, Problem::DefaultRefused { .. }))
        .map(ToString::to_string)
        .collect();
    assert_eq!(found.len(), 1, "{report}");
    assert!(
        found[0].contains("serde reads \"\" and writes it back, which the API server refuses: should be at least 1 chars long;")
            && found[0].contains("`RefusedSpec.name`"),
        "{report}"
    );
    let report = manifest::of::<refused::Taken>().check().to_string();
    assert!(
        report.contains("no answer") && report.contains("`TakenSpec.panics`"),
        "{report}"
    );
}
