//! Labels and annotations that are fields of structs within the spec: of one that is flattened, one that must be there and one
//! that may be absent, each said by the struct's own type.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Claim",
        namespaced,
        storage
    )]
    pub struct ClaimSpec {
        pub rank: i64,
        #[serde(flatten)]
        pub size: Option<Size>,
        pub home: Home,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub away: Option<Home>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub mark: Option<Mark>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Size {
        pub width: i64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Home {
        pub street: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Mark {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Claim, version = "v1")]
    #[spoke(hub = v2::ClaimSpec)]
    pub struct ClaimSpec {
        pub rank: i64,
        #[serde(flatten)]
        pub size: Option<Size>,
        pub home: Home,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub away: Option<Away>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub mark: Option<Mark>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Size)]
    pub struct Size {
        pub width: i64,
        #[spoke(to_label = "owner", or_back = "nobody".to_owned())]
        pub owner: String,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Home)]
    pub struct Home {
        pub street: String,
        #[spoke(to_annotation = "city")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub city: Option<String>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Home, step(from_label = "old-zone", to_label = "zone"))]
    pub struct Away {
        pub street: String,
        #[spoke(to_label = "town")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub town: Option<String>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Mark)]
    pub struct Mark {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
        #[spoke(to_label = "color")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub color: Option<String>,
    }
}

/// The same where the type around it says it.
mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Claim, version = "v1beta1")]
    #[spoke(hub = v2::ClaimSpec, step(from("mark.color"), to_label = "color"))]
    pub struct ClaimSpec {
        pub rank: i64,
        #[serde(flatten)]
        pub size: Option<v2::Size>,
        pub home: v2::Home,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub away: Option<v2::Home>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub mark: Option<Mark>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Mark)]
    pub struct Mark {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
        #[spoke(elsewhere)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub color: Option<String>,
    }
}

wheelwright::wheel!(pub(crate) Claims = v2::Claim, [v1::Claim]);
wheelwright::wheel!(pub(crate) Outer = v2::Claim, [v1beta1::Claim]);

fn claim(version: &str, metadata: Value, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Claim", "metadata": metadata, "spec": spec,
    })
}

#[test]
fn they_become_labels_of_the_object() {
    let old = claim(
        "v1",
        json!({"name": "c"}),
        json!({
            "rank": 1, "width": 2, "owner": "me", "home": {"street": "s", "city": "Ulm"},
            "away": {"street": "t", "town": "Bonn"}, "mark": {"color": "red"},
        }),
    );
    let new = claim(
        "v2",
        json!({
            "name": "c",
            "labels": {"owner": "me", "town": "Bonn", "color": "red"},
            "annotations": {"city": "Ulm"},
        }),
        json!({
            "rank": 1, "width": 2, "home": {"street": "s"}, "away": {"street": "t"}, "mark": {},
        }),
    );
    let there = Claims::convert_object(&old, "v2").expect("it converts");
    assert_eq!(there["spec"], new["spec"]);
    assert_eq!(there["metadata"]["labels"], new["metadata"]["labels"]);
    assert_eq!(there["metadata"]["annotations"]["city"], "Ulm");
    assert_eq!(Claims::convert_object(&there, "v1"), Ok(old.clone()));
    // The labels stay with the object where the hub is what was written.
    let back = Claims::convert_object(&new, "v1").expect("it converts");
    assert_eq!(back["spec"], old["spec"]);
    assert_eq!(Claims::convert_object(&back, "v2"), Ok(new));
}

#[test]
fn they_make_no_struct() {
    let labels = json!({"name": "c", "labels": {"town": "Bonn", "color": "red", "old-zone": "z"}});
    let new = claim("v2", labels, json!({"rank": 1, "home": {"street": "s"}}));
    let old = Claims::convert_object(&new, "v1").expect("it converts");
    assert_eq!(old["spec"], json!({"rank": 1, "home": {"street": "s"}}));
    assert_eq!(Claims::convert_object(&old, "v2"), Ok(new));
}

#[test]
fn one_of_members_among_others_is_there_where_the_others_are() {
    let metadata = json!({"name": "c"});
    let new = claim(
        "v2",
        metadata,
        json!({"rank": 1, "width": 2, "home": {"street": "s"}}),
    );
    let old = Claims::convert_object(&new, "v1").expect("it converts");
    let spec = json!({"rank": 1, "width": 2, "owner": "nobody", "home": {"street": "s"}});
    assert_eq!(old["spec"], spec);
    assert_eq!(Claims::convert_object(&old, "v2"), Ok(new));

    let metadata = json!({"name": "c", "labels": {"owner": "me"}});
    let new = claim("v2", metadata, json!({"rank": 1, "home": {"street": "s"}}));
    let old = Claims::convert_object(&new, "v1").expect("it converts");
    assert_eq!(old["spec"], new["spec"]);
    assert_eq!(Claims::convert_object(&old, "v2"), Ok(new));
}

#[test]
fn laws() {
    Claims::assert_laws();
    Outer::assert_laws();
}

/// Items are many, and a label of the object is one.
mod items {
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
            pub items: Vec<Item>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Item {
            pub price: i64,
        }
    }

    macro_rules! shop {
        ($module:ident $version:literal, [$($on_type:tt)*], [$($on_field:tt)*]) => {
            pub(crate) mod $module {
                use super::*;

                #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
                #[crd(hub = v2::Shop, version = $version)]
                #[spoke(hub = v2::ShopSpec)]
                pub struct ShopSpec {
                    pub items: Vec<Item>,
                }

                #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
                #[spoke(hub = v2::Item $($on_type)*)]
                pub struct Item {
                    pub price: i64,
                    $($on_field)*
                }
            }
        };
    }

    shop!(v1 "v1", [], [#[spoke(to_label = "owner")] pub owner: Option<String>,]);
    shop!(v1beta1 "v1beta1", [, step(from_label = "a", to_label = "b")], []);

    wheelwright::wheel!(pub(crate) Field = v2::Shop, [v1::Shop]);
    wheelwright::wheel!(pub(crate) Alone = v2::Shop, [v1beta1::Shop]);
}

#[test]
fn a_label_of_each_item_is_refused() {
    for (plan, path) in [
        (items::Field::plan(), ".spec.items[*].owner"),
        (
            items::Alone::plan(),
            ".spec.items[*].metadata.labels[a], metadata.labels[b]",
        ),
    ] {
        let error = plan.expect_err("no plan").to_string();
        let what =
            format!("Item: it reads or writes a label or annotation, and `{path}` is in a list");
        assert!(error.contains(&what), "{error}");
    }
}

/// Two structs of one type have two owners, and the object's label can say but one.
mod two {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Pair",
            namespaced,
            storage
        )]
        pub struct PairSpec {
            pub left: Half,
            pub right: Half,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Half {
            pub size: i64,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Pair, version = "v1")]
        #[spoke(hub = v2::PairSpec)]
        pub struct PairSpec {
            pub left: Half,
            pub right: Half,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Half)]
        pub struct Half {
            pub size: i64,
            #[spoke(to_label = "owner")]
            pub owner: Option<String>,
        }
    }

    wheelwright::wheel!(pub(crate) Pairs = v2::Pair, [v1::Pair]);
}

#[test]
fn one_label_of_two_fields_is_refused() {
    let error = two::Pairs::plan().expect_err("no plan").to_string();
    let what =
        "both `.spec.left.owner` and `.spec.right.owner` read or write `.metadata.labels.owner`";
    assert!(error.contains(what), "{error}");
}
