//! Lists whose items have keys.

use std::collections::BTreeMap;

use k8s_openapi::api::core::v1::EnvVar;
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

/// Fields that are values of items with certain keys.
pub(crate) mod values_in_items {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Event",
            namespaced,
            storage
        )]
        #[serde(rename_all = "camelCase")]
        pub struct EventSpec {
            #[schema(list_map_keys("name"))]
            pub attributes: Vec<Attribute>,
            #[schema(list_map_keys("port", "protocol"))]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub listen_ports: Option<Vec<Port>>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub pod: Option<Pod>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Attribute {
            pub name: String,
            pub value: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub note: Option<String>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[serde(rename_all = "camelCase")]
        pub struct Port {
            pub port: u16,
            #[serde(default = "tcp")]
            #[schema(default)]
            pub protocol: String,
            pub app_protocol: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub target: Option<Target>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Target {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub host: Option<String>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Pod {
            #[schema(list_map_keys("name"))]
            #[serde(default)]
            pub env: Vec<Attribute>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub image: Option<String>,
        }

        fn tcp() -> String {
            "TCP".to_owned()
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = super::v2::Event, version = "v1")]
        #[spoke(
        hub = super::v2::EventSpec,
        part("pod" = Option<super::v2::Pod>),
        added("listen_ports[port=80,protocol=TCP].app_protocol" = "http".to_owned()),
    )]
        pub struct EventSpec {
            #[spoke(to = "attributes[name=type].value", or_back = "none".to_owned())]
            pub ty: String,
            #[spoke(to = "attributes[name=source].value")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub source: Option<String>,
            #[spoke(to = "attributes[name=source].note")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub source_note: Option<String>,
            #[spoke(to = "listen_ports[protocol=TCP, port=80].target.host")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub host: Option<String>,
            #[spoke(to = "pod.env[name=LOG_LEVEL].value", coerced, or_back = None)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub level: Option<u8>,
            #[spoke(to = "pod.image")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub image: Option<String>,
        }
    }

    mapping!(Events = v2::Event, [v1::Event], values(v1 v2 EventSpec));
}

/// An item that a step names, in a list that the default of a struct around it gives.
pub(crate) mod items_by_default {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Oven",
            namespaced,
            storage
        )]
        pub struct OvenSpec {
            #[schema(default)]
            #[serde(default = "red")]
            pub body: Body,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Body {
            #[schema(list_map_keys("name"))]
            pub parts: Vec<Part>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Part {
            pub name: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub colour: Option<String>,
        }

        fn red() -> Body {
            let part = |name: &str| Part {
                name: name.to_owned(),
                colour: Some("red".to_owned()),
            };
            Body {
                parts: vec![part("lid"), part("door")],
            }
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v2::Oven, version = "v1")]
        #[spoke(hub = super::v2::OvenSpec, part("body" = super::v2::Body))]
        pub struct OvenSpec {
            #[spoke(to = "body.parts[name=lid].colour")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub lid: Option<String>,
        }
    }

    mapping!(Ovens = v2::Oven, [v1::Oven]);
}

/// Values in items of types of other crates and of the spoke's lists, with other ways than a copy.
pub(crate) mod items_of_either {
    use super::*;

    pub(crate) mod v2 {
        use super::*;
        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Event",
            namespaced,
            storage
        )]
        pub struct EventSpec {
            #[schema(list_map_keys("name"))]
            #[serde(default)]
            pub env: Vec<EnvVar>,
            #[schema(list_map_keys("id"))]
            #[serde(default)]
            pub rows: Vec<Row>,
            pub first: String,
            pub second: Option<u8>,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Row {
            pub id: i32,
            #[serde(rename = "isOn")]
            pub on: bool,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub list: Option<Vec<String>>,
            pub nested: Option<Nested>,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Nested {
            pub a: u8,
        }
    }

    pub(crate) mod v1 {
        use super::*;
        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v2::Event, version = "v1")]
        #[spoke(hub = super::v2::EventSpec, fallible(up, down),
        step(from("attrs[name=first].value"), to = "first", or_back = "x".to_owned(), or = "y".to_owned()),
        step(from("attrs[name=second].value"), to = "second", coerced),
    )]
        pub struct EventSpec {
            #[spoke(to = "env[name=HOME].value")]
            pub home: Option<String>,
            #[spoke(to = "env[name=DEBUG].value", values(true = "yes", false = "no"), or_back = false)]
            pub debug: bool,
            #[spoke(to = "rows[id=-1].on", or_back = false)]
            pub on: bool,
            #[spoke(to = "rows[id=-1].list", delimited = ",")]
            pub list: Option<String>,
            #[spoke(to = "rows[id=-1].nested")]
            pub nested: Option<Nested>,
            #[spoke(to = "rows[id=2].on", with = |on: u8| on > 1, back = |on: Option<bool>| u8::from(on.unwrap_or_default()))]
            pub level: u8,
            #[schema(list_map_keys("name"))]
            #[spoke(removed)]
            #[serde(default)]
            pub attrs: Vec<Attr>,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Attr {
            pub name: String,
            pub value: String,
        }
        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = super::v2::Nested)]
        pub struct Nested {
            #[spoke(rename = "a")]
            pub b: u8,
        }
    }

    mapping!(Events = v2::Event, [v1::Event], values(v1 v2 EventSpec));
}

