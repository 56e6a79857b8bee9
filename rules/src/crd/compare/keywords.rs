//! What a node asks of its value by itself.

use serde_json::{Value, json};

use super::{Direction, Found, Kind, Spot, change, shown};
use crate::crd::is_known_format;
use crate::node::range_of;
use crate::print::go_json_float;
use crate::schema::Schema;
use crate::validate::bound_fits;

pub(super) fn compare(old: &Schema, new: &Schema, spot: &Spot, found: &mut Found) {
    enumeration(old, new, spot, found);
    bounds(old, new, spot, found);
    counts(old, new, spot, found);
    texts(old, new, spot, found);
    lists(old, new, spot, found);
    combinators(old, new, spot, found);
}

/// Which way it goes if something is asked, or no longer.
const fn presence(was: bool, is: bool) -> Direction {
    match (was, is) {
        (false, true) => Direction::Tightened,
        (true, false) => Direction::Loosened,
        _ => Direction::Changed,
    }
}

fn enumeration(old: &Schema, new: &Schema, spot: &Spot, found: &mut Found) {
    let (was, is) = (&old.enumeration, &new.enumeration);
    let lost: Vec<&Value> = was.iter().filter(|value| !is.contains(value)).collect();
    let added: Vec<&Value> = is.iter().filter(|value| !was.contains(value)).collect();
    if lost.is_empty() && added.is_empty() {
        return;
    }
    let list = |values: &[&Value]| {
        let values: Vec<String> = values.iter().map(|value| shown(value)).collect();
        values.join(", ")
    };
    let (direction, words) = match (was.is_empty(), is.is_empty()) {
        (true, _) => (
            Direction::Tightened,
            format!("only {} are values", list(&added)),
        ),
        (_, true) => (
            Direction::Loosened,
            "any value is one, not only those of the enum".to_owned(),
        ),
        _ => {
            let lost_words = format!("{} is no longer a value", list(&lost));
            let added_words = format!("{} is a value", list(&added));
            match (lost.is_empty(), added.is_empty()) {
                (true, _) => (Direction::Loosened, added_words),
                (_, true) => (Direction::Tightened, lost_words),
                _ => (
                    Direction::Changed,
                    format!("{lost_words}, and {added_words}"),
                ),
            }
        }
    };
    let side = |values: &Vec<Value>| (!values.is_empty()).then(|| json!(values));
    found.add(
        spot.keyword("enum"),
        Kind::Enum,
        direction,
        (side(was), side(is)),
        words,
    );
}

/// A bound and whether it is itself outside.
type Limit = Option<(f64, bool)>;

/// Which way it goes if a lower bound changes; an upper one is a lower one of negative numbers.
fn lower(was: Limit, is: Limit) -> Direction {
    match (was, is) {
        (Some((was, was_outside)), Some((is, is_outside))) => {
            if is > was || is.total_cmp(&was).is_eq() && is_outside && !was_outside {
                Direction::Tightened
            } else {
                Direction::Loosened
            }
        }
        (was, is) => presence(was.is_some(), is.is_some()),
    }
}

/// A number in a schema that does not fit its type lets no value pass.
fn misfit(
    (old, was): (&Schema, Option<f64>),
    (new, is): (&Schema, Option<f64>),
    direction: Direction,
) -> (Direction, &'static str) {
    let fits = |schema: &Schema, bound: Option<f64>| {
        bound.is_none_or(|bound| bound_fits(range_of(schema), bound))
    };
    match (fits(old, was), fits(new, is)) {
        (true, true) => (direction, ""),
        (true, false) => (
            Direction::Tightened,
            ", which does not fit the type: every value is refused",
        ),
        (false, true) => (
            Direction::Loosened,
            ": the old one did not fit the type, and every value was refused",
        ),
        (false, false) => (
            Direction::Other,
            ", which do not fit the type: every value is refused",
        ),
    }
}

