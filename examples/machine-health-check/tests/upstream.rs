//! Held against what Cluster API's own conversion code makes of the same objects.

use machine_health_check::MachineHealthChecks;
use upstream::{Difference, Upstream};

#[test]
fn upstream() {
    Upstream {
        selection: include_str!("upstream.jsonl"),
        file: "machinehealthcheck.jsonl.zst",
        crd: MachineHealthChecks::crd_json().expect("the CRD is valid"),
        convert: MachineHealthChecks::convert_object,
        differences: &[
            Difference {
                to: "v1beta2",
                path: ".spec",
                reason: "required there, and optional in v1beta1: here it is what Rust reads of nothing, upstream leaves it out",
            },
            Difference {
                to: "v1beta2",
                path: ".spec.remediation.templateRef",
                reason: "a reference without kind, name or apiVersion is invalid there: upstream writes it all the same, \
                         here it is kept",
            },
            Difference {
                to: "v1beta2",
                path: ".spec.remediation",
                reason: "the same, where nothing else stands in it",
            },
        ],
        refused: &[Difference {
            to: "v1beta2",
            path: ".spec.clusterName",
            reason: "required there, and no spec in v1beta1 names a cluster: nobody knows which",
        }],
    }
    .hold();
}

#[test]
fn what_an_earlier_release_kept_comes_back() {
    upstream::comes_back(
        include_str!("kept.jsonl"),
        MachineHealthChecks::convert_object,
    );
}
