//! `#[derive(Spoke)]`: parse, lower, check, expand.

mod attrs;
mod check;
mod expand;
mod hubs;
mod lower;
mod model;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use self::attrs::ContainerKeys;
use crate::diag::Errors;

/// The mapping and its impls, or every error that this call can see and a stand-in.
pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let input = match crate::input::read(input) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let errors = Errors::new();
    let spokes = hubs::split(input, &errors);
    let mut code = errors.finish();
    code.extend(spokes.iter().map(of_one_hub));
    code
}

fn of_one_hub(input: &DeriveInput) -> TokenStream {
    let errors = Errors::new();
    let keys = ContainerKeys::of(&input.attrs, &errors);
    let known = expand::Known::of(input, &keys);
    let spoke = lower::spoke(input, keys, &errors);
    if let Some(spoke) = &spoke {
        check::spoke(spoke, &errors);
        if errors.is_empty() {
            return expand::spoke(spoke);
        }
    }
    let mut code = errors.finish();
    code.extend(expand::stand_in(input, &known));
    code
}
