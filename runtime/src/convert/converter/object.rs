//! One object, from version to version.

use std::cell::Cell;

use serde_json::Value;

use super::{Converter, route::Hop};
use crate::convert::{
    ConversionError, Report,
    engine::{Called, Mode, is_name_in},
    json::{Json, get, same},
    kept::{Annotation, Kept, Left},
    plan::Place,
};

/// Members that are the same at all versions but for annotations and labels.
pub(super) const COMMON: [&str; 3] = ["apiVersion", "kind", "metadata"];

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

    /// An object with what the API server sets in one of a root, if it lacks any of that.
    pub(super) fn defaulted<'a>(&self, root: usize, object: &Json<'a>) -> Option<Json<'a>> {
        let place = self.objects(root)?;
        let before = without_common(object);
        let after = place.defaulted(before.borrowed());
        if same(&before, &after) {
            return None;
        }
        Some(completed(object.clone(), after.into_owned()))
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

/// Whether an object has a name, or is to get one, as whole ones do.
pub(super) fn is_named(object: &Json) -> bool {
    let metadata = object.member("metadata");
    metadata.is_some_and(|metadata| is_name_in(&metadata))
}

/// What an object has that is not the same at all versions.
fn without_common<'j>(object: &'j Json) -> Json<'j> {
    let mut members = object.borrowed().into_members().unwrap_or_default();
    members.retain(|(name, _)| !COMMON.contains(&&**name));
    Json::Object(members)
}

/// A value with what another has besides, and in place of null. What it has stays as it is written.
fn completed<'a>(value: Json<'a>, other: Json<'a>) -> Json<'a> {
    if value.is_null() {
        return other;
    }
    if same(&value, &other) {
        return value;
    }
    match (value.into_members(), other.into_members()) {
        (Ok(mut members), Ok(others)) => {
            for (name, other) in others {
                match members.iter_mut().find(|(member, _)| *member == name) {
                    Some((_, value)) => {
                        let own = std::mem::replace(value, Json::NULL);
                        *value = completed(own, other);
                    }
                    None => members.push((name, other)),
                }
            }
            Json::Object(members)
        }
        (Err(value), Err(other)) => match (value.into_items(), other.into_items()) {
            (Ok(items), Ok(others)) if items.len() == others.len() => {
                let pairs = items.into_iter().zip(others);
                Json::Array(pairs.map(|(item, other)| completed(item, other)).collect())
            }
            (Ok(items), _) => Json::Array(items),
            (Err(value), _) => value,
        },
        (Ok(members), Err(_)) => Json::Object(members),
        (Err(value), Ok(_)) => value,
    }
}

#[cfg(test)]
mod tests {
    use super::{Json, completed};

    #[test]
    fn what_has_defaults_filled_in_keeps_its_numbers_and_its_order() {
        let own = r#"{"z":1.00,"n":null,"list":[{"b":12345678901234567890.10}],"a":{"y":1e2}}"#;
        let other = r#"{"a":{"x":1,"y":100.0},"list":[{"a":2,"b":1}],"n":3,"z":1.0}"#;
        let whole =
            r#"{"z":1.00,"n":3,"list":[{"b":12345678901234567890.10,"a":2}],"a":{"y":1e2,"x":1}}"#;
        assert_eq!(completed(Json::raw(own), Json::raw(other)).text(), whole);
    }
}
