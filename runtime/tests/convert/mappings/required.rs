//! What must be there at one version and may be absent at the other.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

/// Absence that a fallible mapping refuses, of values that the other version must have.
pub(crate) mod refused_absence {
    use super::*;

    pub(crate) mod v2 {
        use super::*;
        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Job",
            namespaced,
            storage
        )]
        pub struct JobSpec {
            pub queue: Option<String>,
            pub item: Option<Item>,
            pub both: Option<u8>,
            pub must: String,
            pub list: Option<Vec<Item>>,
            pub inner: Option<Inner>,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Item {
            pub a: u8,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Inner {
            pub a: Option<u8>,
        }
    }

    pub(crate) mod v1 {
        use super::*;
        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = super::v2::Job, version = "v1")]
        #[spoke(hub = super::v2::JobSpec, fallible(up, down), part("inner" = Option<super::v2::Inner>))]
        pub struct JobSpec {
            pub queue: String,
            pub item: Item,
            pub both: Option<u8>,
            #[spoke(rename = "must")]
            pub may: Option<String>,
            pub list: Vec<Item>,
            #[spoke(to = "inner.a")]
            pub inner: u8,
        }
        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = super::v2::Item)]
        pub struct Item {
            #[spoke(rename = "a")]
            pub b: u8,
        }
    }

    mapping!(Jobs = v2::Job, [v1::Job], values(v1 v2 JobSpec));
}

/// What is absent, and must be there within a struct that must be there itself.
pub(crate) mod refused_absence_within {
    use super::*;

    pub(crate) mod v2 {
        use super::*;
        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Oven",
            namespaced,
            storage
        )]
        pub struct OvenSpec {
            pub chamber: Chamber,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Chamber {
            pub heater: Heater,
            pub seconds: i64,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub size: Option<i64>,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Heater {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub watts: Option<i64>,
        }
    }

    pub(crate) mod v1 {
        use super::*;
        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = super::v2::Oven, version = "v1")]
        #[spoke(hub = super::v2::OvenSpec, fallible(up), part("chamber" = super::v2::Chamber))]
        pub struct OvenSpec {
            #[spoke(to = "chamber.heater")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub heater: Option<super::v2::Heater>,
            #[spoke(to = "chamber.seconds", factor = 60)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub minutes: Option<i64>,
            #[spoke(to = "chamber.size")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub size: Option<i64>,
        }
    }

    mapping!(Ovens = v2::Oven, [v1::Oven], values(v1 v2 OvenSpec));
}

/// An optional struct that is only made for what moves into it, and lacks what it must have.
pub(crate) mod lacking_struct {
    use super::*;

    pub(crate) mod v2 {
        use super::*;
        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Oven",
            namespaced,
            storage
        )]
        pub struct OvenSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub door: Option<Door>,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Door {
            pub glass: Pane,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub size: Option<i64>,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Pane {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub panes: Option<i64>,
        }
    }

    pub(crate) mod v1 {
        use super::*;
        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = super::v2::Oven, version = "v1")]
        #[spoke(hub = super::v2::OvenSpec, part("door" = Option<super::v2::Door>))]
        pub struct OvenSpec {
            #[spoke(to = "door.glass")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub glass: Option<super::v2::Pane>,
            #[spoke(to = "door.size")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub door: Option<i64>,
        }
    }

    mapping!(Ovens = v2::Oven, [v1::Oven], values(v1 v2 OvenSpec));
}

/// An optional struct that lacks what it must have, beside absence that the mapping refuses elsewhere.
pub(crate) mod lacking_struct_refused_elsewhere {
    use super::*;

    pub(crate) mod v2 {
        use super::*;
        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Oven",
            namespaced,
            storage
        )]
        pub struct OvenSpec {
            pub name: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub door: Option<Door>,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Door {
            pub glass: Pane,
            pub hinges: u8,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub size: Option<i64>,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Pane {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub panes: Option<i64>,
        }
    }

    pub(crate) mod v1 {
        use super::*;
        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = super::v2::Oven, version = "v1")]
        #[spoke(hub = super::v2::OvenSpec, fallible(up), part("door" = Option<super::v2::Door>))]
        pub struct OvenSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub name: Option<String>,
            #[spoke(to = "door.glass")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub glass: Option<Glass>,
            #[spoke(to = "door.hinges")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub hinges: Option<u8>,
            #[spoke(to = "door.size")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub size: Option<i64>,
        }
        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = super::v2::Pane)]
        pub struct Glass {
            #[spoke(rename = "panes")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub count: Option<i64>,
        }
    }

    mapping!(Ovens = v2::Oven, [v1::Oven], values(v1 v2 OvenSpec));
}

