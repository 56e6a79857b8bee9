//! What the const assertions say; here called at run time, to read the words.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::{Deserialize, Serialize};
use wheelwright::__private::assert;
use wheelwright::CustomResource;
use wheelwright::table::{Conversion, Root, Scope};
use wheelwright::{Schema, table::Also};

use crate::pizza::{Pizza, v1alpha1};
use crate::variants::CronTab;

/// All kinds of fields.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Field", status = FieldStatus)]
pub struct FieldSpec {
    text: String,
    number: f64,
    integer: i32,
    flag: bool,
    maybe: Option<Inner>,
    boxed: Box<Inner>,
    list: Vec<Inner>,
    map: BTreeMap<String, Inner>,
    any: serde_json::Value,
    colour: Colour,
    shape: Shape,
    #[serde(flatten)]
    more: More,
    #[schema(default = 1)]
    #[serde(default)]
    defaulted: i32,
    #[serde(default)]
    serde_defaulted: i32,
    #[schema(int_or_string)]
    either: String,
    #[schema(opaque)]
    opaque: Inner,
    #[schema(preserve_unknown_fields)]
    open: Inner,
}

/// What is observed.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct FieldStatus {
    replicas: Option<i64>,
}

/// Some fields.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Inner {
    deep_name: String,
    size: Option<u8>,
}

/// Fields of the parent.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct More {
    extra: i64,
}

/// A string.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Colour {
    /// One.
    Red,
    /// Two.
    Blue,
}

/// One of two.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "type")]
pub enum Shape {
    /// Round.
    Circle {
        /// How far.
        radius: i32,
    },
    /// Not round.
    Square {
        /// How long.
        side: i32,
    },
}

/// The words of an assertion that fails.
fn words(assertion: impl FnOnce()) -> Option<String> {
    let failed = catch_unwind(AssertUnwindSafe(assertion)).err()?;
    failed.downcast_ref::<String>().cloned().or_else(|| {
        failed
            .downcast_ref::<&str>()
            .map(|words| (*words).to_owned())
    })
}

fn column_type(path: &[&str], ty: &str) -> Option<String> {
    words(|| assert::column_type(Field::ROOT, path, ty))
}

#[test]
fn paths_that_lead_to_a_field_pass() {
    for path in [
        &["spec", "text"][..],
        &["spec", "maybe", "deepName"],
        &["spec", "boxed", "deepName"],
        &["spec", "list", assert::ITEMS, "size"],
        &["spec", "map", "any key", "size"],
        &["spec", "any", "what", "ever"],
        &["spec", "extra"],
        &["spec", "shape", "type"],
        &["spec", "shape", "side"],
        &["spec", "opaque", "what", "ever"],
        &["spec", "open", "whatever"],
        &["status", "replicas"],
        &["metadata", "labels", "x"],
        &["kind"],
    ] {
        assert_eq!(
            words(|| assert::column_path(Field::ROOT, path)),
            None,
            "{path:?}"
        );
    }
}

#[test]
fn paths_that_lead_nowhere_are_refused_with_what_there_is() {
    let fields = "`text`, `number`, `integer`, `flag`, `maybe`, `boxed`, `list`, `map`, `any`, `colour`, `shape`, `extra`, \
                  `defaulted`, `serde_defaulted`, `either`, `opaque`, `open`";
    for (path, reason) in [
        (
            &["spec", "txet"][..],
            format!("`.spec.txet` does not exist: `FieldSpec` has {fields}"),
        ),
        (
            &["spec", "maybe", "deep_name"],
            "`.spec.maybe.deep_name` does not exist: `Inner` has `deepName`, `size`".into(),
        ),
        (
            &["spec", "text", "x"],
            "`.spec.text.x` does not exist: `.spec.text` is a string, not an object".into(),
        ),
        (
            &["spec", "list", "size"],
            "`.spec.list.size` does not exist: `.spec.list` is a list, not an object".into(),
        ),
        (
            &["spec", "boxed", "[]"],
            "`.spec.boxed[*]` does not exist: `.spec.boxed` is an object, not a list".into(),
        ),
        (
            &["spec", "colour", "x"],
            "`.spec.colour.x` does not exist: `.spec.colour` is a string, not an object".into(),
        ),
        (
            &["status", "x"],
            "`.status.x` does not exist: `FieldStatus` has `replicas`".into(),
        ),
        (
            &["more"],
            "`.more` does not exist: an object has `metadata`, `spec` and `status`".into(),
        ),
    ] {
        let expected =
            format!("printcolumn: {reason}; the API server would leave the column empty");
        assert_eq!(
            words(|| assert::column_path(Field::ROOT, path)),
            Some(expected)
        );
    }
    // No member of any variant.
    let words = words(|| assert::column_path(Field::ROOT, &["spec", "shape", "height"])).unwrap();
    assert!(
        words.contains("`.spec.shape.height` does not exist"),
        "{words}"
    );
}

