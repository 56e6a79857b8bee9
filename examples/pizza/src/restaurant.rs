//! What the restaurant does with an order: an empty pizza gets toppings, and each must be on the menu.
//!
//! Written for the hub, answered for every version.

use std::future::ready;

use wheelwright::webhook::{
    Server,
    admission::{Denial, KeepAnnotation, Request},
};

use crate::{
    Pizzas, Toppings,
    menu::Menu,
    v1beta1::{Pizza, PizzaTopping},
};

/// What lies on a pizza of which nothing else is said.
pub const TOPPINGS: [&str; 3] = ["tomato", "mozzarella", "salami"];

/// The whole restaurant: conversion, mutation and validation of pizzas. It is ready once the menu is known.
pub fn server(menu: &Menu) -> Server {
    let (waits, asks) = (menu.clone(), menu.clone());
    Server::new()
        .wheel::<Pizzas>()
        .wheel::<Toppings>()
        .mutate::<Pizza>(KeepAnnotation)
        .mutate::<Pizza>(give_toppings)
        .validate::<Pizza, _>(move |order| ready(check_toppings(&asks, order)))
        .ready_when("toppings", move || waits.is_ready())
}

/// Gives an empty pizza its toppings.
pub async fn give_toppings(mut pizza: Pizza, _: Request<Pizza>) -> Pizza {
    if pizza.spec.toppings.is_empty() {
        pizza.spec.toppings = TOPPINGS
            .map(|name| PizzaTopping {
                name: name.to_owned(),
                quantity: 1,
            })
            .into();
    }
    pizza
}

/// Refuses a pizza that has no topping, or one that is not on the menu.
///
/// # Errors
///
/// That, or that the menu is not known yet: then the client is told to try again.
pub fn check_toppings(menu: &Menu, order: Request<Pizza>) -> Result<(), Denial> {
    let Some(pizza) = order.object else {
        return Ok(());
    };
    // Mutation has seen to it; who changes the pizza after it is told here.
    if pizza.spec.toppings.is_empty() {
        return Err(Denial::new("a pizza needs at least one topping").cause(
            "spec.toppings",
            "FieldValueRequired",
            "Required value: at least one topping",
        ));
    }
    for (index, topping) in pizza.spec.toppings.iter().enumerate() {
        match menu.has(&topping.name) {
            Some(true) => {}
            Some(false) => {
                let what = format!("topping {:?} not known", topping.name);
                let path = format!("spec.toppings[{index}].name");
                return Err(Denial::new(&what).cause(path, "FieldValueNotFound", what));
            }
            None => {
                return Err(Denial::not_ready(
                    "the restaurant does not know its toppings yet; try again in a second",
                ));
            }
        }
    }
    Ok(())
}
