use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Kiln", namespaced, storage)]
    pub struct KilnSpec {
        #[serde(skip)]
        pub cache: Option<String>,
        #[serde(skip)]
        pub seen: bool,
        #[serde(skip)]
        pub count: i64,
        pub heat: Heat,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Heat {
        pub minutes: i64,
        #[serde(skip)]
        pub note: Option<String>,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Kiln, version = "v1")]
    #[spoke(hub = v2::KilnSpec, part("heat" = v2::Heat), step(from("text"), to = "count", with = parsed, back = shown))]
    pub struct KilnSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub cache: Option<String>,
        pub text: String,
        #[spoke(rename = "seen")]
        pub looked_at: bool,
        #[spoke(to = "heat.minutes")]
        pub minutes: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "heat.note")]
        pub note: Option<String>,
    }
}

wheelwright::wheel!(Kilns = v2::Kiln, [v1::Kiln]);

fn parsed(text: String) -> i64 {
    text.len() as i64
}

fn shown(count: i64) -> String {
    count.to_string()
}

fn main() {}
