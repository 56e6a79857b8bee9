//! Whole objects: their status, resources within them, and more versions than two.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wheelwright::{CustomResource, Schema, Spoke};

/// A status that the spoke takes empty, and the hub does not.
pub(crate) mod status_or_none {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v2", kind = "Claim", namespaced, storage, status = ClaimStatus)]
        pub(crate) struct ClaimSpec {}

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[schema(min_properties = 1)]
        pub(crate) struct ClaimStatus {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) address: Option<String>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Claim, version = "v1", status = ClaimStatus)]
        #[spoke(hub = v2::ClaimSpec)]
        pub(crate) struct ClaimSpec {}

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::ClaimStatus)]
        pub(crate) struct ClaimStatus {
            #[spoke(with = known, back = spelled_out)]
            pub(crate) address: String,
        }
    }

    fn known(address: String) -> Option<String> {
        (!address.is_empty()).then_some(address)
    }

    fn spelled_out(address: Option<String>) -> String {
        address.unwrap_or_default()
    }

    mapping!(Claims = v2::Claim, [v1::Claim]);
}

/// Resources within a resource, which in a part of an object may lack their type.
pub(crate) mod embedded_resources {
    use super::*;

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v1",
            kind = "Stage",
            namespaced,
            storage
        )]
        pub struct StageSpec {
            #[schema(embedded_resource)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub template: Option<Value>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub claim: Option<Claim>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[schema(embedded_resource)]
        pub struct Claim {
            pub spec: ClaimSpec,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct ClaimSpec {
            pub size: u32,
        }
    }

    pub(crate) mod v1beta1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v1::Stage, version = "v1beta1")]
        #[spoke(hub = v1::StageSpec, added(template, claim))]
        pub struct StageSpec {}
    }

    mapping!(Stages = v1::Stage, [v1beta1::Stage]);
}

/// A chain of three versions with a status.
pub(crate) mod three_kilns {
    use super::*;

    pub(crate) mod v3 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v3", kind = "Kiln", namespaced, status = KilnStatus, storage)]
        pub struct KilnSpec {
            pub body: Option<Body>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Body {
            #[serde(default)]
            #[schema(default)]
            pub shell: Shell,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        pub struct Shell {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[schema(default = {})]
            pub paint: Option<BTreeMap<String, i64>>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct KilnStatus {
            pub fire: Option<Fire>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        pub struct Fire {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub heat: Option<i64>,
        }
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v3::Kiln, version = "v2", status = KilnStatus)]
        #[spoke(hub = v3::KilnSpec, part("body" = Option<v3::Body>, "body.shell" = v3::Shell))]
        pub struct KilnSpec {
            #[spoke(to = "body.shell.paint")]
            pub paint: Option<BTreeMap<String, i64>>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v3::KilnStatus)]
        pub struct KilnStatus {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub fire: Option<Fire>,
            #[schema(default = 2)]
            #[spoke(to = "fire.heat")]
            pub heat: Option<i64>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v3::Fire, elsewhere(heat))]
        pub struct Fire {}
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v2::Kiln, version = "v1", status = KilnStatus)]
        #[spoke(hub = v2::KilnSpec, added(paint = Some(BTreeMap::new())))]
        pub struct KilnSpec {}

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::KilnStatus)]
        pub struct KilnStatus {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub fire: Option<v2::Fire>,
            pub heat: Option<i64>,
        }
    }

    mapping!(Kilns = v3::Kiln, [v2::Kiln, v1::Kiln]);
}

/// A chain of three versions, of which the one in between has a list with keys by default.
pub(crate) mod shelves_between {
    use super::*;

    pub(crate) mod v3 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v3",
            kind = "Kiln",
            namespaced,
            storage
        )]
        pub struct KilnSpec {
            pub heat: i64,
        }
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v3::Kiln, version = "v2")]
        #[spoke(hub = v3::KilnSpec)]
        pub struct KilnSpec {
            pub heat: i64,
            #[serde(default = "first")]
            #[schema(list_map_keys("name"), default)]
            #[spoke(removed)]
            pub shelves: Vec<Shelf>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Shelf {
            pub name: String,
        }

        fn first() -> Vec<Shelf> {
            vec![Shelf {
                name: "first".to_owned(),
            }]
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v2::Kiln, version = "v1")]
        #[spoke(hub = v2::KilnSpec)]
        pub struct KilnSpec {
            pub heat: i64,
            #[serde(default = "first")]
            #[schema(list_map_keys("name"), default)]
            pub shelves: Vec<Shelf>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Shelf)]
        pub struct Shelf {
            pub name: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(removed)]
            pub note: Option<String>,
        }

        fn first() -> Vec<Shelf> {
            vec![Shelf {
                name: "first".to_owned(),
                note: None,
            }]
        }
    }

    mapping!(Kilns = v3::Kiln, [v2::Kiln, v1::Kiln]);
}

