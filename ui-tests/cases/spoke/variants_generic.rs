//! Variants of a generic enum that the hub lacks, has in another form, or has alone; and a hub that is no enum.

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize)]
pub enum New<T> {
    Always,
    Daily(T),
    Weekly { day: T },
}

#[derive(Schema, Serialize, Deserialize)]
pub struct Other<T> {
    day: T,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New<T>)]
pub enum LacksSome<T> {
    Always,
    Daily(T),
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New<T>)]
pub enum Misspelt<T> {
    Always,
    Dayly(T),
    #[spoke(rename = "Weakly")]
    Weekly {
        day: T,
    },
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New<T>)]
pub enum OtherForms<T> {
    Always,
    Daily { day: T },
    Weekly(T),
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = Other<T>)]
pub enum NoEnum<T> {
    Daily(T),
}

fn main() {}
