//! Fields of the hub that serde skips, which only values of Rust have.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Kiln",
        namespaced,
        storage,
        derive(PartialEq)
    )]
    pub struct KilnSpec {
        pub degrees: i64,
        #[serde(skip)]
        pub cache: Option<String>,
        pub heat: Heat,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Heat {
        #[serde(skip)]
        pub r#loop: u8,
        pub minutes: i64,
        #[serde(skip)]
        pub seen: bool,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Kiln, version = "v1", derive(PartialEq))]
    #[spoke(hub = v2::KilnSpec, part("heat" = v2::Heat),
            added(cache = None, "heat.seen" = true, "heat.loop" = 7))]
    pub struct KilnSpec {
        pub degrees: i64,
        #[spoke(to = "heat.minutes")]
        pub minutes: i64,
        #[serde(skip)]
        pub note: String,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Heat, added(r#loop = 3, seen))]
    pub struct Heat {
        pub minutes: i64,
    }
}

wheelwright::wheel!(Kilns = v2::Kiln, [v1::Kiln]);

#[test]
fn laws() {
    Kilns::assert_laws();
}

#[test]
fn values_have_what_the_mapping_says() {
    let spoke = v1::KilnSpec {
        degrees: 1,
        minutes: 2,
        note: "kept by nobody".to_owned(),
    };
    let hub = v2::KilnSpec::from(spoke);
    let heat = v2::Heat {
        minutes: 2,
        seen: true,
        r#loop: 7,
    };
    assert_eq!(
        hub,
        v2::KilnSpec {
            degrees: 1,
            cache: None,
            heat
        }
    );
    let spoke = v1::KilnSpec::from(hub);
    assert_eq!((spoke.minutes, &*spoke.note), (2, ""));

    let heat = v2::Heat::from(v1::Heat { minutes: 4 });
    assert_eq!((heat.r#loop, heat.seen), (3, false));
}

#[test]
fn objects_know_nothing_of_them() {
    let object = json!({
        "apiVersion": "example.com/v1", "kind": "Kiln", "metadata": {"name": "k"},
        "spec": {"degrees": 1, "minutes": 2},
    });
    let there = Kilns::convert_object(&object, "v2").expect("it converts");
    assert_eq!(there["spec"], json!({"degrees": 1, "heat": {"minutes": 2}}));
    assert_eq!(there["metadata"], json!({"name": "k"}));
    assert_eq!(
        Kilns::convert_object(&there, "v1").expect("it converts"),
        object
    );
}