/// Values that go from one place deep within to another, where one may be absent and the other must be there.
pub(crate) mod refused_absence_of_deep_places {
    use super::*;

    pub(crate) mod v2 {
        use super::*;
        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Oven",
            namespaced,
            storage
        )]
        pub struct OvenSpec {
            pub fire: Fire,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Fire {
            pub fuel: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub heat: Option<u8>,
            pub size: i64,
        }
    }

    pub(crate) mod v1 {
        use super::*;
        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = super::v2::Oven, version = "v1")]
        #[spoke(
            hub = super::v2::OvenSpec,
            fallible(up, down),
            part("fire" = super::v2::Fire),
            part_back("burner" = Burner),
            step(from("burner.gas"), to = "fire.fuel"),
            step(from("burner.degrees"), to = "fire.heat"),
            step(from("burner.size"), to = "fire.size")
        )]
        pub struct OvenSpec {
            pub burner: Burner,
        }
        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Burner {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub gas: Option<String>,
            pub degrees: u8,
            pub size: i64,
        }
    }

    mapping!(Ovens = v2::Oven, [v1::Oven], values(v1 v2 OvenSpec));
}

/// What is absent at the spoke is what serde reads of nothing, an empty list, or a stand-in.
pub(crate) mod implied_values {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Shop",
            namespaced,
            storage
        )]
        pub struct ShopSpec {
            pub names: Vec<String>,
            pub size: i32,
            pub seconds: i64,
            pub place: Place,
            pub door: Door,
            pub words: Vec<String>,
            #[schema(list_map_keys("name"))]
            pub doors: Vec<Named>,
            pub owner: Owner,
            pub minutes: i64,
            pub first: String,
            pub url: String,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Place {
            pub street: String,
            pub inner: Inner,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Inner {
            pub number: i32,
            #[schema(default = 3)]
            pub floor: i32,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Door {
            pub name: String,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Named {
            pub name: String,
            pub value: String,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Owner {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub name: Option<String>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Shop, version = "v1")]
        #[spoke(hub = v2::ShopSpec, part("place" = v2::Place, "place.inner" = v2::Inner))]
        pub struct ShopSpec {
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub names: Vec<String>,
            #[serde(default)]
            #[spoke(rename = "size")]
            pub width: i32,
            #[serde(default = "a_minute")]
            #[spoke(rename = "seconds", duration = "s", or = 0)]
            pub wait: String,
            #[serde(default)]
            #[spoke(to = "place.street")]
            pub street: String,
            #[serde(default)]
            #[spoke(to = "place.inner.number")]
            pub number: i32,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(to = "place.inner.floor", or = 3)]
            pub floor: Option<i32>,
            #[serde(default)]
            pub door: Door,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(delimited = ",", or_back = None)]
            pub words: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(keyed("name", "value"))]
            pub doors: Option<BTreeMap<String, String>>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(wrap = "name")]
            pub owner: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(factor = 60, rename = "minutes", or = 2)]
            pub hours: Option<i64>,
            #[spoke(unwrap, or = "none".to_owned())]
            pub first: Vec<String>,
            #[spoke(unwrap = "url", or = "http://nowhere".to_owned(), rename = "url")]
            pub source: Source,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Door)]
        #[serde(default)]
        pub struct Door {
            #[spoke(rename = "name")]
            pub title: String,
        }

        impl Default for Door {
            fn default() -> Self {
                Self {
                    title: "front".to_owned(),
                }
            }
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Source {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub url: Option<String>,
        }

        fn a_minute() -> String {
            "1m".to_owned()
        }
    }

    mapping!(Shops = v2::Shop, [v1::Shop], values(v1 v2 ShopSpec));
}

