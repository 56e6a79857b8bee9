//! Objects as they are compared.

use std::borrow::Cow;

use crate::json::{Json, same, same_option};

/// Whether two objects are the same to who compares them.
pub(super) fn is_same(a: &Json, b: &Json) -> bool {
    let by_name = |json| {
        let mut own = own(json);
        own.sort_by(|(a, _), (b, _)| a.cmp(b));
        own
    };
    let (of_a, of_b) = (by_name(a), by_name(b));
    of_a.len() == of_b.len()
        && same_option(metadata(a).as_ref(), metadata(b).as_ref())
        && of_a
            .iter()
            .zip(&of_b)
            .all(|(a, b)| a.0 == b.0 && same(&a.1, &b.1))
}

/// An object as it is compared: apart from the version, and from whether it has metadata, labels or annotations without members.
pub(super) fn comparable<'j>(json: &'j Json) -> Json<'j> {
    let own = own(json).into_iter();
    let own = own.map(|(name, value)| match value {
        Cow::Borrowed(value) => (name, value.borrowed()),
        Cow::Owned(value) => (name, value),
    });
    let mut members: Vec<_> = own.collect();
    members.extend(metadata(json).map(|metadata| ("metadata".into(), metadata)));
    Json::Object(members)
}

/// The members but for the version and the metadata.
fn own<'j>(json: &'j Json) -> Vec<(Cow<'j, str>, Cow<'j, Json<'j>>)> {
    let members = json.each_member();
    members
        .filter(|(name, _)| !["apiVersion", "metadata"].contains(&&**name))
        .collect()
}

/// The metadata without labels or annotations that have no members, if it has any.
fn metadata<'j>(json: &'j Json) -> Option<Json<'j>> {
    let mut metadata = json.member("metadata")?;
    if let Some(members) = metadata.members_mut() {
        let is_tags = |name: &str| ["labels", "annotations"].contains(&name);
        members.retain(|(name, tags)| !is_tags(name) || !tags.is_empty());
    }
    (!metadata.is_empty()).then_some(metadata)
}
