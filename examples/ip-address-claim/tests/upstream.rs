//! Held against what Cluster API's own conversion code makes of the same objects.

use ip_address_claim::IPAddressClaims;
use upstream::{Difference, Upstream};

#[test]
fn upstream() {
    Upstream {
        selection: include_str!("upstream.jsonl"),
        file: "ipaddressclaim.jsonl.zst",
        crd: IPAddressClaims::crd_json().expect("the CRD is valid"),
        convert: IPAddressClaims::convert_object,
        differences: &[Difference {
            to: "v1beta2",
            path: ".spec",
            reason: "a pool without words is invalid there, and upstream writes none at all: here it has stand-ins",
        }],
        refused: &[],
    }
    .hold();
}

#[test]
fn what_an_earlier_release_kept_comes_back() {
    upstream::comes_back(include_str!("kept.jsonl"), IPAddressClaims::convert_object);
}