/// A text and what it stands for, a place in an optional struct, a field of a variant: each may be absent on one side only.
pub(crate) mod absent_on_one_side {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Scale",
            namespaced,
            storage
        )]
        pub struct ScaleSpec {
            pub least: u32,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub most: Option<u32>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub shown: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub pan: Option<Pan>,
            pub weight: Weight,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Pan {
            pub width: u32,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub rim: Option<Rim>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Rim {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub height: Option<u8>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub colour: Option<String>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[serde(tag = "kind")]
        pub enum Weight {
            Kept {
                spoke_may_lack: Metal,
                #[serde(default, skip_serializing_if = "Option::is_none")]
                hub_may_lack: Option<Metal>,
                neither: Metal,
                #[serde(default, skip_serializing_if = "Option::is_none")]
                both: Option<Metal>,
            },
            None,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Metal {
            pub grams: u32,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Scale, version = "v1")]
        #[spoke(
        hub = v2::ScaleSpec,
        part("pan" = Option<v2::Pan>, "pan.rim" = Option<v2::Rim>),
        added("pan.rim.colour" = None),
    )]
        pub struct ScaleSpec {
            #[spoke(parsed, or = 1)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub least: Option<String>,
            #[spoke(parsed, or = None, or_back = "9".to_owned())]
            pub most: String,
            #[spoke(parsed, reversed, or_back = 3)]
            pub shown: u32,
            #[spoke(to = "pan.width", or = 5)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub width: Option<u32>,
            #[spoke(to = "pan.rim.height")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub height: Option<u8>,
            pub weight: Weight,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Weight)]
        #[serde(tag = "kind")]
        pub enum Weight {
            Kept {
                #[spoke(or = v2::Metal { grams: 7 })]
                #[serde(default, skip_serializing_if = "Option::is_none")]
                spoke_may_lack: Option<Metal>,
                #[spoke(or_back = Metal { grams: 8 })]
                hub_may_lack: Metal,
                #[spoke(or = v2::Metal { grams: 9 })]
                neither: Metal,
                #[spoke(or = None, or_back = None)]
                #[serde(default, skip_serializing_if = "Option::is_none")]
                both: Option<Metal>,
            },
            None,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Metal)]
        pub struct Metal {
            pub grams: u32,
        }
    }

    mapping!(Scales = v2::Scale, [v1::Scale], values(v1 v2 ScaleSpec));
}

/// The object of a group, the list or map of no values: the hub requires them, and nothing of the spoke's goes into them.
pub(crate) mod required_groups {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Shelf",
            namespaced,
            storage
        )]
        pub struct ShelfSpec {
            pub size: Size,
            pub books: Vec<String>,
            pub limits: BTreeMap<String, u8>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Size {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub width: Option<u8>,
            pub inner: Inner,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Inner {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub depth: Option<u8>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Shelf, version = "v1")]
        #[spoke(hub = v2::ShelfSpec, part("size" = v2::Size, "size.inner" = v2::Inner))]
        pub struct ShelfSpec {
            #[spoke(to = "size.width")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub width: Option<u8>,
            #[spoke(to = "size.inner.depth")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub depth: Option<u8>,
            #[spoke(wrap, rename = "books")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub book: Option<String>,
            #[spoke(and("high"), to = "limits", gathered("low", "high"))]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub low: Option<u8>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub high: Option<u8>,
        }
    }

    mapping!(Shelves = v2::Shelf, [v1::Shelf], values(v1 v2 ShelfSpec));
}

/// Values that stand in for what a step cannot map.
pub(crate) mod stand_ins {
    use super::*;

    pub(crate) mod v2 {
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
            pub colour: String,
            pub handle: Handle,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Handle {
            pub size: i64,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v2::Door, version = "v1")]
        #[spoke(hub = v2::DoorSpec)]
        pub struct DoorSpec {
            #[spoke(or = "white".to_owned())]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub colour: Option<String>,
            #[spoke(or = v2::Handle { size: 1 })]
            pub handle: Handle,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Handle, fallible(up))]
        pub struct Handle {
            #[spoke(coerced)]
            pub size: String,
        }
    }

    mapping!(Doors = v2::Door, [v1::Door]);
}

