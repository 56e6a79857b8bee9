use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[serde(with = "hex")]
    pub colour: u32,
    #[serde(serialize_with = "hex::serialize")]
    pub other: u32,
    #[serde(deserialize_with = "hex::deserialize")]
    pub third: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Size {
    #[serde(with = "hex")]
    Of(u32),
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(transparent)]
pub struct Colour(#[serde(with = "hex")] u32);

mod hex {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(number: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{number:x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        let text = <&str>::deserialize(deserializer)?;
        u32::from_str_radix(text, 16).map_err(serde::de::Error::custom)
    }
}

fn main() {}
