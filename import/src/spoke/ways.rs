//! Keys by which values of one type may become values of another: what is proposed where nothing says which.

use crate::attribute::Doc;
use crate::model::{Field, Shape, Ty, Type};

/// What always is a way.
pub(super) const FUNCTIONS: &str = "functions always are a way: `with = function, back = function`";

/// The most names that are proposed.
const SHOWN: usize = 3;

/// Between two fields whose types differ; nothing where functions are all that is left.
pub(super) fn between(own: &Ty, their: &Ty, fields: [&Field; 2], types: &[Type]) -> Vec<String> {
    let (own, their) = (peeled(own), peeled(their));
    let mut ways = match (own, their) {
        (Ty::List(own), Ty::List(their)) => {
            let inner = one(peeled(own), peeled(their), fields, types);
            let inner = inner.into_iter().filter(|way| is_of_each(way));
            inner.map(|way| format!("each({way})")).collect()
        }
        (Ty::List(inner), Ty::Text) | (Ty::Text, Ty::List(inner)) if **inner == Ty::Text => {
            let whole = one(own, their, fields, types);
            ["delimited = \",\"".to_owned()]
                .into_iter()
                .chain(whole)
                .collect()
        }
        _ => one(own, their, fields, types)
            .into_iter()
            .collect::<Vec<_>>(),
    };
    if ways.is_empty() {
        return ways;
    }
    for way in &mut ways {
        *way = format!("`{way}`?");
    }
    ways.push(FUNCTIONS.to_owned());
    ways
}

/// Whether a way may stand in `each(…)`.
pub(super) fn is_of_each(way: &str) -> bool {
    let name = way.split([' ', '(']).next().unwrap_or_default();
    [
        "wrap",
        "unwrap",
        "coerced",
        "factor",
        "duration",
        "quantity",
        "values",
        "delimited",
    ]
    .contains(&name)
}

fn one(own: &Ty, their: &Ty, [field, other]: [&Field; 2], types: &[Type]) -> Option<String> {
    let member = |of: &Ty, inner: &Ty| {
        let fields = members(of, types)?;
        let member = fields
            .iter()
            .find(|field| peeled(&field.place.ty) == inner)?;
        Some(member.name.clone())
    };
    Some(match (own, their) {
        // Beyond what the other holds it is the last within, and the original is kept.
        (Ty::Int(_), Ty::Int(_)) | (Ty::Float(_), Ty::Float(_)) => "factor = 1".to_owned(),
        (Ty::Text, Ty::Int(_)) => number(field, other),
        (Ty::Int(_), Ty::Text) => number(other, field),
        (Ty::Text, Ty::Bool | Ty::Float(_)) | (Ty::Bool | Ty::Float(_), Ty::Text) => {
            "coerced".to_owned()
        }
        (Ty::Bool, Ty::Named(id)) => match &types.get(*id)?.shape {
            Shape::Enum(variants) => {
                let mut wires = variants.iter().map(|(_, wire)| wire);
                let (yes, no) = (wires.next()?, wires.next()?);
                format!("values(true = {yes:?}, false = {no:?})")
            }
            _ => format!("wrap = \"{}\"", member(their, own)?),
        },
        (Ty::Named(id), Ty::Bool) => match &types.get(*id)?.shape {
            Shape::Enum(variants) => {
                let mut wires = variants.iter().map(|(_, wire)| wire);
                let (yes, no) = (wires.next()?, wires.next()?);
                format!("values({yes:?} = true, {no:?} = false)")
            }
            _ => format!("unwrap = \"{}\"", member(own, their)?),
        },
        (own, Ty::List(inner)) if peeled(inner) == own => "wrap".to_owned(),
        (Ty::List(inner), their) if peeled(inner) == their => "unwrap".to_owned(),
        (Ty::List(item), Ty::Map(value)) | (Ty::Map(value), Ty::List(item)) => {
            let fields = members(peeled(item), types)?;
            let key = fields
                .iter()
                .find(|field| field.wire == "name")
                .or_else(|| fields.iter().find(|field| field.place.ty == Ty::Text))?;
            let mut rest = fields.iter().filter(|field| field.wire != key.wire);
            match (rest.next(), rest.next()) {
                (Some(only), None) if peeled(&only.place.ty) == peeled(value) => {
                    format!("keyed(\"{}\", \"{}\")", key.name, only.name)
                }
                _ => format!("keyed = \"{}\"", key.name),
            }
        }
        (_, Ty::Named(_)) => format!("wrap = \"{}\"", member(their, own)?),
        (Ty::Named(_), _) => format!("unwrap = \"{}\"", member(own, their)?),
        _ => return None,
    })
}

