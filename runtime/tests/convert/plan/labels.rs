//! Labels of which the object would need more than one.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

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
