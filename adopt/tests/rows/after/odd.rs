//! Newtypes, variants, modules with types of one name, and what stands in unusual places.

use kube::CustomResourceExt;
use wheelwright::Schema;
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![v1::Lamp::crd(), v2::Lamp::crd()]
}

pub mod v1 {
    use super::*;
    use wheelwright::CustomResource;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Lamp", namespaced, status = self::LampStatus)]
    pub struct LampSpec {
        pub name: Name,
        pub colour: Colour,
        pub raw: Raw,
        pub pair: Pair<Name, 3>,
        pub maybe: Option<Vec<Name>>,
        #[cfg_attr(all(), schema(maximum = 10))]
        pub level: i32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct LampStatus {
        pub r#type: String,
    }

    /// A name.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Name(#[schema(min_length = 1, max_length = 63)] pub String);

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub enum Colour {
        /// By its name.
        Named(#[schema(max_length = 9)] String),
        Rgb {
            #[schema(maximum = 100)]
            r: i32,
            g: i32,
        },
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
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

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Pair<T: Schema, const N: usize>
    where
        T: Clone,
    {
        pub left: T,
        pub right: Option<T>,
    }
}

pub mod v2 {
    use wheelwright::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema)]
    #[derive(Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Lamp", namespaced)]
    #[crd(status = LampStatus)]
    pub struct LampSpec {
        /// How it is held.
        pub mount: Mount,
    }

    #[derive(Schema)]
    #[derive(Serialize, Deserialize, Clone, Debug)]
    pub struct LampStatus {
        pub lit: bool,
    }

    #[derive(Serialize, Deserialize, Clone, Debug, Schema)]
    #[serde(untagged)]
    pub enum Mount {
        Wall { height: u8 },
        Ceiling { length: i64 },
    }
}
