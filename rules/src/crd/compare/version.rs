//! What is said of each version.

use serde_json::{Value, json};

use super::{Direction, Found, Kind, Spot, change, schema};
use crate::crd::model::{Column, Scale, Spec, Subresources, Version};
use crate::path::FieldPath;

/// Compares versions of the same name, in the order of the new ones.
pub(super) fn compare(old: &Spec, new: &Spec, list: &FieldPath, found: &mut Found) {
    let named = |spec: &Spec, name: &str| spec.versions.iter().any(|version| version.name == name);
    storage(old, new, list, found);
    for gone in old
        .versions
        .iter()
        .filter(|version| !named(new, &version.name))
    {
        let sides = (Some(json!(gone.name)), None);
        let words = if gone.served {
            format!(
                "the version {} is gone: requests at it are refused",
                gone.name
            )
        } else {
            format!("the version {} is gone, which was not served", gone.name)
        };
        let direction = if gone.served {
            Direction::Tightened
        } else {
            Direction::Other
        };
        found.add(
            Spot::new(list.clone()),
            Kind::Version,
            direction,
            sides,
            words,
        );
    }
    for (index, version) in new.versions.iter().enumerate() {
        let path = list.index(index);
        let Some(before) = old
            .versions
            .iter()
            .find(|before| before.name == version.name)
        else {
            let sides = (None, Some(json!(version.name)));
            let words = format!("the version {} is new", version.name);
            let spot = Spot::new(path);
            found.add(spot, Kind::Version, Direction::Loosened, sides, words);
            continue;
        };
        found.version = Some(version.name.clone());
        flags(before, version, &path, found);
        let (ours, theirs) = (old.subresources_of(before), new.subresources_of(version));
        subresources(ours, theirs, &path.child("subresources"), found);
        let (ours, theirs) = (old.columns_of(before), new.columns_of(version));
        columns(ours, theirs, &path.child("additionalPrinterColumns"), found);
        let ours = old.selectable_fields_of(before);
        let theirs = new.selectable_fields_of(version);
        selectable_fields(ours, theirs, &path.child("selectableFields"), found);
        let root = Spot::new(path.child("schema").child("openAPIV3Schema"));
        match (old.schema_of(before), new.schema_of(version)) {
            (Some(ours), Some(theirs)) => schema::compare(ours, theirs, &root, found),
            (Some(_), None) => {
                let words = "the schema is gone";
                found.add(root, Kind::Type, Direction::Loosened, (None, None), words);
            }
            (None, Some(_)) => {
                let words = "there is a schema, and was none";
                found.add(root, Kind::Type, Direction::Tightened, (None, None), words);
            }
            (None, None) => {}
        }
        found.version = None;
    }
}

fn storage(old: &Spec, new: &Spec, list: &FieldPath, found: &mut Found) {
    let stored = |spec: &Spec| -> Option<Value> {
        let version = spec.versions.iter().find(|version| version.storage)?;
        Some(json!(version.name))
    };
    let sides = (stored(old), stored(new));
    if sides.0 != sides.1 {
        let words = format!(
            "storage version {}: what is stored is rewritten when it is written next",
            change(&sides)
        );
        let spot = Spot::new(list.clone());
        found.add(spot, Kind::Storage, Direction::Reread, sides, words);
    }
}

fn flags(old: &Version, new: &Version, path: &FieldPath, found: &mut Found) {
    if old.served != new.served {
        let (direction, words) = if new.served {
            (Direction::Loosened, "is served")
        } else {
            (
                Direction::Tightened,
                "is no longer served: requests at it are refused",
            )
        };
        let sides = (Some(old.served.into()), Some(new.served.into()));
        found.add(
            Spot::new(path.child("served")),
            Kind::Served,
            direction,
            sides,
            words,
        );
    }
    if old.deprecated != new.deprecated {
        let words = if new.deprecated {
            "is deprecated: clients are warned"
        } else {
            "is no longer deprecated"
        };
        let sides = (Some(old.deprecated.into()), Some(new.deprecated.into()));
        let spot = Spot::new(path.child("deprecated"));
        found.add(spot, Kind::Deprecation, Direction::Other, sides, words);
    } else if old.deprecation_warning != new.deprecation_warning {
        let side = |version: &Version| version.deprecation_warning.clone().map(Value::from);
        let sides = (side(old), side(new));
        let words = format!("deprecationWarning {}", change(&sides));
        let spot = Spot::new(path.child("deprecationWarning"));
        found.add(spot, Kind::Deprecation, Direction::Other, sides, words);
    }
}

