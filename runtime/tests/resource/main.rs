//! What `#[derive(CustomResource)]` and `wheel!` make of a struct.

mod assertions;
mod identity;
#[cfg(feature = "kube")]
mod kube;
mod pizza;
mod random;
mod roundtrip;
mod tables;
mod variants;
