//! Rules that one version has and the other lacks: the laws say so, and let it pass at the place where they are told to.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Fleet",
        namespaced,
        storage,
        status = FleetStatus,
        scale(spec = ".spec.size", status = ".status.size")
    )]
    pub(crate) struct FleetSpec {
        pub(crate) size: i32,
        pub(crate) harbour: Harbour,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[schema(rule("self.name != '' || self.pier > 0"))]
    pub(crate) struct Harbour {
        pub(crate) name: String,
        pub(crate) pier: i32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) struct FleetStatus {
        pub(crate) size: i32,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Fleet, version = "v1", status = v2::FleetStatus)]
    #[spoke(hub = v2::FleetSpec)]
    pub(crate) struct FleetSpec {
        pub(crate) size: i32,
        pub(crate) harbour: Harbour,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Harbour)]
    pub(crate) struct Harbour {
        pub(crate) name: String,
        pub(crate) pier: i32,
    }
}

wheelwright::wheel!(pub(crate) Fleets = v2::Fleet, [v1::Fleet]);

#[test]
fn what_a_rule_refuses_is_let_pass_where_it_is_said() {
    let scaled = || {
        let laws = Fleets::laws().rounds(200);
        laws.refuses("v2", "spec.size")
            .refuses("v2", ".status.size")
    };
    let broken = Fleets::laws().rounds(200).check().unwrap_err().to_string();
    assert!(
        broken.contains("a valid object became one that is not"),
        "{broken}"
    );
    // Another version and another place are none of it.
    for (version, place) in [
        ("v1", "spec.harbour"),
        ("v2", "spec.harbours"),
        ("v2", "spec.harbour.name"),
    ] {
        let broken = scaled()
            .refuses(version, place)
            .check()
            .unwrap_err()
            .to_string();
        assert!(broken.contains("spec.harbour: Invalid value"), "{broken}");
    }
    for place in ["spec.harbour", "spec", ""] {
        let tried = scaled().refuses("v2", place).check();
        assert!(tried.is_ok_and(|objects| objects > 0), "{place}");
    }
}
