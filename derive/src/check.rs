//! Rules between several keys of one type. One function per rule.

use crate::diag::Errors;
use crate::model::Container;

/// Everything that one macro call can see.
pub(crate) fn container(_container: &Container<'_>, _errors: &Errors) {}
