//! Which servers take a CRD as it is meant, held to what real servers answered: one case for each cause of a difference.

use wheelwright_rules::crd::{self, Support};
use wheelwright_rules::{KubeRange, KubeVersion};

use crate::{cases, texts};

fn support_of(case: &serde_json::Value) -> Support {
    crd::support(&case["crd"], KubeRange::default())
}

/// `taken_by`: the servers that took the CRD. `judged_as_by_1.37`: those that judged an object as the newest did.
#[test]
fn the_oldest_server_is_that_of_the_recorded_verdicts() {
    for (name, case) in cases(include_str!("support.jsonl")) {
        let support = support_of(&case);
        let meant = support.as_meant();
        let meant = meant.unwrap_or_else(|| panic!("{name}: no server takes it"));
        let versions = |range: KubeRange| -> Vec<String> {
            range
                .versions()
                .map(|version| version.to_string())
                .collect()
        };
        if case.get("taken_by").is_some() {
            let taken: Vec<String> = support.taken_by.iter().map(ToString::to_string).collect();
            assert_eq!(taken, texts(&case["taken_by"]), "{name}");
            assert_eq!(versions(meant), taken, "{name}");
        } else {
            assert_eq!(versions(meant), texts(&case["judged_as_by_1.37"]), "{name}");
        }
        for server in KubeVersion::all().filter(|server| !meant.contains(*server)) {
            let mut reasons = support.reasons.iter();
            assert!(
                reasons.any(|reason| reason.is_about(server)),
                "{name}, {server}"
            );
        }
    }
}

#[test]
fn a_reason_says_what_is_used_and_since_when() {
    let said: Vec<String> = cases(include_str!("support.jsonl"))
        .flat_map(|(_, case)| support_of(&case).reasons)
        .map(|reason| reason.to_string())
        .collect();
    for expected in [
        "`isSemver` needs 1.34 (",
        "`if` as a field's name needs 1.32 (spec)",
        "`format.datetime` needs 1.32 (",
        "`lists.range` needs 1.35 (",
        "a name in backticks needs 1.37 (",
        "`format` of a string that is no literal needs 1.32 (",
        "`format: float` is checked from 1.36 on, and ignored before (",
        "a rule costs 3 from 1.32 on, and 1844674407370955266 before, over the limit of 10000000 (spec)",
        "refused from 1.37 on: found no matching overload for 'duration' applied to '(int)' (spec)",
        "refused from 1.34 on: ",
    ] {
        let is_said = said.iter().any(|reason| reason.starts_with(expected));
        assert!(is_said, "{expected}: {said:#?}");
    }
}
