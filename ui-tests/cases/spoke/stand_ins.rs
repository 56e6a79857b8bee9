use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    count: i32,
    size: i32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub)]
struct Old {
    #[spoke(try_with = read, back = write, or = None)]
    count: String,
    #[spoke(coerced, or = "x")]
    size: String,
}

fn read(text: String) -> Result<i32, String> {
    text.parse().map_err(|_| text)
}
fn write(count: i32) -> String {
    count.to_string()
}

fn main() {}
