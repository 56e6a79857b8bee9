//! What installs a webhook server, held against the types of `k8s-openapi` and against itself.

#![allow(
    missing_docs,
    unreachable_pub,
    reason = "types as users write them, in private modules"
)]

mod access;
mod deprecated;
mod files;
mod kept;
mod kite;
mod objects;
mod refused;
mod registration;
mod trust;
