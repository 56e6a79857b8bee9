//! The restaurant of the book: its kind in two versions, and its two handlers.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use wheelwright::webhook::admission::{Denial, Hooks, Request};

pub(crate) mod v1beta1 {
    use super::*;
    use wheelwright::{CustomResource, Schema};

    /// A pizza to bake.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "restaurant.programming-kubernetes.info",
        version = "v1beta1",
        kind = "Pizza",
        storage,
        namespaced,
        status = PizzaStatus,
        derive(PartialEq)
    )]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct PizzaSpec {
        #[schema(list_map_keys("name"), max_items = 32)]
        #[serde(default)]
        pub(crate) toppings: Vec<PizzaTopping>,
        /// Required, of an enum, and unknown to the older version.
        #[schema(default = Crust::Thin)]
        #[serde(default)]
        pub(crate) crust: Crust,
        /// Whatever serde writes for nothing.
        pub(crate) note: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) enum Crust {
        #[default]
        Thin,
        Thick,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub(crate) struct PizzaTopping {
        #[schema(min_length = 1, max_length = 63)]
        pub(crate) name: String,
        #[schema(default = 1, minimum = 1, maximum = 100)]
        #[serde(default = "one")]
        pub(crate) quantity: u32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub(crate) struct PizzaStatus {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) phase: Option<String>,
    }

    fn one() -> u32 {
        1
    }
}

pub(crate) mod v1alpha1 {
    use super::*;
    use wheelwright::{CustomResource, Schema, Spoke};

    /// A pizza to bake.
    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        hub = super::v1beta1::Pizza,
        version = "v1alpha1",
        status = super::v1beta1::PizzaStatus,
        derive(PartialEq)
    )]
    #[spoke(hub = super::v1beta1::PizzaSpec, added("crust", "note"))]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct PizzaSpec {
        #[spoke(counted(item = "name", count = "quantity"))]
        #[serde(default)]
        pub(crate) toppings: Vec<String>,
        /// Unknown to the newer version.
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) color: Option<String>,
    }
}

wheelwright::wheel!(pub(crate) Pizzas = v1beta1::Pizza, [v1alpha1::Pizza]);

use v1beta1::{Pizza, PizzaTopping};

pub(crate) fn topping(name: &str, quantity: u32) -> PizzaTopping {
    PizzaTopping {
        name: name.to_owned(),
        quantity,
    }
}

/// A pizza without toppings is a salami.
pub(crate) async fn default_toppings(mut pizza: Pizza, _: Request<Pizza>) -> Pizza {
    if pizza.spec.toppings.is_empty() {
        pizza.spec.toppings = ["tomato", "mozzarella", "salami"]
            .map(|name| topping(name, 1))
            .to_vec();
    }
    pizza
}

/// What the restaurant has; nothing until that is known.
pub(crate) type Store = Option<Vec<&'static str>>;

pub(crate) async fn known_toppings(
    store: Arc<Store>,
    request: Request<Pizza>,
) -> Result<(), Denial> {
    let Some(known) = store.as_ref() else {
        return Err(Denial::not_ready("the toppings are not known yet"));
    };
    let Some(pizza) = request.object else {
        return Ok(());
    };
    if pizza.spec.toppings.is_empty() {
        return Err(Denial::invalid("a pizza has toppings"));
    }
    for topping in &pizza.spec.toppings {
        if !known.contains(&topping.name.as_str()) {
            return Err(Denial::new(format!("topping {:?} not known", topping.name)));
        }
    }
    Ok(())
}

pub(crate) fn hooks(store: Store) -> Hooks {
    let store = Arc::new(store);
    let builder = Hooks::builder()
        .mutate::<Pizza>(default_toppings)
        .validate::<Pizza, _>(move |request| known_toppings(Arc::clone(&store), request))
        .wheel::<Pizzas>();
    builder.build().expect("the kinds are in order")
}
