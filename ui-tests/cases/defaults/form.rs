use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(default = [1, , 2])]
    pub list: Vec<i64>,
    #[schema(default = { a = 1, "b", , c: })]
    pub map: std::collections::BTreeMap<String, i64>,
    #[schema(default = 1 + x)]
    pub sum: i64,
    #[schema(default = f(1))]
    pub call: i64,
    #[schema(default = 1e999)]
    pub huge: f64,
    #[schema(default = -"a")]
    pub negative: String,
    #[schema(default = null)]
    pub null: Option<String>,
    #[schema(default())]
    pub empty: i64,
}

fn main() {}
