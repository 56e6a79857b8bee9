//! The built-in ways of mapping, on Rust values.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wheelwright::table::{How, Mapping, Side, Step, Through};
use wheelwright::{Schema, Spoke, SpokeOf};

mod hub {
    use super::*;

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Spec {
        pub names: Vec<String>,
        pub source: Source,
        pub single: Option<Part>,
        pub value: i32,
        pub toppings: Vec<Topping>,
        pub repeated: Vec<String>,
        pub host: String,
        pub port: u16,
        pub address: String,
        pub words: Vec<String>,
        pub joined: String,
        pub parts: BTreeMap<String, Part>,
        pub list: Vec<Named>,
        #[serde(default)]
        pub limits: BTreeMap<String, u32>,
        pub low: Option<u32>,
        pub high: Option<u32>,
        pub tags: BTreeMap<String, String>,
        pub mode: Option<String>,
        pub number: i64,
        pub seconds: u64,
        pub timeout: u32,
        pub period: String,
        pub memory: u32,
        pub disk: String,
        pub size: u8,
        pub version: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Source {
        pub url: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Part {
        pub size: i64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Topping {
        pub name: String,
        #[schema(default = 1, minimum = 1, maximum = 100)]
        #[serde(default = "one")]
        pub quantity: u32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Named {
        pub name: String,
        pub size: i64,
    }

    fn one() -> u32 {
        1
    }
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = hub::Spec, fallible(up, down))]
struct Spec {
    #[spoke(wrap, rename = "names")]
    name: String,
    #[spoke(wrap = "url")]
    source: String,
    #[spoke(unwrap)]
    single: Vec<Part>,
    #[spoke(unwrap = "inner")]
    value: Boxed,
    #[spoke(counted(item = "name", count = "quantity"))]
    toppings: Vec<String>,
    #[spoke(counted(item = "name", count = "quantity", reversed))]
    repeated: Vec<hub::Topping>,
    #[spoke(to("host", "port"), format = "{host}:{port}")]
    host_port: String,
    #[spoke(to = "address", and("street"), format = "{street}, {city}")]
    city: String,
    street: String,
    #[spoke(delimited = " ")]
    words: String,
    #[spoke(delimited = ",")]
    joined: Vec<String>,
    #[spoke(keyed = "name")]
    parts: Vec<NamedPart>,
    #[spoke(keyed = "name")]
    list: BTreeMap<String, Unnamed>,
    #[spoke(to = "limits", and("memory_limit"), gathered("cpu", "memory"))]
    cpu_limit: Option<u32>,
    memory_limit: Option<u32>,
    #[spoke(to("low", "high"), gathered("low", "high"))]
    bounds: BTreeMap<String, u32>,
    #[spoke(keys("old" = "new"))]
    tags: BTreeMap<String, String>,
    #[spoke(rename = "mode", values(true = "Enabled", false = "Disabled", absent = absent))]
    enabled: Option<bool>,
    #[spoke(coerced)]
    number: String,
    #[spoke(rename = "seconds", factor = 60)]
    minutes: u64,
    #[spoke(duration = "s")]
    timeout: String,
    #[spoke(duration = "m")]
    period: u32,
    #[spoke(quantity = "Mi")]
    memory: String,
    #[spoke(quantity = "Gi")]
    disk: u32,
    #[spoke(parsed)]
    size: String,
    #[spoke(parsed, reversed)]
    version: u16,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = hub::Part)]
struct Part {
    #[spoke(rename = "size")]
    length: i64,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = hub::Part)]
struct NamedPart {
    #[spoke(elsewhere = String::new())]
    name: String,
    #[spoke(rename = "size")]
    length: i64,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = hub::Named, elsewhere(name))]
