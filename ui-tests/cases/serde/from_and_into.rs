use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(from = "String")]
pub struct Read(String);

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(into = "String")]
pub struct Written(String);

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(try_from = "i64", into = "String")]
pub struct Both(String);

impl From<String> for Read {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<Written> for String {
    fn from(written: Written) -> Self {
        written.0
    }
}

impl From<Both> for String {
    fn from(both: Both) -> Self {
        both.0
    }
}

impl TryFrom<i64> for Both {
    type Error = std::num::TryFromIntError;

    fn try_from(number: i64) -> Result<Self, Self::Error> {
        i32::try_from(number).map(|number| Self(number.to_string()))
    }
}

fn main() {}
