//! What the const assertions take, refuse and leave open; here called at run time, to read their words.

use std::collections::{BTreeMap, HashMap};
use std::panic::{UnwindSafe, catch_unwind};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wheelwright::Schema;
use wheelwright::private::assert;
use wheelwright::table::{Run, Shape, Tree, Type};

#[derive(Schema, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    name: String,
    host_port: u16,
    nick: Option<String>,
    #[schema(default = 1, maximum = 9)]
    #[serde(default = "one")]
    size: u8,
    tags: Vec<String>,
}

fn one() -> u8 {
    1
}

#[derive(Schema, Serialize, Deserialize)]
struct Lenient {
    #[serde(default)]
    a: u8,
    b: Option<u8>,
}

#[derive(Schema, Serialize, Deserialize)]
enum Colour {
    Red,
    #[serde(rename = "blue")]
    Blue,
}

#[derive(Schema, Serialize, Deserialize)]
enum Held {
    One(u8),
    Other { a: u8 },
}

#[derive(Schema, Serialize, Deserialize)]
#[schema(min_length = 2, max_length = 3)]
struct Short(String);

/// A type whose schema no `const` can look into.
struct Given;

impl Schema for Given {
    const TYPE: &'static Type = &Type::of("Given", Shape::Given(Run(|| Ok(Value::Null))));
}

/// What the assertion says; nothing where it takes the type or leaves it open.
fn words(assertion: impl FnOnce() + UnwindSafe) -> Option<String> {
    let panic = catch_unwind(assertion).err()?;
    Some(
        panic
            .downcast_ref::<String>()
            .cloned()
            .unwrap_or_else(|| (*panic.downcast::<&str>().unwrap()).to_owned()),
    )
}

#[track_caller]
fn says(fragment: &str, assertion: impl FnOnce() + UnwindSafe) {
    let words = words(assertion).unwrap_or_else(|| panic!("nothing is said of `{fragment}`"));
    assert!(
        words.contains(fragment),
        "`{words}` says nothing of `{fragment}`"
    );
}

const KINDS: [(&str, &Type); 13] = [
    ("bool", bool::TYPE),
    ("int", u8::TYPE),
    ("float", f64::TYPE),
    ("text", String::TYPE),
    ("names", Colour::TYPE),
    ("list", <Vec<u8>>::TYPE),
    ("map", <BTreeMap<String, u8>>::TYPE),
    ("struct", Item::TYPE),
    ("held", Held::TYPE),
    ("any", Value::TYPE),
    ("given", Given::TYPE),
    ("maybe", <Option<String>>::TYPE),
    ("newtype", Short::TYPE),
];

