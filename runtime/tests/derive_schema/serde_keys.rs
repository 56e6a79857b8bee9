//! What serde's attributes become.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wheelwright::Schema;
use wheelwright::table::{Content, Flag, Key, Shape, Tagging};

use crate::{field, fields, variants};

/// All flags.
#[derive(Schema, Serialize, Deserialize)]
#[expect(dead_code, reason = "read by serde")]
struct Flags {
    none: u8,
    #[serde(default)]
    default: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<u8>,
    #[serde(flatten)]
    flatten: BTreeMap<String, Value>,
    #[serde(skip_serializing, default)]
    read: u8,
    #[serde(skip_deserializing)]
    written: u8,
    #[serde(deserialize_with = "u8::deserialize")]
    #[schema(as = u8)]
    by_function: u8,
}

#[test]
fn flags_say_what_serde_does() {
    let all = [
        ("none", &[][..]),
        ("default", &[Flag::Default]),
        ("left_out", &[Flag::SkipIf]),
        ("flatten", &[Flag::Flatten]),
        ("read", &[Flag::Default, Flag::NeverWritten]),
        ("written", &[Flag::Default, Flag::NeverRead]),
        ("by_function", &[Flag::ReadWith]),
    ];
    for (name, flags) in all {
        assert_eq!(
            field::<Flags>(name).flags,
            wheelwright::table::Flags::of(flags),
            "{name}"
        );
    }
    assert_eq!(fields(Flags::TYPE).len(), all.len());
}

/// Text above.
///
/// * Markdown
///   kept
#[derive(Schema, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Documented {
    #[doc = " One line."]
    field: u8,
    undocumented: u8,
}

#[test]
fn types_and_fields_know_their_docs_and_places() {
    assert_eq!(Documented::TYPE.doc, "Text above.\n\n* Markdown\n  kept");
    assert_eq!(field::<Documented>("field").doc.text(), "One line.");
    assert_eq!(field::<Documented>("undocumented").doc.text(), "");
    let place = Documented::TYPE.place;
    assert_eq!((place.module, place.file), (module_path!(), file!()));
    let source = include_str!("serde_keys.rs");
    let line_of = |text: &str| {
        1 + source
            .lines()
            .position(|line| line.trim_start().starts_with(text))
            .unwrap()
    };
    assert_eq!(place.line as usize, line_of("struct Documented {"));
    assert_eq!(
        field::<Documented>("undocumented").line.number() as usize,
        line_of("undocumented: u8,")
    );
    assert!(matches!(&Documented::TYPE.shape, Shape::Struct(of) if of.deny_unknown));
}

#[derive(Schema, Serialize, Deserialize)]
struct Aliased {
    #[serde(
        alias = "old",
        alias = "older",
        rename(deserialize = "new", deserialize = "oldest", serialize = "new")
    )]
    #[schema(accept_aliases)]
    field: u8,
}

#[test]
fn accepted_aliases_are_all_names_but_the_first() {
    let field = field::<Aliased>("field");
    assert_eq!(field.wire, "new");
    assert!(matches!(
        field.keys,
        [Key::Aliases(["old", "older", "oldest"])]
    ));
}

#[derive(Schema, Serialize, Deserialize, Clone)]
#[serde(from = "Wire", into = "Wire")]
#[schema(min_properties = 1)]
struct Converted {
    text: String,
}

#[derive(Schema, Serialize, Deserialize)]
struct Wire {
    on_the_wire: String,
}

impl From<Wire> for Converted {
    fn from(wire: Wire) -> Self {
        Self {
            text: wire.on_the_wire,
        }
    }
}

impl From<Converted> for Wire {
    fn from(converted: Converted) -> Self {
        Self {
            on_the_wire: converted.text,
        }
    }
}

#[test]
fn converted_types_have_the_table_of_the_other() {
    assert_eq!(Converted::TYPE.name, "Converted");
    assert!(matches!(Converted::TYPE.shape, Shape::Same(ty) if ty.name == "Wire"));
    assert!(matches!(Converted::TYPE.keys, [Key::MinProperties(1)]));
}

#[derive(Schema, Serialize, Deserialize)]
struct Unit;

#[derive(Schema, Serialize, Deserialize)]
struct Newtype(#[schema(min_length = 1)] String);

#[derive(Schema, Serialize, Deserialize)]
#[schema(max_length = 9)]
struct Joined(#[schema(min_length = 1)] String);

#[test]
fn structs_without_names_are_what_they_hold() {
    assert!(matches!(Unit::TYPE.shape, Shape::Null));
    assert!(matches!(Newtype::TYPE.shape, Shape::Same(ty) if ty.name == "String"));
    assert!(matches!(Newtype::TYPE.keys, [Key::MinLength(1)]));
    assert!(matches!(
        Joined::TYPE.keys,
        [Key::MaxLength(9), Key::MinLength(1)]
    ));
}

#[derive(Schema, Serialize, Deserialize)]
enum External {
    Unit,
    Newtype(u8),
    Struct {
        a: u8,
    },
    #[serde(skip)]
    #[expect(dead_code, reason = "skipped")]
    Skipped(String),
    Hollow(#[serde(skip)] u8),
    Keyed(#[schema(maximum = 5)] u8),
    #[serde(untagged)]
    Rest(BTreeMap<String, bool>),
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "t")]
enum Internal {
    A {},
    #[serde(other)]
    Other,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    A(u8),
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    A(u8),
    B(String),
}

#[test]
fn variants_hold_what_serde_writes() {
    let external = variants::<External>();
    assert_eq!(external.tagging, Tagging::External);
    let names: Vec<_> = external
        .variants
        .iter()
        .map(|variant| variant.ident)
        .collect();
    assert_eq!(
        names,
        ["Unit", "Newtype", "Struct", "Hollow", "Keyed", "Rest"]
    );
    let [unit, newtype, structure, hollow, keyed, rest] = external.variants else {
        panic!()
    };
    assert!(matches!(unit.content, Content::Unit));
    assert!(matches!(newtype.content, Content::Newtype(ty) if ty.name == "u8"));
    assert!(
        matches!(structure.content, Content::Struct(fields) if fields.len() == 1 && fields.wire(0) == "a")
    );
    assert_eq!(serde_json::to_value(External::Hollow(0)).unwrap(), "Hollow");
    assert!(matches!(hollow.content, Content::Unit));
    assert!(matches!(keyed.content, Content::Newtype(ty)
        if matches!(ty.keys, [Key::Maximum(_)]) && matches!(ty.shape, Shape::Same(_))));
    assert!(rest.untagged && !unit.untagged);

    assert_eq!(variants::<Internal>().tagging, Tagging::Internal("t"));
    assert!(variants::<Internal>().variants[1].other);
    assert_eq!(variants::<Adjacent>().tagging, Tagging::Adjacent("t", "c"));
    assert_eq!(variants::<Untagged>().tagging, Tagging::Untagged);
}
