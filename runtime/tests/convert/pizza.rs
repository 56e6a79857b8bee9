//! The pizza: repeats in the old version, quantities in the new one.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{
    CustomResource, Schema, SpokeOf, SpokeRoot,
    table::{Fields, How, Mapping, Nest, Place, RootMapping, Side, Spot, Step},
};

pub(crate) mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "restaurant.programming-kubernetes.info",
        version = "v1beta1",
        kind = "Pizza", namespaced,
        storage,
        status = PizzaStatus,
        derive(PartialEq),
    )]
    #[serde(rename_all = "camelCase")]
    pub struct PizzaSpec {
        #[schema(list_map_keys("name"), max_items = 32)]
        #[serde(default)]
        pub toppings: Vec<PizzaTopping>,
        #[schema(default = "thin")]
        #[serde(default = "thin")]
        pub crust: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub only_hub: Option<String>,
    }

    fn thin() -> String {
        "thin".into()
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct PizzaTopping {
        #[schema(min_length = 1, max_length = 63)]
        pub name: String,
        #[schema(default = 1, minimum = 1, maximum = 100)]
        #[serde(default = "one")]
        pub quantity: u32,
    }

    fn one() -> u32 {
        1
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct PizzaStatus {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub cost: Option<f64>,
    }
}

pub(crate) mod v1alpha1 {
    use super::*;
    pub use v1beta1::PizzaStatus;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = super::v1beta1::Pizza, version = "v1alpha1", status = PizzaStatus, derive(PartialEq))]
    #[serde(rename_all = "camelCase")]
    pub struct PizzaSpec {
        #[serde(default)]
        pub toppings: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub only_alpha: Option<String>,
    }

    impl SpokeOf<v1beta1::PizzaSpec> for PizzaSpec {
        const MAPPING: Mapping = Mapping::Fields(Fields {
            spoke: <Self as Schema>::TYPE,
            hub: <v1beta1::PizzaSpec as Schema>::TYPE,
            place: Place::NONE,
            steps: &[
                Step {
                    spoke: &[Spot::Field(&["toppings"])],
                    hub: &[Spot::Field(&["toppings"])],
                    own: &[],
                    how: How::Counted {
                        counts: Side::Hub,
                        item: "name",
                        count: "quantity",
                        any_order: false,
                        nest: Nest::SAME,
                    },
                    up_or: None,
                    down_or: None,
                    line: 1,
                },
                Step {
                    spoke: &[Spot::Field(&["only_alpha"])],
                    hub: &[],
                    own: &[],
                    how: How::Only(None),
                    up_or: None,
                    down_or: None,
                    line: 1,
                },
                Step {
                    spoke: &[],
                    hub: &[Spot::Field(&["only_hub"])],
                    own: &[],
                    how: How::Only(None),
                    up_or: None,
                    down_or: None,
                    line: 1,
                },
                Step {
                    spoke: &[],
                    hub: &[Spot::Field(&["crust"])],
                    own: &[],
                    how: How::Only(None),
                    up_or: None,
                    down_or: None,
                    line: 1,
                },
            ],
        });
    }

    impl SpokeRoot for Pizza {
        type Hub = v1beta1::Pizza;
        const MAPPING: RootMapping = RootMapping {
            spoke: Pizza::ROOT,
            hub: v1beta1::Pizza::ROOT,
            spec: &<PizzaSpec as SpokeOf<v1beta1::PizzaSpec>>::MAPPING,
            status: Some(&Mapping::Same),
            up_or: None,
            down_or: None,
        };
    }
}

wheelwright::wheel!(pub(crate) Pizzas = v1beta1::Pizza, [v1alpha1::Pizza]);

const KEPT: &str = "restaurant.programming-kubernetes.info/kept-by-conversion";

fn pizza(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("restaurant.programming-kubernetes.info/{version}"),
        "kind": "Pizza",
        "metadata": {"name": "p"},
        "spec": spec,
    })
}

fn convert(object: &Value, version: &str) -> Value {
    Pizzas::convert_object(object, version).expect("it converts")
}

#[test]
fn repeats_become_quantities_and_their_order_comes_back() {
    let old = pizza(
        "v1alpha1",
        json!({"toppings": ["mozzarella", "tomato", "mozzarella"]}),
    );
    let new = convert(&old, "v1beta1");
    assert_eq!(
        new["spec"],
        json!({
            "toppings": [{"name": "mozzarella", "quantity": 2}, {"name": "tomato", "quantity": 1}],
            "crust": "thin",
        })
    );
    assert_eq!(convert(&new, "v1alpha1"), old);
}

#[test]
fn what_one_version_lacks_travels_and_an_edit_wins() {
    let new = pizza(
        "v1beta1",
        json!({"toppings": [{"name": "a", "quantity": 1}], "crust": "thick", "onlyHub": "x"}),
    );
    let mut old = convert(&new, "v1alpha1");
    assert_eq!(old["spec"], json!({"toppings": ["a"]}));
    assert_eq!(
        old["metadata"]["annotations"][KEPT],
        r#"{"format":2,"kept":{"v1beta1":{"spec":{"crust":["thick"],"onlyHub":["x"]}}}}"#
    );
    assert_eq!(convert(&old, "v1beta1"), new);
    old["spec"]["toppings"] = json!(["b", "b"]);
    let back = convert(&old, "v1beta1");
    assert_eq!(
        back["spec"],
        json!({"toppings": [{"name": "b", "quantity": 2}], "crust": "thick", "onlyHub": "x"})
    );
}

#[test]
fn nothing_kept_is_no_annotation() {
    let new = pizza(
        "v1beta1",
        json!({"toppings": [{"name": "a", "quantity": 3}], "crust": "thin"}),
    );
    let old = convert(&new, "v1alpha1");
    assert_eq!(old, pizza("v1alpha1", json!({"toppings": ["a", "a", "a"]})));
    assert_eq!(convert(&old, "v1beta1"), new);
}

#[test]
fn sparse_objects_are_converted_as_far_as_they_are_there() {
    let group = "restaurant.programming-kubernetes.info";
    let without = json!({"apiVersion": format!("{group}/v1alpha1"), "kind": "Pizza", "spec": {"onlyAlpha": "x"}});
    let up = convert(&without, "v1beta1");
    assert_eq!(up["spec"], json!({}));
    assert_eq!(
        up["metadata"]["annotations"][KEPT],
        r#"{"format":2,"kept":{"v1alpha1":{"spec":{"onlyAlpha":["x"]}}}}"#
    );
    let bare = json!({"apiVersion": format!("{group}/v1alpha1"), "kind": "Pizza"});
    assert_eq!(
        convert(&bare, "v1beta1"),
        json!({"apiVersion": format!("{group}/v1beta1"), "kind": "Pizza", "metadata": {}})
    );
}

#[test]
fn laws() {
    Pizzas::assert_laws();
}
