//! CEL rules against what the written types tell. Whole messages are in `ui-tests`.

use proc_macro2::TokenStream;
use quote::quote;

use super::{errors, says};

/// The errors of an item that is written out, with its lines.
fn errors_of(code: &str) -> Vec<String> {
    errors(code.parse().unwrap())
}

/// The place and the two lines below each message.
fn places(code: &str) -> Vec<String> {
    let shown = |error: String| {
        error
            .split_once("\n  at ")
            .map(|(_, shown)| shown.to_owned())
    };
    errors_of(code).into_iter().filter_map(shown).collect()
}

#[test]
fn every_error_is_shown_at_its_character() {
    let found = places(
        r##"
#[schema(rule("self.minReplica <= self.maxReplicas && lenght(self.name) > 1"),
    rule(r#"self.name.startswith("a")
      && self.nam != """#, message = "two lines"),
    rule("self.name == \"\u{e9}\" && \
          self.x"))]
struct Scale {
    #[serde(rename = "minReplicas")]
    min_replicas: u32,
    #[serde(rename = "maxReplicas")]
    max_replicas: u32,
    name: String,
}
"##,
    );
    assert_eq!(
        found,
        [
            "test.rs:2:20\n  | self.minReplica <= self.maxReplicas && lenght(self.name) > 1\n  |     ^",
            "test.rs:2:61\n  | self.minReplica <= self.maxReplicas && lenght(self.name) > 1\n  |                                              ^",
            "test.rs:3:33\n  | self.name.startswith(\"a\")\n  |                     ^",
            "test.rs:4:14\n  |       && self.nam != \"\"\n  |              ^",
            "test.rs:6:15\n  | self.name == \"é\" && self.x\n  |                         ^",
        ]
    );
}

/// What is wrong whatever the field is.
#[test]
fn an_expression_is_read_wherever_a_rule_can_stand() {
    let rule = quote!(#[schema(rule("size(self", message_expression = "1 +"))]);
    let held = quote!(rule("size(self", message_expression = "1 +"));
    for item in [
        quote!(#rule struct A { a: B }),
        quote!(#rule struct A(B);),
        quote!(struct A(#rule B);),
        quote!(#rule struct A;),
        quote!(#rule #[serde(transparent)] struct A { a: B }),
        quote!(#rule #[serde(from = "B", into = "B")] struct A { a: C }),
        quote!(#rule #[schema(as = B)] struct A { a: C }),
        quote!(struct A { #rule a: B }),
        quote!(struct A { #rule #[serde(flatten)] a: B }),
        quote!(
            struct A {
                #[schema(items(#held))]
                a: B,
            }
        ),
        quote!(
            struct A {
                #[schema(values(items(#held)))]
                a: B,
            }
        ),
        quote!(#rule enum A { B, C }),
        quote!(#rule #[serde(untagged)] enum A { B(B), C }),
        quote!(#[serde(tag = "t")] enum A { #rule B { b: B }, C }),
        quote!(enum A { #rule B { b: B }, C }),
        quote!(enum A { B { #rule b: B }, C }),
        quote!(#[serde(tag = "t", content = "c")] enum A { B(#rule B), C }),
    ] {
        let found = errors(item.clone());
        let of = |what: &str| found.iter().filter(|error| error.contains(what)).count();
        assert_eq!(of("the rule: `Syntax error"), 1, "{item}: {found:?}");
        assert_eq!(
            of("the message expression: `Syntax error"),
            1,
            "{item}: {found:?}"
        );
    }
}

#[test]
fn what_the_types_tell_is_told() {
    let of_fields =
        |rule: &str, fields: TokenStream| quote!(#[schema(rule(#rule))] struct A { #fields });
    for (server, item) in [
        ("undefined field 'c'", of_fields("self.c", quote!(a: u8))),
        (
            "did you mean `name`?",
            of_fields("self.nam == ''", quote!(name: Option<String>)),
        ),
        (
            "undefined field 'B'",
            of_fields("self.B", quote!(#[serde(rename = "b")] r#B: bool)),
        ),
        (
            "'_>_' applied to '(int, string)'",
            of_fields("self.a > '1'", quote!(a: Option<Box<u8>>)),
        ),
        (
            "type 'string' does not support field selection",
            of_fields("self.a[0].b['x'] > 1", quote!(a: [String; 2])),
        ),
        (
            "'_+_' applied to '(list(string), int)'",
            of_fields(
                "size(self.a + 1) > 1",
                quote!(a: std::collections::BTreeSet<String>),
            ),
        ),
        (
            "'_==_' applied to '(map(string, bool), bool)'",
            of_fields(
                "self.a == true",
                quote!(a: ::std::collections::BTreeMap<String, bool>),
            ),
        ),
        (
            "'_>_' applied to '(timestamp, string)'",
            of_fields(
                "self.a > '2020'",
                quote!(#[schema(format = "date-time")] a: String),
            ),
        ),
        (
            "undefined field 'bb'",
            of_fields(
                "self.bb == ''",
                quote!(#[serde(alias = "b")] #[schema(accept_aliases)] a: String),
            ),
        ),
        ("of type int", of_fields("self.a", quote!(a: u8))),
        (
            "cel expression must evaluate to a bool",
            of_fields("self.a", quote!(a: String)),
        ),
        (
            "program instantiation failed",
            of_fields("self.a.find('(') == ''", quote!(a: String)),
        ),
        (
            "messageExpression must evaluate to a string",
            quote!(
                #[schema(rule("self.a > 1", message_expression = "self.a"))]
                struct A {
                    a: u8,
                }
            ),
        ),
        (
            "'!_' applied to '(optional_type(int))'",
            quote!(
                struct A {
                    #[schema(rule("!oldSelf", optional_old_self))]
                    a: u8,
                }
            ),
        ),
        (
            "'_>_' applied to '(string, int)'",
            quote!(
                struct A {
                    #[schema(items(rule("self > 1")))]
                    a: Vec<String>,
                }
            ),
        ),
        (
            "'_>_' applied to '(string, int)'",
            quote!(
                struct A {
                    #[schema(values(items(rule("self > 1"))))]
                    a: HashMap<String, Vec<String>>,
                }
            ),
        ),
        (
            "'_>_' applied to '(string, int)'",
            quote!(
                #[schema(rule("self > 1"))]
                struct A(String);
            ),
        ),
        (
            "'_>_' applied to '(string, int)'",
            quote!(
                #[schema(rule("self > 1"))]
                #[serde(transparent)]
                struct A {
                    a: String,
                }
            ),
        ),
        (
            "'_>_' applied to '(string, int)'",
            quote!(
                #[schema(rule("self > 1"))]
                enum A {
                    B,
                    C,
                }
            ),
        ),
        (
            "undefined field 'd'",
            quote!(
                #[schema(rule("has(self.b) || has(self.d)"))]
                enum A {
                    #[serde(rename = "b")]
                    B(u8),
                    C {
                        c: u8,
                    },
                }
            ),
        ),
        (
            "'_>_' applied to '(string, int)'",
            quote!(
                enum A {
                    B(#[schema(rule("self > 1"))] String),
                }
            ),
        ),
        (
            "undefined field 'd'",
            quote!(
                enum A {
                    #[schema(rule("self.d > 1"))]
                    C { c: u8 },
                }
            ),
        ),
        (
            "undefined field 'd'",
            quote!(
                #[schema(rule("self.t == 'B' || self.c > self.d"))]
                #[serde(tag = "t")]
                enum A {
                    B,
                    C { c: u8 },
                }
            ),
        ),
        (
            "undefined field 'd'",
            quote!(
                #[schema(rule("self.t == 'B' || self.c == self.d"))]
                #[serde(tag = "t", content = "c")]
                enum A {
                    B,
                    C(u8),
                }
            ),
        ),
        (
            "'_>_' applied to '(int, string)'",
            quote!(
                #[schema(rule("self.c > 1 && self.a > ''"))]
                struct A {
                    a: u8,
                    #[serde(flatten)]
                    b: B,
                }
            ),
        ),
    ] {
        says(server, &item);
    }
}

/// Types that the macro cannot see, in every choice of places, never make a good rule a wrong one.
#[test]
fn what_is_not_seen_is_no_error() {
    const FIELDS: &[(&str, &str)] = &[
        ("a", "u32"),
        ("b", "String"),
        ("c", "Option<bool>"),
        ("d", "f64"),
        ("e", "Vec<String>"),
        ("f", "BTreeMap<String, u32>"),
    ];
    let rules: Vec<TokenStream> = [
        "self.a > 1 && self.b == 'x' && (!has(self.c) || self.c) && self.d < 1.5",
        "self.a + size(self.b) == self.f['x'] % 2 - size(self.e)",
        "self.d * 2.0 >= double(self.a) / -self.d",
        "self.e.all(e, e.startsWith(self.b)) && self.e.exists_one(e, e == self.b)",
        "self.e.map(e, size(e)).sum() > self.a",
        "self.f.all(k, self.f[k] > self.a)",
        "self.e[0] + self.b in self.e + [self.b]",
        "self.c == false ? self.a in [1, 2] : self.b.matches('^a')",
        "self.e.filter(e, e != self.b).isSorted() && self.e.join(self.b).size() < self.a",
        "type(self.a) == int && self.b.split(',')[0] in self.f",
        "oldSelf.a <= self.a && (self == oldSelf || self.e == oldSelf.e)",
        "quantity(self.b).isLessThan(quantity('1Gi')) && duration(self.b) > duration('1s')",
        "dyn(self.a) == self.b && [1, self.a].max() == {'a': self.a}.a",
    ]
    .into_iter()
    .map(|rule| quote!(rule(#rule, message_expression = "self.b + string(self.a) + (self.e.size() > 1 ? self.e[0] : '')")))
    .collect();
    for mask in 0..1_u32 << (2 * FIELDS.len()) {
        let fields: String = FIELDS
            .iter()
            .enumerate()
            .map(|(i, (name, ty))| match mask >> (2 * i) & 3 {
                0 => format!("{name}: {ty}, "),
                1 => format!("{name}: Hidden, "),
                // What it holds is hidden, where it holds something.
                2 => format!("{name}: {}, ", hidden_within(ty)),
                _ => format!("#[serde(flatten)] {name}: Hidden, "),
            })
            .collect();
        // All choices of one field against the choices of its neighbours, not all of all.
        if mask % 7 != 0 {
            continue;
        }
        let fields: TokenStream = fields.parse().unwrap();
        let item = quote!(#[schema(#(#rules),*)] struct A { #fields });
        assert_eq!(errors(item.clone()), [""; 0], "{item}");
    }
}

fn hidden_within(ty: &str) -> String {
    ["String>", "u32>", "bool>"]
        .iter()
        .fold(ty.to_owned(), |ty, held| ty.replace(held, "Hidden>"))
}

/// Rules on values whose types are nothing to the macro.
#[test]
fn anything_can_be_done_with_what_is_not_seen() {
    let rule = quote!(rule(
        "self.a.b[0] + 1 > 2 && self.c.startsWith('x') && self.all(x, x.y == oldSelf.z)"
    ));
    for item in [
        quote!(
            struct A {
                #[schema(#rule)]
                a: Hidden,
            }
        ),
        quote!(
            struct A {
                #[schema(items(#rule))]
                a: Hidden,
            }
        ),
        quote!(
            struct A {
                #[schema(values(#rule))]
                a: Hidden,
            }
        ),
        quote!(
            struct A {
                #[schema(items(#rule))]
                a: Vec<Hidden>,
            }
        ),
        quote!(
            struct A {
                #[schema(#rule)]
                a: other::String,
            }
        ),
        quote!(
            struct A {
                #[schema(#rule)]
                a: heapless::Vec<u8, 4>,
            }
        ),
        quote!(
            struct A {
                #[schema(#rule, as = Hidden)]
                a: String,
            }
        ),
        quote!(
            struct A {
                #[schema(#rule, with = f)]
                a: String,
            }
        ),
        quote!(
            struct A {
                #[schema(#rule, int_or_string)]
                a: Hidden,
            }
        ),
        quote!(
            struct A {
                #[schema(#rule)]
                a: BTreeMap<Hidden, u8>,
            }
        ),
        quote!(
            struct A<String: T> {
                #[schema(#rule)]
                a: String,
            }
        ),
        quote!(
            #[schema(#rule)]
            struct A {
                #[serde(flatten)]
                a: Hidden,
            }
        ),
        quote!(
            #[schema(#rule)]
            struct A(Hidden);
        ),
        quote!(
            #[schema(#rule)]
            #[serde(untagged)]
            enum A {
                B(Hidden),
                C(String),
            }
        ),
        quote!(
            #[schema(#rule)]
            #[serde(untagged)]
            enum A {
                B { a: u8 },
                C(String),
            }
        ),
        quote!(
            #[schema(#rule)]
            enum A {
                B { a: u8 },
                C,
            }
        ),
        quote!(
            #[schema(#rule)]
            #[schema(with = f)]
            struct A {
                a: u8,
            }
        ),
        quote!(
            #[schema(#rule)]
            #[serde(from = "Hidden", into = "Hidden")]
            struct A {
                b: u8,
            }
        ),
        quote!(
            #[serde(tag = "t")]
            enum A {
                #[schema(#rule)]
                B {
                    a: u8,
                },
                C,
            }
        ),
        quote!(
            #[serde(untagged)]
            enum A {
                B {
                    #[schema(#rule)]
                    a: u8,
                },
                C {
                    a: String,
                },
            }
        ),
        quote!(
            #[serde(tag = "t", content = "d")]
            enum A {
                #[schema(#rule)]
                B {
                    d: u8,
                },
                C {
                    c: u8,
                },
            }
        ),
    ] {
        assert_eq!(errors(item.clone()), [""; 0], "{item}");
    }
}
