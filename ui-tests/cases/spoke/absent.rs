//! What may be absent on one side and must be there on the other.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Shop", namespaced, storage)]
    pub struct ShopSpec {
        pub seconds: i64,
        pub first: String,
        pub url: String,
        pub state: String,
        pub low: u8,
        pub all: Option<i64>,
        pub host: String,
        pub port: u16,
        #[schema(list_map_keys("name"))]
        pub named: Vec<Named>,
        pub count: i64,
        #[schema(min_properties = 1)]
        pub entries: BTreeMap<String, u8>,
        #[schema(min_items = 1)]
        pub words: Vec<String>,
        pub wrapped: Wrapped,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Wrapped {
        pub value: u32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Named {
        pub name: String,
        pub value: Option<String>,
    }
}

mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Shop, version = "v1beta1")]
    #[spoke(hub = v1::ShopSpec)]
    pub struct ShopSpec {
        #[spoke(rename = "seconds", factor = 60)]
        pub minutes: Option<i64>,
        #[spoke(unwrap)]
        pub first: Vec<String>,
        #[spoke(unwrap = "url", rename = "url")]
        pub source: Source,
        #[spoke(values("on" = "On"))]
        pub state: Option<String>,
        #[spoke(to("low"), gathered("low"))]
        pub limits: BTreeMap<String, u8>,
        #[spoke(factor = 60)]
        pub all: i64,
        #[spoke(to("host", "port"), format = "{host}:{port}", or = ("localhost".to_owned(), 80))]
        pub address: Option<String>,
        #[spoke(keyed("name", "value"))]
        pub named: BTreeMap<String, String>,
        #[spoke(unwrap = "count", rename = "count")]
        pub sum: Sum,
        #[spoke(and("second"), to = "entries", gathered("first", "second"))]
        pub first_entry: Option<u8>,
        pub second: Option<u8>,
        #[spoke(delimited = ",", or_back = None)]
        pub words: Option<String>,
        #[spoke(wrap = "value")]
        pub wrapped: Option<u32>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Sum {
        pub count: i64,
        pub of: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Source {
        pub url: Option<String>,
    }
}

wheelwright::wheel!(pub Shops = v1::Shop, [v1beta1::Shop]);

fn main() {}
