use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize)]
struct Pizza {
    #[deprecated]
    a: String,
    #[deprecated(note = " ")]
    b: String,
    #[deprecated(since = "1.0.0")]
    c: String,
    #[deprecated = ""]
    d: String,
    #[schema(deprecated)]
    e: String,
    #[schema(deprecated = "")]
    f: String,
    #[schema(deprecated = "use g")]
    #[deprecated(note = "use g")]
    g: String,
    #[schema(items(deprecated = "no"))]
    h: Vec<String>,
}

#[derive(Schema, Serialize, Deserialize)]
enum Crust {
    Thin,
    #[deprecated]
    Thick,
}

fn main() {}
