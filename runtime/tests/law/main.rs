//! The law of schemas: whatever serde writes for a type validates, and whatever validates serde reads, once the API
//! server has pruned and defaulted it.
//!
//! Seeds are fixed, so that a failure is the same everywhere; `WHEELWRIGHT_LAW_SEED` and `WHEELWRIGHT_LAW_ROUNDS` choose
//! others and more.

#[macro_use]
mod forms;

mod collections;
mod combined;
mod enums;
mod flattened;
mod generate;
mod keys;
#[allow(
    dead_code,
    reason = "shared with the tests of the types of other crates"
)]
mod law;
mod maps;
mod record;
mod refused;
mod rule;
mod sample;
mod scalars;
mod smaller;
mod structs;
mod untagged;
