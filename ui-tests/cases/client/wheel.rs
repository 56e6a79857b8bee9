use serde::{Deserialize, Serialize};
use wheelwright::CustomResource;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, client)]
pub struct PizzaSpec {
    pub name: (u8, String),
}

wheelwright::wheel!(pub Pizzas = Pizza);

fn main() {
    println!("{}", wheelwright::manifest::of::<Pizza>().check());
}
