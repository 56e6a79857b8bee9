use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    text: String,
    both: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, added(both = String::new()))]
struct ToWhere {
    #[spoke(from_name, rename = "text")]
    a: String,
    #[spoke(from_namespace, coerced)]
    b: String,
    #[spoke(from_name = "c")]
    c: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, added(text = String::new()), step(from_name, from_namespace, to = "both"))]
struct Which {
    #[spoke(from_name, from_namespace)]
    a: Option<String>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, added(text = String::new(), both = String::new()), step(from_name))]
struct NoPlace {}

fn main() {}