/// A hub that refuses what two of its spokes take.
pub(crate) mod books_through_hub {
    use super::*;

    pub(crate) mod v3 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v3",
            kind = "Shelf",
            namespaced,
            storage
        )]
        pub struct ShelfSpec {
            #[schema(max_items = 2)]
            pub books: Vec<String>,
            pub label: Option<String>,
        }
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v3::Shelf, version = "v2")]
        #[spoke(hub = v3::ShelfSpec, added(label))]
        pub struct ShelfSpec {
            #[spoke(wrap, or_back = String::new())]
            pub books: String,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v3::Shelf, version = "v1")]
        #[spoke(hub = v3::ShelfSpec)]
        pub struct ShelfSpec {
            #[schema(items(max_length = 3))]
            pub books: Vec<String>,
            pub label: Option<String>,
        }
    }

    mapping!(Shelves = v3::Shelf, [v2::Shelf, v1::Shelf]);
}

/// Three versions, of which one has something more in each item of a list with keys.
pub(crate) mod colour_of_items {
    use super::*;

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub(crate) struct Item {
        pub(crate) name: String,
    }

    pub(crate) mod v3 {
        use super::{CustomResource, Deserialize, Item, Schema, Serialize};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v3",
            kind = "Rack",
            namespaced,
            storage
        )]
        pub(crate) struct RackSpec {
            #[schema(list_map_keys("name"))]
            pub(crate) items: Vec<Item>,
        }
    }

    pub(crate) mod v2 {
        use super::{CustomResource, Deserialize, Item, Schema, Serialize, Spoke, v3};

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v3::Rack, version = "v2")]
        #[spoke(hub = v3::RackSpec)]
        pub(crate) struct RackSpec {
            #[schema(list_map_keys("name"))]
            pub(crate) items: Vec<Item>,
        }
    }

    pub(crate) mod v1 {
        use super::{CustomResource, Deserialize, Schema, Serialize, Spoke, v3};

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v3::Rack, version = "v1")]
        #[spoke(hub = v3::RackSpec)]
        pub(crate) struct RackSpec {
            #[schema(list_map_keys("name"))]
            pub(crate) items: Vec<Old>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = super::Item)]
        pub(crate) struct Old {
            pub(crate) name: String,
            #[spoke(removed)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) colour: Option<String>,
        }
    }

    mapping!(Racks = v3::Rack, [v2::Rack, v1::Rack]);
}

/// A type that becomes different types where it is used, an enum among them, and one that is a hub besides.
pub(crate) mod two_hubs_of_a_type {
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
            pub image: Image,
            pub secrets: Vec<Secret>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Image {
            pub image: String,
            pub tag: Option<String>,
            pub policy: Pull,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Secret {
            pub name: String,
            pub policy: Mount,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub enum Pull {
            Always,
            Missing,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub enum Mount {
            Always,
            OnDemand,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Job, version = "v1")]
        #[spoke(hub = v2::JobSpec)]
        pub struct JobSpec {
            pub image: Reference,
            pub secrets: Vec<Reference>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Image)]
        #[spoke(hub = v2::Secret)]
        pub struct Reference {
            #[spoke(hub = v2::Image, rename = "image")]
            #[serde(rename = "ref")]
            pub name: String,
            #[spoke(hub = v2::Secret, removed)]
            pub tag: Option<String>,
            pub policy: Policy,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Pull)]
        #[spoke(hub = v2::Mount)]
        pub enum Policy {
            Always,
            #[spoke(hub = v2::Pull, rename = "Missing")]
            #[spoke(hub = v2::Mount, rename = "OnDemand")]
            Needed,
        }
    }

    pub(crate) mod v1alpha1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v1::Job, version = "v1alpha1")]
        #[spoke(hub = v1::JobSpec)]
        #[spoke(hub = Only)]
        pub struct JobSpec {
            pub image: v1::Reference,
            #[spoke(hub = Only, removed)]
            pub secrets: Vec<v1::Reference>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Only {
            pub image: v1::Reference,
        }
    }

    mapping!(Jobs = v2::Job, [v1::Job, v1alpha1::Job]);
}
