//! Versions that a `macro_rules` writes, with types that it has as `$t:ty`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{Schema, Spoke};

macro_rules! versions {
    (
        $new:ident $old:ident: $number:ty, $text:ty, $optional:ty, $list:ty, $map:ty,
        $new_inner:ty => $old_inner:ty, $group:ty, $optional_group:ty
    ) => {
        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct $new {
            #[schema(minimum = 1)]
            pub number: $number,
            #[schema(min_length = 1)]
            pub text: $text,
            pub optional: $optional,
            pub within: Option<$text>,
            pub list: $list,
            pub map: $map,
            pub nested: $new_inner,
            pub nested_option: Option<$new_inner>,
            pub nested_list: Vec<$new_inner>,
            pub coerced: $text,
            pub group: $group,
            pub limits: $optional_group,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = $new, fallible(down), part("group" = $group, "limits" = $optional_group))]
        pub struct $old {
            #[schema(minimum = 1)]
            pub number: $number,
            #[schema(min_length = 1)]
            pub text: $text,
            pub optional: $optional,
            pub within: Option<$text>,
            pub list: $list,
            pub map: $map,
            pub nested: $old_inner,
            pub nested_option: Option<$old_inner>,
            pub nested_list: Vec<$old_inner>,
            #[spoke(coerced)]
            pub coerced: $number,
            #[spoke(to = "group.size")]
            pub size: $number,
            #[spoke(to = "limits.size")]
            pub most: Option<$number>,
        }
    };
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Inner {
    name: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = Inner)]
pub struct OldInner {
    #[spoke(rename = "name")]
    title: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Size {
    size: u32,
}

versions!(
    New Old: u32, String, Option<u8>, Vec<String>, BTreeMap<String, bool>,
    Inner => OldInner, Size, Option<Size>
);

fn old() -> Old {
    let inner = |title: &str| OldInner {
        title: title.to_owned(),
    };
    Old {
        number: 1,
        text: "text".to_owned(),
        optional: Some(2),
        within: Some("within".to_owned()),
        list: vec!["item".to_owned()],
        map: BTreeMap::from([("key".to_owned(), true)]),
        nested: inner("a"),
        nested_option: Some(inner("b")),
        nested_list: vec![inner("c"), inner("d")],
        coerced: 3,
        size: 4,
        most: Some(5),
    }
}

#[test]
fn values_map_as_their_types_say() {
    let new = New::from(old());
    assert_eq!(
        serde_json::to_value(&new).unwrap(),
        json!({
            "number": 1, "text": "text", "optional": 2, "within": "within", "list": ["item"], "map": {"key": true},
            "nested": {"name": "a"}, "nested_option": {"name": "b"}, "nested_list": [{"name": "c"}, {"name": "d"}],
            "coerced": "3", "group": {"size": 4}, "limits": {"size": 5},
        })
    );
    assert_eq!(Old::try_from(new), Ok(old()));
}