/// Stand-ins between places further within, whose types no macro sees, and fields of a group that only the spoke has.
pub(crate) mod stand_ins_within {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Pump",
            namespaced,
            storage
        )]
        pub struct PumpSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub most: Option<i64>,
            pub least: i64,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub timer: Option<Timer>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub valve: Option<Valve>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub level: Option<i64>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Timer {
            pub seconds: i64,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub pause: Option<i64>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Valve {
            pub width: i64,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Pump, version = "v1")]
        #[spoke(
        hub = v2::PumpSpec,
        part("timer" = Option<v2::Timer>, "valve" = Option<v2::Valve>),
        part_back("limits" = Limits, "bounds" = Option<Bounds>),
        step(from("limits.most"), to = "most", or_back = 9),
        step(from("limits.width"), to = "valve.width", or_back = 4),
        step(from("limits.colour"), removed = "red".to_owned()),
        step(from("limits.note"), removed),
        step(from("bounds.least"), to = "least", or = 3),
        step(from("bounds.level"), to = "level"),
        step(from("bounds.note"), removed = None),
    )]
        pub struct PumpSpec {
            pub limits: Limits,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub bounds: Option<Bounds>,
            #[spoke(to = "timer.seconds", factor = 60, or = 7)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub minutes: Option<i64>,
            #[spoke(to = "timer.pause", factor = 60, or = None)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub pause: Option<i64>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Limits {
            pub most: i64,
            pub width: i64,
            pub colour: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub note: Option<String>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Bounds {
            pub least: i64,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub level: Option<i64>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub note: Option<String>,
        }
    }

    mapping!(Pumps = v2::Pump, [v1::Pump], values(v1 v2 PumpSpec));
}

/// What must be there at one version, and what the API server sets there, where the other says nothing of it.
pub(crate) mod required_and_defaults {
    use super::*;

