//! `#[derive(Schema)]`: parse, lower, check, expand.

#[cfg(test)]
pub(crate) mod tests;

use proc_macro2::TokenStream;

use crate::attrs::{crd, foreign};
use crate::diag::Errors;
use crate::{check, expand, lower};

/// The impl, or every error that this call can see and a stand-in.
pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let input = match crate::input::read(input) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let errors = Errors::new();
    foreign::schema_conflicts(&input, &errors);
    let container = lower::container(&input, &errors);
    if let Some(container) = &container {
        let servers = crd::pinned(&input.attrs, &errors);
        check::container(container, servers, &errors);
        if errors.is_empty() {
            return expand::schema::schema(container);
        }
    }
    let krate = lower::krate(&input);
    let mut code = errors.finish();
    code.extend(expand::fallback::schema(&input, krate.as_ref()));
    code.extend(container.as_ref().map(expand::schema::checks));
    code
}
