//! `v1` of `Oddity`.

use std::collections::BTreeMap;

use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use wheelwright::{CustomResource, Schema};

/// An object with "quotes", a \ backslash, and the end of a comment: */
///
/// * and a list
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Oddity",
    singular = "odd",
    list_kind = "OddityCollection",
    cluster,
    shortname = "od",
    shortname = "odds",
    category = "all",
    annotation("example.com/quoted" = r#"a "b" \ c"#),
    label("team" = "kitchen"),
    type_meta,
    spec(optional)
)]
#[schema(description = "Its spec ends with a space. ")]
#[serde(rename_all = "camelCase")]
pub struct OdditySpec {
    #[serde(rename = "$ref", skip_serializing_if = "Option::is_none")]
    pub r#ref: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub _1st: Option<String>,
    #[serde(rename = "a.b/c-d", skip_serializing_if = "Option::is_none")]
    pub a_b_c_d: Option<String>,
    #[schema(values(with = absurd_schema))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absurd: Option<BTreeMap<String, Absurd>>,
    #[schema(values(int_or_string = "any_of"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amounts: Option<BTreeMap<String, Option<IntOrString>>>,
    #[schema(opaque)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub any: Option<Value>,
    #[schema(with = any_object)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub any_object: Option<Map<String, Value>>,
    #[schema(items(with = anything_schema))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anything: Option<Vec<Option<Value>>>,
    #[schema(list_type = "atomic", items(opaque))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atomic: Option<Vec<Value>>,
    #[schema(int_or_string, default = 80)]
    pub bare: IntOrString,
    #[schema(with = between_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub between: Option<i64>,
    #[schema(int_or_string = "all_of", all_of({ pattern: "^[0-9]+$" }))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub both: Option<IntOrString>,
    #[schema(with = byte_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    #[schema(with = chosen_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Chosen>,
    #[schema(description = r"Run this:

    assert!(false)

or

```
fail()
```")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Where the config map is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub config_map_ref: Option<OddityRef>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// A keyword that cannot be raw.
    pub crate_: String,
    #[schema(
        format = "date-time",
        title = "A title",
        example = "2026-01-01T00:00:00Z",
        external_docs(description = "All of it.", url = "https://example.com")
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documented: Option<String>,
    #[schema(with = doubled_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubled: Option<i64>,
    #[schema(int_or_string = "any_of", pattern = r"^\d+%?$")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub either: Option<IntOrString>,
    #[schema(with = embedded_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embedded: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty: Option<Empty>,
    #[schema(with = far_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub far: Option<i32>,
    #[schema(default = "full")]
    pub filled: Option<String>,
    #[serde(rename = "größe", skip_serializing_if = "Option::is_none")]
    pub gr_e: Option<String>,
    #[schema(with = halved_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub halved: Option<f64>,
    /// "]
    /// pub struct Injected; // */ #![x]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub injected: Option<String>,
    #[schema(format = "", enum_values(4, 6))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ip_version: Option<i64>,
    #[schema(preserve_unknown_fields)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<BTreeMap<String, String>>,
    #[schema(min_properties = 1, map_type = "atomic", values(max_length = 63))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<BTreeMap<String, String>>,
    #[schema(
        any_of({ maximum: 10 }, { multipleOf: 10 }),
        all_of({ maximum: 500 }, { not: { enum: [0] } })
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limited: Option<i32>,
    #[schema(default = { cpu: 2 })]
    pub limits: Limits,
    #[schema(
        min_items = 1,
        max_items = 4,
        items(
            max_items = 5,
            items(max_length = 63, description = "A cell."),
            description = "A row."
        )
    )]
    pub lists: Vec<Vec<String>>,
    #[schema(with = most_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<i32>,
    #[schema(required)]
    pub needed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nested: Option<BTreeMap<String, BTreeMap<String, Vec<String>>>>,
    #[schema(nullable)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nothing: Option<String>,
    #[schema(description = "a NUL \0, a return \r and a turn \u{202e}; \"#\" and \"##")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nul: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nulls: Option<Vec<Option<String>>>,
    #[schema(format = "", default = 1.5)]
    pub number: f64,
    #[schema(exclusive_minimum = 0, exclusive_maximum = 9)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<i64>,
    #[schema(with = open_map_schema)]
    #[serde(rename = "open map", skip_serializing_if = "Option::is_none")]
    pub open_map: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operator: Option<Operator>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<OddityOption>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Others>,
    #[schema(items(with = packed_schema))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packed: Option<Vec<Option<Packed>>>,
    #[schema(list_type = "set")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Vec<Vec<String>>>,
    #[schema(with = past_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub past: Option<i32>,
    #[schema(format = "", minimum = 3, multiple_of = 3)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plain: Option<i64>,
    #[schema(minimum = 1)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
    /// By number and protocol.
    #[schema(list_map_keys("port", "protocol"), items(with = port_schema))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ports: Option<Vec<Port>>,
    #[schema(default = "TCP")]
    pub protocol: Protocol,
    #[serde(rename = "proxyURL", skip_serializing_if = "Option::is_none")]
    pub proxy_url: Option<String>,
    #[serde(rename = "proxyUrl", skip_serializing_if = "Option::is_none")]
    pub proxy_url_2: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub references: Option<Vec<OddityRef>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource: Option<Resource>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruled: Option<Ruled>,
    /// Where the secret is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret_ref: Option<OddityRef>,
    pub self_: bool,
    #[schema(list_type = "set")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<Vec<String>>,
    #[schema(minimum = 0, exclusive_maximum = 0.5)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    #[schema(with = shrunk_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shrunk: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub single: Option<f32>,
    #[schema(min_length = 1, enum_values("small", "large"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sized: Option<String>,
    #[schema(description = r"	begins with a tab, ends with a line
