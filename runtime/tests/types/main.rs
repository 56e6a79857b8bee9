//! The law of schemas for the types of other crates: those behind features, those of `k8s-openapi`, and those that only
//! have a `JsonSchema`.

#[macro_use]
#[path = "../law/forms.rs"]
mod forms;
#[path = "../law/law.rs"]
#[allow(dead_code, reason = "shared with the tests of the types that are ours")]
mod law;
#[path = "../law/record.rs"]
#[allow(dead_code, reason = "shared with the tests of the types that are ours")]
mod record;
#[path = "../law/rule.rs"]
mod rule;
#[path = "../law/sample.rs"]
#[allow(dead_code, reason = "shared with the tests of the types that are ours")]
mod sample;
#[path = "../law/smaller.rs"]
mod smaller;

mod crates;
#[cfg(feature = "kube")]
mod every;
#[cfg(feature = "kube")]
mod foreign;
#[cfg(feature = "kube")]
mod kube;
mod samples;
