//! Wire names are what serde writes.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wheelwright::Schema;

use crate::{field, fields, variants};

/// For one rule: a struct and an enum with names of all sorts, against what serde makes of them.
macro_rules! rules {
    ($($module:ident $rule:literal)*) => {$(
        mod $module {
            use super::*;

            #[derive(Schema, Serialize, Deserialize, Default)]
            #[serde(rename_all = $rule)]
            #[allow(non_snake_case, reason = "names that rules must cope with")]
            struct Fields {
                one: u8,
                two_words: u8,
                three_more_words: u8,
                _leading: u8,
                trailing_: u8,
                double__underscore: u8,
                with_1_digit: u8,
                mixedCase: u8,
                HTTPServer: u8,
                r#type: u8,
                größe_in_cm: u8,
                #[serde(rename = "as-it-is_Said")]
                renamed: u8,
            }

            #[derive(Schema, Serialize, Deserialize)]
            #[serde(rename_all = $rule)]
            #[allow(non_camel_case_types, reason = "names that rules must cope with")]
            enum Variants {
                One,
                TwoWords,
                HTTPServer,
                With1Digit,
                snake_case,
                Größe,
                #[serde(rename = "as-it-is_Said")]
                Renamed,
            }

            #[derive(Schema, Serialize, Deserialize)]
            #[serde(rename_all_fields = $rule)]
            enum Inside {
                Ruled { two_words: u8 },
                #[serde(rename_all = "UPPERCASE")]
                Own { two_words: u8 },
            }

            #[test]
            fn names_are_serdes() {
                let Value::Object(written) = serde_json::to_value(Fields::default()).unwrap() else { panic!() };
                let mut names: Vec<_> = fields(Fields::TYPE).iter().map(|field| field.wire).collect();
                names.sort_unstable();
                assert_eq!(names, written.keys().collect::<Vec<_>>());

                let all = [
                    Variants::One,
                    Variants::TwoWords,
                    Variants::HTTPServer,
                    Variants::With1Digit,
                    Variants::snake_case,
                    Variants::Größe,
                    Variants::Renamed,
                ];
                for (variant, value) in variants::<Variants>().variants.iter().zip(all) {
                    assert_eq!(variant.wire, serde_json::to_value(value).unwrap());
                }

                for value in [Inside::Ruled { two_words: 1 }, Inside::Own { two_words: 1 }] {
                    let written = serde_json::to_value(value).unwrap();
                    let (variant, members) = written.as_object().unwrap().iter().next().unwrap();
                    let table = variants::<Inside>().variants.iter().find(|table| table.wire == variant).unwrap();
                    let wheelwright::table::Content::Struct(fields) = table.content else { panic!() };
                    assert_eq!(fields.at(0).wire, members.as_object().unwrap().keys().next().unwrap());
                }
            }
        }
    )*};
}

rules! {
    lower "lowercase"
    upper "UPPERCASE"
    pascal "PascalCase"
    camel "camelCase"
    snake "snake_case"
    screaming_snake "SCREAMING_SNAKE_CASE"
    kebab "kebab-case"
    screaming_kebab "SCREAMING-KEBAB-CASE"
}

#[derive(Schema, Serialize, Deserialize)]
#[expect(dead_code, reason = "skipped")]
struct Directions {
    #[serde(rename(serialize = "both", deserialize = "both"))]
    same: u8,
    #[serde(skip_serializing, default, rename(deserialize = "read"))]
    read_only: u8,
    #[serde(skip_deserializing, rename(serialize = "written"))]
    written_only: u8,
    #[serde(skip)]
    neither: u8,
}

#[test]
fn a_direction_that_serde_skips_has_no_say_in_the_name() {
    assert_eq!(field::<Directions>("same").wire, "both");
    assert_eq!(field::<Directions>("read_only").wire, "read");
    assert_eq!(field::<Directions>("written_only").wire, "written");
    assert_eq!(fields(Directions::TYPE).len(), 3);
}

#[test]
fn a_tagged_struct_is_named_by_its_rename() {
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(tag = "kind", rename = "renamed")]
    struct Tagged {}

    let wheelwright::table::Shape::Struct(of) = &Tagged::TYPE.shape else {
        panic!()
    };
    assert_eq!(of.tag, Some(("kind", "renamed")));
    assert_eq!(
        serde_json::to_string(&Tagged {}).unwrap(),
        r#"{"kind":"renamed"}"#
    );
}
