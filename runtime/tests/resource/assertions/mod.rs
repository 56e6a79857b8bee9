//! What the const assertions say; here called at run time, to read the words.

mod paths;
mod versions;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::{Deserialize, Serialize};
use wheelwright::table::{Scalar, Shape as Form, Type};
use wheelwright::{CustomResource, Schema};

/// All kinds of fields.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Field", namespaced, status = FieldStatus)]
pub struct FieldSpec {
    text: String,
    number: f64,
    integer: i32,
    flag: bool,
    maybe: Option<Inner>,
    boxed: Box<Inner>,
    list: Vec<Inner>,
    map: BTreeMap<String, Inner>,
    any: serde_json::Value,
    colour: Colour,
    shape: Shape,
    #[serde(flatten)]
    more: More,
    #[schema(default = 1)]
    #[serde(default)]
    defaulted: i32,
    #[serde(default)]
    serde_defaulted: i32,
    either: Either,
    #[schema(opaque)]
    opaque: Inner,
    #[schema(preserve_unknown_fields)]
    open: Inner,
}

/// What is observed.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct FieldStatus {
    replicas: Option<i64>,
}

/// A number or a string.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
pub enum Either {
    /// A number.
    Number(i32),
    /// A string.
    Text(String),
}

impl Schema for Either {
    const TYPE: &'static Type = &Type::of("Either", Form::Scalar(Scalar::IntOrString));
}

/// Some fields.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Inner {
    deep_name: String,
    size: Option<u8>,
}

/// Fields of the parent.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct More {
    extra: i64,
}

/// A string.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Colour {
    /// One.
    Red,
    /// Two.
    Blue,
}

/// One of two.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "type")]
pub enum Shape {
    /// Round.
    Circle {
        /// How far.
        radius: i32,
    },
    /// Not round.
    Square {
        /// How long.
        side: i32,
    },
}

/// The words of an assertion that fails.
fn words(assertion: impl FnOnce()) -> Option<String> {
    let failed = catch_unwind(AssertUnwindSafe(assertion)).err()?;
    failed.downcast_ref::<String>().cloned().or_else(|| {
        failed
            .downcast_ref::<&str>()
            .map(|words| (*words).to_owned())
    })
}

/// Without status.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Bare", namespaced)]
pub struct BareSpec {
    x: i32,
}
