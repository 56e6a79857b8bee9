//! Lists that are counted in any order, at one version, at two, and within others: the laws ask for their items only.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Order",
        namespaced,
        storage
    )]
    pub struct OrderSpec {
        pub toppings: Vec<String>,
        pub tables: BTreeMap<String, Table>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Table {
        pub sizes: Vec<i32>,
    }
}

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Order, version = "v2")]
    #[spoke(hub = v1::OrderSpec)]
    pub struct OrderSpec {
        #[spoke(counted(item = "name", count = "quantity", any_order, reversed))]
        pub toppings: Vec<Topping>,
        #[spoke(rename = "tables")]
        pub places: BTreeMap<String, Place>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Topping {
        pub name: String,
        #[schema(minimum = 0, maximum = 9)]
        pub quantity: i32,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v1::Table)]
    pub struct Place {
        #[spoke(
            rename = "sizes",
            counted(item = "size", count = "quantity", any_order, reversed)
        )]
        pub counts: Vec<Count>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Count {
        pub size: i32,
        #[schema(minimum = 0, maximum = 9)]
        pub quantity: i32,
    }
}

mod v3 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Order, version = "v3")]
    #[spoke(hub = v1::OrderSpec)]
    pub struct OrderSpec {
        #[spoke(to = "toppings")]
        pub on_top: Vec<String>,
        #[spoke(rename = "tables")]
        pub rooms: BTreeMap<String, v1::Table>,
    }
}

wheelwright::wheel!(Orders = v1::Order, [v2::Order, v3::Order]);

#[test]
fn what_means_nothing_is_not_asked_for() {
    let order = json!({
        "apiVersion": "example.com/v3", "kind": "Order", "metadata": {"name": "x"},
        "spec": {"on_top": ["a", "b", "a"], "rooms": {"r": {"sizes": [1, 2, 1]}}},
    });
    let counted = Orders::convert_object(&order, "v2").unwrap();
    let toppings = json!([{"name": "a", "quantity": 2}, {"name": "b", "quantity": 1}]);
    assert_eq!(counted["spec"]["toppings"], toppings);
    let back = Orders::convert_object(&counted, "v3").unwrap();
    assert_eq!(back["spec"]["on_top"], json!(["a", "a", "b"]));
    assert_eq!(back["spec"]["rooms"]["r"]["sizes"], json!([1, 1, 2]));
    Orders::laws().rounds(200).check().unwrap();
}
