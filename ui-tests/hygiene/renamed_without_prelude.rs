//! The runtime goes by another name, another crate goes by the runtime's, and no name of the prelude is in scope.
#![no_implicit_prelude]

extern crate core as wheelwright;
pub extern crate wheelwright as renamed;

pub mod v1 {
    /// A pizza.
    #[derive(
        ::renamed::CustomResource, ::renamed::Schema, ::serde::Serialize, ::serde::Deserialize, ::std::clone::Clone,
        ::std::fmt::Debug, ::std::default::Default,
    )]
    #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, crate = ::renamed, status = PizzaStatus, storage,
          spec(default = {}), shortname = "pz", also(version = "v1beta2"),
          scale(spec = ".spec.replicas", status = ".status.replicas"),
          printcolumn(name = "Size", type = "string", path = ".spec.size"), selectable = ".spec.size")]
    #[schema(crate = ::renamed, rule("self.replicas > 0", message = "none"), at_most_one_of("size", "count"))]
    #[serde(default, rename_all = "camelCase")]
    pub struct PizzaSpec {
        /// How many.
        #[schema(default, minimum = 0, maximum = 10)]
        pub replicas: i32,
        #[schema(enum_values("small", "large"), column(name = "Shown"))]
        pub size: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub count: ::std::option::Option<u8>,
        #[schema(list_map_keys("name"), max_items = 5)]
        pub toppings: ::std::vec::Vec<Topping>,
        #[schema(values(max_length = 5), map_type = "atomic")]
        pub labels: ::std::collections::BTreeMap<::std::string::String, ::std::string::String>,
        #[schema(example = [START, start(), -1])]
        pub start: i64,
        #[schema(with = any)]
        pub any: ::serde_json::Value,
        #[schema(opaque)]
        pub opaque: ::std::option::Option<::std::boxed::Box<PizzaSpec>>,
    }

    #[derive(
        ::renamed::Schema, ::serde::Serialize, ::serde::Deserialize, ::std::clone::Clone, ::std::fmt::Debug,
    )]
    #[schema(crate = ::renamed)]
    pub struct Topping {
        pub name: ::std::string::String,
        #[serde(default = "start")]
        #[schema(default)]
        pub grams: i64,
        #[serde(flatten)]
        pub kind: Kind,
    }

    #[derive(
        ::renamed::Schema, ::serde::Serialize, ::serde::Deserialize, ::std::clone::Clone, ::std::fmt::Debug,
    )]
    #[schema(crate = ::renamed)]
    #[serde(tag = "type")]
    pub enum Kind {
        Cheese { fat: u8 },
        Fruit(Fruit),
        Nothing,
    }

    #[derive(
        ::renamed::Schema, ::serde::Serialize, ::serde::Deserialize, ::std::clone::Clone, ::std::fmt::Debug,
    )]
    #[schema(crate = ::renamed)]
    pub struct Fruit {
        pub ripe: bool,
    }

    #[derive(
        ::renamed::Schema, ::serde::Serialize, ::serde::Deserialize, ::std::clone::Clone, ::std::fmt::Debug,
    )]
    #[schema(crate = ::renamed)]
    pub struct PizzaStatus {
        pub replicas: i32,
    }

    const START: i64 = 5;

    fn start() -> i64 {
        START
    }

    fn any() -> ::serde_json::Value {
        use ::std::iter::Iterator as _;
        let preserve = ("x-kubernetes-preserve-unknown-fields", true);
        ::std::iter::once(preserve).collect()
    }
}

#[derive(
    ::renamed::CustomResource, ::renamed::Schema, ::serde::Serialize, ::serde::Deserialize, ::std::clone::Clone,
    ::std::fmt::Debug,
)]
#[crd(hub = v1::Pizza, version = "v1beta1", crate = ::renamed, status = v1::PizzaStatus, deprecated)]
#[schema(crate = ::renamed)]
pub struct PizzaSpec {
    pub replicas: ::std::option::Option<i32>,
}

::renamed::wheel!(pub Pizzas = v1::Pizza, [Pizza]);

/// Through the public path of another crate.
pub mod facade {
    pub use ::renamed as ours;
}

#[derive(
    facade::ours::CustomResource, facade::ours::Schema, ::serde::Serialize, ::serde::Deserialize, ::std::clone::Clone,
    ::std::fmt::Debug,
)]
#[crd(group = "example.com", version = "v1", kind = "Oven", namespaced, crate = facade::ours)]
#[schema(crate = crate::facade::ours)]
pub struct OvenSpec {
    pub doors: u8,
}

facade::ours::wheel!(Ovens = Oven);

fn main() {
    ::std::assert!(Ovens::crd_json().is_ok());
    ::std::assert!(Pizzas::roots().len() == 2);
}
