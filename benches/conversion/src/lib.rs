//! The object that the benchmarks convert, at both its versions, and reviews of it.

mod object;
mod review;

pub use object::{Services, object, v1, v1alpha1};
pub use review::{converted, review};