fn bounds(old: &Schema, new: &Schema, spot: &Spot, found: &mut Found) {
    let negated = |limit: Limit| limit.map(|(bound, outside)| (-bound, outside));
    let number = |limit: Limit| limit.map(|(bound, _)| bound);
    let minimum = |schema: &Schema| {
        schema
            .minimum
            .map(|bound| (bound, schema.exclusive_minimum))
    };
    let maximum = |schema: &Schema| {
        schema
            .maximum
            .map(|bound| (bound, schema.exclusive_maximum))
    };
    for (name, was, is) in [
        ("minimum", minimum(old), minimum(new)),
        ("maximum", maximum(old), maximum(new)),
    ] {
        if was == is {
            continue;
        }
        let direction = if name == "minimum" {
            lower(was, is)
        } else {
            lower(negated(was), negated(is))
        };
        let (direction, but) = misfit((old, number(was)), (new, number(is)), direction);
        let words = |limit: Limit| match limit {
            None => "none".to_owned(),
            Some((bound, false)) => go_json_float(bound),
            Some((bound, true)) => format!("{} exclusive", go_json_float(bound)),
        };
        let said = format!("{name} {} → {}{but}", words(was), words(is));
        let side = |limit: Limit| limit.map(|(bound, _)| json!(bound));
        let sides = (side(was), side(is));
        found.add(spot.keyword(name), Kind::Bound, direction, sides, said);
    }
    if old.multiple_of != new.multiple_of {
        let direction = presence(old.multiple_of.is_some(), new.multiple_of.is_some());
        let side = |factor: Option<f64>| factor.map(|factor| json!(factor));
        let sides = (side(old.multiple_of), side(new.multiple_of));
        let (direction, but) = misfit((old, old.multiple_of), (new, new.multiple_of), direction);
        let words = format!("multipleOf {}{but}", change(&sides));
        found.add(
            spot.keyword("multipleOf"),
            Kind::Bound,
            direction,
            sides,
            words,
        );
    }
}

fn counts(old: &Schema, new: &Schema, spot: &Spot, found: &mut Found) {
    let least = |was: Option<i64>, is: Option<i64>| match (was, is) {
        (Some(was), Some(is)) if is > was => Direction::Tightened,
        (Some(_), Some(_)) => Direction::Loosened,
        (was, is) => presence(was.is_some(), is.is_some()),
    };
    let most = |was: Option<i64>, is: Option<i64>| match (was, is) {
        (Some(was), Some(is)) if is < was => Direction::Tightened,
        (Some(_), Some(_)) => Direction::Loosened,
        (was, is) => presence(was.is_some(), is.is_some()),
    };
    for (name, kind, was, is) in [
        ("minLength", Kind::Length, old.min_length, new.min_length),
        ("maxLength", Kind::Length, old.max_length, new.max_length),
        ("minItems", Kind::Count, old.min_items, new.min_items),
        ("maxItems", Kind::Count, old.max_items, new.max_items),
        (
            "minProperties",
            Kind::Count,
            old.min_properties,
            new.min_properties,
        ),
        (
            "maxProperties",
            Kind::Count,
            old.max_properties,
            new.max_properties,
        ),
    ] {
        if was == is {
            continue;
        }
        let direction = if name.starts_with("min") {
            least(was, is)
        } else {
            most(was, is)
        };
        let sides = (was.map(Value::from), is.map(Value::from));
        let words = format!("{name} {}", change(&sides));
        found.add(spot.keyword(name), kind, direction, sides, words);
    }
}

fn texts(old: &Schema, new: &Schema, spot: &Spot, found: &mut Found) {
    let side = |text: &str| (!text.is_empty()).then(|| json!(text));
    if old.pattern != new.pattern {
        let direction = presence(!old.pattern.is_empty(), !new.pattern.is_empty());
        let sides = (side(&old.pattern), side(&new.pattern));
        let words = format!("pattern {}", change(&sides));
        found.add(
            spot.keyword("pattern"),
            Kind::Pattern,
            direction,
            sides,
            words,
        );
    }
    if old.format != new.format {
        let known = |schema: &Schema| is_known_format(&schema.type_name, &schema.format);
        let direction = match (old.format.as_str(), new.format.as_str()) {
            ("int32" | "float", "int64" | "double") => Direction::Loosened,
            ("int64" | "double", "int32" | "float") => Direction::Tightened,
            _ => match (known(old), known(new)) {
                (false, false) => Direction::Other,
                // All integers of a server are of 64 bits.
                (true, false) if matches!(old.format.as_str(), "int64" | "double") => {
                    Direction::Other
                }
                (false, true) if matches!(new.format.as_str(), "int64" | "double") => {
                    Direction::Other
                }
                (was, is) => presence(was, is),
            },
        };
        let sides = (side(&old.format), side(&new.format));
        let words = format!("format {}", change(&sides));
        found.add(
            spot.keyword("format"),
            Kind::Format,
            direction,
            sides,
            words,
        );
    }
}

