//! The user's own types, modules and macros have the names that generated code could have reached for.

use serde::{Deserialize, Serialize};

#[allow(unused_macros)]
macro_rules! vec {
    ($($any:tt)*) => {
        compile_error!("the user's `vec!`")
    };
}

#[allow(unused_macros)]
macro_rules! format {
    ($($any:tt)*) => {
        compile_error!("the user's `format!`")
    };
}

#[allow(unused_macros)]
macro_rules! panic {
    ($($any:tt)*) => {
        compile_error!("the user's `panic!`")
    };
}

#[allow(dead_code, non_snake_case, unused_imports)]
mod shadows {
    pub struct Result;
    pub struct Vec;
    pub struct String;
    pub struct Box;
    pub struct Type;
    pub struct Field;
    pub struct Key;
    pub struct Struct;
    pub struct Root;
    pub struct ObjectMeta;
    pub enum Option {
        Some,
        None,
    }
    pub trait Default {
        const NOTHING: () = ();
    }
    pub trait Clone {}
    pub trait Debug {}
    pub trait CustomResource {}
    pub use Option::{None, Some};
    pub fn Ok() {}
    pub fn Err() {}
    pub mod core {}
    pub mod std {}
    pub mod alloc {}
    pub mod serde_json {}
    pub mod wheelwright {}
    pub mod __private_0_1_0 {}
    pub mod private {}
    pub mod __w {}
}

#[allow(unused_imports)]
use shadows::*;

/// A pizza.
#[derive(
    ::wheelwright::CustomResource, ::wheelwright::Schema, Serialize, Deserialize, ::std::clone::Clone, ::std::fmt::Debug,
    ::std::default::Default, PartialEq,
)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, status = PizzaStatus, derive(PartialEq),
      spec(default = {}), scale(spec = ".spec.replicas", status = ".status.replicas"))]
pub struct PizzaSpec {
    #[serde(default = "one")]
    #[schema(default)]
    pub replicas: i32,
    pub maybe: ::std::option::Option<bool>,
    #[schema(immutable)]
    pub size: ::std::option::Option<Size>,
}

#[derive(::wheelwright::Schema, Serialize, Deserialize, ::std::clone::Clone, ::std::fmt::Debug, PartialEq)]
pub enum Size {
    Some,
    None,
    Ok,
    Err,
    Option,
}

#[derive(::wheelwright::Schema, Serialize, Deserialize, ::std::clone::Clone, ::std::fmt::Debug, PartialEq)]
pub struct PizzaStatus {
    pub replicas: i32,
}

fn one() -> i32 {
    1
}

::wheelwright::wheel!(pub Pizzas = Pizza);

fn main() {
    let yaml = Pizzas::crd_yaml();
    ::std::assert!(yaml.contains("name: pizzas.example.com"), "{yaml}");
    let pizza = Pizza::new("margherita", ::std::default::Default::default());
    ::std::assert_eq!(pizza.clone(), pizza);
}
