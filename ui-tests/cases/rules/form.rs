use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(rule(""), rule("self.a > 0", message = "one\ntwo"), rule("self.a >\n0"),
         rule("self.a > 0", message = " "), rule("self.a > 0", message_expression = ""),
         rule("self.a > 0", reason = "Invalid"), rule("self.a > 0", field_path = "a"),
         rule("self.a > 0", field_path = ".a\n"), rule("self.a > 0", field_path = ".list[0]"),
         rule("self.a > 0", rule = "self.a > 1"), rule("self.a > 0", "why"), rule())]
pub struct PizzaSpec {
    pub a: i64,
    pub list: Vec<i64>,
}

fn main() {}
