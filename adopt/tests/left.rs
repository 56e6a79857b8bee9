//! What is not rewritten: it stays, and is named with its line; and no text makes the rewriting fail in another way than that.

use std::fs;
use std::path::Path;

use wheelwright_adopt::{Kind, rewrite};

const HEAD: &str =
    "use kube::CustomResource;\nuse schemars::JsonSchema;\nuse serde::{Deserialize, Serialize};\n";

/// A resource with this field, whose attribute stands on line 7.
fn with_field(field: &str) -> String {
    format!(
        "{HEAD}#[derive(CustomResource, JsonSchema, Serialize, Deserialize, Clone, Debug)]\n\
         #[kube(group = \"example.com\", version = \"v1\", kind = \"Pizza\", namespaced)]\n\
         pub struct PizzaSpec {{\n    {field}\n}}\n"
    )
}

fn by_hand(text: &str) -> (Vec<String>, String) {
    let rewritten = rewrite(&[("src/pizza.rs", text)], false).unwrap();
    let notes = rewritten
        .notes
        .iter()
        .filter(|note| note.kind == Kind::Hand);
    (
        notes.map(ToString::to_string).collect(),
        rewritten.texts[0].clone(),
    )
}

/// What has no key here stays in an attribute of its own name, for the compiler to refuse.
#[test]
fn what_has_no_counterpart_is_named_and_stays() {
    for (field, words, left) in [
        (
            "#[schemars(skip)] a: u8,",
            "the API server prunes a field that the schema lacks",
            "#[schemars(skip)] a: u8,",
        ),
        (
            "#[schemars(range(min = 1), transform = change)] a: u8,",
            "a whole schema is given by `with = function`",
            "#[schema(minimum = 1)]\n    #[schemars(transform = change)] a: u8,",
        ),
        (
            "#[schemars(length(min = 1))] a: Name,",
            "write `min_length`/`max_length` on strings",
            "#[schemars(length(min = 1))] a: Name,",
        ),
        (
            "#[validate(regex(path = *NAME), length(max = 9))] a: String,",
            "write `pattern = \"…\"`",
            "#[schema(max_length = 9)]\n    #[validate(regex(path = *NAME))] a: String,",
        ),
        (
            "#[validate(regex = \"NAME\")] a: String,",
            "write `pattern = \"…\"`",
            "#[validate(regex = \"NAME\")] a: String,",
        ),
        (
            "#[schemars(extend(\"x-mine\" = 1))] a: u8,",
            "each keyword has a key here",
            "#[schemars(extend(\"x-mine\" = 1))] a: u8,",
        ),
        (
            "#[schemars(schema_with = \"elsewhere::schema\")] a: u8,",
            "there is no one function `schema` in these sources",
            "#[schemars(schema_with = \"elsewhere::schema\")] a: u8,",
        ),
        (
            "#[x_kube(validation = Rule::new(RULE))] a: u8,",
            "write `rule(\"self.x > 0\", message = \"…\")`",
            "#[x_kube(validation = Rule::new(RULE))] a: u8,",
        ),
        (
            "#[cfg_attr(test, schemars(range(max = 3), skip))] a: u8,",
            "the API server prunes",
            "#[cfg_attr(test, schema(maximum = 3), schemars(skip))] a: u8,",
        ),
        (
            "#[schemars(rename = \"b\")] a: u8,",
            "the schema follows serde",
            "#[schemars(rename = \"b\")] a: u8,",
        ),
    ] {
        let (notes, text) = by_hand(&with_field(field));
        assert_eq!(notes.len(), 1, "{field}: {notes:?}");
        assert!(notes[0].starts_with("src/pizza.rs:7:"), "{}", notes[0]);
        assert!(notes[0].contains(words), "{field}: {}", notes[0]);
        assert!(text.contains(left), "{field}: {text}");
    }
}

