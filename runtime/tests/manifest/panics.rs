//! Functions of the author's that panic while a manifest is made or checked: each is an error at its field.

use std::borrow::Cow;

use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wheelwright::{CustomResource, Schema, manifest};

/// A panic of a `&str`, where what it says is in the code.
fn oven() -> u8 {
    panic!("no oven")
}

/// A panic of a `String`, where it is put together.
fn cheese() -> String {
    panic!("out of {}", std::hint::black_box("cheese"))
}

fn shape() -> Value {
    std::panic::panic_any(7_u8)
}

fn dough() -> Dough {
    panic!("no dough")
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, status = PizzaStatus)]
pub struct PizzaSpec {
    #[schema(default)]
    #[serde(default = "oven")]
    ovens: u8,
    #[schema(default)]
    #[serde(default = "cheese")]
    cheese: String,
    #[schema(default = cheese())]
    called: String,
    #[schema(enum_values(cheese()))]
    allowed: String,
    #[schema(with = shape)]
    shaped: Value,
    foreign: Foreign,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(default = "dough")]
pub struct Dough {
    #[schema(default)]
    flour: u8,
}

#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Foreign {}

impl JsonSchema for Foreign {
    fn schema_name() -> Cow<'static, str> {
        panic!("no name")
    }

    fn json_schema(_: &mut SchemaGenerator) -> schemars::Schema {
        panic!("no schema")
    }
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaStatus {
    dough: Dough,
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Default, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Oven", namespaced, spec(default = { heat: oven() }))]
pub struct OvenSpec {
    heat: u8,
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Kitchen", namespaced)]
#[serde(default = "kitchen")]
pub struct KitchenSpec {
    #[schema(default = "brie")]
    #[serde(default = "cheese")]
    cheese: String,
    #[schema(default = 1)]
    flour: u8,
}

fn kitchen() -> KitchenSpec {
    panic!("no kitchen")
}

fn assert_says<R: CustomResource>(expected: &[(&str, &str)]) {
    let report = manifest::of::<R>().check();
    let said: Vec<String> = report.errors().map(ToString::to_string).collect();
    assert_eq!(said.len(), expected.len(), "{said:#?}");
    for (said, (words, place)) in said.iter().zip(expected) {
        let place = format!("\n  at `{place}` (runtime/tests/manifest/panics.rs:");
        assert!(
            said.starts_with(&format!("error: {words}{place}")),
            "expected {words:?}{place}: {said}"
        );
    }
}

#[test]
fn a_function_that_panics_while_a_schema_is_made_is_an_error_at_its_field() {
    let instead = "; write one that can always be made";
    assert_says::<Pizza>(&[
        (
            &format!("the default cannot be made: it panicked: no oven{instead}"),
            "PizzaSpec.ovens",
        ),
        (
            &format!("the default cannot be made: it panicked: out of cheese{instead}"),
            "PizzaSpec.cheese",
        ),
        (
            &format!("the default cannot be made: it panicked: out of cheese{instead}"),
            "PizzaSpec.called",
        ),
        (
            &format!("the allowed value cannot be made: it panicked: out of cheese{instead}"),
            "PizzaSpec.allowed",
        ),
        (
            &format!("the schema cannot be made: it panicked{instead}"),
            "PizzaSpec.shaped",
        ),
        (
            "the JSON schema of `manifest::panics::Foreign` has no structural form: at `$`, it panicked: no name; give \
             one with `#[schema(with = function)]`, or keep any JSON with `#[schema(opaque)]`",
            "PizzaSpec.foreign",
        ),
        (
            &format!("the default cannot be made: it panicked: no dough{instead}"),
            "Dough.flour",
        ),
    ]);
}

#[test]
fn a_default_of_the_spec_that_panics_is_an_error_at_its_type() {
    assert_says::<Oven>(&[(
        "a default cannot be made: it panicked: no oven; write one that can always be made",
        "OvenSpec",
    )]);
}

#[test]
fn a_default_of_serdes_that_panics_when_held_against_the_schemas_is_an_error_at_its_field() {
    let instead = "; write one that can always be made";
    assert_says::<Kitchen>(&[
        (
            &format!("a default cannot be made: it panicked: out of cheese{instead}"),
            "KitchenSpec.cheese",
        ),
        (
            &format!("a default cannot be made: it panicked: no kitchen{instead}"),
            "KitchenSpec.flour",
        ),
    ]);
}