/// A list is atomic, and a map granular, unless they say otherwise.
fn lists(old: &Schema, new: &Schema, spot: &Spot, found: &mut Found) {
    let list_type = |schema: &Schema| -> String {
        let own = schema.list_type.as_deref().unwrap_or("atomic");
        match own {
            "map" => format!("map of {}", schema.list_map_keys.join(", ")),
            own => own.to_owned(),
        }
    };
    let (was, is) = (list_type(old), list_type(new));
    if was != is {
        let (direction, words) = match (was.as_str(), is.as_str()) {
            ("atomic", "set") => (
                Direction::Tightened,
                "no item may be there twice, and apply merges the lists",
            ),
            ("atomic", _) => (
                Direction::Tightened,
                "no key may be there twice, and apply merges the items",
            ),
            (_, "atomic") => (
                Direction::Loosened,
                "items may be there twice, and apply replaces the list",
            ),
            _ => (Direction::Changed, "other items are taken for the same"),
        };
        let words = format!("list {was} → {is}: {words}");
        let sides = (Some(json!(was)), Some(json!(is)));
        found.add(
            spot.keyword("x-kubernetes-list-type"),
            Kind::ListType,
            direction,
            sides,
            words,
        );
    }
    let map_type = |schema: &Schema| schema.map_type.clone().unwrap_or("granular".to_owned());
    let (was, is) = (map_type(old), map_type(new));
    if was != is {
        let words = match is.as_str() {
            "atomic" => "apply replaces it as a whole",
            _ => "apply merges its members",
        };
        let words = format!("map {was} → {is}: {words}");
        let sides = (Some(json!(was)), Some(json!(is)));
        found.add(
            spot.keyword("x-kubernetes-map-type"),
            Kind::MapType,
            Direction::Other,
            sides,
            words,
        );
    }
}

/// The schemas in `anyOf`, but for those that only say again what int-or-string says.
fn alternatives(schema: &Schema) -> &[Schema] {
    let type_of = |at: usize| schema.any_of.get(at).map(|found| found.type_name.as_str());
    let is_said = schema.int_or_string
        && schema.any_of.len() == 2
        && (type_of(0), type_of(1)) == (Some("integer"), Some("string"));
    if is_said { &[] } else { &schema.any_of }
}

fn combinators(old: &Schema, new: &Schema, spot: &Spot, found: &mut Found) {
    for (name, was, is) in [
        ("allOf", old.all_of.as_slice(), new.all_of.as_slice()),
        ("anyOf", alternatives(old), alternatives(new)),
        ("oneOf", &old.one_of, &new.one_of),
        (
            "not",
            old.not.as_deref().map_or(&[][..], std::slice::from_ref),
            new.not.as_deref().map_or(&[][..], std::slice::from_ref),
        ),
    ] {
        if was == is {
            continue;
        }
        let direction = presence(!was.is_empty(), !is.is_empty());
        let words = match direction {
            Direction::Tightened => format!("{name} is new"),
            Direction::Loosened => format!("{name} is gone"),
            _ if was.len() == is.len() => format!("{name} differs"),
            _ => format!("{name} differs: {} schemas → {}", was.len(), is.len()),
        };
        let sides = (Some(json!(was.len())), Some(json!(is.len())));
        found.add(
            spot.keyword(name),
            Kind::Combinator,
            direction,
            sides,
            words,
        );
    }
}