    fn three() -> i64 {
        3
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Desk",
            namespaced,
            storage
        )]
        pub struct DeskSpec {
            pub colour: String,
            pub count: i64,
            pub lamp: Lamp,
            pub street: String,
            #[schema(min_items = 1)]
            pub words: Vec<String>,
            #[serde(default)]
            pub drawer: Drawer,
            pub text: Option<String>,
            pub size: Size,
            #[schema(list_map_keys("name"))]
            pub named: Vec<Named>,
            #[schema(list_map_keys("name"))]
            pub rows: Vec<Row>,
            pub url: String,
            pub state: String,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[serde(tag = "type")]
        pub enum Lamp {
            None,
            Bulb {
                #[schema(default)]
                #[serde(default = "three")]
                watts: i64,
                socket: i64,
            },
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        pub struct Drawer {
            pub key: String,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Size {
            pub width: i64,
            #[schema(default)]
            #[serde(default = "three")]
            pub depth: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Named {
            pub name: String,
            #[serde(default)]
            pub value: String,
            #[schema(default)]
            #[serde(default = "three")]
            pub weight: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Row {
            pub name: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub value: Option<String>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Desk, version = "v1")]
        #[spoke(
        hub = v2::DeskSpec,
        added(colour, count),
        part("drawer" = v2::Drawer),
        part_back("address" = Address),
        step(from("address.street"), to = "street"),
    )]
        pub struct DeskSpec {
            pub lamp: Lamp,
            #[serde(default)]
            pub address: Address,
            #[serde(default)]
            pub words: Vec<String>,
            #[spoke(to = "drawer.key")]
            pub key: String,
            #[spoke(to = "text", and("second"), format = "{first}/{second}", or_back = (String::new(), 0))]
            pub first: String,
            pub second: u8,
            #[spoke(wrap = "width", rename = "size")]
            pub width: i64,
            #[spoke(keyed("name", "value"))]
            pub named: BTreeMap<String, String>,
            #[spoke(keyed("name", "value"), or_back = BTreeMap::new())]
            pub rows: BTreeMap<String, String>,
            #[spoke(unwrap = "url", rename = "url")]
            pub source: Source,
            #[spoke(values(absent = "Off", "on" = "On"))]
            pub state: Option<String>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Lamp)]
        pub enum Lamp {
            None,
            #[spoke(added(socket))]
            Bulb {
                watts: i64,
            },
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        pub struct Address {
            pub street: String,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Source {
            #[serde(default)]
            pub url: String,
        }
    }

    mapping!(Desks = v2::Desk, [v1::Desk], values(v1 v2 DeskSpec));
}

/// What nothing is said of is, as a Rust value, what the type reads of an object that lacks it.
pub(crate) mod unsaid_values {
    use super::*;

    fn three() -> i64 {
        3
    }

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    fn is_three(value: &i64) -> bool {
        *value == 3
    }

    use v2::Whole;

    fn whole() -> Whole {
        Whole {
            hours: 3,
            name: "whole".to_owned(),
        }
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Clock",
            namespaced,
            storage
        )]
        pub struct ClockSpec {
            /// Serde's function.
            #[serde(default = "three")]
            pub hours: i64,
            /// Serde's, of the type.
            #[serde(default)]
            pub minutes: i64,
            /// The schema's.
            #[schema(default = 4)]
            pub seconds: i64,
            #[schema(default = 5)]
            #[serde(skip_serializing_if = "Option::is_none")]
            pub zone: Option<i64>,
            /// Both.
            #[schema(default)]
            #[serde(default = "three")]
            pub hands: i64,
            /// Of the type.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub face: Option<Face>,
            pub kind: Kind,
            pub place: Place,
            pub bell: Bell,
            pub whole: Whole,
            pub named: Named<i64>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Face {
            pub color: String,
            #[serde(default = "three")]
            pub marks: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Default)]
        #[schema(default = "Wall")]
        pub enum Kind {
            #[default]
            Tower,
            Wall,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Place {
            pub name: String,
            #[serde(default = "three")]
            pub height: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub enum Bell {
            Rung {
                by: String,
                #[serde(default = "three")]
                times: i64,
            },
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[serde(default = "whole")]
        pub struct Whole {
            #[serde(skip_serializing_if = "is_three")]
            pub hours: i64,
            pub name: String,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Named<T> {
            pub name: T,
            #[serde(default)]
            pub count: i64,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Clock, version = "v1")]
        #[spoke(
        hub = v2::ClockSpec,
        added(hours, minutes, seconds, zone, hands, kind, "face.marks"),
        part("face" = Option<v2::Face>),
    )]
        pub struct ClockSpec {
            #[spoke(to = "face.color")]
            pub color: Option<String>,
            pub place: OldPlace,
            #[spoke(to = "place.height")]
            pub height: i64,
            pub bell: Bell,
            pub whole: OldWhole,
            pub named: Named<i64>,
            #[spoke(removed)]
            #[serde(default = "three")]
            pub legacy: i64,
            #[spoke(removed)]
            #[schema(as = i64)]
            #[serde(default, deserialize_with = "read")]
            pub read: i64,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Place, elsewhere(height))]
        pub struct OldPlace {
            pub name: String,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Bell)]
        pub enum Bell {
            #[spoke(added(times))]
            Rung { by: String },
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Whole, added(hours, name))]
        pub struct OldWhole {}

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Named<T>, added(count))]
        pub struct Named<T> {
            pub name: T,
        }
    }

    mapping!(Clocks = v2::Clock, [v1::Clock], values(v1 v2 ClockSpec));

    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
        i64::deserialize(from)
    }
}

/// Fields that serde reads as one value at one version, and as another at the other, where nothing stands.
pub(crate) mod read_otherwise {
    use super::*;

    const fn one() -> i64 {
        1
    }

