//! `Greeting` in two versions, and what a cluster makes of it.
//!
//! [`v1`] is the version that is stored and that the program works with, [`v1alpha1`] an older one that is still served.
//! [`controller`] does what a `Greeting` asks for, [`webhook`] converts it and checks it, and [`installation`] is what runs both
//! in a cluster.

pub mod controller;
pub mod installation;
pub mod v1;
pub mod v1alpha1;
pub mod webhook;

wheelwright::wheel!(
    /// All versions of `Greeting`.
    pub Greetings = v1::Greeting, [v1alpha1::Greeting]
);
