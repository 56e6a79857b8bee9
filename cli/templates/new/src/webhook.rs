//! What the API server asks: conversion of every version, and whether an object is as it should be.

use wheelwright::webhook::{
    Server,
    admission::{Denial, KeepAnnotation, Request},
};

use crate::v1;

/// The server, without its certificate.
pub fn server() -> Server {
    Server::new()
        .wheel::<crate::{{wheel}}>()
        // What a version cannot hold travels in an annotation, which a template must not drop.
        .mutate::<v1::{{kind}}>(KeepAnnotation)
        .validate::<v1::{{kind}}, _>(check)
}

/// Refuses what the schema cannot see. Written for `v1`, asked for every version.
///
/// # Errors
///
/// If nothing but white space is to be said.
pub async fn check(request: Request<v1::{{kind}}>) -> Result<(), Denial> {
    match request.object {
        Some(object) if object.spec.text.trim().is_empty() => {
            let words = "nothing but white space";
            Err(Denial::new(words).cause("spec.text", "FieldValueInvalid", words))
        }
        _ => Ok(()),
    }
}
