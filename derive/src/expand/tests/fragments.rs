//! Types that a `macro_rules` has as `$t:ty`: the derives see each in a group that no text shows, and are to make of it what they
//! make of the type alone.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The types marked `(@ Type)`, each as `wrap` has it.
fn marked(tokens: TokenStream, wrap: fn(TokenStream) -> TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Group(group) => {
                let mut held = group.stream().into_iter().peekable();
                let is_mark =
                    |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == '@');
                if held.next_if(is_mark).is_some() {
                    wrap(marked(held.collect(), wrap))
                } else {
                    let held = marked(held.collect(), wrap);
                    TokenTree::from(Group::new(group.delimiter(), held)).into()
                }
            }
            token => token.into(),
        })
        .collect()
}

fn alone(ty: TokenStream) -> TokenStream {
    ty
}

fn in_a_group(ty: TokenStream) -> TokenStream {
    TokenTree::from(Group::new(Delimiter::None, ty)).into()
}

/// Without the groups that no text shows.
fn shown(tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                shown(group.stream())
            }
            TokenTree::Group(group) => {
                TokenTree::from(Group::new(group.delimiter(), shown(group.stream()))).into()
            }
            token => token.into(),
        })
        .collect()
}

/// What is made of an item, the same with groups and without.
#[track_caller]
fn made(derive: fn(TokenStream) -> TokenStream, item: &str) -> String {
    let item: TokenStream = item.parse().unwrap();
    let of = |wrap| shown(derive(marked(item.clone(), wrap))).to_string();
    let made = of(alone);
    assert_eq!(of(in_a_group), made);
    made
}

#[track_caller]
fn makes_the_same(derive: fn(TokenStream) -> TokenStream, item: &str) {
    let made = made(derive, item);
    assert!(!made.contains("compile_error"), "{made}");
}

#[track_caller]
fn refuses_the_same(derive: fn(TokenStream) -> TokenStream, item: &str) {
    let made = made(derive, item);
    assert!(made.contains("compile_error"), "{made}");
}

#[test]
fn a_schema() {
    let derive = crate::schema::derive;
    makes_the_same(
        derive,
        "struct Pizza<T> {
            #[schema(minimum = 1)]
            size: (@ u32),
            #[schema(min_length = 1)]
            name: Option<(@ String)>,
            #[schema(max_length = 9)]
            note: (@ Option<String>),
            #[serde(default)]
            toppings: (@ Vec<String>),
            by_name: (@ BTreeMap<(@ String), u8>),
            by_size: BTreeMap<(@ u8), u8>,
            oven: (@ module::Oven),
            own: (@ T),
            held: (@ Vec<T>),
            none: (@ PhantomData<T>),
        }",
    );
    makes_the_same(
        derive,
        "#[serde(transparent)] struct Size<T> { size: u8, of: (@ PhantomData<T>) }",
    );
    makes_the_same(
        derive,
        "struct Pizza { #[serde(flatten)] rest: (@ BTreeMap<(@ u8), u8>) }",
    );
    refuses_the_same(derive, "struct Pizza { within: (@ Box<(@ Pizza)>) }");
    refuses_the_same(derive, "struct Pizza { tuple: Vec<(@ (u8, u8))> }");
    makes_the_same(
        derive,
        "#[serde(tag = \"type\")] enum Order { One((@ Pizza)), Many { all: (@ Vec<Pizza>) } }",
    );
    refuses_the_same(
        derive,
        "#[serde(untagged)]
         enum Order {
            One { name: (@ String), note: (@ Option<String>) },
            Two { name: (@ String), size: (@ u8) },
         }",
    );
}

#[test]
fn a_custom_resource() {
    makes_the_same(
        crate::resource::derive,
        "#[crd(group = \"example.com\", version = \"v1\", kind = \"Pizza\", namespaced, status = (@ PizzaStatus))]
         struct PizzaSpec {
            #[schema(column(name = \"Size\"))]
            size: (@ u32),
            toppings: (@ Option<Vec<(@ String)>>),
         }",
    );
}

#[test]
fn a_mapping() {
    let derive = crate::spoke::derive;
    makes_the_same(
        derive,
        "#[spoke(
            hub = New,
            fallible(up, down),
            part(\"group\" = (@ Group)),
            part(\"limits\" = (@ Option<(@ Limits)>)),
        )]
        struct Old {
            copied: (@ u32),
            optional: Option<(@ String)>,
            list: (@ Vec<u8>),
            nested: (@ Inner),
            nested_list: Vec<(@ Inner)>,
            nested_map: (@ Option<BTreeMap<String, (@ Inner)>>),
            array: (@ [Inner; 2]),
            #[spoke(coerced)]
            coerced: (@ String),
            #[spoke(coerced)]
            number: Option<(@ i64)>,
            #[spoke(duration = \"s\")]
            timeout: (@ i64),
            #[spoke(wrap)]
            one: (@ Vec<Inner>),
            #[spoke(each(coerced))]
            each: (@ Vec<(@ u8)>),
            #[spoke(to = \"group.name\")]
            name: (@ String),
            #[spoke(to = \"limits.most\")]
            most: (@ Option<u32>),
        }",
    );
    makes_the_same(derive, "#[spoke(hub = New)] struct Old((@ Vec<Inner>));");
    // Which of the two directions may fail follows from the type.
    refuses_the_same(
        derive,
        "#[spoke(hub = New)] struct Old { #[spoke(coerced)] number: (@ i64) }",
    );
    refuses_the_same(
        derive,
        "#[spoke(hub = New)] struct Old { #[spoke(duration = \"s\")] text: (@ i64) }",
    );
    makes_the_same(
        derive,
        "#[spoke(hub = New)] enum Old { One((@ Inner)), Two { text: (@ String) } }",
    );
}
