use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(rule("self.a > 0", optional_old_self))]
pub struct PizzaSpec {
    #[schema(rule("self > 0", optional_old_self = false))]
    pub a: i64,
}

fn main() {}
