use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(rule("self.name != ''", field_path = ".nam"), rule("self.name != ''", field_path = ".oven.door"),
         rule("self.name != ''", field_path = ".name.first"))]
pub struct PizzaSpec {
    pub name: String,
    #[schema(rule("self.doors > 0", field_path = ".dors"))]
    pub oven: Oven,
    #[schema(rule("size(self) > 0", field_path = ".first"))]
    pub text: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Oven {
    pub doors: u8,
}

fn main() {}
