//! One object, from version to version.

use serde_json::Value;

use super::{Converter, faults::Judged, route::Hop};
use crate::{
    ConversionError, Report,
    complement::{Annotation, Layout},
    json::{Json, Members, get},
    memoryless::{COMMON, Called, is_named, names_in},
    plan::Place,
};

impl Converter {
    pub(super) fn convert_object<'a>(
        &'a self,
        object: Json<'a>,
        version: &str,
        report: Option<&mut Report>,
    ) -> Result<Json<'a>, ConversionError> {
        let Some(to) = self.version(version) else {
            return Err(ConversionError::new(format!(
                "{} has no version {version:?}, it has {}",
                self.kind,
                self.versions().collect::<Vec<_>>().join(", ")
            )));
        };
        let mut members = object
            .into_members()
            .map_err(|_| ConversionError::new("it is no object"))?;
        let text = |name: &str| get(&members, name).and_then(Json::as_str);
        let Some(api_version) = text("apiVersion") else {
            return Err(ConversionError::new("it has no `apiVersion`"));
        };
        let from = self
            .versions
            .iter()
            .find(|version| version.api_version == api_version);
        let Some(from) = from else {
            return Err(ConversionError::new(format!(
                "apiVersion {api_version:?} is none of {}'s: {}",
                self.kind,
                self.versions
                    .iter()
                    .map(|version| version.api_version.as_str())
                    .collect::<Vec<_>>()
                    .join(", ")
            )));
        };
        match text("kind") {
            Some(kind) if kind == self.kind => {}
            kind => {
                return Err(ConversionError::new(format!(
                    "its kind is {:?}, not {:?}",
                    kind.unwrap_or_default(),
                    self.kind
                )));
            }
        }
        if from.name == to.name {
            return Ok(Json::Object(members));
        }
        let metadata = get(&members, "metadata").cloned();
        let called = Called(metadata.as_ref());
        let annotation = self.take_annotation(&mut members).unwrap_or_default();
        let aside = self.set_aside(&mut members);
        let route = self
            .route(from.root, to.root)
            .map_err(ConversionError::new)?;
        let object = Json::Object(members);
        let (json, mut annotation) = self.travel(&route, object, annotation, called)?;
        self.drop_lost_items(&mut annotation, &json, [from.root, to.root], called);
        let mut members = json
            .into_members()
            .map_err(|_| ConversionError::new("it is no object"))?;
        if let Some(metadata) = aside {
            put_back(&mut members, metadata);
        }
        // With versions that share a root, nothing was taken out.
        members.retain(|(name, _)| name != "apiVersion");
        members.insert(0, ("apiVersion".into(), Json::string(&to.api_version)));
        let carried = self.put_metadata(&mut members, annotation, from, to)?;
        let json = Json::Object(members);
        if let Some(report) = report {
            self.report(report, &json, [from, to], carried);
        }
        Ok(json)
    }

    /// Takes the metadata out that no version sees otherwise than another, and leaves the names in it: all that conversions
    /// ask of it is whether an object has one. With steps of labels or annotations, it is opened and stays.
    fn set_aside<'a>(&self, members: &mut Members<'a>) -> Option<Json<'a>> {
        let (_, metadata) = members.iter_mut().rfind(|(name, _)| name == "metadata")?;
        if self.has_tags {
            // What follows asks for many of its members.
            metadata.members_mut();
            return None;
        }
        let names = names_in(metadata)?;
        Some(std::mem::replace(metadata, names))
    }

    /// Converts an object from version to version, none of which sees it but the last.
    fn travel<'a>(
        &'a self,
        route: &[Hop<'a>],
        object: Json<'a>,
        annotation: Annotation,
        called: Called,
    ) -> Result<(Json<'a>, Annotation), ConversionError> {
        let Some((last, before)) = route.split_last() else {
            return Ok((object, annotation));
        };
        if before
            .iter()
            .any(|hop| annotation.keeps(self.owner(hop.to)))
        {
            // A version in between may refuse what was kept of it and the last one takes.
            let (object, annotation) = (object.clone(), annotation.clone());
            let there = self.hops(route, object, annotation, (called, false));
            if let Ok((made, annotation)) = there {
                let judged = Judged {
                    is_named: is_named(&made),
                    seen: true,
                };
                if self.faults(last.to, &made, judged).is_empty() {
                    return Ok((made, annotation));
                }
            }
        }
        self.hops(route, object, annotation, (called, true))
    }

    /// From version to version. `seen`: the schemas of those in between count as that of the last does.
    fn hops<'a>(
        &'a self,
        route: &[Hop<'a>],
        object: Json<'a>,
        mut annotation: Annotation,
        (called, seen): (Called, bool),
    ) -> Result<(Json<'a>, Annotation), ConversionError> {
        let mut json = object;
        for (index, hop) in route.iter().enumerate() {
            let (source, target) = (self.owner(hop.from), self.owner(hop.to));
            if let Some(why) = annotation.unkept(target) {
                return Err(ConversionError::new(format!(
                    "what version {target} had besides was not kept when the object left it ({why}); converting it \
                     back would lose it"
                )));
            }
            let kept = annotation.take(target);
            let seen = seen || index + 1 == route.len();
            let (made, lost) = self.hop(hop, &json, kept.as_ref(), (called, seen))?;
            annotation.put(source, lost);
            json = made;
        }
        Ok((json, annotation))
    }

    /// The objects of a root, as a place.
    pub(super) fn objects(&self, root: usize) -> Option<&Place> {
        let root = self.roots.get(root)?;
        Some(root.objects.get_or_init(|| {
            let mut schema = root.schema.read();
            if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
                properties.retain(|name, _| !COMMON.contains(&name.as_str()));
            }
            Place::new(vec![self.kind.clone()], Some(&schema))
        }))
    }

    /// Which lists of a root's objects have keys, and of which the order means nothing.
    pub(super) fn layout(&self, root: usize) -> Option<&Layout> {
        let root = self.roots.get(root)?;
        let layout = root.layout.get_or_init(|| {
            let unordered = self.unordered(root.owner);
            let layout = Layout::of(&root.schema.read());
            if unordered.is_empty() {
                return layout;
            }
            Some(layout.unwrap_or_default().unordered(&unordered))
        });
        layout.as_ref()
    }
}

/// Puts metadata back in the place of what is left of it.
fn put_back<'a>(members: &mut Members<'a>, aside: Json<'a>) {
    match members.iter_mut().rfind(|(name, _)| name == "metadata") {
        Some((_, metadata)) => *metadata = aside,
        None => members.push(("metadata".into(), aside)),
    }
}
