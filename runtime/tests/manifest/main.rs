//! Manifests of derived types, held against what the Kubernetes documentation and a real API server say of CRDs.

#![allow(
    missing_docs,
    unreachable_pub,
    reason = "types as users write them, in private modules"
)]

mod checks;
mod columns;
mod conversion;
mod defaults;
mod files;
mod generated_rules;
mod object;
mod panics;
mod presence;
mod servers;
mod updates;
mod verdict;
mod versions;
mod written;
