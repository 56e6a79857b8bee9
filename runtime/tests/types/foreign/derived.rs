//! The law for types that derive `JsonSchema`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wheelwright::{
    private::{ForeignType as _, Of},
    schema,
};

use crate::law::holds_for_what_is_read;

macro_rules! foreign {
    ($($(#[$meta:meta])* $kind:ident $name:ident $body:tt)*) => {$(
        #[derive(JsonSchema, Serialize, Deserialize, Debug)]
        $(#[$meta])*
        $kind $name $body
    )*};
}

foreign! {
    struct Inner { x: u8, y: Option<String> }

    #[serde(deny_unknown_fields)]
    struct Denied { a: i8, b: Option<u16> }

    #[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
    enum Plain { A, B }

    /// How.
    enum Documented {
        /// The first.
        A,
        B,
    }

    enum External { Unit, Newtype(Inner), Struct { a: i32, #[serde(default)] b: u16 } }

    enum ExternalData { Newtype(Inner), Struct { a: i32 } }

    #[serde(tag = "t")]
    enum Internal { Unit, Newtype(Inner), Struct { a: i32, #[serde(default)] b: bool } }

    #[serde(tag = "t", deny_unknown_fields)]
    enum InternalDenied { Unit, Struct { a: i32 }, Other { b: i32 } }

    #[serde(tag = "t")]
    enum InternalOfExternal { Only(ExternalData), Struct { #[serde(default)] list: Vec<u8> } }

    #[serde(tag = "t", content = "c")]
    enum Adjacent { Unit, Newtype(Inner), Struct { a: i32 }, Text(String), Number(u32) }

    #[serde(untagged)]
    enum Untagged { Inner(Inner), Struct { a: i32 }, Text(String), Numbers(Vec<i32>) }

    struct Flat { k: bool, #[serde(flatten)] inner: Inner, #[serde(flatten)] choice: ExternalData }

    struct FlatInternal { k: bool, #[serde(flatten)] choice: Internal }

    struct FlatRest { k: bool, #[serde(flatten)] rest: BTreeMap<String, Value> }

    struct Everything {
        option: Option<Inner>,
        boxed: Box<Inner>,
        list: Vec<Denied>,
        set: BTreeSet<u8>,
        by_plain: HashMap<Plain, u8>,
        by_name: BTreeMap<String, Option<u32>>,
        array: [u8; 3],
        pair: (i32, i32),
        duration: std::time::Duration,
        unsigned: u32,
        wide: i64,
        #[schemars(range(min = -1000.0, max = 1000.0))]
        short: f32,
        not_zero: std::num::NonZeroI32,
        character: char,
        any: Value,
        object: serde_json::Map<String, Value>,
        unit: (),
        plain: Option<Plain>,
        documented: Documented,
        address: std::net::IpAddr,
        #[serde(default)]
        strings: Vec<String>,
        #[serde(default)]
        defaulted: Option<u8>,
        #[schemars(range(min = 1, max = 5))]
        ranged: i32,
        #[schemars(length(min = 1), regex(pattern = "^[a-z]+$"))]
        text: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        left_out: Option<Box<Inner>>,
        result: Result<u8, String>,
    }
}

macro_rules! law {
    ($($ty:ty)*) => {$({
        let schema = match schema::of(Of::<$ty>::TYPE.table()) {
            Ok(described) => described.schema,
            Err(problems) => panic!("{}", problems[0]),
        };
        holds_for_what_is_read::<$ty>(schema, 200);
    })*};
}

#[test]
fn structs() {
    law! { Inner Denied Flat FlatInternal FlatRest Everything }
}

#[test]
fn enums() {
    law! { Plain Documented External ExternalData Internal InternalDenied InternalOfExternal Adjacent Untagged }
}

#[test]
fn inside_others() {
    law! { Option<Inner> Vec<Option<Plain>> BTreeMap<String, Adjacent> Box<Untagged> }
}

#[derive(JsonSchema, Serialize, Deserialize)]
struct TwoNames {
    #[serde(rename(serialize = "written", deserialize = "read"))]
    name: String,
}

#[derive(JsonSchema, Serialize, Deserialize)]
struct Holder {
    inner: Vec<TwoNames>,
}

#[test]
fn what_is_written_must_be_read() {
    let problems = schema::of(Of::<Holder>::TYPE.table()).unwrap_err();
    let said = problems[0].to_string();
    assert!(
        said.contains("serde writes `$.inner.items.written` and does not read it"),
        "{said}"
    );
    assert!(said.contains("Holder`"), "{said}");
}

#[derive(JsonSchema, Serialize, Deserialize)]
struct Recursive {
    next: Option<Box<Recursive>>,
}

#[test]
fn recursive_types_are_refused_by_name() {
    let problems = schema::of(Of::<Vec<Recursive>>::TYPE.table()).unwrap_err();
    let said = problems[0].to_string();
    assert!(said.contains("Recursive>`"), "{said}");
    assert!(said.contains("$.items.properties.next"), "{said}");
}

#[derive(wheelwright::Schema, Serialize, Deserialize)]
struct MaybeBeside {
    k: bool,
    #[serde(flatten)]
    inner: Option<Inner>,
}

#[test]
fn what_is_flattened_may_be_absent_as_a_whole() {
    let schema = schema::of(<MaybeBeside as wheelwright::Schema>::TYPE)
        .unwrap()
        .schema;
    assert_eq!(schema["required"], serde_json::json!(["k"]));
    holds_for_what_is_read::<MaybeBeside>(schema, 200);
}
