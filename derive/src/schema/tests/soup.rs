//! Attributes of any tokens give an impl and perhaps errors, never a panic.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use crate::attrs::schema_keys::FORMS;
use crate::schema::derive;

/// A small deterministic generator (xorshift).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }

    /// The tokens, with some dropped, doubled, moved or replaced at every depth.
    pub(crate) fn stir(&mut self, tokens: TokenStream, spice: &[TokenTree]) -> TokenStream {
        let mut stirred = Vec::new();
        for token in tokens {
            let token = match token {
                TokenTree::Group(group) => {
                    let delimiter = match self.below(20) {
                        0 => Delimiter::Brace,
                        1 => Delimiter::Bracket,
                        2 => Delimiter::None,
                        _ => group.delimiter(),
                    };
                    TokenTree::Group(Group::new(delimiter, self.stir(group.stream(), spice)))
                }
                token => token,
            };
            match self.below(16) {
                0 => {}
                1 => stirred.extend([token.clone(), token]),
                2 => stirred.push(spice[self.below(spice.len())].clone()),
                3 => {
                    let at = self.below(stirred.len() + 1);
                    stirred.insert(at, token);
                }
                _ => stirred.push(token),
            }
        }
        stirred.into_iter().collect()
    }
}

#[test]
fn no_attribute_makes_the_derive_panic() {
    let seed = 0x5eed_0001;
    println!("seed {seed:#x}");
    let mut random = Random(seed);
    let forms: Vec<TokenStream> = FORMS
        .iter()
        .map(|form| form.write.parse().unwrap())
        .collect();
    let spice: TokenStream =
        ", = () {} [] < > :: - . ! # $ \"x\" \"(\" 'a' b\"b\" 1 -1 0x10 1e400 1.5f32 null true \
        999999999999999999999999999999999999999999 r#type crate items values rule default Option"
            .parse()
            .unwrap();
    let spice: Vec<TokenTree> = spice.into_iter().collect();
    for _ in 0..1_500 {
        let mut attributes = TokenStream::new();
        for _ in 0..3 {
            let keys: Vec<_> = (0..3)
                .map(|_| forms[random.below(forms.len())].clone())
                .collect();
            let keys = random.stir(quote!(#(#keys),*), &spice);
            attributes.extend(quote!(#[schema(#keys)]));
        }
        let serde = quote!(
            rename = "a",
            alias = "b",
            default = "c",
            skip,
            with = "d",
            flatten,
            rename_all(serialize = "e"),
            tag = "f"
        );
        let serde = random.stir(serde, &spice);
        attributes.extend(quote!(#[serde(#serde)]));
        let item = match random.below(4) {
            0 => quote!(#attributes struct Pizza { a: u8 }),
            1 => {
                quote!(struct Pizza<T> { #attributes a: Vec<(T, Pizza<T>)>, #attributes b: Option<T> })
            }
            2 => {
                quote!(enum Pizza { #attributes A, #attributes B(#attributes u8), C { #attributes d: u8 } })
            }
            _ => quote!(struct Pizza(#attributes String);),
        };
        let code = derive(item.clone());
        // What is no item at all is rustc's to report.
        if syn::parse2::<syn::DeriveInput>(item.clone()).is_ok() {
            assert!(
                syn::parse2::<syn::File>(code.clone()).is_ok(),
                "{item}\n\n{code}"
            );
            assert!(
                code.to_string().contains("Schema for Pizza"),
                "{item}\n\n{code}"
            );
        }
    }
}
