//! [`Schema`](super::Schema) of what the standard library and `serde_json` define and serde writes as JSON.

mod address;
mod collection;
mod json;
mod number;
mod pointer;
mod range;
mod text;
mod time;
