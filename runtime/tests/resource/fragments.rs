//! A custom resource that a `macro_rules` writes, with types that it has as `$t:ty`.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, manifest};

macro_rules! resource {
    ($spec:ident, $kind:literal, $status:ident: $number:ty, $list:ty, $status_type:ty) => {
        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v1", kind = $kind, namespaced, status = $status_type)]
        pub struct $spec {
            #[schema(column(name = "Size"))]
            pub size: $number,
            #[schema(min_items = 1)]
            pub toppings: Option<$list>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct $status {
            pub baked: $number,
        }
    };
}

resource!(PizzaSpec, "Pizza", PizzaStatus: u8, Vec<String>, PizzaStatus);

#[test]
fn a_resource_is_as_its_types_say() {
    let crd = manifest::of::<Pizza>().json().unwrap();
    let version = &crd["spec"]["versions"][0];
    let columns = &version["additionalPrinterColumns"];
    assert_eq!(
        columns[0],
        json!({"name": "Size", "type": "integer", "jsonPath": ".spec.size"})
    );
    let properties = &version["schema"]["openAPIV3Schema"]["properties"];
    let number = json!({"type": "integer", "format": "int32", "minimum": 0, "maximum": 255});
    assert_eq!(
        properties["spec"],
        json!({
            "type": "object", "required": ["size"],
            "properties": {
                "size": number,
                "toppings": {"type": "array", "minItems": 1, "nullable": true, "items": {"type": "string"}},
            },
        })
    );
    assert_eq!(
        properties["status"],
        json!({"type": "object", "required": ["baked"], "properties": {"baked": number}})
    );
    let pizza = Pizza::new(
        "margherita",
        PizzaSpec {
            size: 1,
            toppings: None,
        },
    );
    assert!(pizza.status.is_none());
}