struct Unnamed {
    #[spoke(rename = "size")]
    length: i64,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Boxed {
    inner: i32,
}

fn spoke() -> Spec {
    let text = str::to_owned;
    Spec {
        name: text("n"),
        source: text("https://example.com"),
        single: vec![Part { length: 1 }],
        value: Boxed { inner: 2 },
        toppings: vec![text("ham"), text("ham"), text("basil")],
        repeated: vec![hub::Topping {
            name: text("x"),
            quantity: 2,
        }],
        host_port: text("h:80"),
        city: text("Delft"),
        street: text("Oude Delft 1"),
        words: text("a b c"),
        joined: vec![text("d"), text("e")],
        parts: vec![NamedPart {
            name: text("p"),
            length: 3,
        }],
        list: BTreeMap::from([(text("l"), Unnamed { length: 4 })]),
        cpu_limit: Some(5),
        memory_limit: None,
        bounds: BTreeMap::from([(text("high"), 6)]),
        tags: BTreeMap::from([(text("old"), text("v")), (text("other"), text("w"))]),
        enabled: Some(false),
        number: text("7"),
        minutes: 8,
        timeout: text("1m30s"),
        period: 10,
        memory: text("512Mi"),
        disk: 11,
        size: text("12"),
        version: 13,
    }
}

fn hub() -> hub::Spec {
    let text = str::to_owned;
    hub::Spec {
        names: vec![text("n")],
        source: hub::Source {
            url: text("https://example.com"),
        },
        single: Some(hub::Part { size: 1 }),
        value: 2,
        toppings: vec![
            hub::Topping {
                name: text("ham"),
                quantity: 2,
            },
            hub::Topping {
                name: text("basil"),
                quantity: 1,
            },
        ],
        repeated: vec![text("x"), text("x")],
        host: text("h"),
        port: 80,
        address: text("Oude Delft 1, Delft"),
        words: vec![text("a"), text("b"), text("c")],
        joined: text("d,e"),
        parts: BTreeMap::from([(text("p"), hub::Part { size: 3 })]),
        list: vec![hub::Named {
            name: text("l"),
            size: 4,
        }],
        limits: BTreeMap::from([(text("cpu"), 5)]),
        low: None,
        high: Some(6),
        tags: BTreeMap::from([(text("new"), text("v")), (text("other"), text("w"))]),
        mode: Some(text("Disabled")),
        number: 7,
        seconds: 480,
        timeout: 90,
        period: text("10m0s"),
        memory: 512,
        disk: text("11Gi"),
        size: 12,
        version: text("13"),
    }
}

#[test]
fn every_way_maps_there_and_back() {
    assert_eq!(hub::Spec::try_from(spoke()), Ok(hub()));
    assert_eq!(Spec::try_from(hub()), Ok(spoke()));
}

#[test]
fn fields_that_are_all_absent_make_what_serde_makes_of_nothing() {
    let mut spec = spoke();
    spec.cpu_limit = None;
    let hub = hub::Spec::try_from(spec.clone()).expect("an empty map");
    assert!(hub.limits.is_empty());
    assert_eq!(Spec::try_from(hub), Ok(spec));
}

#[test]
fn what_cannot_be_mapped_is_an_error_at_its_field() {
    type Change = fn(&mut Spec);
    let changes: [(Change, &str); 5] = [
        (|spec| spec.host_port = "nothing".to_owned(), ".host_port: "),
        (|spec| spec.number = "x".to_owned(), ".number: "),
        (|spec| spec.timeout = "1 day".to_owned(), ".timeout: "),
        (|spec| spec.memory = "much".to_owned(), ".memory: "),
        (|spec| spec.size = "256".to_owned(), ".size: "),
    ];
    for (change, begins) in changes {
        let mut spec = spoke();
        change(&mut spec);
        let error = hub::Spec::try_from(spec).expect_err(begins).to_string();
        assert!(error.starts_with(begins), "{error}");
    }
}

fn step(name: &str) -> &'static Step {
    let Mapping::Fields(fields) = <Spec as SpokeOf<hub::Spec>>::MAPPING else {
        panic!("a struct maps by fields");
    };
    let step = fields
        .steps
        .iter()
        .find(|step| format!("{:?}", step.spoke.first()).contains(&format!("{name:?}")));
    step.unwrap_or_else(|| panic!("`{name}` has no step"))
}

#[test]
fn the_table_says_which_side_has_what() {
    let side = |name| match step(name).how {
        How::WrapList { list: side, .. }
        | How::WrapObject { object: side, .. }
        | How::Counted { counts: side, .. }
        | How::Format { text: side, .. }
        | How::Delimited { text: side, .. }
        | How::Keyed { map: side, .. }
        | How::Gathered { map: side, .. }
        | How::Duration { text: side, .. }
        | How::Quantity { text: side, .. } => side,
        other => panic!("`{name}` has no side: {other:?}"),
    };
    for (name, expected) in [
        ("name", Side::Hub),
        ("source", Side::Hub),
        ("single", Side::Spoke),
        ("value", Side::Spoke),
        ("toppings", Side::Hub),
        ("repeated", Side::Spoke),
        ("host_port", Side::Spoke),
        ("city", Side::Hub),
        ("words", Side::Spoke),
        ("joined", Side::Hub),
        ("parts", Side::Hub),
        ("list", Side::Spoke),
        ("cpu_limit", Side::Hub),
        ("bounds", Side::Spoke),
        ("timeout", Side::Spoke),
        ("period", Side::Hub),
        ("memory", Side::Spoke),
        ("disk", Side::Hub),
    ] {
        assert_eq!(side(name), expected, "{name}");
    }
}

#[test]
fn the_table_has_the_nested_mappings_and_numbers() {
    let nest = |name| match step(name).how {
        How::WrapList { nest, .. } | How::Keyed { nest, .. } => nest,
        other => panic!("`{name}` nests nothing: {other:?}"),
    };
    for name in ["single", "parts", "list"] {
        assert_eq!(nest(name).through, &[] as &[Through], "{name}");
        assert!(
            matches!(nest(name).mapping, Mapping::Fields(_)),
            "{name} is a spoke itself"
        );
    }
    let How::Format {
        literals, parts, ..
    } = step("city").how
    else {
        panic!("a format");
    };
    // The places are city and street, the format has the street first.
    assert_eq!((literals, parts), (&["", ", ", ""][..], &[1, 0][..]));
    assert!(matches!(
        step("minutes").how,
        How::Factor {
            numerator: 60,
            denominator: 1
        }
    ));
    assert!(matches!(
        step("period").how,
        How::Duration {
            unit: 60_000_000_000,
            ..
        }
    ));
}