fn subresources(
    old: Option<&Subresources>,
    new: Option<&Subresources>,
    path: &FieldPath,
    found: &mut Found,
) {
    let has_status = |side: Option<&Subresources>| side.is_some_and(|side| side.status);
    let (had, has) = (has_status(old), has_status(new));
    if had != has {
        let words = if has {
            "the subresource status is new: of the status, writes to the object are ignored"
        } else {
            "the subresource status is gone: writes to it are refused, and the status is written with the object"
        };
        found.add(
            Spot::new(path.child("status")),
            Kind::Subresource,
            Direction::Changed,
            (Some(had.into()), Some(has.into())),
            words,
        );
    }
    let scale = |side: Option<&Subresources>| side.and_then(|side| side.scale.as_ref().map(paths));
    let sides = (scale(old), scale(new));
    let (direction, words) = match &sides {
        (old, new) if old == new => return,
        (None, _) => (
            Direction::Loosened,
            "the subresource scale is new".to_owned(),
        ),
        (_, None) => (
            Direction::Tightened,
            "the subresource scale is gone: requests to it are refused".to_owned(),
        ),
        _ => (Direction::Changed, format!("scale {}", change(&sides))),
    };
    let spot = Spot::new(path.child("scale"));
    found.add(spot, Kind::Subresource, direction, sides, words);
}

fn paths(scale: &Scale) -> Value {
    let selector = scale.label_selector_path.as_deref();
    json!([
        scale.spec_replicas_path,
        scale.status_replicas_path,
        selector
    ])
}

fn columns(old: &[Column], new: &[Column], path: &FieldPath, found: &mut Found) {
    let value = |column: &Column| {
        json!({
            "type": column.type_name,
            "format": column.format,
            "priority": column.priority,
            "jsonPath": column.json_path,
        })
    };
    let find = |columns: &[Column], name: &str| {
        let column = columns.iter().find(|column| column.name == name);
        column.map(value)
    };
    let mut say = |spot: Spot, sides, words: String| {
        found.add(spot, Kind::Column, Direction::Other, sides, words);
    };
    for gone in old
        .iter()
        .filter(|column| find(new, &column.name).is_none())
    {
        let words = format!("the column {} is gone", gone.name);
        say(Spot::new(path.clone()), (Some(value(gone)), None), words);
    }
    for (index, column) in new.iter().enumerate() {
        let sides = (find(old, &column.name), Some(value(column)));
        let words = match &sides.0 {
            None => format!("the column {} is new", column.name),
            Some(old) if Some(old) != sides.1.as_ref() => {
                format!("the column {} differs", column.name)
            }
            Some(_) => continue,
        };
        say(Spot::new(path.index(index)), sides, words);
    }
}

fn selectable_fields(old: &[String], new: &[String], path: &FieldPath, found: &mut Found) {
    let spot = || Spot::new(path.clone());
    for gone in old.iter().filter(|field| !new.contains(field)) {
        let words = format!("no field selector can name {gone} any longer");
        let sides = (Some(json!(gone)), None);
        found.add(
            spot(),
            Kind::SelectableField,
            Direction::Tightened,
            sides,
            words,
        );
    }
    for added in new.iter().filter(|field| !old.contains(field)) {
        let words = format!("field selectors can name {added}");
        let sides = (None, Some(json!(added)));
        found.add(
            spot(),
            Kind::SelectableField,
            Direction::Loosened,
            sides,
            words,
        );
    }
}
