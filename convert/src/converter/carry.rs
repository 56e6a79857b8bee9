//! The annotation in which travels what a version cannot hold.

use super::{Converter, VersionOf};
use crate::{
    ConversionError,
    complement::Annotation,
    json::{Json, Members, get},
    memoryless::Called,
};

/// The annotations of an object may have this many bytes in all, names and values
/// (`TotalAnnotationSizeLimitB` of the API server).
const ANNOTATIONS_LIMIT: usize = 256 * 1024;

/// What travels with an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Carried {
    Nothing,
    /// What another version cannot hold.
    Kept,
    /// That this was too much.
    Mark,
}

impl Converter {
    /// What is kept of versions that took no part goes with the items that it was kept of.
    pub(super) fn drop_lost_items<'a>(
        &'a self,
        annotation: &mut Annotation,
        json: &Json<'a>,
        took_part: [usize; 2],
        called: Called<'_>,
    ) {
        for owner in annotation.owners() {
            let root = self.roots.iter().position(|root| root.owner == owner);
            let Some(root) = root.filter(|root| !took_part.contains(root)) else {
                continue;
            };
            let Ok(route) = self.route(took_part[1], root) else {
                continue;
            };
            let Some((last, before)) = route.split_last() else {
                continue;
            };
            // What versions in between hold is kept too.
            let mut kept = annotation.clone();
            let there = before.iter().try_fold(json.clone(), |json, hop| {
                let kept = kept.take(self.owner(hop.to));
                let made = self.hop(hop, &json, kept.as_ref(), (called, false));
                made.map(|(json, _)| json)
            });
            if let Ok(there) = there {
                let base = self.translated(last, &there, called).object;
                annotation.drop_lost_items(&owner, self.layout(root), &base);
            }
        }
    }

    /// Takes our annotation out of the object.
    pub(super) fn take_annotation(&self, members: &mut Members) -> Option<Annotation> {
        let has = get(members, "metadata")?
            .member("annotations")?
            .member(&self.annotation)
            .is_some();
        if !has {
            return None;
        }
        let (_, metadata) = members
            .iter_mut()
            .rev()
            .find(|(name, _)| name == "metadata")?;
        let metadata = metadata.members_mut()?;
        let position = metadata
            .iter()
            .rposition(|(name, _)| name == "annotations")?;
        let annotations = metadata.get_mut(position)?.1.members_mut()?;
        let text = get(annotations, &self.annotation)?.as_str()?.into_owned();
        annotations.retain(|(name, _)| *name != self.annotation);
        if annotations.is_empty() {
            metadata.remove(position);
        }
        Some(Annotation::read(&text))
    }

    /// Writes what travels into the annotations; an object without metadata gets some, for the API server asks for it.
    pub(super) fn put_metadata<'a>(
        &'a self,
        members: &mut Members<'a>,
        mut annotation: Annotation,
        from: &VersionOf,
        to: &VersionOf,
    ) -> Result<Carried, ConversionError> {
        let position = members.iter().rposition(|(name, _)| name == "metadata");
        let position = position.unwrap_or_else(|| {
            members.push(("metadata".into(), Json::Object(Vec::new())));
            members.len() - 1
        });
        let Some((_, metadata)) = members.get_mut(position) else {
            return Ok(Carried::Nothing);
        };
        if metadata.is_null() {
            *metadata = Json::Object(Vec::new());
        }
        if annotation.is_empty() {
            return Ok(Carried::Nothing);
        }
        let Some(metadata) = metadata.members_mut() else {
            return Err(ConversionError::new("it is no object").within("metadata"));
        };
        let position = metadata
            .iter()
            .rposition(|(name, _)| name == "annotations")
            .unwrap_or_else(|| {
                metadata.push(("annotations".into(), Json::Object(Vec::new())));
                metadata.len() - 1
            });
        let Some((_, annotations)) = metadata.get_mut(position) else {
            return Ok(Carried::Nothing);
        };
        if annotations.is_null() {
            *annotations = Json::Object(Vec::new());
        }
        let Some(annotations) = annotations.members_mut() else {
            return Err(ConversionError::new("it is no object").within("metadata.annotations"));
        };
        let others: usize = annotations
            .iter()
            .map(|(name, value)| name.len() + value.as_str().map_or(0, |text| text.len()))
            .sum();
        let mut text = annotation.text();
        let mut carried = Carried::Kept;
        if self.limited && others + self.annotation.len() + text.len() > ANNOTATIONS_LIMIT {
            let why = format!(
                "{} bytes to keep and {others} bytes of other annotations are more than the {ANNOTATIONS_LIMIT} that an \
                 object may have",
                text.len()
            );
            if to.storage {
                return Err(ConversionError::new(format!(
                    "what version {} cannot hold of it does not fit into its annotations: {why}; take something out of \
                     the object",
                    to.name
                )));
            }
            annotation.mark(self.owner(from.root), why);
            text = annotation.text();
            carried = Carried::Mark;
        }
        annotations.push((self.annotation.as_str().into(), Json::string(&text)));
        Ok(carried)
    }
}