    const fn two() -> i64 {
        2
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Fleet",
            namespaced,
            storage
        )]
        pub struct FleetSpec {
            #[serde(default = "two")]
            pub replicas: i64,
            /// The API server's as well.
            #[schema(default)]
            #[serde(default = "two")]
            pub size: i64,
            #[serde(default = "one")]
            pub same: i64,
            #[serde(default = "two", skip_serializing_if = "is_two")]
            pub moved: i64,
            #[serde(default)]
            pub names: Vec<String>,
            pub limits: Limits,
            #[schema(default)]
            #[serde(default)]
            pub fan: Fan,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Limits {
            #[serde(default = "two")]
            pub most: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        pub struct Fan {
            pub speed: i64,
        }

        #[expect(
            clippy::trivially_copy_pass_by_ref,
            reason = "serde passes a reference"
        )]
        const fn is_two(value: &i64) -> bool {
            *value == 2
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Fleet, version = "v1")]
        #[spoke(hub = v2::FleetSpec, part("fan" = v2::Fan))]
        pub struct FleetSpec {
            #[serde(default = "one")]
            pub replicas: i64,
            #[serde(default = "one")]
            pub size: i64,
            #[serde(default = "one")]
            pub same: i64,
            #[serde(default = "one")]
            #[spoke(to = "moved")]
            pub old: i64,
            #[spoke(counted(item = "name", count = "times", reversed))]
            pub names: Vec<Name>,
            pub limits: Limits,
            #[serde(default = "one")]
            #[spoke(to = "fan.speed")]
            pub speed: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Name {
            pub name: String,
            #[schema(maximum = 9)]
            #[serde(default = "two")]
            pub times: i64,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Limits)]
        pub struct Limits {
            #[serde(default = "one")]
            pub most: i64,
        }
    }

    mapping!(Fleets = v2::Fleet, [v1::Fleet], values(v1 v2 FleetSpec));
}

/// Stand-ins for what is absent, where serde reads something else of nothing.
pub(crate) mod stand_ins_read {
    use super::*;

    const fn one() -> i64 {
        1
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Fleet",
            namespaced,
            storage
        )]
        pub struct FleetSpec {
            pub replicas: Option<i64>,
            pub same: Option<i64>,
            pub defaulted: Option<i64>,
            pub text: Option<String>,
            pub kiln: Option<Kiln>,
            pub names: Vec<String>,
            pub parts: Option<Vec<String>>,
            #[serde(default)]
            pub both: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Kiln {
            pub color: Option<String>,
            pub slots: Option<i64>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Fleet, version = "v1")]
        #[spoke(hub = v2::FleetSpec)]
        pub struct FleetSpec {
            #[serde(default = "one")]
            #[spoke(or_back = 7)]
            pub replicas: i64,
            #[serde(default = "one")]
            #[spoke(or_back = 1)]
            pub same: i64,
            #[schema(default)]
            #[serde(default = "one")]
            #[spoke(or_back = 7)]
            pub defaulted: i64,
            #[serde(default)]
            #[spoke(coerced, or = None, or_back = 7)]
            pub text: i64,
            pub kiln: Option<Kiln>,
            #[serde(default)]
            #[spoke(wrap, or_back = "none".to_owned())]
            pub names: String,
            #[serde(default)]
            #[spoke(delimited = " ", or_back = "none".to_owned())]
            pub parts: String,
            // Both read the same of nothing, so that nothing stands in.
            #[serde(default)]
            #[spoke(or = 9, or_back = 8)]
            pub both: i64,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Kiln)]
        pub struct Kiln {
            pub color: Option<String>,
            #[serde(default = "one")]
            #[spoke(or_back = 7)]
            pub slots: i64,
        }
    }

    mapping!(Fleets = v2::Fleet, [v1::Fleet], values(v1 v2 FleetSpec));
}

/// Fields of structs that need not be there, or stand by default, which serde reads as one value at one version, and as another at
/// the other.
pub(crate) mod read_within {
    use super::*;

    const fn one() -> i64 {
        1
    }

    const fn two() -> i64 {
        2
    }

