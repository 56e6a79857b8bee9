use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(format = "uri")]
    pub number: u8,
    #[schema(format = "int32")]
    pub text: String,
    #[schema(format = "double")]
    pub integer: Option<i64>,
    #[schema(format = "int64")]
    pub float: f64,
    #[schema(format = "date-time")]
    pub list: Vec<String>,
    #[schema(items(format = "email"))]
    pub numbers: Vec<i64>,
}

fn main() {}
