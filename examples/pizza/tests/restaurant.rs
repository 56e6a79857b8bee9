//! The restaurant's handlers, without a server.

use std::future::ready;

use pizza::{
    menu::Menu,
    restaurant::{TOPPINGS, check_toppings, give_toppings},
    v1beta1::{Pizza, PizzaSpec, PizzaTopping},
};
use wheelwright::webhook::admission::Request;

fn pizza(toppings: &[&str]) -> Pizza {
    let topping = |name: &&str| PizzaTopping {
        name: (*name).to_owned(),
        quantity: 1,
    };
    Pizza::new(
        "margherita",
        PizzaSpec {
            toppings: toppings.iter().map(topping).collect(),
        },
    )
}

#[tokio::test]
async fn an_empty_pizza_gets_its_toppings_once() {
    let order = Request::create(pizza(&[]));
    let first = order.mutate(give_toppings).await.unwrap().object;
    assert_eq!(first, pizza(&TOPPINGS));
    let again = Request::update(first.clone(), first.clone());
    assert_eq!(again.mutate(give_toppings).await.unwrap().object, first);
    let own = Request::create(pizza(&["ham"]));
    let own = own.mutate(give_toppings).await.unwrap().object;
    assert_eq!(own, pizza(&["ham"]));
}

async fn denied(menu: Menu, toppings: &[&str]) -> Option<(u16, String)> {
    let order = Request::create(pizza(toppings));
    let judged = order
        .validate(move |order| ready(check_toppings(&menu, order)))
        .await;
    judged
        .err()
        .map(|denial| (denial.code(), denial.message().to_owned()))
}

#[tokio::test]
async fn what_is_not_on_the_menu_is_refused_by_name() {
    let menu = Menu::of(["mozzarella"]);
    let unknown = Some((400, "topping \"tomato\" not known".to_owned()));
    assert_eq!(
        denied(menu.clone(), &["mozzarella", "tomato", "ham"]).await,
        unknown
    );
    assert_eq!(denied(menu.clone(), &["mozzarella"]).await, None);
    menu.set(["mozzarella", "tomato"]);
    assert_eq!(denied(menu.clone(), &["mozzarella", "tomato"]).await, None);
    let empty = denied(menu, &[]).await;
    assert_eq!(
        empty,
        Some((400, "a pizza needs at least one topping".to_owned()))
    );
}

#[tokio::test]
async fn as_long_as_the_menu_is_not_known_clients_are_to_try_again() {
    let menu = Menu::new();
    assert!(!menu.is_ready());
    let (code, _) = denied(menu, &["mozzarella"]).await.unwrap();
    assert_eq!(code, 503);
}
