//! The pizza restaurant: one kind in two versions, and a second kind.
//!
//! Read [`v1beta1`] first (the hub, which is stored), then [`v1alpha1`] (the older version, still served), then
//! [`topping`]. [`restaurant`] is the webhook server, [`menu`] what it knows of toppings, and [`installation`] what runs it
//! in a cluster.

pub mod installation;
pub mod menu;
pub mod restaurant;
pub mod topping;
pub mod v1alpha1;
pub mod v1beta1;

wheelwright::wheel!(
    /// All versions of `Pizza`.
    pub Pizzas = v1beta1::Pizza, [v1alpha1::Pizza]
);

wheelwright::wheel!(
    /// The one version of `Topping`.
    pub Toppings = topping::Topping
);
