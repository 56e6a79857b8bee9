//! What a mapping leaves to the steps around it is taken by one of those, or there is no plan: it would be lost.

use serde::{Deserialize, Serialize};
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
        pub shelf: Shelf,
        pub shelves: Vec<Shelf>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Shelf {
        pub wood: String,
        pub depth: Option<i64>,
        pub bolt: Option<Bolt>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[serde(default)]
    pub struct Bolt {
        pub size: Option<i64>,
        pub head: Option<String>,
    }
}

/// Nothing takes the depth of the one shelf.
mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Rack, version = "v1")]
    #[spoke(hub = v2::RackSpec, added(shelves = Vec::new()))]
    pub struct RackSpec {
        pub shelf: Shelf,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Shelf, elsewhere(depth), added(bolt))]
    pub struct Shelf {
        pub wood: String,
    }
}

/// It is taken of the one shelf, and of those in the list nothing can take it.
mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Rack, version = "v1beta1")]
    #[spoke(hub = v2::RackSpec)]
    pub struct RackSpec {
        pub shelf: Shelf,
        #[spoke(to = "shelf.depth")]
        pub depth: Option<i64>,
        pub shelves: Vec<Shelf>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Shelf, elsewhere(depth), added(bolt))]
    pub struct Shelf {
        pub wood: String,
    }
}

/// A field of the older version that nothing takes.
mod v1alpha1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Rack, version = "v1alpha1")]
    #[spoke(hub = v2::RackSpec, added(shelves = Vec::new()))]
    pub struct RackSpec {
        pub shelf: Shelf,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Shelf, added(bolt))]
    pub struct Shelf {
        pub wood: String,
        pub depth: Option<i64>,
        #[spoke(elsewhere = None)]
        pub height: Option<i64>,
    }
}

/// Of a struct that is left as a whole, a step takes one field.
mod v1alpha2 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Rack, version = "v1alpha2")]
    #[spoke(hub = v2::RackSpec, added(shelves = Vec::new()))]
    pub struct RackSpec {
        pub shelf: Shelf,
        #[spoke(to = "shelf.bolt.size")]
        pub bolt_size: Option<i64>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Shelf, elsewhere(bolt), added(depth))]
    pub struct Shelf {
        pub wood: String,
    }
}

wheelwright::wheel!(One = v2::Rack, [v1::Rack]);
wheelwright::wheel!(Listed = v2::Rack, [v1beta1::Rack]);
wheelwright::wheel!(Own = v2::Rack, [v1alpha1::Rack]);
wheelwright::wheel!(Partly = v2::Rack, [v1alpha2::Rack]);

#[test]
fn what_nothing_takes_has_no_plan() {
    let none = |path| format!("none takes `.spec.{path}`");
    let each = |path| {
        format!("no step can name what is in a list, a map or a variant, as `.spec.{path}` is")
    };
    for (plan, path, why, instead) in [
        (
            One::plan(),
            "the hub's `.depth`",
            none("shelf.depth"),
            "`added(…)`",
        ),
        (
            Listed::plan(),
            "the hub's `.depth`",
            each("shelves[*].depth"),
            "`added(…)`",
        ),
        (
            Own::plan(),
            "this version's `.height`",
            none("shelf.height"),
            "`removed`",
        ),
        (
            Partly::plan(),
            "the hub's `.bolt.head`",
            none("shelf.bolt.head"),
            "`added(…)`",
        ),
    ] {
        let error = plan.expect_err("no plan").to_string();
        assert!(
            error.contains("tests/convert/plan/elsewhere.rs:"),
            "{error}"
        );
        let what = format!("`elsewhere` leaves {path} to a step around it, and {why}");
        assert!(error.contains(&what), "{error}");
        let say = format!("say {instead} in place of `elsewhere`");
        assert!(error.contains(&say), "{error}");
        assert!(!error.contains("  "), "{error}");
    }
    assert!(One::check().to_string().contains("`elsewhere` leaves"));
}

/// What is flattened has no name that a step around could say.
mod flat {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Lamp",
            namespaced,
            storage
        )]
        pub struct LampSpec {
            pub bulb: Bulb,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Bulb {
            pub watts: i64,
            #[serde(flatten)]
            pub light: Light,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        #[serde(default)]
        pub struct Light {
            pub color: String,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Lamp, version = "v1")]
        #[spoke(hub = v2::LampSpec)]
        pub struct LampSpec {
            pub bulb: Bulb,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Bulb, elsewhere(light))]
        pub struct Bulb {
            pub watts: i64,
        }
    }

    wheelwright::wheel!(pub(super) Lamps = v2::Lamp, [v1::Lamp]);
}

#[test]
fn what_is_flattened_cannot_be_left() {
    let error = flat::Lamps::plan().expect_err("no plan").to_string();
    assert!(
        error.contains("Bulb: a flattened field has no place of its own"),
        "{error}"
    );
}
