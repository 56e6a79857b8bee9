//! Types that cannot keep the law, and what the user is told. Tables are written by hand where the derive already
//! refuses the type.

use serde_json::{Value, json};
use wheelwright::{
    Schema,
    schema::{self, Source},
    table::{Field, Flag, Flags, Key, Place, Run, Shape, Struct, Tree, Type},
};

use crate::law::problems_of;

/// A struct with one field, as a derive would write it.
macro_rules! of_field {
    ($name:ident, $ty:ty, $flags:expr, $keys:expr, $deny:expr) => {
        struct $name;

        impl Schema for $name {
            const TYPE: &'static Type = &Type {
                place: Place {
                    module: "here",
                    file: "src/here.rs",
                    line: 3,
                },
                ..Type::of(
                    stringify!($name),
                    Shape::Struct(Struct {
                        deny_unknown: $deny,
                        ..Struct::new(&[Field {
                            flags: Flags::of($flags),
                            keys: $keys,
                            ..Field::new("field", <$ty as Schema>::TYPE, "7")
                        }])
                    }),
                )
            };
        }
    };
    ($name:ident, $ty:ty, $flags:expr, $keys:expr) => {
        of_field!($name, $ty, $flags, $keys, false);
    };
}

of_field!(Skipped, u8, &[Flag::SkipIf], &[]);
of_field!(
    SkippedWithDefault,
    u8,
    &[Flag::SkipIf],
    &[Key::Default(Tree::Int(1))]
);
of_field!(NeverWritten, u8, &[Flag::NeverWritten], &[]);
of_field!(NeverRead, u8, &[Flag::NeverRead], &[], true);
of_field!(ReadWith, Option<u8>, &[Flag::ReadWith, Flag::SkipIf], &[]);
of_field!(Optional, u8, &[], &[Key::Required(false)]);
of_field!(
    RequiredDefault,
    u8,
    &[],
    &[Key::Required(true), Key::Default(Tree::Int(1))]
);
of_field!(
    RequiredNull,
    Option<u8>,
    &[],
    &[Key::Required(true), Key::Nullable(false)]
);
of_field!(Nullable, u8, &[], &[Key::Nullable(true)]);
of_field!(
    NullItems,
    Vec<Option<u8>>,
    &[],
    &[Key::Items(&[Key::Nullable(false)])]
);
of_field!(NullDefault, Option<u8>, &[], &[Key::Default(Tree::Null)]);
of_field!(NoDefault, u8, &[], &[Key::SerdeDefault]);
of_field!(
    Fails,
    u8,
    &[],
    &[Key::Default(Tree::Run(Run(|| Err(
        "out of cheese".to_owned()
    ))))]
);
of_field!(
    NotASchema,
    u8,
    &[],
    &[Key::With(Run(|| Ok(json!({"type": "file"}))))]
);
of_field!(PatternOnNumber, u8, &[], &[Key::Pattern("^a")]);
of_field!(LengthOnList, Vec<String>, &[], &[Key::MaxLength(3)]);
of_field!(ItemsOnText, String, &[], &[Key::Items(&[])]);
of_field!(ValuesOnText, String, &[], &[Key::Values(&[])]);
of_field!(
    FractionOnInteger,
    u8,
    &[],
    &[Key::Minimum(wheelwright::table::Number::Float(0.5))]
);
of_field!(
    Factor,
    u8,
    &[],
    &[Key::MultipleOf(wheelwright::table::Number::Int(0))]
);
of_field!(
    PreservedDenied,
    Skipless,
    &[],
    &[Key::PreserveUnknownFields]
);
of_field!(Skipless, u8, &[], &[], true);
of_field!(
    EmbeddedNumbers,
    std::collections::BTreeMap<String, u8>,
    &[],
    &[Key::EmbeddedResource]
);
of_field!(NestedDefault, Skipless, &[], &[Key::DefaultFromMembers]);
of_field!(
    EnumOutside,
    bool,
    &[],
    &[
        Key::Enum(&[Tree::Bool(true)]),
        Key::Enum(&[Tree::Bool(false)])
    ]
);
of_field!(ImmutableAny, Value, &[], &[Key::Immutable]);
of_field!(
    RuleOnAny,
    Value,
    &[],
    &[Key::Rule(wheelwright::table::Rule::new("self == 1"))]
);

