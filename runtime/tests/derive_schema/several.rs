//! The tables of a struct's standard types, which the derive asks for all at once, up to 24.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, table::Type};

use super::fields;

#[derive(Schema, Serialize, Deserialize)]
#[allow(dead_code)]
struct Most {
    f0: String,
    f1: bool,
    f2: char,
    f3: i8,
    f4: i16,
    f5: i32,
    f6: i64,
    f7: u8,
    f8: u16,
    f9: u32,
    f10: u64,
    f11: f32,
    f12: f64,
    f13: Option<bool>,
    f14: Vec<i8>,
    f15: Box<i16>,
    f16: BTreeMap<String, u8>,
    f17: HashMap<String, u16>,
    f18: Option<Vec<i32>>,
    f19: Vec<Option<u32>>,
    f20: String,
    f21: i64,
    f22: Vec<f64>,
    f23: bool,
}

#[derive(Schema, Serialize, Deserialize)]
#[allow(dead_code)]
struct OneMore {
    f0: String,
    f1: bool,
    f2: char,
    f3: i8,
    f4: i16,
    f5: i32,
    f6: i64,
    f7: u8,
    f8: u16,
    f9: u32,
    f10: u64,
    f11: f32,
    f12: f64,
    f13: Option<bool>,
    f14: Vec<i8>,
    f15: Box<i16>,
    f16: BTreeMap<String, u8>,
    f17: HashMap<String, u16>,
    f18: Option<Vec<i32>>,
    f19: Vec<Option<u32>>,
    f20: String,
    f21: i64,
    f22: Vec<f64>,
    f23: bool,
    f24: u8,
}

fn types() -> Vec<&'static Type> {
    vec![
        <String as Schema>::TYPE,
        <bool as Schema>::TYPE,
        <char as Schema>::TYPE,
        <i8 as Schema>::TYPE,
        <i16 as Schema>::TYPE,
        <i32 as Schema>::TYPE,
        <i64 as Schema>::TYPE,
        <u8 as Schema>::TYPE,
        <u16 as Schema>::TYPE,
        <u32 as Schema>::TYPE,
        <u64 as Schema>::TYPE,
        <f32 as Schema>::TYPE,
        <f64 as Schema>::TYPE,
        <Option<bool> as Schema>::TYPE,
        <Vec<i8> as Schema>::TYPE,
        <Box<i16> as Schema>::TYPE,
        <BTreeMap<String, u8> as Schema>::TYPE,
        <HashMap<String, u16> as Schema>::TYPE,
        <Option<Vec<i32>> as Schema>::TYPE,
        <Vec<Option<u32>> as Schema>::TYPE,
        <String as Schema>::TYPE,
        <i64 as Schema>::TYPE,
        <Vec<f64> as Schema>::TYPE,
        <bool as Schema>::TYPE,
    ]
}

#[test]
fn each_field_has_the_table_of_its_own_type() {
    for (held, last) in [
        (fields(Most::TYPE), None),
        (fields(OneMore::TYPE), Some(<u8 as Schema>::TYPE)),
    ] {
        let wanted: Vec<String> = types().into_iter().chain(last).map(shown).collect();
        let found: Vec<String> = held.iter().map(|field| shown(field.ty)).collect();
        assert_eq!(found, wanted);
    }
}

/// Functions are told by where they are linked to, which is enough within one program.
fn shown(ty: &'static Type) -> String {
    format!("{ty:?}")
}
