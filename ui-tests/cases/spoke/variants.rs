//! Variants that the hub lacks, has in another form, or has alone.

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize)]
pub enum New {
    Always,
    Daily(Time),
    Weekly { day: String },
    Monthly,
}

#[derive(Schema, Serialize, Deserialize)]
pub struct Time {
    hour: u8,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New)]
pub enum LacksSome {
    Always,
    Daily(Time),
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New, added(Always = Misspelt::Dayly(Time { hour: 0 }), Weekly = Misspelt::Monthly))]
pub enum Misspelt {
    Dayly(Time),
    Monthly,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New)]
pub enum OtherForms {
    Always,
    Daily { hour: u8 },
    Weekly(Time),
    Monthly,
}

fn main() {}