/// Values in items of lists in a kind without `spec`, in flattened and generic structs and in structs that are mapped themselves.
pub(crate) mod items_anywhere {
    use super::*;

    pub(crate) mod v2 {
        use super::*;
        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Event",
            namespaced,
            storage,
            no_spec
        )]
        pub struct EventSpec {
            pub group: Group,
            #[serde(flatten)]
            pub flat: Flat,
            #[schema(list_map_keys("type"))]
            #[serde(default)]
            pub conditions: Vec<Condition>,
            pub generic: Option<Generic<u8>>,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Group {
            #[schema(list_map_keys("name"))]
            #[serde(default)]
            pub attributes: Vec<Attr>,
            pub mode: Option<String>,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Flat {
            #[schema(list_map_keys("name"))]
            #[serde(default)]
            pub flat_list: Vec<Attr>,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Attr {
            pub name: String,
            pub value: String,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Condition {
            pub r#type: String,
            pub status: String,
            pub reason: Option<String>,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Generic<T> {
            #[schema(list_map_keys("name"))]
            #[serde(default)]
            pub list: Vec<Attr>,
            pub other: T,
        }
    }

    pub(crate) mod v1 {
        use super::*;
        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v2::Event, version = "v1", no_spec)]
        #[spoke(hub = super::v2::EventSpec)]
        pub struct EventSpec {
            pub group: Group,
            #[spoke(to = "group.attributes[name=a].value")]
            pub a: Option<String>,
            #[serde(flatten)]
            pub flat: Flat,
            #[spoke(to = "conditions[type=Ready].status", values(true = "True", false = "False"), or_back = None)]
            pub ready: Option<bool>,
            pub generic: Option<Generic<u8>>,
        }
        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = super::v2::Group, elsewhere(attributes))]
        pub struct Group {
            pub mode: Option<String>,
        }
        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = super::v2::Flat)]
        pub struct Flat {
            #[spoke(to = "flat_list[name=f].value")]
            pub f: Option<String>,
        }
        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = super::v2::Generic<T>)]
        pub struct Generic<T> {
            #[spoke(to = "list[name=g].value")]
            pub g: Option<String>,
            pub other: T,
        }
    }

    mapping!(Events = v2::Event, [v1::Event], values(v1 v2 EventSpec));
}

/// Items that serde reads where nothing stands, of a list by default and of a struct around it, and members that it reads in them.
pub(crate) mod items_read {
    use super::*;

    const fn one() -> i64 {
        1
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Oven",
            namespaced,
            storage
        )]
        pub struct OvenSpec {
            #[schema(list_map_keys("name"))]
            #[serde(default = "fans")]
            pub fans: Vec<Fan>,
            #[serde(default)]
            pub body: Body,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Fan {
            pub name: String,
            #[serde(default = "two")]
            pub speed: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Body {
            #[schema(list_map_keys("name"))]
            #[serde(default)]
            pub fans: Vec<Fan>,
        }

        impl Default for Body {
            fn default() -> Self {
                let fans = vec![fan("vent", 5)];
                Self { fans }
            }
        }

        fn fans() -> Vec<Fan> {
            vec![fan("left", 3)]
        }

        fn fan(name: &str, speed: i64) -> Fan {
            Fan {
                name: name.to_owned(),
                speed,
            }
        }

        const fn two() -> i64 {
            2
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v2::Oven, version = "v1")]
        #[spoke(hub = super::v2::OvenSpec, part("body" = v2::Body))]
        pub struct OvenSpec {
            #[serde(default = "one")]
            #[spoke(to = "fans[name=left].speed", or_back = 7)]
            pub left: i64,
            #[spoke(to = "fans[name=right].speed")]
            pub right: Option<i64>,
            #[serde(default = "one")]
            #[spoke(to = "body.fans[name=vent].speed", or_back = 8)]
            pub vent: i64,
        }
    }

    mapping!(Ovens = v2::Oven, [v1::Oven], values(v1 v2 OvenSpec));
}

