//! What a mapping leaves to the steps around it is taken by one of those, or there is no plan: it would be lost.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Rack", storage)]
    pub struct RackSpec {
        pub shelf: Shelf,
        pub shelves: Vec<Shelf>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Shelf {
        pub wood: String,
        pub depth: Option<i64>,
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
    #[spoke(hub = v2::Shelf, elsewhere(depth))]
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
    #[spoke(hub = v2::Shelf, elsewhere(depth))]
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
    #[spoke(hub = v2::Shelf)]
    pub struct Shelf {
        pub wood: String,
        pub depth: Option<i64>,
        #[spoke(elsewhere = None)]
        pub height: Option<i64>,
    }
}

wheelwright::wheel!(One = v2::Rack, [v1::Rack]);
wheelwright::wheel!(Listed = v2::Rack, [v1beta1::Rack]);
wheelwright::wheel!(Own = v2::Rack, [v1alpha1::Rack]);

#[test]
fn what_nothing_takes_has_no_plan() {
    for (plan, path, instead) in [
        (One::plan(), "the hub's `.depth`", "`added(…)`"),
        (Listed::plan(), "the hub's `.depth`", "`added(…)`"),
        (Own::plan(), "this version's `.height`", "`removed`"),
    ] {
        let error = plan.expect_err("no plan").to_string();
        assert!(error.contains("tests/convert/claimed.rs:"), "{error}");
        let what = format!("`elsewhere` leaves {path} to a step around it, and there is none");
        assert!(error.contains(&what), "{error}");
        let say = format!("say {instead} in place of `elsewhere`");
        assert!(error.contains(&say), "{error}");
    }
    assert!(One::check().to_string().contains("`elsewhere` leaves"));
}
