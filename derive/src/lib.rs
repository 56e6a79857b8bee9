//! The derives of wheelwright.