/// Functions for the whole of a list-map's items, whose key may have another name.
pub(crate) mod functions_of_items {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Rack",
            namespaced,
            storage
        )]
        pub struct RackSpec {
            #[schema(list_map_keys("name"))]
            pub slots: Vec<Slot>,
            #[schema(list_map_keys("name"))]
            #[serde(default)]
            pub titled: Vec<Slot>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Slot {
            pub name: String,
            pub width: i32,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub depth: Option<i32>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v2::Rack, version = "v1")]
        #[spoke(hub = v2::RackSpec)]
        pub struct RackSpec {
            #[schema(list_map_keys("name"))]
            pub slots: Vec<Slot>,
            #[schema(list_map_keys("title"))]
            #[serde(default)]
            pub titled: Vec<Titled>,
        }

        /// Told apart by a member of another name.
        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Slot, with = named, back = titled, bijective)]
        pub struct Titled {
            pub title: String,
            pub wide: bool,
        }

        fn named(slot: Titled) -> v2::Slot {
            up(Slot {
                name: slot.title,
                wide: slot.wide,
            })
        }

        fn titled(slot: v2::Slot) -> Titled {
            let Slot { name, wide } = down(slot);
            Titled { title: name, wide }
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Slot, with = up, back = down, bijective)]
        pub struct Slot {
            pub name: String,
            pub wide: bool,
        }

        fn up(slot: Slot) -> v2::Slot {
            v2::Slot {
                name: slot.name,
                width: if slot.wide { 2 } else { 1 },
                depth: None,
            }
        }

        fn down(slot: v2::Slot) -> Slot {
            Slot {
                name: slot.name,
                wide: slot.width > 1,
            }
        }
    }

    mapping!(Racks = v2::Rack, [v1::Rack]);
}

/// The keys of one list stand in another order than those of the other, and one has another name.
pub(crate) mod functions_of_several_keys {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Door",
        namespaced,
        storage
    )]
    pub struct DoorSpec {
        #[schema(list_map_keys("zone", "port", "name"))]
        pub locks: Vec<Lock>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Lock {
        pub name: String,
        pub port: String,
        pub zone: String,
        pub depth: i32,
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::Door, version = "v1")]
        #[spoke(hub = super::DoorSpec)]
        pub struct DoorSpec {
            #[schema(list_map_keys("title", "port", "zone"))]
            pub locks: Vec<Lock>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = super::Lock, with = up, back = down, bijective)]
        pub struct Lock {
            pub title: String,
            pub port: String,
            pub zone: String,
            pub deep: i32,
        }

        fn up(lock: Lock) -> super::Lock {
            super::Lock {
                name: lock.title,
                port: lock.port,
                zone: lock.zone,
                depth: lock.deep,
            }
        }

        fn down(lock: super::Lock) -> Lock {
            Lock {
                title: lock.name,
                port: lock.port,
                zone: lock.zone,
                deep: lock.depth,
            }
        }
    }

    mapping!(Doors = Door, [v1::Door]);
}

