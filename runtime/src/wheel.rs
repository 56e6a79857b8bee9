//! All versions of a kind together.

mod admit;
mod compare;
mod convert;
#[cfg(feature = "docs")]
mod docs;
#[cfg(feature = "migration")]
mod migrate;
#[cfg(feature = "rehearsal")]
mod rehearse;
#[cfg(any(feature = "webhook", feature = "webhook-aws-lc-rs"))]
mod serve;

#[cfg(feature = "docs")]
pub use docs::NoDocuments;

use std::marker::PhantomData;

use serde_json::Value;

use crate::{
    CustomResource, Spokes,
    check::Report,
    manifest::{Manifest, Version},
    table::Root,
};

#[cfg(feature = "kube")]
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;

/// The versions of a kind: the hub, whose names the CRD has, and the spokes, as a nested tuple `(A, (B, ()))`.
///
/// [`wheel!`](crate::wheel) names the type and checks at compile time that the versions belong together:
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use wheelwright::{CustomResource, Schema};
///
/// /// A pizza to bake.
/// #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
/// pub struct PizzaSpec {
///     /// What lies on it.
///     pub toppings: Vec<String>,
/// }
///
/// wheelwright::wheel!(pub Pizzas = Pizza);
///
/// assert!(Pizzas::check().is_ok());
/// assert!(Pizzas::crd_yaml().contains("kind: CustomResourceDefinition"));
/// ```
#[derive(Debug)]
pub struct Wheel<Hub, Spokes = ()>(PhantomData<fn() -> (Hub, Spokes)>);

impl<Hub: CustomResource, S: Spokes> Wheel<Hub, S> {
    /// The tables of all versions, the hub's first.
    #[must_use]
    pub fn roots() -> Vec<&'static Root> {
        let mut roots = vec![Hub::ROOT];
        S::append(&mut roots);
        roots
    }

    /// All versions by Kubernetes' version priority.
    #[must_use]
    pub fn versions() -> Vec<Version> {
        Self::manifest().versions()
    }

    /// The CRD, to be completed with what only the place it is installed at knows: the webhook's address and certificate.
    #[must_use]
    pub fn manifest() -> Manifest {
        Manifest::new(Self::roots())
    }

    /// What an API server would say of the CRD, and what else is wrong with it.
    #[must_use]
    pub fn check() -> Report {
        Self::manifest().check()
    }

    /// The CRD.
    ///
    /// # Panics
    ///
    /// With the whole report, if [`check`](Self::check) finds errors. A test that calls this keeps them out of production;
    /// [`try_crd`](Self::try_crd) does not panic.
    #[cfg(feature = "kube")]
    #[must_use]
    #[track_caller]
    pub fn crd() -> CustomResourceDefinition {
        match Self::try_crd() {
            Ok(crd) => crd,
            Err(report) => panic!("{report}"),
        }
    }

    /// The CRD, unless [`check`](Self::check) finds errors.
    #[cfg(feature = "kube")]
    pub fn try_crd() -> Result<CustomResourceDefinition, Report> {
        Self::manifest().crd()
    }

    /// The CRD as JSON, unless [`check`](Self::check) finds errors.
    pub fn crd_json() -> Result<Value, Report> {
        Self::manifest().json()
    }

    /// The CRD as YAML, the same text for the same types.
    ///
    /// # Panics
    ///
    /// With the whole report, if [`check`](Self::check) finds errors; [`Manifest::yaml`] does not panic.
    #[must_use]
    #[track_caller]
    pub fn crd_yaml() -> String {
        match Self::manifest().yaml() {
            Ok(yaml) => yaml,
            Err(report) => panic!("{report}"),
        }
    }
}

#[doc = include_str!("../docs/wheel.md")]
#[macro_export]
macro_rules! wheel {
    ($($wheel:tt)*) => {
        $crate::private::wheel! { $crate; $($wheel)* }
    };
}
