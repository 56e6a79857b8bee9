//! Whether a CRD is small enough to be sent and kept.

use serde_json::Value;
use wheelwright_rules::crd::Size;

use super::{Finding, Problem};

pub(super) fn check(crd: &Value) -> Option<Finding> {
    let bytes = crd.to_string().len();
    let problem = match Size::of(bytes)? {
        Size::Etcd => Problem::TooLarge { bytes },
        _ => Problem::LargeToApply { bytes },
    };
    Some(Finding::new(problem))
}
