//! Held against what Cluster API's own conversion code makes of the same objects.

use cluster_resource_set::ClusterResourceSets;
use upstream::{Difference, Upstream};

const REQUIRED: &str = "required there: upstream leaves out what v1beta1 does, which is invalid; here it has stand-ins";

#[test]
fn upstream() {
    Upstream {
        selection: include_str!("upstream.jsonl"),
        file: "clusterresourceset.jsonl.zst",
        crd: ClusterResourceSets::crd_json().expect("the CRD is valid"),
        convert: ClusterResourceSets::convert_object,
        differences: &[
            Difference {
                to: "v1beta2",
                path: ".spec.resources",
                reason: REQUIRED,
            },
            Difference {
                to: "v1beta2",
                path: ".spec",
                reason: REQUIRED,
            },
        ],
        refused: &[],
    }
    .hold();
}

#[test]
fn what_an_earlier_release_kept_comes_back() {
    upstream::comes_back(
        include_str!("kept.jsonl"),
        ClusterResourceSets::convert_object,
    );
}
