//! `Spoke` on generic types: what a parameter stands for maps as it does anywhere.
#![deny(warnings)]

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Debug, PartialEq)]
struct Page<T> {
    items: Vec<T>,
    total: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Debug, PartialEq)]
#[spoke(hub = Page<T>)]
struct OldPage<T: Schema> {
    items: Vec<T>,
    #[spoke(rename = "total")]
    count: u32,
}

fn main() {
    let old = OldPage {
        items: vec!["a".to_owned()],
        count: 1,
    };
    let new = Page {
        items: vec!["a".to_owned()],
        total: 1,
    };
    assert_eq!(Page::from(old), new);
}
