use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(message = "of no rule", rule = "self.a > 0", message = "a", message = "again", reason = "Invalid")]
#[schema(rule = "self.b > 0", rule = "", rule = 5, rule("self.a > 0"), field_path = ".a")]
pub struct PizzaSpec {
    #[schema(rule = "self > 0 && self.c == 1", message = "it has no members", maximum = 9, optional_old_self)]
    pub a: i64,
}

fn main() {}
