//! Every key of `#[schema]`, and bounds that are just right.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema};

/// Every key.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Key", namespaced, status = Status,
      name(pattern = "^[a-z]+$", max_length = 20), generate_name(max_length = 10),
      root(description = "All of them.", rule("self.metadata.name != 'no'", message = "yes")))]
#[serde(rename_all = "camelCase")]
#[schema(title = "Keys", min_properties = 1, max_properties = 100, external_docs(url = "https://example.com"))]
#[schema(exactly_one_of("first", "second"), at_most_one_of("first", "third_one"), at_least_one_of("first", "second"))]
#[schema(rule("self.whole >= 0"), rule(rule = "self.whole >= oldSelf.orValue(self).whole", message = "only up",
         reason = "FieldValueForbidden", field_path = ".whole", optional_old_self = true))]
pub struct KeySpec {
    #[schema(title = "T", description = "", deprecated = "use b", example = "a", pattern = "^(?i)a\\x{41}*$", min_length = 1, max_length = 1)]
    pub text: String,
    #[schema(format = "uri")]
    pub uri: String,
    #[schema(format = "of-my-own", default = "x")]
    pub own_format: String,
    #[schema(format = "", no_bounds, minimum = 0, maximum = 9223372036854775807, multiple_of = 5)]
    pub whole: u64,
    #[schema(exclusive_minimum = -1.5, exclusive_maximum = 1e3, multiple_of = 0.5)]
    pub float: f64,
    #[schema(minimum = 255, maximum = 255)]
    pub byte: u8,
    #[schema(minimum = 2.0, exclusive_maximum = 2147483647)]
    pub int: i32,
    #[schema(enum_values("a", "b"), default = "b", column(name = "Chosen"), column(name = "Again", type = "string",
             description = "The same.", format = "password", priority = 1))]
    pub chosen: String,
    #[schema(list_type = "set", min_items = 0, max_items = 2, items(enum_values("x", "y"), max_length = 5))]
    pub set: Vec<String>,
    #[schema(list_type = "atomic", default = [{ name: "a", port: 1 }], nullable = false)]
    pub atomic: Vec<Item>,
    #[schema(list_map_keys("name", "port"), items(rule("self.port >= oldSelf.port", message = "up")))]
    pub keyed: Vec<Item>,
    #[schema(map_type = "atomic", values(minimum = 1), min_properties = 0, max_properties = 3, default = { a: 1 })]
    pub map: BTreeMap<String, i64>,
    #[schema(struct_type = "granular", nested_default)]
    pub granular: Granular,
    #[schema(opaque)]
    pub opaque: (u8, String),
    #[schema(with = colour, default = "red")]
    pub with: (u8, u8, u8),
    #[schema(as = String)]
    #[serde(with = "as_text")]
    pub text_of: u128,
    #[schema(as = Option<BTreeSet<String>>)]
    pub same: Option<(String,)>,
    #[schema(preserve_unknown_fields)]
    pub open: Item,
    #[schema(embedded_resource, preserve_unknown_fields)]
    pub resource: BTreeMap<String, Value>,
    #[schema(immutable)]
    pub fixed: Option<String>,
    #[schema(required)]
    pub there: Option<String>,
    #[schema(nullable)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub null: Option<String>,
    #[schema(optional)]
    #[serde(default)]
    pub may_lack: i64,
    #[schema(default)]
    #[serde(default = "seven")]
    pub seven: i64,
    #[schema(default = seven(), example = SEVEN)]
    pub called: i64,
    #[schema(accept_aliases)]
    #[serde(alias = "oldName", default)]
    pub new_name: String,
    #[schema(any_of({ minimum: 10 }, { multipleOf: 2 }), all_of({ not: { enum: [3, -4] } }), one_of({ maximum: 50 }),
             not = { exclusiveMaximum: true, maximum: -100 })]
    pub combined: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    pub second: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub third_one: Vec<String>,
    #[serde(skip)]
    pub unseen: Option<std::time::Instant>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Item {
    pub name: String,
    #[schema(default = 80)]
    pub port: u16,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Granular {
    #[schema(default = 1)]
    pub one: i64,
    pub two: Option<i64>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Status {}

const SEVEN: i64 = 7;

fn seven() -> i64 {
    SEVEN
}

fn colour() -> Value {
    json!({"type": "string", "enum": ["red", "green"]})
}

mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(number: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

wheelwright::wheel!(Keys = Key);

fn main() {
    let _ = Keys::crd_yaml();
}
