//! Held against what Cluster API's own conversion code makes of the same objects.

use machine_deployment::MachineDeployments;
use upstream::{Difference, Upstream};

const INCOMPLETE: &str =
    "a reference without kind, name or group is invalid there: upstream writes it all the same";
const READ: &str = "required there, and optional in v1beta1: here it is what Rust reads of nothing, upstream leaves it out";
const UNNAMED: &str = "nobody knows which cluster what is not said in v1beta1 would name";
const MADE: &str = "there is no spec of a machine in v1beta1, but a minReadySeconds, which stands in it in v1beta2";

#[test]
fn upstream() {
    Upstream {
        selection: include_str!("upstream.jsonl"),
        file: "machinedeployment.jsonl.zst",
        crd: MachineDeployments::crd_json().expect("the CRD is valid"),
        convert: MachineDeployments::convert_object,
        differences: &[
            Difference {
                to: "v1beta2",
                path: ".spec.rollout.strategy.type",
                reason: "required there: upstream leaves it out where v1beta1 does, where that means a rolling update",
            },
            Difference { to: "v1beta2", path: ".spec", reason: READ },
            Difference { to: "v1beta2", path: ".spec.template.spec", reason: READ },
            Difference { to: "v1beta2", path: ".spec.template.spec.infrastructureRef", reason: INCOMPLETE },
            Difference { to: "v1beta2", path: ".spec.template.spec.bootstrap.configRef", reason: INCOMPLETE },
            Difference { to: "v1beta2", path: ".spec.template.spec.bootstrap", reason: INCOMPLETE },
        ],
        refused: &[
            Difference { to: "v1beta2", path: ".spec.clusterName", reason: UNNAMED },
            Difference { to: "v1beta2", path: ".spec.template.spec.clusterName", reason: UNNAMED },
            Difference { to: "v1beta2", path: ".spec.template.spec.bootstrap", reason: MADE },
            Difference { to: "v1beta2", path: ".spec.template.spec.infrastructureRef", reason: MADE },
        ],
    }
    .hold();
}

#[test]
fn what_an_earlier_release_kept_comes_back() {
    upstream::comes_back(
        include_str!("kept.jsonl"),
        MachineDeployments::convert_object,
    );
}
