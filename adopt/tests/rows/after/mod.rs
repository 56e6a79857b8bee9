//! What people have, after it is rewritten.

pub mod client;
pub mod defaults;
pub mod kept;
pub mod keywords;
pub mod kubernetes;
pub mod odd;
pub mod plurals;
pub mod resource;
pub mod rules;
pub mod shapes;
pub mod values;
