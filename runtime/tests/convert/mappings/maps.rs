//! Maps: keys that are renamed, lists that are maps, entries that are fields.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

/// Values that map themselves, in maps whose keys are renamed, and in maps of what a list's items hold.
pub(crate) mod renamed_keys {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Shelf",
            namespaced,
            storage
        )]
        pub struct ShelfSpec {
            pub rows: BTreeMap<String, Row>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub notes: Option<BTreeMap<String, Vec<Row>>>,
            #[schema(list_map_keys("name"))]
            pub boxes: Vec<Labelled>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Row {
            pub width: i32,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Labelled {
            pub name: String,
            pub row: Row,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v2::Shelf, version = "v1")]
        #[spoke(hub = v2::ShelfSpec)]
        pub struct ShelfSpec {
            #[spoke(keys("top" = "upper"))]
            pub rows: BTreeMap<String, Row>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(keys("top" = "upper"))]
            pub notes: Option<BTreeMap<String, Vec<Row>>>,
            #[spoke(keyed("name", "row"))]
            pub boxes: BTreeMap<String, Row>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Row)]
        pub struct Row {
            #[spoke(rename = "width")]
            pub size: i32,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(removed)]
            pub depth: Option<i32>,
        }
    }

    mapping!(Shelves = v2::Shelf, [v1::Shelf], values(v1 v2 ShelfSpec));
}

/// A list that is a map at the other version, and an object that is one of its members.
pub(crate) mod keyed_lists {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Shop",
            namespaced,
            storage
        )]
        pub struct ShopSpec {
            #[serde(default)]
            pub parts: BTreeMap<String, Part>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub owner: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub args: Option<Vec<Arg>>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Arg {
            pub name: String,
            pub value: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub note: Option<String>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Part {
            pub count: i32,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v2::Shop, version = "v1")]
        #[spoke(hub = v2::ShopSpec, fallible(up))]
        pub struct ShopSpec {
            #[spoke(keyed = "name")]
            #[serde(default)]
            pub parts: Vec<Part>,
            #[spoke(unwrap = "name")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub owner: Option<Owner>,
            #[spoke(keyed("name", "value"), or_back = None)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub args: Option<BTreeMap<String, String>>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Part)]
        pub struct Part {
            #[spoke(elsewhere)]
            pub name: String,
            pub count: i32,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Owner {
            pub name: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub phone: Option<String>,
        }
    }

    mapping!(Shops = v2::Shop, [v1::Shop], rounds = 500);
}

/// Items that become entries of a map are whole without their key.
pub(crate) mod keyed_structs {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Rack",
            namespaced,
            storage
        )]
        pub struct RackSpec {
            pub shelves: BTreeMap<String, Shelf>,
            pub wait: Option<i64>,
            #[schema(list_map_keys("name"))]
            #[serde(default)]
            pub pegs: Vec<Peg>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Peg {
            pub name: String,
            pub size: u8,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Shelf {
            pub width: i64,
            pub words: Vec<String>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Rack, version = "v1")]
        #[spoke(hub = v2::RackSpec, fallible(up, down))]
        pub struct RackSpec {
            #[spoke(keyed = "name")]
            #[schema(list_map_keys("name"))]
            pub shelves: Vec<Shelf>,
            #[spoke(duration = "s", or = Some(1))]
            pub wait: String,
            #[schema(list_map_keys("id"))]
            #[serde(default)]
            pub pegs: Vec<Peg>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Peg, fallible(up))]
        pub struct Peg {
            #[spoke(rename = "name")]
            pub id: String,
            #[spoke(values("small" = 1, "large" = 2), or_back = "odd".to_owned())]
            pub size: String,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Shelf, added(words))]
        pub struct Shelf {
            #[spoke(elsewhere)]
            pub name: String,
            pub width: i64,
        }
    }

    mapping!(Racks = v2::Rack, [v1::Rack], values(v1 v2 RackSpec));
}

/// Nothing stands in for the entry of a map: `or = None`.
pub(crate) mod optional_entries {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Disk",
            namespaced,
            storage
        )]
        pub struct DiskSpec {
            #[serde(default)]
            pub attributes: BTreeMap<String, String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub more: Option<BTreeMap<String, String>>,
            pub group: Group,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Group {
            #[serde(default)]
            pub places: BTreeMap<String, Place>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Place {
            pub name: String,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Disk, version = "v1")]
        #[spoke(
        hub = v2::DiskSpec,
        part("group" = v2::Group),
        step(from_label = "example.com/owner", to = "attributes[owner]", or = None),
    )]
        pub struct DiskSpec {
            #[spoke(to = "attributes[seconds]", try_with = seconds, back = parsed, or = None)]
            pub seconds: Option<i64>,
            #[spoke(to = "more[after]", duration = "s", reversed, or = None, or_back = None)]
            pub after: Option<i64>,
            #[spoke(to = "group.places[first]", or = None, or_back = None)]
            pub place: Option<OldPlace>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Place, fallible(up))]
        pub struct OldPlace {
            #[spoke(try_with = named, back = |name| name)]
            pub name: String,
        }

        fn seconds(seconds: Option<i64>) -> Result<String, String> {
            let seconds = seconds.filter(|seconds| *seconds >= 0);
            seconds.map(|it| it.to_string()).ok_or("no time".to_owned())
        }

        fn parsed(text: Option<String>) -> Option<i64> {
            text.and_then(|text| text.parse().ok())
        }

        fn named(name: String) -> Result<String, String> {
            if name.is_empty() {
                Err("no name".to_owned())
            } else {
                Ok(name)
            }
        }
    }

    mapping!(Disks = v2::Disk, [v1::Disk], values(v1 v2 DiskSpec));
}

