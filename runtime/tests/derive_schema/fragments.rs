//! Types that a `macro_rules` has as `$t:ty` have the schema that they have alone.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, schema};

macro_rules! structs {
    (
        $name:ident<$parameter:ident>, $size:ident, $number:ty, $text:ty, $optional:ty, $list:ty, $map:ty,
        $other:ty, $given:ty, $none:ty
    ) => {
        #[derive(Schema, Serialize, Deserialize)]
        pub(super) struct $name<$parameter> {
            #[schema(minimum = 1)]
            number: $number,
            #[schema(min_length = 1)]
            text: $text,
            #[schema(max_length = 9)]
            note: Option<$text>,
            #[schema(optional)]
            optional: $optional,
            #[schema(min_items = 1, items(min_length = 1))]
            list: $list,
            map: $map,
            #[serde(default)]
            by_text: BTreeMap<$text, $number>,
            by_number: BTreeMap<$number, $text>,
            other: $other,
            others: Vec<$other>,
            given: $given,
            #[serde(skip)]
            none: $none,
        }

        #[derive(Schema, Serialize, Deserialize)]
        #[serde(transparent)]
        pub(super) struct $size<$parameter> {
            size: $number,
            of: $none,
        }
    };
}

#[derive(Schema, Serialize, Deserialize)]
struct Other {
    name: String,
}

mod from_fragments {
    use super::*;

    structs!(
        Pizza<T>, Size, u32, String, Option<u8>, Vec<String>, BTreeMap<String, bool>, Other, Vec<T>, PhantomData<T>
    );
}

mod alone {
    use super::*;

    #[derive(Schema, Serialize, Deserialize)]
    pub(super) struct Pizza<T> {
        #[schema(minimum = 1)]
        number: u32,
        #[schema(min_length = 1)]
        text: String,
        #[schema(max_length = 9)]
        note: Option<String>,
        #[schema(optional)]
        optional: Option<u8>,
        #[schema(min_items = 1, items(min_length = 1))]
        list: Vec<String>,
        map: BTreeMap<String, bool>,
        #[serde(default)]
        by_text: BTreeMap<String, u32>,
        by_number: BTreeMap<u32, String>,
        other: Other,
        others: Vec<Other>,
        given: Vec<T>,
        #[serde(skip)]
        none: PhantomData<T>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[serde(transparent)]
    pub(super) struct Size<T> {
        size: u32,
        of: PhantomData<T>,
    }
}

#[test]
fn structs_have_the_schema_of_their_types() {
    let of = |ty| schema::of(ty).unwrap().schema;
    assert_eq!(
        of(from_fragments::Pizza::<u8>::TYPE),
        of(alone::Pizza::<u8>::TYPE)
    );
    assert_eq!(
        of(from_fragments::Size::<u8>::TYPE),
        of(alone::Size::<u8>::TYPE)
    );
}
