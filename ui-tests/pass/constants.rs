//! Bounds and lengths that rustc computes, in every place where keys stand.

use std::mem::size_of;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema};

const PREFIX: &str = "tunnel-";
const LEAST: i8 = -3;

mod limits {
    pub const ITEMS: usize = 16;
    pub const SHARE: f64 = 0.5;
    pub const fn twice(number: u128) -> u128 {
        2 * number
    }
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Tunnel", namespaced, name(max_length = 63 - PREFIX.len()))]
pub struct TunnelSpec {
    #[schema(max_length = 63 - PREFIX.len())]
    pub name: String,
    #[schema(minimum = LEAST, maximum = Self::MOST)]
    pub shift: i16,
    #[schema(max_items = limits::ITEMS, items(min_length = 2 * 8 - (1 << 2), max_length = limits::twice(100)))]
    pub list: Vec<String>,
    #[schema(exclusive_minimum = -limits::SHARE, multiple_of = limits::SHARE / 2.0)]
    pub share: f64,
    pub bytes: Bytes<u32>,
    pub either: Either<u16>,
}

impl TunnelSpec {
    const MOST: i128 = 1 << 9;
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(max_properties = size_of::<T>())]
pub struct Bytes<T> {
    #[schema(max_items = size_of::<T>())]
    list: Vec<T>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Either<T> {
    Left(#[schema(max_length = size_of::<T>())] String),
    Right {
        #[schema(values(maximum = size_of::<T>()))]
        map: std::collections::BTreeMap<String, u8>,
        held: T,
    },
    #[schema(max_items = size_of::<T>())]
    Both(Vec<T>),
}

wheelwright::wheel!(pub Tunnels = Tunnel);

fn property(path: &str) -> Value {
    let crd = Tunnels::crd_json().unwrap();
    let schema = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    schema.pointer(&format!("/properties/{path}")).unwrap().clone()
}

fn main() {
    assert_eq!(property("metadata/properties/name"), json!({"type": "string", "maxLength": 56}));
    assert_eq!(property("spec/properties/name"), json!({"type": "string", "maxLength": 56}));
    assert_eq!(property("spec/properties/shift/minimum"), json!(-3));
    assert_eq!(property("spec/properties/shift/maximum"), json!(512));
    assert_eq!(property("spec/properties/list/maxItems"), json!(16));
    assert_eq!(property("spec/properties/list/items"), json!({"type": "string", "minLength": 12, "maxLength": 200}));
    assert_eq!(property("spec/properties/share/minimum"), json!(-0.5));
    assert_eq!(property("spec/properties/share/multipleOf"), json!(0.25));
    assert_eq!(property("spec/properties/bytes/maxProperties"), json!(4));
    assert_eq!(property("spec/properties/bytes/properties/list/maxItems"), json!(4));
    let either = "spec/properties/either/properties";
    assert_eq!(property(&format!("{either}/Left/maxLength")), json!(2));
    assert_eq!(property(&format!("{either}/Right/properties/map/additionalProperties/maximum")), json!(2));
    assert_eq!(property(&format!("{either}/Both/maxItems")), json!(2));
}
