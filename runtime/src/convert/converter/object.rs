//! One object, from version to version.

use super::Converter;
use crate::convert::{
    ConversionError, Report,
    engine::{self, Called, Mode},
    json::{Json, get},
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
        let mut annotation = self.take_annotation(&mut members).unwrap_or_default();
        let mut json = Json::Object(members);
        let route = self
            .route(from.root, to.root)
            .map_err(ConversionError::new)?;
        for hop in route {
            let (source, target) = (self.owner(hop.from), self.owner(hop.to));
            if let Some(why) = annotation.unkept(target) {
                return Err(ConversionError::new(format!(
                    "what version {target} had besides was not kept when the object left it ({why}); converting it \
                     back would lose it"
                )));
            }
            let kept = annotation.take(target);
            let mode = Mode::whole(hop.direction, true).called(called);
            let (converted, lost) = engine::fields(hop.plan, json, kept.as_ref(), mode)?;
            annotation.put(source, lost);
            json = converted;
        }
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
}