/// A field is an entry of a map that has others, in an object that only the hub has.
pub(crate) mod entries_beside_others {
    use super::*;

    pub(crate) mod v2 {
        use super::{BTreeMap, CustomResource, Deserialize, Schema, Serialize};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Parcel",
            namespaced,
            storage
        )]
        pub(crate) struct ParcelSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) shipping: Option<Shipping>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        pub(crate) struct Shipping {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) street: Option<String>,
            #[serde(default)]
            pub(crate) tags: Vec<String>,
            #[serde(default)]
            pub(crate) notes: BTreeMap<String, String>,
            #[serde(default)]
            pub(crate) labels: BTreeMap<String, String>,
        }
    }

    pub(crate) mod v1 {
        use super::{BTreeMap, CustomResource, Deserialize, Schema, Serialize, Spoke, v2};

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v2::Parcel, version = "v1")]
        #[spoke(hub = v2::ParcelSpec, part("shipping" = Option<v2::Shipping>))]
        pub(crate) struct ParcelSpec {
            #[spoke(to = "shipping.street")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) street: Option<String>,
            #[spoke(to = "shipping.tags", with = to_tags, back = from_tags)]
            #[serde(default)]
            pub(crate) tags: Vec<String>,
            #[spoke(to = "shipping.labels[example.com/team]")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) team: Option<String>,
            #[spoke(to = "shipping.notes")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) notes: Option<BTreeMap<String, String>>,
        }

        fn to_tags(mut tags: Vec<String>) -> Vec<String> {
            tags.reverse();
            tags
        }

        fn from_tags(tags: Option<Vec<String>>) -> Vec<String> {
            to_tags(tags.unwrap_or_default())
        }
    }

    mapping!(Parcels = v2::Parcel, [v1::Parcel]);
}

// A map is two fields of an optional struct, one of which has a default.
pair! {
    gathered_or_default [spoke(hub = v2::KilnSpec, part("size" = Option<v2::Size>))],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub size: Option<Size>,
    }
    Size {
        pub wide: i64,
        #[serde(default = "seven")]
        #[schema(default)]
        pub high: i64,
    };
    {
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        #[spoke(to("size.wide", "size.high"), gathered("wide", "high"), or = (1, 2))]
        pub sizes: BTreeMap<String, i64>,
    }
}

// Two fields are entries of a map in an optional struct.
pair! {
    gathered_in_optional [spoke(hub = v2::KilnSpec, part("size" = Option<v2::Size>))],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub size: Option<Size>,
    }
    Size { pub of: BTreeMap<String, String> };
    {
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[spoke(and("high"), to = "size.of", gathered("wide", "high"), or_back = ("w".to_owned(), "h".to_owned()))]
        pub wide: String,
        pub high: String,
    }
}
fn seven() -> i64 {
    7
}

// The default of a map says more than those of the members of its values.
pair!(zones_by_default [spoke(hub = v2::KilnSpec, part("heat" = Option<v2::Heat>))], {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heat: Option<Heat>,
} Heat {
    #[schema(default = {"a": {"minutes": 40}})]
    pub zones: BTreeMap<String, Zone>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<bool>,
} Zone {
    #[schema(default = 3)]
    pub minutes: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub degrees: Option<i64>,
};
{
    #[spoke(to = "heat.zones")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zones: Option<BTreeMap<String, Zone>>,
    #[spoke(to = "heat.open")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<bool>,
} Zone [spoke(hub = v2::Zone, added(minutes = 3))] {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub degrees: Option<i64>,
});

// A map that may be null is a member that must be there, of an optional struct.
pair! {
    minutes_by_name [spoke(hub = v2::KilnSpec, part_back("oven" = Option<Oven>), step(from("oven.minutes"), to = "seconds", each(factor = 60)))],
    {
        #[serde(default)]
        pub seconds: Option<BTreeMap<String, i64>>,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub oven: Option<Oven>,
    }
    Oven [spoke(hub = v2::KilnSpec, elsewhere(seconds = None))] {
        #[spoke(removed)]
        pub minutes: BTreeMap<String, i64>,
    }
}
