//! One macro call on a type, and the errors it reports.

mod other_derives;
mod rules;
pub(crate) mod soup;
mod unsayable;
mod wrong;

use proc_macro2::TokenStream;
use quote::quote;

use super::derive;
use crate::attrs::schema_keys::{FORMS, Place};
use crate::diag::errors_in;

/// The errors of an item.
fn errors(item: TokenStream) -> Vec<String> {
    errors_in(derive(item))
}

/// The only error of an item.
#[track_caller]
fn error(item: &TokenStream) -> String {
    let errors = errors(item.clone());
    assert_eq!(errors.len(), 1, "{item}: {errors:#?}");
    errors.into_iter().next().unwrap_or_default()
}

/// One error, which contains the text.
#[track_caller]
fn says(fragment: &str, item: &TokenStream) {
    let error = error(item);
    assert!(
        error.contains(fragment),
        "`{error}` says nothing of `{fragment}`"
    );
}

/// A struct with one field of these keys.
fn with_keys(keys: &TokenStream) -> TokenStream {
    quote!(
        struct Pizza {
            #[schema(#keys)]
            size: Size,
        }
    )
}

#[test]
fn every_key_is_taken_where_it_fits_as_messages_write_it() {
    for form in FORMS {
        let keys: TokenStream = form.write.parse().unwrap();
        let (on_struct, on_field) = (
            Place::Struct.refusal(form.name),
            Place::Field.refusal(form.name),
        );
        assert!(
            on_struct.is_none() || on_field.is_none(),
            "`{}` fits nowhere",
            form.name
        );
        if on_struct.is_none() {
            let item = quote!(
                #[schema(#keys)]
                struct Pizza {
                    command: Option<String>,
                    shell: Option<String>,
                    min: u32,
                    max: u32,
                }
            );
            assert_eq!(errors(item), [""; 0], "{}", form.write);
        }
        if on_field.is_none() {
            let serde = if form.name == "accept_aliases" {
                quote!(#[serde(alias = "big")])
            } else {
                quote!()
            };
            let item = quote!(struct Pizza { #serde #[schema(#keys)] size: Size });
            assert_eq!(errors(item), [""; 0], "{}", form.write);
        }
    }
}

#[test]
fn all_errors_come_at_once_and_the_type_still_has_a_table() {
    let code = derive(quote!(
        #[schema(nope)]
        struct Pizza<T> {
            #[schema(min_length = "x", maximum = 1, minimum = 2)]
            size: Size,
            #[serde(alias = "b")]
            a: (u8, T),
        }
    ));
    assert_eq!(errors_in(code.clone()).len(), 5);
    let text = code.to_string();
    assert!(
        text.contains("impl < T > __w :: Schema for Pizza < T >"),
        "{text}"
    );
}
