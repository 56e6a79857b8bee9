use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Topping {
    pub name: String,
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, status = Topping)]
pub struct PizzaSpec {
    pub topping: Topping,
    pub list: Vec<Topping>,
    pub map: std::collections::BTreeMap<String, Topping>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Generic<T> {
    pub value: T,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Uses {
    pub generic: Generic<Topping>,
    #[schema(as = Topping)]
    pub other: String,
}

fn main() {}
