//! Objects under a CRD: what is stored, what is pruned, what is refused.

mod comparing;
mod completing;
mod defaulting;
mod embedded;
mod generate;
mod hostile;
mod int_or_string;
mod laws;
mod metadata;
mod mutate;
mod pruning;
mod reading;
mod server;
mod stored_schema;
mod subresources;
mod support;
mod updates;
mod validation;
mod value;
