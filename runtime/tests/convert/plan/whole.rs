//! What a plan says of functions for a whole spec.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Scale",
        namespaced,
        storage
    )]
    pub struct ScaleSpec {
        pub grams: i64,
    }
}

mod v1alpha1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Scale, version = "v1alpha1")]
    #[spoke(hub = super::v1::ScaleSpec, fallible(down), with = up, try_back = down)]
    pub struct ScaleSpec {
        pub weight: u32,
    }

    fn up(spec: ScaleSpec) -> super::v1::ScaleSpec {
        super::v1::ScaleSpec {
            grams: spec.weight.into(),
        }
    }

    fn down(spec: super::v1::ScaleSpec) -> Result<ScaleSpec, std::num::TryFromIntError> {
        spec.grams.try_into().map(|weight| ScaleSpec { weight })
    }
}

wheelwright::wheel!(Scales = v1::Scale, [v1alpha1::Scale]);

#[test]
fn of_a_whole_spec_no_stand_in_is_advised() {
    let text = Scales::plan().expect("a plan").to_string();
    assert!(
        text.contains("write functions that give some value"),
        "{text}"
    );
    assert!(!text.contains("or_back"), "{text}");
    let text = super::Ovens::plan().expect("a plan").to_string();
    assert!(text.contains("Add `or = …` (up)"), "{text}");
    assert!(!text.contains("write functions"), "{text}");
}
