//! Words of plans for steps of several kinds.

use crate::mappings;

/// The text of a mapping's plan.
fn text(name: &str) -> String {
    let mapping = mappings::find(name).unwrap_or_else(|| panic!("no mapping {name}"));
    (mapping.converter)().expect("a plan").plan().to_string()
}

#[test]
fn plans_name_what_items_values_and_absence_become() {
    for (mapping, all) in [
        // What items lose.
        (
            "listed_items",
            &[
                ".spec.pullSecrets[*]  wrap \"secretName\"",
                ".spec.timeouts[*]     duration \"s\"",
                "a text that is no duration",
            ][..],
        ),
        // What becomes of values in maps and in lists that are maps.
        (
            "renamed_keys",
            &[
                ".spec.rows.*.size",
                ".spec.notes.*[*].width",
                ".spec.boxes[name].row.width",
            ],
        ),
        // Items by their keys.
        (
            "values_in_items",
            &[
                ".spec.attributes[name=type].value",
                ".spec.listenPorts[port=80,protocol=TCP].target.host",
                ".spec.pod.env[name=LOG_LEVEL].value",
                "the items that no step names",
            ],
        ),
    ] {
        let plan = text(mapping);
        for words in all {
            assert!(plan.contains(words), "{words} in\n{plan}");
        }
    }
    // Each of the fields that must be there at the other version, which `inner.a` is in two ways.
    let plan = text("refused_absence");
    assert_eq!(plan.matches("refuses absence").count(), 5, "{plan}");
}

#[test]
fn a_plan_says_where_the_names_of_an_object_come_from() {
    let mapping = mappings::find("object_names").expect("the mapping");
    let plan = (mapping.converter)().expect("a plan").plan().markdown();
    assert!(plan.contains("metadata.namespace"), "{plan}");
}