/// Which kinds of types an assertion lets pass.
fn taken(assertion: fn(&'static Type)) -> Vec<&'static str> {
    KINDS
        .into_iter()
        .filter(|(_, ty)| words(move || assertion(ty)).is_none())
        .map(|(name, _)| name)
        .collect()
}

#[test]
fn keys_fit_their_kind_of_value_and_what_is_not_known() {
    let open = |known: &[&'static str]| {
        let known = |name: &&str| known.contains(name) || ["held", "any", "given"].contains(name);
        KINDS
            .into_iter()
            .map(|(name, _)| name)
            .filter(known)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        taken(|ty| assert::text(ty, "pattern")),
        open(&["text", "names", "maybe", "newtype"])
    );
    assert_eq!(
        taken(|ty| assert::number(ty, "minimum")),
        open(&["int", "float"])
    );
    assert_eq!(taken(|ty| assert::integer(ty, "no_bounds")), open(&["int"]));
    assert_eq!(
        taken(|ty| assert::scalar(ty, "enum_values")),
        open(&["bool", "int", "float", "text", "names", "maybe", "newtype"])
    );
    assert_eq!(taken(|ty| assert::list(ty, "min_items")), open(&["list"]));
    assert_eq!(
        taken(|ty| assert::object(ty, "min_properties")),
        open(&["map", "struct"])
    );
    assert_eq!(taken(|ty| assert::map(ty, "values")), open(&["map"]));
    assert_eq!(
        taken(|ty| assert::structure(ty, "struct_type")),
        open(&["struct"])
    );
    assert_eq!(taken(assert::int_or_string), open(&[]));
}

#[test]
fn the_key_that_was_meant_is_named() {
    for (ty, key, meant) in [
        (<Vec<u8>>::TYPE, "min_length", "min_items"),
        (<BTreeMap<String, u8>>::TYPE, "max_length", "max_properties"),
        (u8::TYPE, "max_length", "maximum"),
    ] {
        says(&format!("`{key}` is for strings"), || assert::text(ty, key));
        says(&format!("write `{meant}`"), || assert::text(ty, key));
    }
    says("`Vec` is a list; write `list_type`", || {
        assert::map(<Vec<u8>>::TYPE, "map_type");
    });
    says(
        "must be array if x-kubernetes-list-type is specified",
        || assert::list(u8::TYPE, "list_type"),
    );
}

#[test]
fn list_map_keys_are_scalars_that_every_item_has() {
    let items = <Option<Vec<Item>>>::TYPE;
    for key in ["name", "hostPort", "size"] {
        assert_eq!(words(|| assert::list_map_key(items, key)), None, "{key}");
    }
    says(
        "`nam` is not a field of the list's items, which have `name`, `hostPort`, `nick`, `size`, `tags`",
        || {
            assert::list_map_key(items, "nam");
        },
    );
    says(
        "the field `host_port` is called `hostPort` on the wire",
        || assert::list_map_key(items, "host_port"),
    );
    says("`nick` may be absent", || {
        assert::list_map_key(items, "nick");
    });
    says(
        "`tags` is a list; a key is a string, number or boolean",
        || assert::list_map_key(items, "tags"),
    );
    says("not structs but `String`, a string", || {
        assert::list_map_key(<Vec<String>>::TYPE, "name");
    });
    says(
        "`list_map_keys` is for lists, but `Item` is a struct",
        || assert::list_map_key(Item::TYPE, "name"),
    );
    assert_eq!(
        words(|| assert::list_map_key(<Vec<Given>>::TYPE, "name")),
        None
    );
}

#[test]
fn sets_hold_no_nulls() {
    assert_eq!(words(|| assert::set(<Vec<String>>::TYPE)), None);
    assert_eq!(words(|| assert::set(<Vec<Item>>::TYPE)), None);
    says(
        "cannot be nullable when x-kubernetes-list-type is set",
        || assert::set(<Vec<Option<u8>>>::TYPE),
    );
}

#[test]
fn keys_of_maps_are_written_as_strings() {
    for ty in [
        <BTreeMap<u8, u8>>::TYPE,
        <BTreeMap<bool, u8>>::TYPE,
        <HashMap<Colour, u8>>::TYPE,
        <BTreeMap<Short, u8>>::TYPE,
        <BTreeMap<Given, u8>>::TYPE,
    ] {
        assert_eq!(words(|| assert::map_key(ty)), None, "{ty:?}");
    }
    for ty in [
        <BTreeMap<Item, u8>>::TYPE,
        <Vec<Option<BTreeMap<String, BTreeMap<Vec<u8>, u8>>>>>::TYPE,
    ] {
        says("the keys of a map are strings in JSON", || {
            assert::map_key(ty);
        });
    }
}

#[test]
fn what_is_left_out_can_be_read_without() {
    assert_eq!(
        words(|| assert::left_out(<Option<u8>>::TYPE, "skip_serializing_if")),
        None
    );
    assert_eq!(
        words(|| assert::left_out(Given::TYPE, "skip_serializing_if")),
        None
    );
    says("add `#[serde(default)]`", || {
        assert::left_out(String::TYPE, "skip_serializing_if");
    });
    says("add `#[serde(default)]`", || assert::optional(Value::TYPE));
    says("serde always writes `a`", || {
        assert::can_be_unset(u8::TYPE, "exactly_one_of", "a");
    });
    says("serde could not read it into `u8`", || {
        assert::nullable(u8::TYPE);
    });
    assert_eq!(words(|| assert::nullable(<Option<u8>>::TYPE)), None);
    assert_eq!(words(|| assert::nested_default(Lenient::TYPE)), None);
    says("`Item` requires `name`", || {
        assert::nested_default(Item::TYPE);
    });
    says("write `as = Option<String>`", || {
        assert::same_presence(<Option<u8>>::TYPE, String::TYPE);
    });
}

#[test]
fn tags_and_flattened_members_stand_in_objects() {
    assert_eq!(words(|| assert::tagged(Item::TYPE)), None);
    says("`String` is a string", || assert::tagged(String::TYPE));
    assert_eq!(
        words(|| assert::flattened(<Option<Item>>::TYPE, &["other"])),
        None
    );
    says("`u8` is an integer", || assert::flattened(u8::TYPE, &[]));
}

#[test]
fn defaults_are_values_of_their_type() {
    const NAMED: &[(&str, Tree)] = &[
        ("name", Tree::Str("x")),
        ("hostPort", Tree::Int(1)),
        ("tags", Tree::Array(&[])),
    ];
    for (ty, value) in [
        (u8::TYPE, Tree::Int(255)),
        (f64::TYPE, Tree::Int(1)),
        (<Option<Colour>>::TYPE, Tree::Str("blue")),
        (Short::TYPE, Tree::Str("äöü")),
        (
            <Vec<Option<u8>>>::TYPE,
            Tree::Array(&[Tree::Null, Tree::Int(1)]),
        ),
        (<[u8; 2]>::TYPE, Tree::Array(&[Tree::Int(0), Tree::Int(1)])),
        (
            <BTreeMap<String, u8>>::TYPE,
            Tree::Object(&[("a", Tree::Int(1))]),
        ),
        (Item::TYPE, Tree::Object(NAMED)),
        (Lenient::TYPE, Tree::Object(&[])),
        (Held::TYPE, Tree::Int(1)),
        (Given::TYPE, Tree::Int(1)),
        (u8::TYPE, Tree::Run(Run(|| Ok(Value::Null)))),
    ] {
        assert_eq!(
            words(move || assert::default(ty, value)),
            None,
            "{ty:?} {value:?}"
        );
    }
    for (ty, value, fragment) in [
        (
            u8::TYPE,
            Tree::Int(-1),
            "default: -1, but `u8` goes from 0 to 255",
        ),
        (
            bool::TYPE,
            Tree::Str("x"),
            "default: \"x\", but `bool` is a boolean",
        ),
        (
            String::TYPE,
            Tree::Null,
            "default: null, but `String` is a string",
        ),
        (
            <Option<Colour>>::TYPE,
            Tree::Str("Blue"),
            "default: \"Blue\", but `Colour` is one of `Red`, `blue`",
        ),
        (
            Short::TYPE,
            Tree::Str("ä"),
            "default: \"ä\", which its `min_length` refuses",
        ),
        (
            Short::TYPE,
            Tree::Str("abcd"),
            "which its `max_length` refuses",
        ),
        (
            <[u8; 2]>::TYPE,
            Tree::Array(&[]),
            "a list of 0, but the array has 2",
        ),
        (
            <Vec<u8>>::TYPE,
            Tree::Array(&[Tree::Int(1), Tree::Bool(true)]),
            "`[]` is true, but `u8` is an integer",
        ),
        (
            Item::TYPE,
            Tree::Object(&[]),
            "`name` is missing, and `Item` requires it",
        ),
        (
            Item::TYPE,
            Tree::Object(&[("host_port", Tree::Int(1))]),
            "must not have unknown fields",
        ),
        (
            Item::TYPE,
            Tree::Object(&[("size", Tree::Int(10))]),
            "`size` is 10, which its `maximum` refuses",
        ),
        (
            <BTreeMap<String, Vec<Item>>>::TYPE,
            Tree::Object(&[("a", Tree::Array(&[Tree::Object(&[("name", Tree::Int(1))])]))]),
            "`a.[].name` is 1, but `String` is a string",
        ),
    ] {
        says(fragment, move || assert::default(ty, value));
    }
    says("enum_values: 300", || {
        assert::enum_values(u8::TYPE, &[Tree::Int(1), Tree::Int(300)]);
    });
}

#[test]
fn columns_show_the_field() {
    assert_eq!(words(|| assert::column(u8::TYPE, "integer")), None);
    assert_eq!(words(|| assert::column(Given::TYPE, "date")), None);
    says("write `type = \"boolean\"`", || {
        assert::column(bool::TYPE, "integer");
    });
}
