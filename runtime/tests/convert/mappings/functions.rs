//! Functions for a whole type.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

/// Functions for the whole of a struct, by itself, in a list and within a step.
pub(crate) mod functions_of_types {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Volume",
            namespaced,
            storage
        )]
        pub struct VolumeSpec {
            pub source: Source,
            pub sources: Vec<Source>,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub spare: Vec<Source>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Source {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub file: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub secret: Option<Secret>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Secret {
            pub name: String,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v2::Volume, version = "v1")]
        #[spoke(hub = v2::VolumeSpec)]
        pub struct VolumeSpec {
            pub source: Source,
            pub sources: Vec<Source>,
            #[spoke(wrap)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub spare: Option<Source>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Source, with = up, back = down)]
        #[serde(tag = "kind")]
        pub enum Source {
            File { path: String },
            Secret { name: String },
            Nothing,
        }

        fn up(source: Source) -> v2::Source {
            let (file, secret) = match source {
                Source::File { path } => (Some(path), None),
                Source::Secret { name } => (None, Some(v2::Secret { name })),
                Source::Nothing => (None, None),
            };
            v2::Source { file, secret }
        }

        fn down(source: v2::Source) -> Source {
            match (source.file, source.secret) {
                (Some(path), _) => Source::File { path },
                (None, Some(v2::Secret { name })) => Source::Secret { name },
                (None, None) => Source::Nothing,
            }
        }
    }

    mapping!(Volumes = v2::Volume, [v1::Volume]);
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct Stack {
    #[schema(default = [])]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<String>,
}

pub(crate) mod whole_types {
    use super::*;

    pub mod v2 {
        use super::*;

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Burner {
            pub inner: Inner,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Inner {
            pub stack: Stack,
        }
    }

    pub mod v1 {
        use super::*;

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "type")]
        #[spoke(hub = super::v2::Burner, with = up, back = down)]
        pub enum Burner {
            Wood { stack: Stack },
            Gas,
        }

        fn up(burner: Burner) -> super::v2::Burner {
            let stack = match burner {
                Burner::Wood { stack } => stack,
                Burner::Gas => Stack::default(),
            };
            super::v2::Burner {
                inner: super::v2::Inner { stack },
            }
        }

        fn down(burner: super::v2::Burner) -> Burner {
            Burner::Wood {
                stack: burner.inner.stack,
            }
        }
    }
}

// What functions return has what the API server sets within it.
pair!(functions_with_defaults [spoke(hub = v2::KilnSpec)], {
    pub one: whole_types::v2::Burner,
    pub some: Vec<whole_types::v2::Burner>,
    pub by_name: BTreeMap<String, whole_types::v2::Burner>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<whole_types::v2::Burner>,
    pub wrapped: Vec<whole_types::v2::Burner>,
    pub put_in: whole_types::v2::Burner,
};
{
    pub one: whole_types::v1::Burner,
    pub some: Vec<whole_types::v1::Burner>,
    pub by_name: BTreeMap<String, whole_types::v1::Burner>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<whole_types::v1::Burner>,
    #[spoke(wrap, or_back = whole_types::v1::Burner::Gas)]
    pub wrapped: whole_types::v1::Burner,
    #[spoke(or = whole_types::v2::Burner { inner: whole_types::v2::Inner { stack: Stack::default() } })]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub put_in: Option<whole_types::v1::Burner>,
});

/// A text that need not be an address, and what may be kept of only one of its halves.
fn halves(text: String) -> Result<(String, String), &'static str> {
    let (host, port) = text.split_once(':').ok_or("it is no address")?;
    Ok((host.to_owned(), port.to_owned()))
}

pair!(halves_of_address [spoke(hub = v2::KilnSpec, fallible(up))], {
    pub host: String,
    pub port: String,
};
{
    #[spoke(to("host", "port"), try_with = halves, back = |host, port| format!("{host}:{port}"))]
    pub address: String,
});
