//! What only the tables of other types can tell, as const assertions, each at the token it is about.

use proc_macro2::TokenStream;

use crate::spoke::model::Spoke;

/// All assertions about a spoke.
pub(super) fn of(spoke: &Spoke<'_>) -> TokenStream {
    let _ = spoke;
    TokenStream::new()
}
