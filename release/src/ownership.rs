//! Server-side apply by another type of a list or map: who owns what of objects that were applied before.
//!
//! Source: "Compatibility across topology changes" on the Kubernetes page about server-side apply.

use serde_json::Value;
use wheelwright_rules::crd::compare::{Difference, Kind};

use crate::cluster;
use crate::finding::{Course, Finding, Party, Step, Verdict, Witness};
use crate::place::{Step as Way, schema_at};
use crate::work::Sides;

/// Says what the next apply does otherwise, with an object.
pub(crate) fn judge(
    sides: &Sides<'_>,
    difference: &Difference,
    version: &str,
    way: &[Way],
    finding: &mut Finding,
) {
    let schemas = [sides.old.schema(version), sides.new.schema(version)];
    let is_within_atomic = |schema: Option<&Value>| {
        let above = |depth| schema_at(schema?, way.get(..depth)?);
        (0..way.len()).any(|depth| above(depth).is_some_and(is_atomic))
    };
    if schemas.into_iter().all(is_within_atomic) {
        finding.undecided = None;
        finding.reason += "; what is around it is owned as a whole";
        return;
    }
    let says = |value: &Option<Value>| value.as_ref().is_some_and(|value| value == "atomic");
    let is_to_atomic = says(&difference.new);
    let own = schemas[0].and_then(|schema| schema_at(schema, way));
    let most = own.and_then(|schema| schema.get("maxItems")?.as_u64());
    if is_to_atomic && most.is_some_and(|most| most < 2) {
        finding.undecided = None;
        finding.reason += "; nobody shares one item";
        return;
    }
    let Some(object) = own.and_then(|own| filled(sides, version, way, own)) else {
        finding.undecided = Some("no object was made that has something in it".to_owned());
        return;
    };
    let what = match difference.kind {
        Kind::ListType => "item",
        _ => "member",
    };
    let (first, second) = sides.course.releases();
    let step = if is_to_atomic {
        Step::new(
            format!(
                "apply it, let another manager apply one more {what} there, and apply it again"
            ),
            format!("accepted: each manager owns its {what}s"),
            "refused: 409, a conflict with the other manager: each owns the whole now",
        )
    } else {
        Step::new(
            format!(
                "apply it with the {first} release, and apply it without one {what} there with the {second} one"
            ),
            format!("the {what} is removed"),
            format!("the {what} stays: whoever owned it by the old type does not own it any more"),
        )
    };
    finding.level = Verdict::NewVersion;
    finding.undecided = None;
    // What is stored stays as it is; who owns it matters to the next who applies.
    finding.hurts = if is_to_atomic || sides.course == Course::Rollback {
        vec![Party::Writers]
    } else {
        vec![Party::Writers, Party::Stored]
    };
    finding.witness = Some(Witness {
        object,
        steps: vec![step],
    });
}

/// Whether a value has one owner for all that is in it.
fn is_atomic(schema: &Value) -> bool {
    let says = |keyword: &str| schema.get(keyword).and_then(Value::as_str);
    match says("type") {
        Some("array") => says("x-kubernetes-list-type").is_none_or(|kind| kind == "atomic"),
        _ => says("x-kubernetes-map-type") == Some("atomic"),
    }
}

/// An object with something in the list or map.
fn filled(sides: &Sides<'_>, version: &str, way: &[Way], own: &Value) -> Option<Value> {
    let properties = own.get("properties").and_then(Value::as_object);
    let members = properties.into_iter().flatten();
    let below = [Way::Items, Way::Values]
        .into_iter()
        .filter(|step| schema_at(own, std::slice::from_ref(step)).is_some_and(Value::is_object))
        .chain(members.map(|(name, _)| Way::Member(name.clone())));
    let mut below = below.take(8);
    below.find_map(|step| {
        let way: Vec<Way> = way.iter().cloned().chain([step]).collect();
        cluster::made(sides.old, version, &way)
    })
}
