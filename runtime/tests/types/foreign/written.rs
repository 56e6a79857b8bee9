//! What serde writes for types that only have a `JsonSchema` is stored whole: whatever is flattened beside whatever.

use std::{collections::BTreeMap, fmt::Debug};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use wheelwright::{
    Schema,
    private::{ForeignType, Of},
    schema,
    table::Type,
};

use crate::{law::holds_for_what_is_written, sample::Sample};

forms! {
    #[derive(schemars::JsonSchema)]
    struct Point { x: i32, label: Option<String> }

    #[derive(schemars::JsonSchema)]
    enum External { Disk(String), Bucket { name: String } }

    #[derive(schemars::JsonSchema)]
    #[serde(tag = "kind")]
    enum Internal { Nothing, At(Point), Named { name: String } }

    #[derive(schemars::JsonSchema)]
    #[serde(tag = "kind", content = "content")]
    enum Adjacent { Nothing, At(Point), Named { name: String } }

    #[derive(schemars::JsonSchema)]
    #[serde(untagged)]
    enum Untagged { At(Point), Named { name: String } }

    #[derive(schemars::JsonSchema)]
    struct OfExternal { #[serde(flatten)] of: External, #[serde(flatten)] rest: BTreeMap<String, Value> }

    #[derive(schemars::JsonSchema)]
    struct OfMaybe { name: bool, #[serde(flatten)] of: Option<External>, #[serde(flatten)] rest: Map<String, Value> }

    #[derive(schemars::JsonSchema)]
    struct OfInternal { own: bool, #[serde(flatten)] of: Internal, #[serde(flatten)] rest: Map<String, Value> }

    #[derive(schemars::JsonSchema)]
    struct OfAdjacent { #[serde(flatten)] of: Adjacent, #[serde(flatten)] rest: BTreeMap<String, Value> }

    #[derive(schemars::JsonSchema)]
    struct OfUntagged { #[serde(flatten)] of: Untagged, #[serde(flatten)] rest: BTreeMap<String, Value> }

    #[derive(schemars::JsonSchema)]
    struct OfBoth { #[serde(flatten)] point: Point, #[serde(flatten)] of: External, #[serde(flatten)] rest: Map<String, Value> }

    #[derive(schemars::JsonSchema)]
    struct Deep { deep: u8, #[serde(flatten)] of: OfExternal }

    #[derive(schemars::JsonSchema)]
    struct Rest { plain: bool, #[serde(flatten)] rest: Map<String, Value> }

    #[derive(schemars::JsonSchema)]
    struct Within { list: Vec<OfExternal>, map: BTreeMap<String, Rest>, maybe: Option<OfMaybe> }
}

/// The law for types by their `JsonSchema`.
macro_rules! imported {
    ($($ty:ty)*) => {$(stored_whole::<$ty>(<Of<$ty> as ForeignType>::TYPE.table());)*};
}

/// The law for types by our own table of them.
macro_rules! derived {
    ($($ty:ty)*) => {$(stored_whole::<$ty>(<$ty as Schema>::TYPE);)*};
}

#[track_caller]
fn stored_whole<T: Sample + Serialize + DeserializeOwned + Debug>(table: &'static Type) {
    match schema::of(table) {
        Ok(described) => holds_for_what_is_written::<T>(described.schema),
        Err(problems) => panic!("{}", problems[0]),
    }
}

#[test]
fn alternatives_beside_a_map() {
    imported! { OfExternal OfMaybe OfAdjacent OfInternal OfUntagged }
    // An enum with its tag inside takes nothing from the map, which our own derive refuses.
    derived! { OfExternal OfMaybe OfAdjacent }
}

#[test]
fn several_beside_a_map_and_within_others() {
    imported! { OfBoth Deep Rest Within }
    derived! { OfBoth Deep Rest Within }
}
