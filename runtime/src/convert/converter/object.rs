//! One object, from version to version.

use std::cell::Cell;

use serde_json::Value;

use super::{Converter, route::Hop};
use crate::convert::{
    ConversionError, Report,
    engine::Mode,
    json::{Json, get},
    kept::{Annotation, Kept, Left},
    memoryless::{COMMON, Called, without_common},
    plan::Place,
};

/// Members of `metadata` that steps may read and write.
pub(super) const TAGS: [&str; 2] = ["labels", "annotations"];

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
        // What follows asks for many of its members.
        if let Some((_, metadata)) = members.iter_mut().rfind(|(name, _)| name == "metadata") {
            metadata.members_mut();
        }
        let annotation = self.take_annotation(&mut members).unwrap_or_default();
        let route = self
            .route(from.root, to.root)
            .map_err(ConversionError::new)?;
        let object = Json::Object(members);
        let (json, mut annotation) = self.travel(&route, object, annotation, called)?;
        self.drop_lost_items(&mut annotation, &json, [from.root, to.root], called);
        let mut members = json
            .into_members()
            .map_err(|_| ConversionError::new("it is no object"))?;
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

    /// Converts an object from version to version, none of which sees it but the last.
    fn travel<'a>(
        &self,
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
            let passing = Cell::new(false);
            let (object, annotation) = (object.clone(), annotation.clone());
            let there = self.hops(route, object, annotation, called, Some(&passing));
            match there {
                Ok((object, _)) if passing.get() && !self.takes(last.to, &object) => {}
                Err(_) if passing.get() => {}
                there => return there,
            }
        }
        self.hops(route, object, annotation, called, None)
    }

    fn hops<'a>(
        &self,
        route: &[Hop<'a>],
        object: Json<'a>,
        mut annotation: Annotation,
        called: Called,
        passing: Option<&Cell<bool>>,
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
            let passing = passing.filter(|_| index + 1 < route.len());
            let mode = Mode::whole(hop.direction, true)
                .called(called)
                .passing(passing);
            let (converted, lost) = self.hop(hop, json, kept.as_ref(), mode)?;
            annotation.put(source, lost);
            json = converted;
        }
        Ok((json, annotation))
    }

    /// Whether the schema of a root takes what an object has, apart from its metadata.
    pub(super) fn takes(&self, root: usize, object: &Json) -> bool {
        let place = self.objects(root);
        place.is_some_and(|place| place.takes_part(&without_common(object)))
    }

    /// Whether an object lacks what one of a root must have.
    pub(super) fn lacks(&self, root: usize, object: &Json) -> bool {
        let place = self.objects(root);
        place.is_some_and(|place| place.lacks(&without_common(object)))
    }

    /// Whether an object is as the API server hands it out at a root.
    pub(super) fn is_as_stored(&self, root: usize, object: &Json) -> bool {
        let place = self.objects(root);
        place.is_some_and(|place| place.is_as_stored(&without_common(object)))
    }

    /// Whether the API server sets what is kept of an object of a root where it is not there.
    pub(super) fn comes_by_default(&self, root: usize, object: &Json, kept: &Kept) -> bool {
        let object = without_common(object);
        let Some(place) = self.objects(root) else {
            return false;
        };
        let comes = |depth, left| {
            let rest = kept.taken_from(&object, depth, left);
            rest.is_some_and(|rest| kept.is_in(&place.defaulted(rest)))
        };
        (1..=kept.depth()).any(|depth| comes(depth, Left::Nothing) || comes(depth, Left::Empty))
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
}
