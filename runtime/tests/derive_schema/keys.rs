//! Every `#[schema]` key arrives in the table as it was written.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::Schema;
use wheelwright::table::{
    ExternalDocs, FieldColumn, IntOrStringForm, Key, ListType, MapType, Number, Reason, Rule,
};

use crate::defaults::value;
use crate::field;

fn schema() -> Value {
    json!({"type": "string"})
}

#[derive(Schema, Serialize, Deserialize)]
#[schema(
    title = "All",
    exactly_one_of("first_of", "second_of"),
    at_most_one_of("first_of", "second_of"),
    at_least_one_of("first_of", "second_of"),
    one_of({ required: ["firstOf"] }, { required: ["secondOf"] }),
    struct_type = "granular",
)]
#[serde(rename_all = "camelCase")]
struct All {
    first_of: Option<u8>,
    second_of: Option<u8>,
    #[schema(
        title = "T",
        description = "",
        format = "uri",
        pattern = "^a+$",
        min_length = 1,
        max_length = 2
    )]
    text: String,
    #[schema(no_bounds, minimum = -5, exclusive_maximum = 1_000, multiple_of = 5)]
    number: i32,
    #[schema(exclusive_minimum = -0.5, maximum = 1.5e3)]
    float: f64,
    #[schema(
        list_type = "set",
        min_items = 1,
        max_items = 2,
        items(max_length = 3, enum_values("a", "b"))
    )]
    list: Vec<String>,
    #[schema(list_map_keys("a", "b"))]
    keyed: Vec<Item>,
    #[schema(
        map_type = "atomic",
        min_properties = 1,
        max_properties = 2,
        values(items(minimum = 1))
    )]
    map: BTreeMap<String, Vec<u8>>,
    #[schema(nullable = false, immutable, required)]
    option: Option<u8>,
    #[schema(optional, default)]
    #[serde(default)]
    defaulted: u8,
    #[schema(nested_default)]
    nested: Empty,
    #[schema(example = { a: 1 }, external_docs(url = "https://example.com"), preserve_unknown_fields)]
    value: Value,
    #[schema(
        external_docs(url = "https://example.com", description = "More."),
        embedded_resource
    )]
    resource: Value,
    #[schema(int_or_string)]
    bare: Value,
    #[schema(int_or_string = "any_of", any_of({ minimum: 1 }), all_of({ minimum: 2 }, { maximum: 3 }), not = { pattern: "x" })]
    either: Value,
    #[schema(with = schema)]
    given: String,
    #[schema(opaque)]
    opaque: String,
    #[schema(
        rule("self.b > 1"),
        rule(
            rule = "self.b < oldSelf.b.orValue(5)",
            message = "less",
            message_expression = "'less'",
            reason = "FieldValueForbidden",
            field_path = ".a",
            optional_old_self,
        )
    )]
    ruled: Item,
    #[schema(
        column(name = "A"),
        column(
            name = "B",
            type = "integer",
            description = "D",
            format = "int32",
            priority = 1
        )
    )]
    shown: u8,
}

#[derive(Schema, Serialize, Deserialize)]
struct Item {
    a: String,
    b: u8,
}

#[derive(Schema, Serialize, Deserialize)]
struct Empty {}

/// The keys of a field, printed; runs are not looked into.
fn printed(name: &str) -> String {
    format!("{:?}", field::<All>(name).keys)
}

#[test]
fn keys_of_the_type() {
    let keys = All::TYPE.keys;
    assert!(matches!(keys[0], Key::Title("All")));
    // Rust names became wire names.
    assert!(matches!(
        keys[1],
        Key::ExactlyOneOf(["firstOf", "secondOf"])
    ));
    assert!(matches!(keys[2], Key::AtMostOneOf(["firstOf", "secondOf"])));
    assert!(matches!(
        keys[3],
        Key::AtLeastOneOf(["firstOf", "secondOf"])
    ));
    let Key::OneOf(tree) = &keys[4] else { panic!() };
    assert_eq!(
        value(tree),
        json!([{"required": ["firstOf"]}, {"required": ["secondOf"]}])
    );
    assert!(matches!(keys[5], Key::MapType(MapType::Granular)));
}

