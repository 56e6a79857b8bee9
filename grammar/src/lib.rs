//! The grammars of names, versions, paths and patterns that a Kubernetes API server accepts.
