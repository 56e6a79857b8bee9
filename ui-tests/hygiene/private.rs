//! What is private stays private; items stand in modules, functions and blocks.

mod outer {
    mod inner {
        use serde::{Deserialize, Serialize};
        use wheelwright::{CustomResource, Schema};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, status = Status)]
        pub(super) struct PizzaSpec {
            topping: Option<Topping>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        struct Topping {
            name: String,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub(super) struct Status {
            baked: bool,
        }

        wheelwright::wheel!(pub(in super::super) Pizzas = Pizza);
    }

    pub(super) fn crd() -> String {
        inner::Pizzas::crd_yaml()
    }
}

fn within() -> String {
    use serde::{Deserialize, Serialize};

    #[derive(wheelwright::CustomResource, wheelwright::Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Oven", namespaced)]
    struct OvenSpec {
        #[schema(list_map_keys("name"))]
        doors: Vec<Door>,
    }

    #[derive(wheelwright::Schema, Serialize, Deserialize, Clone, Debug)]
    struct Door {
        name: String,
    }

    wheelwright::wheel!(Ovens = Oven);
    Ovens::crd_yaml()
}

fn main() {
    assert!(outer::crd().contains("topping:"));
    assert!(within().contains("doors:"));
}