#[test]
fn a_column_type_fits_what_the_server_can_show_of_the_field() {
    // `string` prints anything; the others show values of their own JSON type only, whole numbers of either kind.
    for (path, fitting) in [
        (&["spec", "text"][..], &["string", "date"][..]),
        (&["spec", "colour"], &["string", "date"]),
        (&["spec", "number"], &["string", "number", "integer"]),
        (&["spec", "extra"], &["string", "number", "integer"]),
        (&["spec", "flag"], &["string", "boolean"]),
        (&["spec", "list"], &["string"]),
        (&["spec", "boxed"], &["string"]),
        (
            &["spec", "either"],
            &["string", "date", "number", "integer"],
        ),
        (
            &["spec", "any"],
            &["string", "date", "number", "integer", "boolean"],
        ),
        (
            &["metadata", "name"],
            &["string", "date", "number", "integer", "boolean"],
        ),
    ] {
        for ty in ["string", "date", "number", "integer", "boolean"] {
            assert_eq!(
                column_type(path, ty).is_none(),
                fitting.contains(&ty),
                "{path:?} as {ty}"
            );
        }
    }
    assert_eq!(
        column_type(&["spec", "flag"], "integer").unwrap(),
        "printcolumn: type `integer` does not fit `.spec.flag`, which is a boolean: the API server would leave the column \
         empty; write `type = \"boolean\"`"
    );
}

#[test]
fn replicas_are_always_there() {
    let spec = |path: &[&str]| words(|| assert::scale_spec(Field::ROOT, path));
    for path in [
        &["spec", "integer"][..],
        &["spec", "extra"],
        &["spec", "defaulted"],
        &["spec", "any"],
    ] {
        assert_eq!(spec(path), None, "{path:?}");
    }
    for path in [
        &["spec", "serde_defaulted"][..],
        &["spec", "map", "x", "size"],
        &["spec", "maybe", "size"],
    ] {
        assert!(spec(path).unwrap().contains("may be absent"), "{path:?}");
    }
    for path in [
        &["spec", "text"][..],
        &["spec", "number"],
        &["spec", "either"],
    ] {
        assert!(
            spec(path)
                .unwrap()
                .contains("name a field that is an integer"),
            "{path:?}"
        );
    }
    // A status may lack it: the server reports 0.
    assert_eq!(
        words(|| assert::scale_status(Field::ROOT, &["status", "replicas"])),
        None
    );
    assert_eq!(
        words(|| assert::scale_selector(Field::ROOT, &["spec", "text"])),
        None
    );
    assert!(
        words(|| assert::scale_selector(Field::ROOT, &["spec", "boxed"]))
            .unwrap()
            .contains("is an object")
    );
    let none = words(|| assert::scale_status(Bare::ROOT, &["status", "replicas"])).unwrap();
    assert!(
        none.contains("the resource has no status; write `status = Type`"),
        "{none}"
    );
}

/// Without status.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Bare")]
pub struct BareSpec {
    x: i32,
}

#[test]
fn selectable_fields_are_strings_booleans_or_integers() {
    let refused = |path: &[&str]| words(|| assert::selectable(Field::ROOT, path)).is_some();
    for path in [
        &["spec", "text"][..],
        &["spec", "colour"],
        &["spec", "flag"],
        &["spec", "integer"],
        &["spec", "map", "k", "size"],
    ] {
        assert!(!refused(path), "{path:?}");
    }
    for path in [
        &["spec", "number"][..],
        &["spec", "list"],
        &["spec"],
        &["spec", "either"],
        &["spec", "nope"],
        &["spec", "list", "size"],
    ] {
        assert!(refused(path), "{path:?}");
    }
}

#[test]
fn members_of_the_object_are_not_fields() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Taken {
        status: String,
    }
    let with = |status| Root {
        spec: wheelwright::table::SpecPlace::Root(Taken::TYPE),
        status,
        ..*CronTab::ROOT
    };
    assert_eq!(words(|| assert::no_spec(CronTab::ROOT)), None);
    assert_eq!(words(|| assert::no_spec(&with(None))), None);
    let words = words(|| assert::no_spec(&with(CronTab::ROOT.status))).unwrap();
    assert!(words.contains("the field `status` of `Taken`"), "{words}");
}