#[test]
fn keys_of_strings_and_numbers() {
    let keys = field::<All>("text").keys;
    assert!(matches!(
        keys,
        [
            Key::Title("T"),
            Key::Description(""),
            Key::Format("uri"),
            Key::Pattern("^a+$"),
            Key::MinLength(1),
            Key::MaxLength(2),
        ]
    ));
    assert!(matches!(
        field::<All>("number").keys,
        [
            Key::NoBounds,
            Key::Minimum(Number::Int(-5)),
            Key::ExclusiveMaximum(Number::Int(1000)),
            Key::MultipleOf(Number::Int(5)),
        ]
    ));
    assert_eq!(
        printed("float"),
        "[ExclusiveMinimum(Float(-0.5)), Maximum(Float(1500.0))]"
    );
}

#[test]
fn keys_of_lists_and_maps() {
    let [
        Key::ListType(ListType::Set),
        Key::MinItems(1),
        Key::MaxItems(2),
        Key::Items(items),
    ] = field::<All>("list").keys
    else {
        panic!("{}", printed("list"))
    };
    assert!(matches!(items, [Key::MaxLength(3), Key::Enum([_, _])]));
    assert!(matches!(
        field::<All>("keyed").keys,
        [Key::ListMapKeys(["a", "b"])]
    ));
    let [
        Key::MapType(MapType::Atomic),
        Key::MinProperties(1),
        Key::MaxProperties(2),
        Key::Values(values),
    ] = field::<All>("map").keys
    else {
        panic!("{}", printed("map"))
    };
    assert!(matches!(
        values,
        [Key::Items([Key::Minimum(Number::Int(1))])]
    ));
}

#[test]
fn keys_about_presence() {
    assert!(matches!(
        field::<All>("option").keys,
        [Key::Nullable(false), Key::Immutable, Key::Required(true)]
    ));
    assert!(matches!(
        field::<All>("defaulted").keys,
        [Key::Required(false), Key::SerdeDefault]
    ));
    assert!(matches!(
        field::<All>("nested").keys,
        [Key::DefaultFromMembers]
    ));
}

#[test]
fn keys_of_values_of_any_type() {
    let [
        Key::Example(example),
        Key::ExternalDocs(docs),
        Key::PreserveUnknownFields,
    ] = field::<All>("value").keys
    else {
        panic!("{}", printed("value"))
    };
    assert_eq!(value(example), json!({"a": 1}));
    assert_eq!(
        *docs,
        ExternalDocs {
            url: "https://example.com",
            description: ""
        }
    );
    assert!(matches!(
        field::<All>("resource").keys,
        [
            Key::ExternalDocs(ExternalDocs {
                description: "More.",
                ..
            }),
            Key::EmbeddedResource
        ]
    ));
    assert!(matches!(
        field::<All>("bare").keys,
        [Key::IntOrString(IntOrStringForm::Bare)]
    ));
    let [
        Key::IntOrString(IntOrStringForm::AnyOf),
        Key::AnyOf(any),
        Key::AllOf(all),
        Key::Not(not),
    ] = field::<All>("either").keys
    else {
        panic!("{}", printed("either"))
    };
    assert_eq!(value(any), json!([{"minimum": 1}]));
    assert_eq!(value(all), json!([{"minimum": 2}, {"maximum": 3}]));
    assert_eq!(value(not), json!({"pattern": "x"}));
    assert!(matches!(field::<All>("given").keys, [Key::With(run)] if run.0() == Ok(schema())));
    assert!(matches!(field::<All>("opaque").keys, [Key::Opaque]));
}

#[test]
fn rules_and_columns_repeat() {
    let [Key::Rule(plain), Key::Rule(full)] = field::<All>("ruled").keys else {
        panic!("{}", printed("ruled"))
    };
    assert_eq!(*plain, Rule::new("self.b > 1"));
    assert_eq!(
        *full,
        Rule {
            rule: "self.b < oldSelf.b.orValue(5)",
            message: Some("less"),
            message_expression: Some("'less'"),
            reason: Some(Reason::Forbidden),
            field_path: Some(".a"),
            optional_old_self: Some(true),
        }
    );
    let [Key::Column(first), Key::Column(second)] = field::<All>("shown").keys else {
        panic!("{}", printed("shown"))
    };
    assert_eq!(
        *first,
        FieldColumn {
            name: "A",
            ty: "",
            description: "",
            format: "",
            priority: 0
        }
    );
    assert_eq!(
        *second,
        FieldColumn {
            name: "B",
            ty: "integer",
            description: "D",
            format: "int32",
            priority: 1
        }
    );
}
