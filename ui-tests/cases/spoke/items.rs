use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize)]
struct New {
    #[schema(list_map_keys("name"))]
    attributes: Vec<Attribute>,
    #[schema(list_map_keys("port", "protocol"))]
    ports: Vec<Port>,
    plain: Vec<Attribute>,
    map: BTreeMap<String, Attribute>,
    texts: Vec<String>,
}
#[derive(Schema, Serialize, Deserialize)]
struct Attribute {
    name: String,
    value: String,
    kind: Option<u8>,
}
#[derive(Schema, Serialize, Deserialize)]
struct Port {
    port: u16,
    protocol: String,
    label: String,
    host: Option<String>,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New, added(plain, map, texts))]
struct Keys {
    #[spoke(to = "attributes[key=a].value", or_back = String::new())]
    no_such_key: String,
    #[spoke(to = "attributes[kind=1].value", or_back = String::new())]
    no_key: String,
    #[spoke(to = "ports[port=80].label", or_back = String::new())]
    one_of_two: String,
    #[spoke(to = "ports[port=http,protocol=TCP].label", or_back = String::new())]
    no_integer: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New, added(attributes, ports))]
struct Lists {
    #[spoke(to = "plain[name=a].value", or_back = String::new())]
    no_keys: String,
    #[spoke(to = "texts[name=a].value", or_back = String::new())]
    no_structs: String,
    #[spoke(to = "map[name=a].value", or_back = String::new())]
    map: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New, added(plain, map, texts))]
struct Values {
    #[spoke(to = "attributes[name=a].valeu", or_back = String::new())]
    no_such_field: String,
    #[spoke(to = "attributes[name=b].value", or_back = 0)]
    another_type: u8,
    #[spoke(to = "attributes[name=c].value")]
    may_be_absent: String,
    #[spoke(to = "ports[port=80,protocol=TCP].host")]
    without_label: Option<String>,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New, added(ports, plain, map, texts))]
struct Places {
    #[spoke(to = "attributes[name=a]")]
    whole: Attribute,
    #[spoke(to = "attributes[name=a].value")]
    one: Option<String>,
    #[spoke(to = "attributes[name = a].value")]
    again: Option<String>,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New, added(ports, plain, map, texts))]
struct Nothing {
    #[spoke(to = "attributes[name=].value")]
    nothing: Option<String>,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New, added(ports, plain, map, texts))]
struct Whole {
    attributes: Vec<Attribute>,
    #[spoke(to = "attributes[name=a].value")]
    one: Option<String>,
}

fn main() {}
