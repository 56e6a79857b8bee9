//! Functions for the whole of a list-map's items, and parts of items that they cannot read.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
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

mod v1 {
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

wheelwright::wheel!(pub(crate) Racks = v2::Rack, [v1::Rack]);

/// A manager that owns only the depth of one slot, and all of another.
#[test]
fn a_part_of_an_item_keeps_what_it_is_told_apart_by() {
    let part = json!({
        "apiVersion": "example.com/v2", "kind": "Rack", "metadata": {"name": "r"},
        "spec": {"slots": [{"name": "a", "depth": 3}, {"name": "b", "width": 7}]},
    });
    let old = Racks::convert_object(&part, "v1").expect("it converts");
    assert_eq!(
        old["spec"]["slots"],
        json!([{"name": "a"}, {"name": "b", "wide": true}])
    );
    assert_eq!(
        Racks::convert_object(&old, "v2").expect("it converts"),
        part
    );
    // What was kept of an item that another one stands before.
    let mut edited = old;
    edited["spec"]["slots"] =
        json!([{"name": "c", "wide": false}, {"name": "b", "wide": true}, {"name": "a"}]);
    let new = Racks::convert_object(&edited, "v2").expect("it converts");
    assert_eq!(
        new["spec"]["slots"],
        json!([{"name": "c", "width": 1}, {"name": "b", "width": 7}, {"name": "a", "depth": 3}])
    );
}

#[test]
fn a_part_of_an_item_has_the_name_that_the_other_version_gives_its_key() {
    let part = json!({
        "apiVersion": "example.com/v2", "kind": "Rack", "metadata": {"name": "r"},
        "spec": {"titled": [{"name": "a", "depth": 3}]},
    });
    let old = Racks::convert_object(&part, "v1").expect("it converts");
    assert_eq!(old["spec"], json!({"titled": [{"title": "a"}]}));
    assert_eq!(
        Racks::convert_object(&old, "v2").expect("it converts"),
        part
    );
}

#[test]
fn laws() {
    Racks::assert_laws();
}

/// The keys of one list stand in another order than those of the other, and one has another name.
mod several_keys {
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

    pub mod v1 {
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

    wheelwright::wheel!(pub(crate) Doors = Door, [v1::Door]);

    #[test]
    fn each_key_of_a_part_keeps_its_own_value() {
        let part = json!({
            "apiVersion": "example.com/v2", "kind": "Door", "metadata": {"name": "d"},
            "spec": {"locks": [{"name": "n", "port": "p", "zone": "z"}]},
        });
        let old = Doors::convert_object(&part, "v1").expect("it converts");
        assert_eq!(
            old["spec"]["locks"],
            json!([{"title": "n", "port": "p", "zone": "z"}])
        );
        assert_eq!(Doors::convert_object(&old, "v2"), Ok(part));
    }
}
