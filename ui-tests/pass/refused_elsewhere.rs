//! Types of which other derives make CRDs that the API server refuses, or that lose data.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Nothing", namespaced)]
pub struct NothingSpec;

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, status = PizzaStatus)]
pub struct PizzaSpec {
    pub any: Value,
    pub list: Vec<Value>,
    pub unit: (),
    pub by_number: HashMap<i32, String>,
    pub by_size: BTreeMap<Size, Vec<u8>>,
    pub set: HashSet<String>,
    pub point: [f64; 2],
    pub union: IntOrText,
    pub lists: OneOrMany,
    pub internal: Internal,
    pub adjacent: Adjacent,
    pub external: External,
    #[serde(flatten)]
    pub flat: Internal2,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaStatus {
    #[serde(flatten)]
    pub rest: BTreeMap<String, Value>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    Small,
    Large,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
pub enum IntOrText {
    Int(i64),
    Text(String),
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
pub enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Internal {
    Gas { power: i64 },
    Wood(Wood),
    Cold,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "fuel")]
pub enum Internal2 {
    Coal { heat: i64 },
    None,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Wood {
    pub logs: u8,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "type", content = "value")]
pub enum Adjacent {
    Gas(i64),
    Wood { logs: u8 },
    Cold,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum External {
    Gas(i64),
    Wood { logs: u8 },
    Cold,
}

wheelwright::wheel!(Nothings = Nothing);
wheelwright::wheel!(Pizzas = Pizza);

fn main() {
    let _ = Nothings::crd_yaml();
    let _ = Pizzas::crd_yaml();
}
