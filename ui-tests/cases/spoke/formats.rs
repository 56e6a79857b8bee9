use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    host: String,
    port: u16,
    text: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, fallible(up, down))]
struct Unknown {
    #[spoke(to("host", "port"), format = "{host}:{prt}")]
    a: String,
    #[spoke(to = "text", and("c"), format = "{b}{c}")]
    b: String,
    c: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, fallible(up, down))]
struct Braces {
    #[spoke(to("host", "port"), format = "{host:{port}")]
    a: String,
    #[spoke(to = "text", gathered("x", "y"))]
    b: String,
}

fn main() {}
