//! What is said of a CRD as a whole.

use serde_json::{Value, json};

use super::{Direction, Found, Kind, Spot, change, version};
use crate::crd::model::{ClientConfig, Conversion, Names, Service, Spec};
use crate::path::FieldPath;

pub(super) fn compare(old: &Spec, new: &Spec, found: &mut Found) {
    let spec = FieldPath::root().child("spec");
    for (name, kind, old, new) in [
        ("group", Kind::Group, &old.group, &new.group),
        ("scope", Kind::Scope, &old.scope, &new.scope),
    ] {
        if old != new {
            let sides = (Some(json!(old)), Some(json!(new)));
            let words = format!("{name} {}", change(&sides));
            let spot = Spot::new(spec.child(name));
            found.add(spot, kind, Direction::Changed, sides, words);
        }
    }
    names(&old.names, &new.names, &spec.child("names"), found);
    if old.preserve_unknown_fields != new.preserve_unknown_fields {
        let (direction, words) = if old.preserve_unknown_fields {
            (
                Direction::Pruned,
                "fields that no schema declares are dropped",
            )
        } else {
            (
                Direction::Loosened,
                "fields that no schema declares are kept",
            )
        };
        let sides = (
            Some(old.preserve_unknown_fields.into()),
            Some(new.preserve_unknown_fields.into()),
        );
        let spot = Spot::new(spec.child("preserveUnknownFields"));
        found.add(spot, Kind::UnknownFields, direction, sides, words);
    }
    if let (Some(ours), Some(theirs)) = (&old.conversion, &new.conversion) {
        let several = old.versions.len().max(new.versions.len()) > 1;
        conversion(ours, theirs, several, &spec.child("conversion"), found);
    }
    version::compare(old, new, &spec.child("versions"), found);
}

fn names(old: &Names, new: &Names, path: &FieldPath, found: &mut Found) {
    for (name, direction, old, new) in [
        ("kind", Direction::Changed, &old.kind, &new.kind),
        ("plural", Direction::Changed, &old.plural, &new.plural),
        ("singular", Direction::Other, &old.singular, &new.singular),
        ("listKind", Direction::Other, &old.list_kind, &new.list_kind),
    ] {
        if old != new {
            let sides = (Some(json!(old)), Some(json!(new)));
            let words = format!("{name} {}", change(&sides));
            found.add(
                Spot::new(path.child(name)),
                Kind::Names,
                direction,
                sides,
                words,
            );
        }
    }
    for (list, what, old, new) in [
        (
            "shortNames",
            "short name",
            &old.short_names,
            &new.short_names,
        ),
        ("categories", "category", &old.categories, &new.categories),
    ] {
        let spot = || Spot::new(path.child(list));
        for lost in old.iter().filter(|name| !new.contains(name)) {
            let words = format!("the {what} {lost} is gone");
            let sides = (Some(json!(lost)), None);
            found.add(spot(), Kind::Names, Direction::Tightened, sides, words);
        }
        for added in new.iter().filter(|name| !old.contains(name)) {
            let words = format!("the {what} {added} is new");
            let sides = (None, Some(json!(added)));
            found.add(spot(), Kind::Names, Direction::Loosened, sides, words);
        }
    }
}

fn conversion(
    old: &Conversion,
    new: &Conversion,
    several: bool,
    path: &FieldPath,
    found: &mut Found,
) {
    if old.strategy != new.strategy {
        let (direction, words) = match new.strategy.as_str() {
            _ if !several => (
                Direction::Other,
                "there is one version, and nothing to convert",
            ),
            "None" => (
                Direction::Pruned,
                "nothing but apiVersion is changed, and what a version does not declare is dropped",
            ),
            _ => (Direction::Reread, "a webhook makes one version of another"),
        };
        let sides = (
            Some(old.strategy.as_str().into()),
            Some(new.strategy.as_str().into()),
        );
        let words = format!("conversion strategy {}: {words}", change(&sides));
        let spot = Spot::new(path.child("strategy"));
        found.add(spot, Kind::Conversion, direction, sides, words);
        return;
    }
    let webhook = path.child("webhook");
    let client = webhook.child("clientConfig");
    for (name, path, old, new) in [
        (
            "the address of the webhook",
            &client,
            address(old.client.as_ref()),
            address(new.client.as_ref()),
        ),
        (
            "conversionReviewVersions",
            &webhook.child("conversionReviewVersions"),
            Some(json!(old.review_versions)),
            Some(json!(new.review_versions)),
        ),
    ] {
        if old != new {
            let sides = (old, new);
            let words = format!("{name} {}", change(&sides));
            let spot = Spot::new(path.clone());
            found.add(spot, Kind::Conversion, Direction::Other, sides, words);
        }
    }
    let bundle = |conversion: &Conversion| {
        let client = conversion.client.as_ref();
        client
            .map(|client| client.ca_bundle.clone())
            .unwrap_or_default()
    };
    if bundle(old) != bundle(new) {
        let spot = Spot::new(client.child("caBundle"));
        let words = "the caBundle that the webhook is trusted by differs";
        found.add(
            spot,
            Kind::Conversion,
            Direction::Other,
            (None, None),
            words,
        );
    }
}

fn address(client: Option<&ClientConfig>) -> Option<Value> {
    let client = client?;
    let of_service = |service: &Service| {
        json!(format!(
            "{}/{}:{}{}",
            service.namespace,
            service.name,
            service.port.unwrap_or_default(),
            service.path.as_deref().unwrap_or_default()
        ))
    };
    let url = client.url.as_deref().map(Value::from);
    url.or_else(|| client.service.as_ref().map(of_service))
}
