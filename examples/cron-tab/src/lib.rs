//! `CronTab` in every form in which the Kubernetes documentation shows it.
//!
//! [`extend`] follows the page "Extend the Kubernetes API with `CustomResourceDefinitions`", [`versions`] the page
//! "Versions in `CustomResourceDefinitions`". The documented manifests stand in `manifests/`, and a test holds them
//! against what the types here give.

pub mod extend;
pub mod versions;