    const fn three() -> i64 {
        3
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Bakery",
            namespaced,
            storage
        )]
        pub struct BakerySpec {
            #[serde(default = "two")]
            pub turns: i64,
            #[serde(default = "three")]
            pub heat: i64,
            pub size: i64,
            #[serde(default)]
            pub logs: i64,
            pub kiln: Option<Kiln>,
            pub fans: Option<Fans>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Kiln {
            pub color: Option<String>,
            #[serde(default = "two")]
            pub slots: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Fans {
            #[serde(default = "two")]
            pub speed: i64,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Bakery, version = "v1")]
        #[spoke(
            hub = v2::BakerySpec,
            part_back("oven" = Option<Oven>),
            part_back("stove" = Stove),
            part("kiln" = Option<v2::Kiln>),
            step(from("oven.turns"), to = "turns", or = 2),
            step(from("oven.size"), to = "size", or = 7),
            step(from("oven.slots"), to = "kiln.slots"),
            step(from("oven.color"), to = "kiln.color"),
            step(from("stove.heat"), to = "heat"),
            step(from("stove.trunks"), to = "logs", with = logs, back = trunks),
        )]
        pub struct BakerySpec {
            pub oven: Option<Oven>,
            #[serde(default)]
            pub stove: Stove,
            pub fans: Option<Fans>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Oven {
            #[serde(default = "one")]
            pub turns: i64,
            #[serde(default = "one")]
            pub slots: i64,
            #[serde(default = "one")]
            pub size: i64,
            pub color: Option<String>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Stove {
            #[serde(default = "one")]
            pub heat: i64,
            #[serde(default = "one")]
            pub trunks: i64,
        }

        const fn logs(trunks: i64) -> i64 {
            trunks.wrapping_add(1)
        }

        const fn trunks(logs: i64) -> i64 {
            logs.wrapping_sub(1)
        }

        impl Default for Stove {
            fn default() -> Self {
                Self { heat: 4, trunks: 4 }
            }
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Fans)]
        pub struct Fans {
            #[serde(default = "one")]
            pub speed: i64,
        }
    }

    mapping!(Bakeries = v2::Bakery, [v1::Bakery], values(v1 v2 BakerySpec));
}

/// Specs that both versions may lack, where Rust reads of none what only one version has.
pub(crate) mod specs_read {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(
            CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq,
        )]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Range",
            namespaced,
            storage,
            spec(optional)
        )]
        pub struct RangeSpec {
            pub heat: Option<i64>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Range, version = "v1", spec(optional))]
        #[spoke(hub = v2::RangeSpec)]
        pub struct RangeSpec {
            pub heat: Option<i64>,
            #[spoke(removed)]
            pub zone: Option<String>,
        }

        impl Default for RangeSpec {
            fn default() -> Self {
                Self {
                    heat: None,
                    zone: Some("south".to_owned()),
                }
            }
        }
    }

    mapping!(Ranges = v2::Range, [v1::Range], values(v1 v2 RangeSpec));
}

/// Specs that one version may lack, and what the other makes of what is read of none; values of it that a schema refuses.
pub(crate) mod spec_read {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Stove",
            namespaced,
            storage
        )]
        pub struct StoveSpec {
            pub heat: i64,
            pub fire: Fire,
            pub zone: Option<String>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Fire {
            #[schema(min_length = 1)]
            pub fuel: String,
            pub minutes: i64,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Stove, version = "v1", spec(optional))]
        #[spoke(hub = v2::StoveSpec, step(from_label = "zone", to = "zone"))]
        pub struct StoveSpec {
            #[spoke(rename = "heat")]
            pub warmth: i64,
            #[serde(default)]
            pub fire: Fire,
        }

        impl Default for StoveSpec {
            fn default() -> Self {
                Self {
                    warmth: 3,
                    fire: Fire::default(),
                }
            }
        }

        #[derive(
            Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq,
        )]
        #[spoke(hub = v2::Fire)]
        pub struct Fire {
            #[schema(min_length = 1)]
            pub fuel: String,
            pub minutes: i64,
        }
    }

    mapping!(Stoves = v2::Stove, [v1::Stove], values(v1 v2 StoveSpec));
}

/// A list that a step makes of nothing, in a struct that is made, where serde reads a value of nothing.
pub(crate) mod slots_of_vent {
    use super::*;

    const fn vent() -> v2::Vent {
        v2::Vent { slot: 6 }
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Hearth",
            namespaced,
            storage
        )]
        pub struct HearthSpec {
            pub color: Option<String>,
            #[serde(default = "vent")]
            pub vent: Vent,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Vent {
            pub slot: i64,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Hearth, version = "v1")]
        #[spoke(
            hub = v2::HearthSpec,
            part("vent" = v2::Vent),
            part_back("oven" = Option<Oven>),
            step(from("oven.color"), to = "color"),
            step(from("oven.slots"), to = "vent.slot", unwrap, or = 3),
        )]
        pub struct HearthSpec {
            pub oven: Option<Oven>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Oven {
            pub color: Option<String>,
            pub slots: Vec<i64>,
        }
    }

    mapping!(Hearths = v2::Hearth, [v1::Hearth], values(v1 v2 HearthSpec));
}
