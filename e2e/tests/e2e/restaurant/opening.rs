//! From a server that knows nothing to one that follows the menu.

use e2e::Result;
use pizza::installation::samples;
use serde_json::json;

use super::{Restaurant, bare, denied, house};
use crate::hosted::until;

#[tokio::test(flavor = "multi_thread")]
async fn until_the_menu_is_known_clients_are_told_to_try_again() -> Result {
    let mut restaurant = Restaurant::closed().await?;
    // The kind of toppings is not there yet, so they cannot be listed.
    restaurant.install("/pizzas.").await?;
    restaurant.install("webhookconfigurations").await?;
    restaurant.until_registered().await?;
    assert_eq!(restaurant.hosted.ask("/healthz").await?.0, 200);
    let (code, why) = restaurant.hosted.ask("/readyz").await?;
    assert_eq!(code, 503);
    assert!(why.contains("toppings"), "{why}");

    let order = bare("v1beta1", "margherita");
    let refused = restaurant.order(&order).await?;
    assert_eq!(refused.code, 503, "{refused:?}");
    let what = "the restaurant does not know its toppings yet; try again in a second";
    assert_eq!(refused.at("/message"), &json!(denied(what)));
    assert_eq!(refused.at("/reason"), "ServiceUnavailable");
    // Of which the API server makes the header that clients go by.
    assert_eq!(refused.at("/details/retryAfterSeconds"), 1);

    restaurant.install("/toppings.").await?;
    until("the server is ready", async || {
        Ok(restaurant.hosted.ask("/readyz").await?.0 == 200)
    })
    .await?;
    // Now it is known that there is none.
    let refused = restaurant.order(&order).await?;
    let what = denied("topping \"tomato\" not known");
    assert_eq!((refused.code, refused.at("/message")), (400, &json!(what)));

    // The samples of the installation are what an order needs.
    let (toppings, margherita): (Vec<_>, Vec<_>) = samples()
        .into_iter()
        .partition(|sample| sample["kind"] == "Topping");
    for topping in &toppings {
        let path = restaurant.hosted.crd("toppings").objects("v1alpha1");
        restaurant
            .cluster
            .create(path, topping)
            .send()
            .await?
            .ok()?;
    }
    until("the menu has all toppings", async || {
        Ok(restaurant.order(&margherita[0]).await?.code == 201)
    })
    .await?;
    restaurant
        .cluster
        .delete(restaurant.crd().object("v1beta1", "margherita"))
        .send()
        .await?
        .ok()?;
    until("salami is known", async || {
        Ok(restaurant.order(&order).await?.code == 201)
    })
    .await?;
    assert_eq!(restaurant.toppings("margherita").await?, house());
    restaurant.close().await
}
