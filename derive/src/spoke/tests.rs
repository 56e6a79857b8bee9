//! One macro call on a type.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::attrs::forms;
use super::derive;
use crate::attrs::Form;
use crate::diag::errors_in;
use crate::schema::tests::soup::Random;

fn written(forms: &[Form]) -> Vec<TokenStream> {
    forms
        .iter()
        .map(|form| form.write.parse().unwrap())
        .collect()
}

#[test]
fn no_attribute_makes_the_derive_panic() {
    let seed = 0x5eed_0002;
    println!("seed {seed:#x}");
    let mut random = Random(seed);
    let spice: TokenStream = ", = () {} [] < > :: | move . ! \"x\" \"a.b\" \"a[b]\" \"a[b=c].d\" \"a[b=c,d=e]\" \"{a}{b}\" \"{\" 'a' 1 -1 0 null absent \
                              r#type up hub a b from to step item"
        .parse()
        .unwrap();
    let spice: Vec<TokenTree> = spice.into_iter().collect();
    for _ in 0..3_000 {
        let mut keys = |forms: &[Form], most: usize| {
            let forms = written(forms);
            let count = random.below(most + 1);
            let keys: Vec<_> = (0..count)
                .map(|_| forms[random.below(forms.len())].clone())
                .collect();
            let keys = random.stir(quote!(#(#keys),*), &spice);
            quote!(#[spoke(#keys)])
        };
        let container = keys(forms::CONTAINER, 3);
        let (one, two) = (keys(forms::FIELD, 3), keys(forms::FIELD, 3));
        let variant = keys(forms::VARIANT, 2);
        let step = keys(forms::STEP, 3);
        let item = match random.below(5) {
            0 => {
                quote!(#[spoke(hub = Hub)] #container struct Pizza { #one a: u8, #two b: Vec<String> })
            }
            1 => {
                quote!(#container struct Pizza<T> { #one a: Vec<(T, Pizza<T>)>, #two b: Option<T> })
            }
            2 => quote! {
                #[spoke(hub = Hub)]
                enum Pizza { #variant A, #variant B(u8), #variant C { #one d: u8, #two e: bool } }
            },
            3 => quote!(#[spoke(hub = Hub)] #container #step struct Pizza(String);),
            _ => {
                quote!(#[spoke(hub = Hub, fallible(up, down))] struct Pizza { #one a: String, b: u8, #two c: Box<[u8; 2]> })
            }
        };
        let code = derive(item.clone());
        if syn::parse2::<syn::DeriveInput>(item.clone()).is_ok() {
            assert!(!code.is_empty(), "{item}");
        }
    }
}

/// Errors of one type all show at once, and none hides another.
#[test]
fn all_errors_are_reported() {
    let errors = errors_in(derive(quote!(
        #[spoke(hub = Hub, fallible(sideways))]
        struct Pizza {
            #[spoke(with = f)]
            a: u8,
            #[spoke(colour)]
            b: u8,
            #[spoke(to("x", "y"))]
            c: u8,
        }
    )));
    for fragment in ["`sideways`", "what comes back?", "`colour`"] {
        assert!(
            errors.iter().any(|error| error.contains(fragment)),
            "{fragment}: {errors:#?}"
        );
    }
}

#[test]
fn a_type_with_errors_still_converts_for_others() {
    let code = derive(quote!(
        #[spoke(hub = Hub, fallible(down))]
        struct Pizza {
            #[spoke(with = f)]
            a: u8,
        }
    ))
    .to_string();
    for part in [
        "SpokeOf < Hub > for Pizza",
        "From < Pizza > for Hub",
        "TryFrom < Hub > for Pizza",
    ] {
        assert!(code.contains(part), "{part}: {code}");
    }
}
