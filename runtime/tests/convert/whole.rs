//! Functions for a whole type, and parts of values that they cannot read.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
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

mod v1 {
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

wheelwright::wheel!(pub(crate) Volumes = v2::Volume, [v1::Volume]);

/// Server-side apply sends what one client says: of a secret its labels, say, while another names it.
#[test]
fn a_part_of_what_functions_take_is_left_out_and_kept() {
    let part = json!({
        "apiVersion": "example.com/v2", "kind": "Volume", "metadata": {"name": "v"},
        "spec": {"source": {"secret": {}}, "sources": [{"file": "f"}, {"secret": {}}]},
    });
    let there = Volumes::convert_object(&part, "v1").unwrap();
    assert_eq!(
        there["spec"],
        json!({"sources": [{"kind": "File", "path": "f"}, null]})
    );
    assert_eq!(Volumes::convert_object(&there, "v2").unwrap(), part);
    let mut edited = there;
    edited["spec"]["source"] = json!({"kind": "Nothing"});
    let back: Value = Volumes::convert_object(&edited, "v2").unwrap();
    assert_eq!(back["spec"]["source"], json!({}));
}

#[test]
fn a_part_within_a_step_is_left_out_and_kept() {
    let part = json!({
        "apiVersion": "example.com/v2", "kind": "Volume", "metadata": {"name": "v"},
        "spec": {"source": {"file": "f"}, "spare": [{"secret": {}}]},
    });
    let there = Volumes::convert_object(&part, "v1").unwrap();
    assert_eq!(
        there["spec"],
        json!({"source": {"kind": "File", "path": "f"}})
    );
    assert_eq!(Volumes::convert_object(&there, "v2").unwrap(), part);
}

#[test]
fn laws() {
    Volumes::assert_laws();
}
