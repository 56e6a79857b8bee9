//! The schema of the object itself.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, manifest};

fn schema_of<R: CustomResource>() -> Value {
    let crd = manifest::of::<R>()
        .json()
        .unwrap_or_else(|report| panic!("{report}"));
    crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"].clone()
}

mod plain {
    use super::*;

    /// What the object is.
    ///
    /// In more words.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Plain", namespaced, status = PlainStatus)]
    pub struct PlainSpec {
        pub size: bool,
    }

    /// How it is.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct PlainStatus {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ready: Option<bool>,
    }
}

#[test]
fn the_doc_comment_describes_the_object() {
    assert_eq!(
        schema_of::<plain::Plain>(),
        json!({
            "type": "object",
            "description": "What the object is.\n\nIn more words.",
            "required": ["spec"],
            "properties": {
                "spec": {"type": "object", "required": ["size"], "properties": {"size": {"type": "boolean"}}},
                "status": {
                    "type": "object", "description": "How it is.", "properties": {"ready": {"type": "boolean"}}
                }
            }
        })
    );
}

mod demanding {
    use super::*;

    /// Kept by the spec, since the root says something else.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Demanding",
        namespaced,
        type_meta(required),
        metadata(required),
        name(max_length = 20),
        generate_name(pattern = "^a"),
        root(
            description = "The object.",
            rule("self.spec.size || has(self.metadata.name)", message = "no")
        )
    )]
    pub struct DemandingSpec {
        pub size: bool,
    }
}

#[test]
fn the_root_says_more() {
    assert_eq!(
        schema_of::<demanding::Demanding>(),
        json!({
            "type": "object",
            "description": "The object.",
            "required": ["apiVersion", "kind", "metadata", "spec"],
            "x-kubernetes-validations": [
                {"rule": "self.spec.size || has(self.metadata.name)", "message": "no"}
            ],
            "properties": {
                "apiVersion": {"type": "string"},
                "kind": {"type": "string"},
                "metadata": {
                    "type": "object",
                    "properties": {
                        "name": {"type": "string", "maxLength": 20},
                        "generateName": {"type": "string", "pattern": "^a"}
                    }
                },
                "spec": {
                    "type": "object",
                    "description": "Kept by the spec, since the root says something else.",
                    "required": ["size"],
                    "properties": {"size": {"type": "boolean"}}
                }
            }
        })
    );
}

mod lenient {
    use super::*;

    /// Lenient.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(group = "example.com", version = "v1", kind = "Lenient", namespaced, type_meta, spec(default = {}), root(preserve_unknown_fields))]
    pub struct LenientSpec {
        #[schema(default)]
        #[serde(default)]
        pub size: bool,
    }
}

#[test]
fn a_defaulted_spec_is_not_required() {
    assert_eq!(
        schema_of::<lenient::Lenient>(),
        json!({
            "type": "object",
            "description": "Lenient.",
            "x-kubernetes-preserve-unknown-fields": true,
            "properties": {
                "apiVersion": {"type": "string"},
                "kind": {"type": "string"},
                "metadata": {"type": "object"},
                "spec": {
                    "type": "object", "default": {},
                    "properties": {"size": {"type": "boolean", "default": false}}
                }
            }
        })
    );
}

mod flat {
    use super::*;

    /// foo bar object
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com", version = "v1", kind = "Flat", namespaced, no_spec, name(pattern = "^a"),
        root(any_of({ properties: { bar: { minimum: 42 } }, required: ["bar"] }))
    )]
    pub struct FlatFields {
        #[schema(pattern = "abc")]
        pub foo: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(format = "")]
        pub bar: Option<i64>,
    }
}

#[test]
fn without_a_spec_the_fields_are_members_of_the_object() {
    assert_eq!(
        schema_of::<flat::Flat>(),
        json!({
            "type": "object",
            "description": "foo bar object",
            "required": ["foo"],
            "properties": {
                "foo": {"type": "string", "pattern": "abc"},
                "bar": {"type": "integer"},
                "metadata": {"type": "object", "properties": {"name": {"type": "string", "pattern": "^a"}}}
            },
            "anyOf": [{"properties": {"bar": {"minimum": 42}}, "required": ["bar"]}]
        })
    );
}

#[test]
fn descriptions_are_cut_in_the_manifest_only() {
    let manifest = manifest::of::<plain::Plain>;
    let schema = |manifest: manifest::Manifest| {
        manifest.json().unwrap()["spec"]["versions"][0]["schema"]["openAPIV3Schema"].clone()
    };
    let cut = schema(manifest().max_description(20));
    assert_eq!(cut["description"], "What the object is.");
    assert_eq!(cut["properties"]["status"]["description"], "How it is.");
    let none = schema(manifest().max_description(0));
    assert_eq!(none.get("description"), None);
    assert_eq!(none["properties"]["status"].get("description"), None);
}
