//! Fields that are called otherwise at the hub, by their types and descriptions.

use std::collections::BTreeMap;

use crate::model::Field;

/// What fields of this version are called at the hub, by their names on the wire.
#[derive(Default)]
pub(super) struct Renames<'f> {
    pub(super) sure: BTreeMap<&'f str, &'f Field>,
    /// Several have the type and the description, or several had them.
    pub(super) unsure: Vec<(&'f str, Vec<&'f str>)>,
}

/// A field that only this version has is one that only the hub has if these two alone have the same type, presence and
/// description.
pub(super) fn renames<'f>(own: &[&'f Field], theirs: &[&'f Field]) -> Renames<'f> {
    let lacks = |all: &[&Field], field: &Field| all.iter().all(|other| other.wire != field.wire);
    let alone = |one: &[&'f Field], other: &[&'f Field]| -> Vec<&'f Field> {
        let alone = one.iter().copied();
        alone.filter(|field| lacks(other, field)).collect()
    };
    let (alone, others) = (alone(own, theirs), alone(theirs, own));
    let mut renames = Renames::default();
    for field in &alone {
        let same: Vec<&Field> = others
            .iter()
            .copied()
            .filter(|other| is_same(field, other))
            .collect();
        let is_contested =
            |other: &Field| alone.iter().filter(|one| is_same(one, other)).count() > 1;
        match same.as_slice() {
            [] => {}
            [other] if !is_contested(other) => {
                renames.sure.insert(field.wire.as_str(), other);
            }
            several => {
                let names = several.iter().map(|other| other.wire.as_str());
                renames.unsure.push((field.wire.as_str(), names.collect()));
            }
        }
    }
    renames
}

fn is_same(own: &Field, their: &Field) -> bool {
    let (one, other) = (&own.place, &their.place);
    let (Some(described), Some(there)) = (description(own), description(their)) else {
        return false;
    };
    described == there
        && one.ty == other.ty
        && one.nullable == other.nullable
        && one.default == other.default
        && own.presence == their.presence
}

/// The words of a description without the field's own name, if they are more than a few.
pub(super) fn description(field: &Field) -> Option<Vec<String>> {
    const FEW: usize = 3;
    let text = field.place.description.as_deref()?;
    let words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !word.eq_ignore_ascii_case(&field.wire));
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    (words.len() > FEW).then_some(words)
}