/// Lists and maps that functions make of one value, of which the spoke has more items.
pub(crate) mod lists_of_functions {
    use super::*;

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v1",
            kind = "Event",
            namespaced,
            storage
        )]
        #[serde(rename_all = "camelCase")]
        pub struct EventSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub keyed: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub two_keys: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub set: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub plain: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub objects: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub map: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub within: Option<String>,
        }
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v1::Event, version = "v2")]
        #[spoke(hub = super::v1::EventSpec)]
        #[serde(rename_all = "camelCase")]
        pub struct EventSpec {
            #[spoke(with = of_attributes, back = attributes)]
            #[schema(list_map_keys("name"))]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub keyed: Option<Vec<Attribute>>,
            #[spoke(with = of_ports, back = ports)]
            #[schema(list_map_keys("port", "protocol"))]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub two_keys: Option<Vec<Port>>,
            #[spoke(with = of_texts, back = texts)]
            #[schema(list_type = "set")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub set: Option<Vec<String>>,
            #[spoke(with = of_texts, back = texts)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub plain: Option<Vec<String>>,
            #[spoke(with = of_attributes, back = attributes)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub objects: Option<Vec<Attribute>>,
            #[spoke(with = of_map, back = map)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub map: Option<BTreeMap<String, String>>,
            #[spoke(with = of_holder, back = holder)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub within: Option<Holder>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Attribute {
            pub name: String,
            pub value: String,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Port {
            pub port: u16,
            #[serde(default = "tcp")]
            #[schema(default)]
            pub protocol: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub label: Option<String>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        pub struct Holder {
            #[schema(list_map_keys("name"))]
            pub items: Vec<Attribute>,
        }

        fn tcp() -> String {
            "TCP".to_owned()
        }
    }

    mapping!(Events = v1::Event, [v2::Event]);

    fn of_attributes(list: Option<Vec<v2::Attribute>>) -> Option<String> {
        let source = list?.into_iter().find(|item| item.name == "source")?;
        Some(source.value)
    }

    fn attributes(value: Option<String>) -> Option<Vec<v2::Attribute>> {
        let name = "source".to_owned();
        Some(vec![v2::Attribute {
            name,
            value: value?,
        }])
    }

    fn of_ports(list: Option<Vec<v2::Port>>) -> Option<String> {
        let mut list = list?.into_iter();
        list.find(|port| port.port == 80 && port.protocol == "TCP")?
            .label
    }

    fn ports(label: Option<String>) -> Option<Vec<v2::Port>> {
        Some(vec![v2::Port {
            port: 80,
            protocol: "TCP".to_owned(),
            label: Some(label?),
        }])
    }

    fn of_texts(list: Option<Vec<String>>) -> Option<String> {
        let mut list = list?.into_iter();
        list.find_map(|text| text.strip_prefix("source=").map(str::to_owned))
    }

    fn texts(value: Option<String>) -> Option<Vec<String>> {
        Some(vec![format!("source={}", value?)])
    }

    fn of_map(mut map: Option<BTreeMap<String, String>>) -> Option<String> {
        map.as_mut()?.remove("source")
    }

    fn map(value: Option<String>) -> Option<BTreeMap<String, String>> {
        Some(BTreeMap::from([("source".to_owned(), value?)]))
    }

    fn of_holder(holder: Option<v2::Holder>) -> Option<String> {
        of_attributes(Some(holder?.items))
    }

    fn holder(value: Option<String>) -> Option<v2::Holder> {
        let items = attributes(value)?;
        Some(v2::Holder { items })
    }
}

// A field of items is one of a struct within them at the spoke, which must have it.
pair! {
    pots_of_shelves [spoke(hub = v2::KilnSpec)],
    {
        #[schema(list_map_keys("name"))]
        pub shelves: Vec<Shelf>,
    }
    Shelf {
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tray: Option<Tray>,
        #[serde(default = "two")]
        pub pots: i64,
    }
    Tray {};
    {
        #[schema(list_map_keys("name"))]
        pub shelves: Vec<Shelf>,
    }
    Shelf [spoke(hub = v2::Shelf, step(from("tray.pots"), to = "pots", or = 2))] {
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tray: Option<Tray>,
    }
    Tray [spoke(hub = v2::Tray)] {
        #[spoke(elsewhere)]
        pub pots: i64,
    }
}
fn two() -> i64 {
    2
}

/// A list without keys and one with, of whose items the spoke has more.
pub(crate) mod shelves_and_bins {
    use super::*;

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Store",
        namespaced,
        storage
    )]
    pub struct StoreSpec {
        pub shelves: Vec<Shelf>,
        #[schema(list_map_keys("name"))]
        pub bins: Vec<Bin>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Shelf {
        pub title: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Bin {
        pub name: String,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Store, version = "v1")]
    #[spoke(hub = v2::StoreSpec)]
    pub struct StoreSpec {
        pub shelves: Vec<Shelf>,
        #[schema(list_map_keys("name"))]
        pub bins: Vec<Bin>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(removed)]
        pub color: Option<String>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Shelf)]
    pub struct Shelf {
        #[spoke(rename = "title")]
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(removed)]
        pub rack: Option<String>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Bin)]
    pub struct Bin {
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(removed)]
        pub lid: Option<String>,
    }
}

mapping!(Stores = v2::Store, [v1::Store]);
}