#[test]
fn a_spoke_that_disagrees_with_its_hub_is_told_what_the_hub_says() {
    let hub = Pizza::ROOT;
    let group = words(|| assert::hub_text("group", "example.com", hub.group, hub));
    assert_eq!(
        group.unwrap(),
        "group is `example.com` here, but `restaurant.example.com` in the hub; leave it out: it comes from the hub"
    );
    let names = words(|| assert::hub_texts("shortname", &["pie", "pz"], hub.short_names, hub));
    assert_eq!(
        names.unwrap(),
        "shortname is `pie`, `pz` here, but `pz`, `pie` in the hub; leave it out: it comes from the hub"
    );
    assert!(words(|| assert::hub_pairs("label", &[("team", "bar")], hub.labels, hub)).is_some());
    assert!(words(|| assert::hub_scope(Scope::Cluster, hub)).is_some());
    assert!(words(|| assert::hub_conversion(Conversion::None, hub)).is_some());
    assert!(words(|| assert::hub_conversion(Conversion::None, Field::ROOT)).is_some());
    assert!(
        words(|| assert::hub_kind("Pie", hub))
            .unwrap()
            .contains("write `struct = Pizza`")
    );
    assert!(
        words(|| assert::hub_without_status(hub))
            .unwrap()
            .contains("`PizzaStatus`")
    );
    assert!(words(|| assert::hub_with_status(Bare::ROOT)).is_some());
    assert_eq!(words(|| assert::hub_with_status(hub)), None);
    assert_eq!(words(|| assert::hub_without_status(Bare::ROOT)), None);
}

#[test]
fn versions_of_a_wheel_fit_together() {
    let (hub, spoke) = (*Pizza::ROOT, *v1alpha1::Pizza::ROOT);
    let wheel = |roots: &[Root]| {
        let roots: Vec<&Root> = roots.iter().collect();
        words(|| assert::wheel(&roots))
    };
    assert_eq!(wheel(&[hub, spoke]), None);
    assert_eq!(wheel(&[spoke]), None, "the only version is stored");
    let never = Root {
        never_storage: true,
        ..spoke
    };
    assert!(wheel(&[never]).unwrap().contains("storage = false"));
    assert!(wheel(&[hub, never]).is_none());

    let unstored = Root {
        storage: false,
        ..hub
    };
    let none = wheel(&[unstored, spoke]).unwrap();
    assert!(
        none.contains("one of `v1beta1`, `v1alpha1`")
            && none.contains("exactly one version marked as storage"),
        "{none}"
    );
    let two = wheel(&[
        hub,
        Root {
            storage: true,
            ..spoke
        },
    ])
    .unwrap();
    assert!(
        two.starts_with("more than one version is stored, `v1beta1`, `v1alpha1`"),
        "{two}"
    );

    const ALSO: &[Also] = &[
        Also::new("v1alpha1"),
        Also {
            storage: true,
            ..Also::new("v1")
        },
    ];
    let with_also = Root {
        also: ALSO,
        ..unstored
    };
    assert_eq!(
        wheel(&[with_also]),
        None,
        "a further version may be the stored one"
    );
    assert!(
        wheel(&[with_also, spoke])
            .unwrap()
            .contains("`v1alpha1` is in the wheel twice")
    );
    assert!(
        wheel(&[Root { also: ALSO, ..hub }])
            .unwrap()
            .starts_with("more than one version is stored, `v1beta1`, `v1`")
    );

    for (key, other) in [
        (
            "group",
            Root {
                group: "x.io",
                ..spoke
            },
        ),
        (
            "kind",
            Root {
                kind: "Pie",
                ..spoke
            },
        ),
        (
            "plural",
            Root {
                plural: "pies",
                ..spoke
            },
        ),
        (
            "singular",
            Root {
                singular: "pie",
                ..spoke
            },
        ),
        (
            "list_kind",
            Root {
                list_kind: "Pies",
                ..spoke
            },
        ),
        (
            "scope",
            Root {
                scope: Scope::Cluster,
                ..spoke
            },
        ),
    ] {
        let words = wheel(&[hub, other]).unwrap();
        assert!(
            words.starts_with(&format!(
                "the versions of a wheel share one {key}: `v1beta1` has "
            )),
            "{words}"
        );
    }
}
