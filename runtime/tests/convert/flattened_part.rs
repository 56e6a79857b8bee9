//! Optional structs whose fields stand among those of the object around them: they are made of no less than they must have.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Tent",
        namespaced,
        storage
    )]
    pub struct TentSpec {
        pub poles: i64,
        #[serde(flatten)]
        pub size: Option<Size>,
        #[serde(flatten)]
        pub place: Option<Place>,
        pub inner: Inner,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Size {
        pub width: Option<i64>,
        pub height: i64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Place {
        pub town: String,
        pub street: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Inner {
        #[serde(flatten)]
        pub lamp: Option<Lamp>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Lamp {
        pub watts: i64,
        pub volts: i64,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Tent, version = "v1")]
    #[spoke(
        hub = v2::TentSpec,
        part("size" = Option<v2::Size>, "inner" = v2::Inner, "inner.lamp" = Option<v2::Lamp>),
    )]
    pub struct TentSpec {
        pub poles: i64,
        #[spoke(to = "size.width")]
        pub width: Option<i64>,
        #[spoke(to = "size.height", or = 7)]
        pub high: Option<i64>,
        #[serde(flatten)]
        pub place: Option<Place>,
        #[spoke(to = "place.street")]
        pub road: Option<String>,
        #[spoke(to = "inner.lamp.watts")]
        pub watts: Option<i64>,
        #[spoke(to = "inner.lamp.volts")]
        pub volts: Option<i64>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Place, elsewhere(street))]
    pub struct Place {
        pub town: String,
    }
}

wheelwright::wheel!(pub(crate) Tents = v2::Tent, [v1::Tent]);

#[test]
fn one_is_made_only_with_all_that_it_must_have() {
    for (old, new) in [
        // A stand-in is all that lacks.
        (json!({"width": 2}), json!({"width": 2, "height": 7})),
        (json!({"high": 2}), json!({"height": 2})),
        (json!({}), json!({})),
        // Nothing stands in for the town.
        (json!({"road": "r"}), json!({})),
        (
            json!({"road": "r", "town": "t"}),
            json!({"street": "r", "town": "t"}),
        ),
        (json!({"watts": 1}), json!({})),
        (
            json!({"watts": 1, "volts": 2}),
            json!({"inner": {"watts": 1, "volts": 2}}),
        ),
    ] {
        let spec = |mut spec: Value, inner: bool| {
            spec["poles"] = json!(1);
            if inner && spec.get("inner").is_none() {
                spec["inner"] = json!({});
            }
            spec
        };
        let tent = |version: &str, spec: Value| {
            json!({
                "apiVersion": format!("example.com/{version}"), "kind": "Tent", "metadata": {"name": "t"}, "spec": spec,
            })
        };
        let old = tent("v1", spec(old, false));
        let there = Tents::convert_object(&old, "v2").expect("it converts");
        assert_eq!(there["spec"], spec(new, true), "of {old}");
        assert_eq!(Tents::convert_object(&there, "v1"), Ok(old));
    }
}

#[test]
fn laws() {
    Tents::assert_laws();
}