/// A text and a number: by what their names and descriptions speak of.
fn number(text: &Field, number: &Field) -> String {
    let about = |field: &Field| {
        let described = field.place.description.as_deref().unwrap_or_default();
        format!("{} {described}", field.wire).to_lowercase()
    };
    let (of_text, of_number) = (about(text), about(number));
    let says = |words: &[&str]| {
        let mut words = words.iter();
        words.any(|word| of_text.contains(word) || of_number.contains(word))
    };
    let ends = |unit: &str| number.wire.to_lowercase().ends_with(unit);
    if ends("milliseconds") || ends("millis") {
        "duration = \"ms\"".to_owned()
    } else if ends("minutes") {
        "duration = \"m\"".to_owned()
    } else if ends("hours") {
        "duration = \"h\"".to_owned()
    } else if says(&[
        "duration", "timeout", "seconds", "interval", "period", "delay",
    ]) {
        "duration = \"s\"".to_owned()
    } else if says(&["quantity", "memory", "storage", "bytes", "capacity"]) {
        "quantity = \"Mi\"".to_owned()
    } else {
        "coerced".to_owned()
    }
}

/// Of a field that must be there, and that the hub has not under its name. `value`: what may stand here in its stead.
pub(super) fn of_lost(field: &Field, alone: &[&Field], types: &[Type], value: &str) -> Vec<String> {
    let is_like = |other: &Field| peeled(&other.place.ty) == peeled(&field.place.ty);
    let mut ways: Vec<String> = alone
        .iter()
        .filter(|other| is_like(other))
        .map(|other| format!("`rename = \"{}\"`?", other.name))
        .take(SHOWN)
        .collect();
    // A step further within what the hub alone has.
    for around in alone {
        let within = members(peeled(&around.place.ty), types).unwrap_or_default();
        // Of one name, structs may be each other's where their types differ.
        let is_mapped = |inner: &Field| {
            let types = [peeled(&inner.place.ty), peeled(&field.place.ty)];
            types.iter().all(|ty| matches!(ty, Ty::Named(_)))
        };
        let found = within
            .iter()
            .filter(|inner| inner.wire == field.wire && (is_like(inner) || is_mapped(inner)));
        ways.extend(found.map(|inner| format!("`to = \"{}.{}\"`?", around.name, inner.name)));
    }
    ways.push(format!(
        "`removed = {value}` is what objects of the hub have here"
    ));
    ways
}

/// What two enums have to decide. `left`: variants of the one and of the other of which nothing is known.
pub(super) fn variants(
    [lost, new]: [&[(String, String)]; 2],
    [own, theirs]: [&[(String, String)]; 2],
    [name, their_name]: [&str; 2],
) -> Vec<String> {
    let names = |all: &[(String, String)]| -> Vec<String> {
        all.iter().map(|(variant, _)| variant.clone()).collect()
    };
    let (lost, new) = (names(lost), names(new));
    let mut open = Vec::new();
    if !lost.is_empty() {
        open.push(format!(
            "the hub has no {}; on each, `removed = {}` or another value, or `rename`",
            listed(&lost),
            first(theirs, their_name)
        ));
    }
    if !new.is_empty() {
        let values: Vec<String> = new
            .iter()
            .map(|variant| format!("{variant} = {}", first(own, name)))
            .collect();
        open.push(format!(
            "only the hub has {}; `added({})`, or other values",
            listed(&new),
            values.join(", ")
        ));
    }
    open
}

fn first(all: &[(String, String)], of: &str) -> String {
    let first = all.first().map_or("Variant", |(variant, _)| variant);
    format!("{of}::{first}")
}

/// Keys by which values that only one of two enums has become the first of the other's: on the type, and on variants.
pub(super) fn stand_ins(
    [lost, new]: [&[(String, String)]; 2],
    [own, theirs]: [&[(String, String)]; 2],
    [name, their_name]: [&str; 2],
) -> (Vec<Doc>, Vec<(String, Vec<Doc>)>) {
    let added = new.iter().map(|(variant, _)| {
        let value = Doc::Atom(format!("{variant} = {}", first(own, name)));
        Doc::Call("added".to_owned(), vec![value])
    });
    let removed = lost.iter().map(|(_, wire)| {
        let value = Doc::Atom(format!("removed = {}", first(theirs, their_name)));
        (wire.clone(), vec![value])
    });
    (added.collect(), removed.collect())
}

fn listed(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

pub(super) fn members<'t>(ty: &Ty, types: &'t [Type]) -> Option<&'t [Field]> {
    let Ty::Named(id) = ty else { return None };
    match &types.get(*id)?.shape {
        Shape::Struct { fields, .. } => Some(fields),
        _ => None,
    }
}

pub(super) fn peeled(ty: &Ty) -> &Ty {
    match ty {
        Ty::Option(inner) => peeled(inner),
        ty => ty,
    }
}
