//! What a plan says of each field.

mod chain;
mod copies;
mod elsewhere;
mod labels;
mod narrowing;
mod nested;
mod steps;
mod things;
mod untagged;
mod values;
mod whole;

use serde_json::Value;
use wheelwright::{
    convert::{Plan, Row},
    manifest::Manifest,
};

use crate::{
    mappings::required::stand_ins::Doors,
    review::{menu::Menu, oven::Ovens},
};

fn row<'p>(plan: &'p Plan, version: &str, path: &str) -> &'p Row {
    let spoke = plan.spoke(version).expect("a spoke");
    let mut rows = spoke
        .rows
        .iter()
        .filter(|row| row.spoke.iter().chain(&row.hub).any(|of| of == path));
    let row = rows.next().unwrap_or_else(|| panic!("{path}"));
    assert_eq!(rows.next(), None, "{path} has two rows");
    row
}

/// What is lost up and down, and the paths that are kept.
fn losses(row: &Row) -> [Option<(&str, &[String])>; 2] {
    [&row.up, &row.down].map(|way| {
        let loss = way.loss.as_ref()?;
        Some((loss.owner.as_str(), loss.paths.as_slice()))
    })
}

#[test]
fn repeats_and_quantities() {
    let plan = Menu::plan().expect("a plan");
    assert_eq!(
        (plan.kind.as_str(), plan.hub.as_str()),
        ("Pizza", "v1beta1")
    );
    let toppings = row(&plan, "v1alpha1", ".spec.toppings");
    assert_eq!(toppings.step, "counted");
    // Items with quantities have an order, repeats that stand apart do not fit in. Down nothing is lost: the schema has
    // quantities from 1 on and each name once. At most 64 times 100 repeats are expanded.
    assert_eq!(
        losses(toppings),
        [Some(("v1alpha1", &[".spec.toppings".to_owned()][..])), None]
    );
    assert!(
        toppings
            .up
            .loss
            .as_ref()
            .is_some_and(|loss| loss.what.contains("order"))
    );
    assert_eq!(
        (&toppings.up.refusal, &toppings.down.refusal),
        (&None, &None)
    );
    assert_eq!(plan.without_stand_in().count(), 0);
}

#[test]
fn fields_of_one_version_are_kept_under_its_name() {
    let plan = Menu::plan().expect("a plan");
    let removed = row(&plan, "v1alpha1", ".spec.onlyAlpha");
    assert_eq!((removed.step, removed.hub.len()), ("removed", 0));
    assert_eq!(
        losses(removed),
        [
            Some(("v1alpha1", &[".spec.onlyAlpha".to_owned()][..])),
            None
        ]
    );
    let added = row(&plan, "v1alpha1", ".spec.onlyBeta");
    assert_eq!((added.step, added.spoke.len()), ("added", 0));
    assert_eq!(
        losses(added),
        [None, Some(("v1beta1", &[".spec.onlyBeta".to_owned()][..]))]
    );
    // Both have a default of their own, so a complete object has the field.
    assert_eq!(losses(row(&plan, "v1alpha1", ".spec.crust")), [None, None]);
}

#[test]
fn steps_that_may_refuse_a_value_are_flagged_where_nothing_stands_in() {
    let plan = Ovens::plan().expect("a plan");
    let flagged: Vec<&Row> = plan.without_stand_in().map(|(_, row)| row).collect();
    assert_eq!(flagged, [row(&plan, "v1alpha1", ".spec.heat")]);
    assert!(flagged[0].up.lacks_stand_in() && !flagged[0].down.lacks_stand_in());
    for text in [plan.to_string(), plan.markdown()] {
        assert!(text.to_uppercase().contains("NO STAND-IN"), "{text}");
    }

    let plan = Doors::plan().expect("a plan");
    // The stand-in of the handle covers what is within it, and all of the handle is kept.
    let size = row(&plan, "v1", ".spec.handle.size");
    assert!(
        size.up
            .refusal
            .as_ref()
            .is_some_and(|refusal| refusal.stand_in)
    );
    assert_eq!(
        losses(size)[0],
        Some(("v1", &[".spec.handle".to_owned()][..]))
    );
    let colour = row(&plan, "v1", ".spec.colour");
    assert!(
        colour
            .up
            .loss
            .as_ref()
            .is_some_and(|loss| loss.what.contains("absence"))
    );
    assert_eq!(plan.without_stand_in().count(), 0);
    assert!(!plan.to_string().contains("NO STAND-IN"));
}

/// The paths of the properties of a schema, two levels deep.
fn properties(schema: &Value) -> Vec<String> {
    let names = |schema: &Value| -> Vec<String> {
        let properties = schema["properties"].as_object();
        properties
            .into_iter()
            .flat_map(|p| p.keys().cloned())
            .collect()
    };
    ["spec", "status"]
        .iter()
        .flat_map(|part| {
            let names = names(&schema["properties"][part]);
            names.into_iter().map(move |name| format!(".{part}.{name}"))
        })
        .collect()
}

#[test]
fn every_field_of_every_version_has_a_row() {
    covers_every_field(&Menu::plan().expect("a plan"), Menu::manifest());
}

/// Whether each field of each version has a row.
fn covers_every_field(plan: &Plan, manifest: Manifest) {
    let url = wheelwright::manifest::Conversion::webhook_url("https://localhost/convert");
    let crd = manifest.conversion(url).json().expect("a CRD");
    for version in crd["spec"]["versions"].as_array().expect("versions") {
        let name = version["name"].as_str().expect("a name");
        for path in properties(&version["schema"]["openAPIV3Schema"]) {
            let covered = plan.spokes.iter().any(|spoke| {
                spoke.rows.iter().any(|row| {
                    let paths = if spoke.version == name {
                        &row.spoke
                    } else {
                        &row.hub
                    };
                    paths
                        .iter()
                        .any(|of| path.starts_with(of.as_str()) || of.starts_with(&path))
                })
            });
            assert!(covered, "{name} {path}\n{plan}");
        }
    }
}
