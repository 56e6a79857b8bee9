use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(exactly_one_of("command", "shel"), at_most_one_of("command"), at_least_one_of("a", "b"))]
pub struct JobSpec {
    pub command: Option<String>,
    pub shell: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(exactly_one_of("command", "shell"))]
pub struct OtherSpec {
    pub command: String,
    pub shell: Option<String>,
}

fn main() {}