")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tabbed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
    #[schema(with = undeclared_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undeclared: Option<Undeclared>,
    #[schema(items(description = ""))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undescribed: Option<Vec<OddityRef>>,
    #[schema(with = unlikely_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlikely: Option<f64>,
    #[schema(default = ["a", r#"b"c"#])]
    pub words: Vec<String>,
    #[serde(rename = "日本", skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

impl Default for OdditySpec {
    fn default() -> Self {
        Self {
            r#ref: None,
            _1st: None,
            a_b_c_d: None,
            absurd: None,
            amounts: None,
            any: None,
            any_object: None,
            anything: None,
            atomic: None,
            bare: IntOrString::Int(80),
            between: None,
            both: None,
            byte: None,
            choice: None,
            chosen: None,
            code: None,
            config_map_ref: None,
            count: None,
            crate_: Default::default(),
            documented: None,
            doubled: None,
            either: None,
            embedded: None,
            empty: None,
            far: None,
            filled: Some("full".to_owned()),
            gr_e: None,
            halved: None,
            injected: None,
            ip_version: None,
            kept: None,
            labels: None,
            limited: None,
            limits: Limits { cpu: 2, ..Limits::default() },
            lists: Default::default(),
            most: None,
            needed: None,
            nested: None,
            nothing: None,
            nul: None,
            nulls: None,
            number: 1.5,
            open: None,
            open_map: None,
            operator: None,
            option: None,
            others: None,
            packed: None,
            pairs: None,
            past: None,
            plain: None,
            port: None,
            ports: None,
            protocol: Protocol::Tcp,
            proxy_url: None,
            proxy_url_2: None,
            references: None,
            resource: None,
            ruled: None,
            secret_ref: None,
            self_: Default::default(),
            set: None,
            share: None,
            shrunk: None,
            single: None,
            sized: None,
            tabbed: None,
            r#type: None,
            undeclared: None,
            undescribed: None,
            unlikely: None,
            words: vec!["a".to_owned(), r#"b"c"#.to_owned()],
            field: None,
        }
    }
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Absurd {
    pub a: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[schema(
    min_properties = 1,
    one_of({ required: ["a"] }, { required: ["b"] }),
    not = { required: ["c", "d"] }
)]
pub struct Choice {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub c: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub d: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Chosen {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
}

/// Where the secret is.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[schema(struct_type = "atomic")]
pub struct OddityRef {
    /// The key in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    #[schema(min_length = 1)]
    pub name: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Empty {}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Limits {
    #[schema(default = 1)]
    pub cpu: i32,
    #[schema(default = "1Gi")]
    pub memory: String,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            cpu: 1,
            memory: "1Gi".to_owned(),
        }
    }
}

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    #[serde(rename = "=")]
    Equal,
    #[serde(rename = "!=")]
    NotEqual,
    #[serde(rename = "=~")]
    Match,
    #[serde(rename = "")]
    Empty,
    #[serde(rename = "*")]
    Any,
    #[serde(rename = "ß")]
    Other,
    #[serde(rename = "Self")]
    Self_,
    #[serde(rename = "2h")]
    V2h,
    #[serde(rename = "a b")]
    AB,
    #[serde(rename = "a-b")]
    ABNr2,
    #[serde(rename = "A_B")]
    ABNr3,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct OddityOption {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub string: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Others {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<String>,
    #[serde(flatten)]
    pub others_2: Map<String, Value>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Packed {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
}

/// A port.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Port {
    pub port: i32,
    #[schema(default = "TCP")]
    pub protocol: Protocol,
}

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Default)]
#[serde(rename_all = "UPPERCASE")]
pub enum Protocol {
    #[default]
    Tcp,
    Udp,
    Sctp,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[schema(embedded_resource)]
#[serde(rename_all = "camelCase")]
pub struct Resource {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api_version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Empty>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[schema(
    rule(
        "self.min <= self.max",
        message = r#"min is over "max""#,
        reason = "FieldValueInvalid",
        field_path = ".min"
    ),
    rule(
        "!oldSelf.hasValue() || self.max >= oldSelf.value().max",
        message_expression = "'%d is too few'.format([self.max])",
        optional_old_self
    )
)]
pub struct Ruled {
    pub max: i32,
    pub min: i32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Undeclared {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub here: Option<String>,
    #[serde(flatten)]
    pub others: Map<String, Value>,
}

/// The schema of `Absurd`, and what no key says.
fn absurd_schema() -> Value {
    let described = wheelwright::schema::of(Absurd::TYPE).expect("it has a schema");
    let mut schema = described.schema;
    schema["default"] = json!({});
    schema
}

/// A schema that no key says.
fn any_object() -> Value {
    json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true})
}

/// A schema that no key says.
fn anything_schema() -> Value {
    json!({"nullable": true, "x-kubernetes-preserve-unknown-fields": true})
}

/// A schema that no key says.
fn between_schema() -> Value {
    json!({"maximum": 23, "minimum": 256, "type": "integer"})
}

/// A schema that no key says.
fn byte_schema() -> Value {
    json!({"format": "int32", "maximum": 255, "minimum": 300, "type": "integer"})
}

/// The schema of `Chosen`, and what no key says.
fn chosen_schema() -> Value {
    let described = wheelwright::schema::of(Chosen::TYPE).expect("it has a schema");
    let mut schema = described.schema;
    schema["enum"] = json!(["one"]);
    schema
}

/// A schema that no key says.
fn doubled_schema() -> Value {
    json!({"format": "double", "maximum": 9, "type": "integer"})
}

/// A schema that no key says.
fn embedded_schema() -> Value {
    json!({"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true})
}

/// A schema that no key says.
fn far_schema() -> Value {
    json!({"enum": [3000000000_i64], "format": "int32", "type": "integer"})
}

/// A schema that no key says.
fn halved_schema() -> Value {
    json!({"format": "int32", "type": "number"})
}

/// A schema that no key says.
fn most_schema() -> Value {
    json!({"format": "int32", "maximum": 2147483647, "type": "integer"})
}

/// A schema that no key says.
fn open_map_schema() -> Value {
    json!({"additionalProperties": true, "type": "object"})
}

/// The schema of `Packed`, and what no key says.
fn packed_schema() -> Value {
    let described = wheelwright::schema::of(Packed::TYPE).expect("it has a schema");
    let mut schema = described.schema;
    schema["maxProperties"] = json!(1);
    schema["minProperties"] = json!(2);
    schema
}

/// A schema that no key says.
fn past_schema() -> Value {
    json!({"format": "int32", "minimum": 3000000000_i64, "type": "integer"})
}

/// The schema of `Port`, and what no key says.
fn port_schema() -> Value {
    let described = wheelwright::schema::of(Port::TYPE).expect("it has a schema");
    let mut schema = described.schema;
    schema["required"] = json!(["port", "protocol"]);
    schema
}

/// A schema that no key says.
fn shrunk_schema() -> Value {
    json!({"maxLength": 2, "minLength": 3, "type": "string"})
}

/// The schema of `Undeclared`, and what no key says.
fn undeclared_schema() -> Value {
    let described = wheelwright::schema::of(Undeclared::TYPE).expect("it has a schema");
    let mut schema = described.schema;
    schema["required"] = json!(["gone"]);
    schema
}

/// A schema that no key says.
fn unlikely_schema() -> Value {
    json!({"enum": ["", "more"], "type": "number"})
}
