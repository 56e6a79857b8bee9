//! What it takes to run the restaurant's webhooks in a cluster.

use serde_json::{Value, json};
use wheelwright::webhook::{ServerError, deploy::Installation};

use crate::{
    menu::Menu,
    restaurant::{TOPPINGS, server},
};

/// Where the webhooks run.
pub const NAMESPACE: &str = "pizza-crd";
/// The image, unless another one is said.
pub const IMAGE: &str = "registry.example.com/pizza:0.1";
/// What denials are said to come from.
pub const WEBHOOK: &str = "restaurant.programming-kubernetes.info";

/// Everything that is installed: both CRDs, the server, its webhook configurations, and a pizza with what lies on it.
///
/// # Errors
///
/// If wheels and handlers contradict each other.
pub fn installation(image: impl Into<String>) -> Result<Installation, ServerError> {
    let installation = complete(Installation::new("pizza-webhook", NAMESPACE, image))?;
    let installation = installation.service("webhook").watches(WEBHOOK, "toppings");
    Ok(samples()
        .into_iter()
        .fold(installation, Installation::sample))
}

/// The same for a server that runs elsewhere, at an `https` URL: CRDs and webhook configurations alone.
///
/// # Errors
///
/// As [`installation`].
pub fn installation_at(url: &str) -> Result<Installation, ServerError> {
    complete(Installation::at_url("pizza-webhook", url))
}

fn complete(installation: Installation) -> Result<Installation, ServerError> {
    let server = server(&Menu::new());
    Ok(installation
        .crds(
            server
                .kinds()
                .iter()
                .map(wheelwright::webhook::Kind::manifest),
        )
        .registrations(server.registrations()?)
        .webhook_name("Pizza", WEBHOOK))
}

/// The toppings of a pizza of which nothing is said, and a margherita.
#[must_use]
pub fn samples() -> Vec<Value> {
    let topping = |(name, cost): (&str, f64)| {
        json!({
            "apiVersion": format!("{WEBHOOK}/v1alpha1"), "kind": "Topping",
            "metadata": {"name": name}, "spec": {"cost": cost},
        })
    };
    let margherita = json!({
        "apiVersion": format!("{WEBHOOK}/v1alpha1"), "kind": "Pizza",
        "metadata": {"name": "margherita", "namespace": "default"},
        "spec": {"toppings": ["mozzarella", "tomato"]},
    });
    let toppings = TOPPINGS.into_iter().zip([0.5, 1.0, 1.5]).map(topping);
    toppings.chain([margherita]).collect()
}