#[test]
fn whole_types_that_are_left_are_named() {
    let spec = |attribute: &str| with_field("a: u8,").replace(", namespaced)", attribute);
    let (notes, text) = by_hand(&spec(", schema = \"manual\")"));
    assert!(notes[0].starts_with("src/pizza.rs:6:12: `PizzaSpec` has `schema = \"manual\"`"));
    assert_eq!(text, spec(", schema = \"manual\")"));
    let (notes, _) = by_hand(&spec(", colour = \"red\")"));
    assert!(notes[0].contains("`colour` in `#[kube(…)]`: kube-derive 5 has no such key"));
    let in_macro = format!(
        "{}macro_rules! made {{ () => {{ #[derive(JsonSchema)] struct A; }} }}\n",
        with_field("a: u8,")
    );
    let (notes, _) = by_hand(&in_macro);
    assert!(
        notes[0].contains("the macro `made` has derives in it"),
        "{notes:?}"
    );
    let versioned = format!(
        "{}#[versioned(version(name = \"v1\"))]\nmod v {{}}\n",
        with_field("a: u8,")
    );
    assert!(by_hand(&versioned).0[0].contains("stackable-versioned"));
    let by_own_hand = with_field("a: u8,").replace("CustomResource, JsonSchema", "CustomResource");
    assert!(by_hand(&by_own_hand).0[0].contains("derive `wheelwright::Schema`"));
}

/// A function that uses what it is given, or is called by somebody, is no function of ours.
#[test]
fn functions_that_are_more_than_a_literal_stay() {
    for (function, why) in [
        (
            "fn f(g: &mut SchemaGenerator) -> Schema { String::json_schema(g) }",
            "uses the generator",
        ),
        (
            "fn f(_: &mut SchemaGenerator) -> Schema { json_schema!({}) }\nfn g() { f(); }",
            "is called elsewhere",
        ),
        (
            "fn f(_: &mut SchemaGenerator) -> Schema { let a = 1; json_schema!({\"a\": a}) }",
            "more than one expression",
        ),
        (
            "fn f(_: &mut SchemaGenerator) -> Schema { other() }",
            "is no literal",
        ),
        (
            "fn f(_: u8, _: &mut SchemaGenerator) -> Schema { json_schema!({}) }",
            "takes other arguments",
        ),
    ] {
        let text = format!(
            "{}{function}\n",
            with_field("#[schemars(schema_with = \"f\")] a: u8,")
        );
        let (notes, after) = by_hand(&text);
        assert!(notes[0].contains(why), "{function}: {notes:?}");
        assert!(after.ends_with(&format!("{function}\n")), "{after}");
    }
}

/// The rules of validator and garde are for their own derives as well, where those are there: they stay beside ours.
#[test]
fn rules_that_a_program_checks_itself_stay() {
    let text = with_field("#[validate(length(max = 9), custom(function = f))] a: String,")
        .replace("JsonSchema, Ser", "JsonSchema, Validate, Ser");
    let (notes, after) = by_hand(&text);
    assert_eq!(notes, Vec::<String>::new());
    assert!(after.contains(
        "#[validate(length(max = 9), custom(function = f))]\n    #[schema(max_length = 9, ignore(validate))] a: String,"
    ));
}

#[test]
fn without_a_resource_nothing_changes_unless_all_is_asked() {
    let text = format!("{HEAD}#[derive(JsonSchema)]\nstruct A {{ a: u8 }}\n");
    let rewritten = rewrite(&[("a.rs", &text)], false).unwrap();
    assert_eq!((rewritten.types, &rewritten.texts[0]), (0, &text));
    let rewritten = rewrite(&[("a.rs", &text)], true).unwrap();
    assert_eq!(rewritten.types, 1);
    assert!(rewritten.texts[0].contains("use wheelwright::Schema;\n"));
    assert!(rewritten.texts[0].contains("#[derive(Schema)]"));
}

/// A name that means something else in the file is written with the crate in front; so is what a public import brings in.
#[test]
fn names_do_not_clash() {
    let text = with_field("a: u8,") + "struct Schema;\n";
    let after = by_hand(&text).1;
    assert!(
        after.contains("#[derive(CustomResource, wheelwright::Schema, "),
        "{after}"
    );
    let text = with_field("a: u8,").replace("use schemars", "pub use schemars");
    let after = by_hand(&text).1;
    assert!(after.contains("pub use schemars::JsonSchema;"), "{after}");
    assert!(after.contains("wheelwright::Schema"), "{after}");
    let aliased = with_field("a: u8,")
        .replace("schemars::JsonSchema;", "schemars::JsonSchema as Js;")
        .replace("JsonSchema, Ser", "Js, Ser");
    let after = by_hand(&aliased).1;
    assert!(
        after.contains("#[derive(CustomResource, Schema, Serialize"),
        "{after}"
    );
}

