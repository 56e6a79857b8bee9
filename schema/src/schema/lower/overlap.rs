//! Whether serde reads what one variant of an untagged enum writes as an earlier one, and what is lost then.

use serde_json::Value;

use crate::schema::{
    node::{Closed, Kinds, Node},
    problem::Loss,
};

/// What may be lost when what `written` describes is read as what `reader` describes; nothing where the reader refuses
/// it, or keeps it all.
pub(super) fn loss(reader: &Node, written: &Node) -> Option<Loss> {
    if refuses(reader, written) {
        return None;
    }
    let both = reader.kinds.and(written.kinds);
    if reader.kinds.has(Kinds::NUMBER) && !integers(reader) && integers(written) && wide(written) {
        return Some(Loss::Digits);
    }
    if both.has(Kinds::ARRAY)
        && let (Some(reader), Some(written)) = (&reader.items, &written.items)
        && let Some(loss) = loss(reader, written)
    {
        return Some(loss);
    }
    if both.has(Kinds::OBJECT) {
        lost_members(reader, written)
    } else {
        None
    }
}

fn integers(node: &Node) -> bool {
    node.kinds.and(Kinds::NUMBER) == Kinds::INTEGER
}

/// Whether there may be more digits than a floating-point number has.
fn wide(node: &Node) -> bool {
    node.keywords.get("format").and_then(Value::as_str) != Some("int32")
        && node
            .keywords
            .get("maximum")
            .and_then(Value::as_i64)
            .is_none_or(|most| most > 1 << 53)
}

/// Whether the reader surely fails on everything that is written.
fn refuses(reader: &Node, written: &Node) -> bool {
    let both = reader.kinds.and(written.kinds);
    if both == Kinds::NONE {
        return !(reader.reads_null && written.nullable);
    }
    if both == Kinds::STRING
        && let (Some(Value::Array(read)), Some(Value::Array(written))) =
            (reader.keywords.get("enum"), written.keywords.get("enum"))
    {
        return !written.iter().any(|value| read.contains(value));
    }
    if both == Kinds::OBJECT {
        return reader.required.iter().any(|name| {
            let Some(read) = reader.properties.get(name) else {
                return false;
            };
            match written.properties.get(name) {
                Some(written) => refuses(read, written),
                None => !open(written),
            }
        }) || (reader.closed != Closed::No
            && written
                .required
                .iter()
                .any(|name| !reader.properties.contains_key(name)));
    }
    false
}

fn open(node: &Node) -> bool {
    node.preserve || node.additional.is_some()
}

fn lost_members(reader: &Node, written: &Node) -> Option<Loss> {
    if reader.preserve {
        return None;
    }
    if let Some(values) = &reader.additional {
        return written
            .properties
            .values()
            .chain(written.additional.as_deref())
            .find_map(|written| loss(values, written));
    }
    if reader.closed != Closed::No {
        // What it does not know it refuses; what it knows it may still read in part.
        return common(reader, written);
    }
    if open(written) {
        return Some(Loss::Member("*".to_owned()));
    }
    let unknown = written
        .properties
        .keys()
        .find(|name| !reader.properties.contains_key(*name));
    unknown
        .map(|name| Loss::Member(name.clone()))
        .or_else(|| common(reader, written))
}

fn common(reader: &Node, written: &Node) -> Option<Loss> {
    reader.properties.iter().find_map(|(name, read)| {
        let lost = loss(read, written.properties.get(name)?)?;
        Some(match lost {
            Loss::Member(member) => Loss::Member(format!("{name}.{member}")),
            Loss::Digits => Loss::Digits,
        })
    })
}
