//! Newtypes, variants, modules with types of one name, and what stands in unusual places.

use kube::CustomResourceExt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![v1::Lamp::crd(), v2::Lamp::crd()]
}

pub mod v1 {
    use super::*;
    use kube::CustomResource;

    #[derive(CustomResource, JsonSchema, Serialize, Deserialize, Clone, Debug)]
    #[kube(group = "example.com", version = "v1", kind = "Lamp", namespaced, status = "self::LampStatus")]
    pub struct LampSpec {
        pub name: Name,
        pub colour: Colour,
        pub raw: Raw,
        pub pair: Pair<Name, 3>,
        pub maybe: Option<Vec<Name>>,
        #[cfg_attr(all(), schemars(range(max = 10)))]
        pub level: i32,
    }

    #[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
    pub struct LampStatus {
        pub r#type: String,
    }

    /// A name.
    #[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
    pub struct Name(#[schemars(length(min = 1, max = 63))] pub String);

    #[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
    pub enum Colour {
        /// By its name.
        Named(#[schemars(length(max = 9))] String),
        Rgb {
            #[schemars(range(max = 100))]
            r: i32,
            g: i32,
        },
    }

    #[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
    #[serde(from = "String", into = "String")]
    pub struct Raw {
        pub text: String,
    }

    impl From<String> for Raw {
        fn from(text: String) -> Self {
            Self { text }
        }
    }

    impl From<Raw> for String {
        fn from(raw: Raw) -> Self {
            raw.text
        }
    }

    #[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
    pub struct Pair<T: JsonSchema, const N: usize>
    where
        T: Clone,
    {
        pub left: T,
        pub right: Option<T>,
    }
}

pub mod v2 {
    use kube::CustomResource;
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, JsonSchema)]
    #[derive(Serialize, Deserialize, Clone, Debug)]
    #[kube(group = "example.com", version = "v2", kind = "Lamp", namespaced)]
    #[kube(status = "LampStatus")]
    pub struct LampSpec {
        /// How it is held.
        pub mount: Mount,
    }

    #[derive(JsonSchema)]
    #[derive(Serialize, Deserialize, Clone, Debug)]
    pub struct LampStatus {
        pub lit: bool,
    }

    #[derive(Serialize, Deserialize, Clone, Debug, JsonSchema)]
    #[serde(untagged)]
    pub enum Mount {
        Wall { height: u8 },
        Ceiling { length: i64 },
    }
}
