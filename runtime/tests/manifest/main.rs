//! Manifests of derived types, held against what the Kubernetes documentation and a real API server say of CRDs.

#![allow(missing_docs, reason = "the types of tests speak for themselves")]

mod checks;
mod columns;
mod conversion;
mod files;
mod object;
mod versions;
