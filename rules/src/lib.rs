//! A Kubernetes API server's verdict on CRDs and custom resources, offline.
