//! `Default` in Rust, where an object may come without its spec: what the schema's defaults are, else what the type's is.

use serde_json::Value;

use crate::attribute::Words;
use crate::model::{Field, Presence, Shape, Ty, Type};
use crate::name;
use crate::text;
use crate::write::json;

/// Marks all types that have to have a default because one has that contains them.
pub(crate) fn mark(types: &mut [Type]) {
    let mut open: Vec<usize> = (0..types.len())
        .filter(|id| types[*id].has_default)
        .collect();
    while let Some(id) = open.pop() {
        let mut found = Vec::new();
        match &types[id].shape {
            Shape::Struct { fields, .. } => {
                for field in fields {
                    if is_option(field) && value(&types[id], field).is_none() {
                        continue;
                    }
                    match &field.place.ty {
                        Ty::Named(inner) => found.push(*inner),
                        ty if value(&types[id], field).is_some() => {
                            if let Ty::Named(inner) = ty.innermost() {
                                found.push(*inner);
                            }
                        }
                        _ => {}
                    }
                }
            }
            Shape::Newtype(place) => {
                if let Ty::Named(inner) = place.ty {
                    found.push(inner);
                }
            }
            Shape::Enum(_) => {}
        }
        for id in found {
            if let Some(ty) = types.get_mut(id).filter(|ty| !ty.has_default) {
                ty.has_default = true;
                open.push(id);
            }
        }
    }
}

/// The default of a field: that of the whole type first.
fn value<'t>(ty: &'t Type, field: &'t Field) -> Option<&'t Value> {
    let of_type = ty.default.get(&field.wire);
    of_type.or(field.place.default.as_ref())
}

/// Whether the Rust type of a field is an `Option`.
pub(crate) fn is_option(field: &Field) -> bool {
    let place = &field.place;
    place.nullable || (place.default.is_none() && field.presence == Presence::Optional)
}

/// Whether the default is each field's own, which `derive` writes.
pub(crate) fn is_derived(ty: &Type) -> bool {
    match &ty.shape {
        Shape::Struct { fields, .. } => fields.iter().all(|field| {
            value(ty, field).is_none()
                && (is_option(field) || !matches!(field.place.ty, Ty::IntOrString))
        }),
        Shape::Enum(_) => true,
        Shape::Newtype(place) => !matches!(place.ty, Ty::IntOrString),
    }
}

/// The implementation by hand.
pub(crate) fn implementation(ty: &Type, words: &Words<'_>) -> String {
    let Shape::Struct { fields, others } = &ty.shape else {
        return String::new();
    };
    let mut lines = String::new();
    for field in fields {
        let value = match value(ty, field) {
            Some(default) if is_option(field) => {
                format!("Some({})", expression(&field.place.ty, default, words))
            }
            Some(default) => expression(&field.place.ty, default, words),
            None if is_option(field) => "None".to_owned(),
            None if field.place.ty == Ty::IntOrString => "IntOrString::Int(0)".to_owned(),
            None => "Default::default()".to_owned(),
        };
        lines += &format!("            {}: {value},\n", name::escape(&field.name));
    }
    if let Some(others) = others {
        lines += &format!("            {others}: Map::new(),\n");
    }
    format!(
        "\nimpl Default for {} {{\n    fn default() -> Self {{\n        Self {{\n{lines}        }}\n    }}\n}}\n",
        ty.name
    )
}

/// A value of a type in Rust.
pub(crate) fn expression(ty: &Ty, value: &Value, words: &Words<'_>) -> String {
    let given = || {
        format!(
            "serde_json::from_value({}).expect(\"a default of the type\")",
            json(value)
        )
    };
    match (ty, value) {
        (_, Value::Null) => given(),
        (Ty::Option(inner), value) => format!("Some({})", expression(inner, value, words)),
        (Ty::Bool, Value::Bool(value)) => value.to_string(),
        (Ty::Int(_), Value::Number(number)) => number.to_string(),
        (Ty::Float(_), Value::Number(number)) => {
            let text = number.to_string();
            if text.contains(['.', 'e']) {
                text
            } else {
                text + ".0"
            }
        }
        (Ty::Text, Value::String(value)) => format!("{}.to_owned()", text::literal(value)),
        (Ty::IntOrString, Value::String(value)) => {
            format!("IntOrString::String({}.to_owned())", text::literal(value))
        }
        (Ty::IntOrString, Value::Number(number))
            if number
                .as_i64()
                .is_some_and(|number| i32::try_from(number).is_ok()) =>
        {
            format!("IntOrString::Int({number})")
        }
        (Ty::List(inner), Value::Array(items)) => {
            let items: Vec<String> = items
                .iter()
                .map(|item| expression(inner, item, words))
                .collect();
            format!("vec![{}]", items.join(", "))
        }
        (Ty::Map(inner), Value::Object(members)) => {
            let members: Vec<String> = members
                .iter()
                .map(|(name, value)| {
                    format!(
                        "({}.to_owned(), {})",
                        text::literal(name),
                        expression(inner, value, words)
                    )
                })
                .collect();
            format!("BTreeMap::from([{}])", members.join(", "))
        }
        (Ty::Named(id), value) => match (words.types.get(*id), value) {
            (
                Some(Type {
                    shape: Shape::Enum(variants),
                    ..
                }),
                Value::String(wire),
            ) => {
                let variant = variants.iter().find(|(_, known)| known == wire);
                let path = words.ty(ty);
                variant.map_or_else(given, |(variant, _)| format!("{path}::{variant}"))
            }
            (Some(ty), Value::Object(members)) => {
                of_struct(ty, members, words).unwrap_or_else(given)
            }
            _ => given(),
        },
        _ => given(),
    }
}

fn of_struct(
    ty: &Type,
    members: &serde_json::Map<String, Value>,
    words: &Words<'_>,
) -> Option<String> {
    let Shape::Struct { fields, .. } = &ty.shape else {
        return None;
    };
    if members.is_empty() {
        return Some(format!("{}::default()", words.path(ty)));
    }
    let mut parts = Vec::new();
    for (wire, value) in members {
        let field = fields.iter().find(|field| field.wire == *wire)?;
        let value = expression(&field.place.ty, value, words);
        let value = if is_option(field) {
            format!("Some({value})")
        } else {
            value
        };
        parts.push(format!("{}: {value}", name::escape(&field.name)));
    }
    if parts.len() < fields.len() {
        parts.push(format!("..{}::default()", words.path(ty)));
    }
    Some(format!("{} {{ {} }}", words.path(ty), parts.join(", ")))
}