/// Line ends, a byte order mark, a line for the shell and letters of several bytes stay, and places are those of the file.
#[test]
fn files_are_as_they_were_around_what_changes() {
    let text = with_field("/* ü */ #[schemars(range(max = 5), skip)] größe: u8, // ü");
    for (front, end) in [
        ("", "\n"),
        ("\u{feff}", "\n"),
        ("#!/usr/bin/env run\n", "\n"),
        ("", "\r\n"),
    ] {
        let given = format!("{front}{}", text.replace('\n', end));
        let (notes, after) = by_hand(&given);
        let line = 7 + front.matches('\n').count();
        assert!(
            notes[0].starts_with(&format!("src/pizza.rs:{line}:40: ")),
            "{front:?} {}",
            notes[0]
        );
        assert!(after.starts_with(front), "{after}");
        assert!(after.contains("#[schema(maximum = 5)]"), "{after}");
        assert!(after.contains("größe: u8, // ü"), "{after}");
    }
}

#[test]
fn a_source_that_does_not_parse_is_told_with_its_place() {
    let good = with_field("a: u8,");
    let bad = format!("{good}\nstruct {{\n");
    let errors = rewrite(&[("a.rs", &good), ("b.rs", &bad)], false).unwrap_err();
    assert_eq!(errors.len(), 1);
    assert!(errors[0].to_string().starts_with("b.rs:1"), "{}", errors[0]);
    // A template without any of these types is of no concern.
    assert!(rewrite(&[("a.rs", &good), ("b.rs", "{{ name }} {")], false).is_ok());
}

/// Every row cut off anywhere, and brackets without end: an error with a place, or a text.
#[test]
fn no_text_makes_the_rewriting_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rows/before");
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for at in (0..text.len())
            .step_by(61)
            .filter(|at| text.is_char_boundary(*at))
        {
            told(&text[..at]);
            // Without a piece in the middle.
            let end = (at + 5..text.len()).find(|end| text.is_char_boundary(*end));
            told(&format!(
                "{}{}",
                &text[..at],
                end.map_or("", |end| &text[end..])
            ));
        }
    }
    let good = with_field("a: u8,");
    for deep in ["(", "[", "{", "!", "&", "<", "-"] {
        told(&format!("{good}const A: u8 = {};", deep.repeat(100_000)));
    }
    told(&format!(
        "{good}const A: u8 = {}1{};",
        "(".repeat(190),
        ")".repeat(190)
    ));
    told(&format!(
        "{good}type A = {}u8{};",
        "Vec<".repeat(150),
        ">".repeat(150)
    ));
    told(&format!(
        "{good}#[schemars({}1{})] struct A;",
        "a(".repeat(150),
        ")".repeat(150)
    ));
}

fn told(text: &str) {
    match rewrite(&[("a.rs", text)], true) {
        Ok(_) => {}
        Err(errors) => {
            for error in errors {
                assert!(!error.reason.contains("report"), "{error}\n{text}");
            }
        }
    }
}

/// A crate that somebody began to rewrite by hand is gone on with.
#[test]
fn what_is_ours_already_stays_and_leads_on() {
    let text = "use wheelwright::{CustomResource, Schema};\n\
                #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]\n\
                #[crd(group = \"example.com\", version = \"v1\", kind = \"Pizza\", namespaced)]\n\
                struct PizzaSpec { oven: Oven }\n\
                #[derive(schemars::JsonSchema)]\nstruct Oven { #[serde(default)] a: u8 }\n\
                #[derive(schemars::JsonSchema, wheelwright::Schema)]\nstruct Both { a: u8 }\n";
    let rewritten = rewrite(&[("a.rs", text)], false).unwrap();
    assert_eq!(rewritten.types, 1);
    assert_eq!(
        rewritten.texts[0],
        text.replace(
            "(schemars::JsonSchema)]",
            "(wheelwright::Schema)]\n#[schema(serde_defaults)]"
        )
    );
}
