//! Rust structs become Kubernetes APIs that stay compatible.