#[test]
fn each_says_what_to_write() {
    for (problems, words) in [
        (
            problems_of::<Skipped>(),
            "add `#[serde(default)]`, or make it an `Option`",
        ),
        (
            problems_of::<EmbeddedNumbers>(),
            "every value of this map is an integer: write a struct",
        ),
        (
            problems_of::<ImmutableAny>(),
            "which does not see values without a type",
        ),
        (
            problems_of::<NeverWritten>(),
            "`skip_serializing` leaves it out",
        ),
        (
            problems_of::<NeverRead>(),
            "which `deny_unknown_fields` refuses to read",
        ),
        (problems_of::<ReadWith>(), "serde does not read without it"),
        (
            problems_of::<Optional>(),
            "`optional`, but serde does not read without it",
        ),
        (
            problems_of::<RequiredDefault>(),
            "`required` beside a default",
        ),
        (
            problems_of::<RequiredNull>(),
            "serde writes `None` as `null`, which the API server drops",
        ),
        (problems_of::<Nullable>(), "make it an `Option`"),
        (problems_of::<NullItems>(), "hold values without `Option`"),
        (problems_of::<NullDefault>(), "no default to the API server"),
        (
            problems_of::<NoDefault>(),
            "add `#[serde(default)]`, or write `default = …`",
        ),
        (
            problems_of::<Fails>(),
            "the default cannot be made: out of cheese",
        ),
        (problems_of::<NotASchema>(), "`type: file` is none of"),
        (
            problems_of::<PatternOnNumber>(),
            "`pattern` is for a string; this is an integer",
        ),
        (
            problems_of::<LengthOnList>(),
            "`max_length` is for a string; this is a list",
        ),
        (
            problems_of::<ItemsOnText>(),
            "`items` is for a list; this is a string",
        ),
        (
            problems_of::<ValuesOnText>(),
            "`values` is for an object; this is a string",
        ),
        (
            problems_of::<FractionOnInteger>(),
            "`minimum = 0.5` is no whole number",
        ),
        (problems_of::<Factor>(), "write a positive number"),
        (
            problems_of::<PreservedDenied>(),
            "take `deny_unknown_fields` away",
        ),
        (
            problems_of::<NestedDefault>(),
            "without a default `field` is required",
        ),
        (
            problems_of::<EnumOutside>(),
            "`enum_values` allows false, which the type does not have",
        ),
        (
            problems_of::<RuleOnAny>(),
            "CEL, which does not see values without a type",
        ),
    ] {
        assert!(
            problems.len() == 1 && problems[0].contains(words),
            "expected {words:?}: {problems:?}"
        );
    }
}

#[test]
fn a_schema_default_stands_in_for_serdes() {
    assert!(schema::of(SkippedWithDefault::TYPE).is_ok());
}

#[test]
fn a_problem_says_where_it_is() {
    let problems = schema::of(Skipped::TYPE).unwrap_err();
    let text = problems[0].to_string();
    assert!(
        text.starts_with("`Skipped.field` (src/here.rs:7): "),
        "{text}"
    );
}

#[test]
fn all_problems_come_at_once() {
    struct Two;

    impl Schema for Two {
        const TYPE: &'static Type = &Type::of(
            "Two",
            Shape::Struct(Struct::new(&[
                Field::new("a", Skipped::TYPE, "1"),
                Field::new("b", Nullable::TYPE, "2"),
            ])),
        );
    }
    assert_eq!(problems_of::<Two>().len(), 2);
}

/// Hand-written tables may refer to themselves.
static ENDLESS: Type = Type::of("Endless", Shape::Option(&ENDLESS));

#[test]
fn a_table_without_end_is_refused() {
    let problems = schema::of(&ENDLESS).unwrap_err();
    assert!(
        problems[0].to_string().contains("nested too deep"),
        "{problems:?}"
    );
}

#[test]
fn sources_name_the_nearest_field() {
    struct Outer;

    impl Schema for Outer {
        const TYPE: &'static Type = &Type {
            place: Place {
                module: "here",
                file: "src/outer.rs",
                line: 1,
            },
            ..Type::of(
                "Outer",
                Shape::Struct(Struct::new(&[Field::new("a.b[]", <Vec<Inner>>::TYPE, "5")])),
            )
        };
    }

    struct Inner;

    impl Schema for Inner {
        const TYPE: &'static Type = &Type {
            place: Place {
                module: "here",
                file: "src/inner.rs",
                line: 1,
            },
            ..Type::of(
                "Inner",
                Shape::Struct(Struct::new(&[Field::new("c", <Vec<u8>>::TYPE, "2")])),
            )
        };
    }

    let described = schema::of(Outer::TYPE).unwrap();
    let name = |path: &str| described.source_of(path).as_ref().map(Source::to_string);
    assert_eq!(name("").as_deref(), Some("`Outer` (src/outer.rs:1)"));
    assert_eq!(
        name("properties[a.b[]]").as_deref(),
        Some("`Outer.a.b[]` (src/outer.rs:5)")
    );
    assert_eq!(
        name("properties[a.b[]].maxItems").as_deref(),
        Some("`Outer.a.b[]` (src/outer.rs:5)")
    );
    assert_eq!(
        name("properties[a.b[]].items").as_deref(),
        Some("`Inner` (src/inner.rs:1)")
    );
    assert_eq!(
        name("properties[a.b[]].items.properties[c].items.type").as_deref(),
        Some("`Inner.c` (src/inner.rs:2)")
    );
    assert_eq!(
        name("properties[other].properties[x]").as_deref(),
        Some("`Outer` (src/outer.rs:1)")
    );
}
