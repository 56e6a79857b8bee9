//! What only the tables of other types can tell, as calls of the runtime's const assertions, each spanned at the token
//! it is about.

use proc_macro2::{Span, TokenStream};

use super::schema::Writer;
use crate::model::Container;

/// One assertion.
pub(super) struct Check {
    pub(super) span: Span,
    pub(super) call: TokenStream,
}

/// All assertions about a type.
pub(super) fn of(_container: &Container<'_>, _table: &Writer<'_>) -> Vec<Check> {
    Vec::new()
}
