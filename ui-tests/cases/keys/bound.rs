use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize)]
#[schema(bound = "T Schema")]
pub struct Broken<T> {
    pub held: T,
}

#[derive(Schema, Serialize, Deserialize)]
#[schema(bound(T: Schema))]
pub struct Listed<T> {
    #[schema(bound = "T: Schema")]
    pub held: T,
}

#[derive(Schema, Serialize, Deserialize)]
#[schema(bound = "")]
pub struct Unbounded<T> {
    pub held: T,
}

fn main() {}
