//! Held against what Tekton's own conversion code makes of the same objects.

use task::Tasks;
use upstream::{Difference, Upstream};

const TYPE: &str = "Tekton sets this default after converting, and at admission anyway";
const RESTART: &str = "upstream forgets the field, though both versions have it";

#[test]
fn upstream() {
    Upstream {
        selection: include_str!("upstream.jsonl"),
        file: "task.jsonl.zst",
        crd: Tasks::crd_json().expect("the CRD is valid"),
        convert: Tasks::convert_object,
        differences: &[
            Difference {
                to: "v1",
                path: ".spec.params[].type",
                reason: TYPE,
            },
            Difference {
                to: "v1",
                path: ".spec.results[].type",
                reason: TYPE,
            },
            Difference {
                to: "v1",
                path: ".spec.steps[].results[].type",
                reason: TYPE,
            },
            Difference {
                to: "v1",
                path: ".spec.sidecars[].restartPolicy",
                reason: RESTART,
            },
            Difference {
                to: "v1beta1",
                path: ".spec.params[].type",
                reason: TYPE,
            },
            Difference {
                to: "v1beta1",
                path: ".spec.results[].type",
                reason: TYPE,
            },
            Difference {
                to: "v1beta1",
                path: ".spec.steps[].results[].type",
                reason: TYPE,
            },
            Difference {
                to: "v1beta1",
                path: ".spec.sidecars[].restartPolicy",
                reason: RESTART,
            },
        ],
        refused: &[],
    }
    .hold();
}

#[test]
fn what_an_earlier_release_kept_comes_back() {
    upstream::comes_back(include_str!("kept.jsonl"), Tasks::convert_object);
}
