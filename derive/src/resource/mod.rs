//! `#[derive(CustomResource)]`: parse, lower, check, expand.

mod client;
mod item;
mod lower;
pub(crate) mod model;
mod names;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;

use crate::attrs::crd::CrdKeys;
use crate::attrs::foreign;
use crate::diag::Errors;
use crate::expand;

/// The root struct and its impls, or every error that this call can see and a stand-in.
pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let item = match item::Item::read(input) {
        Ok(item) => item,
        Err(error) => return error.to_compile_error(),
    };
    let errors = Errors::new();
    let keys = CrdKeys::of(&item.attributes, &errors);
    foreign::resource_conflicts(&item.attributes, &errors);
    let resource = lower::resource(&item, keys, &errors);
    match resource {
        Some(resource) if errors.is_empty() => expand::resource::resource(&resource),
        resource => {
            let mut code = errors.finish();
            code.extend(resource.as_ref().map(expand::resource::stand_in));
            code
        }
    }
}
