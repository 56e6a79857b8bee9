//! One object, from version to version, with what travels in its annotation.

use super::Converter;
use crate::convert::{
    ConversionError, Report,
    complement::{Complement, Layout},
    converter::{carry::Carried, route::Hop},
    json::{Json, Members, check, get},
    memoryless::Called,
};

/// What is kept of each version.
type Kept = Vec<(String, Complement)>;

impl Converter {
    /// Converts the text of an object to a version, and says in the report what it did.
    pub(in crate::convert) fn convert_lawfully(
        &self,
        object: &str,
        version: &str,
        report: Option<&mut Report>,
    ) -> Result<Json<'static>, ConversionError> {
        let checked =
            check(object).map_err(|malformed| ConversionError::new(malformed.to_string()))?;
        let mut members = checked
            .json()
            .into_members()
            .map_err(|_| ConversionError::new("it is no object"))?;
        let of = get(&members, "apiVersion").and_then(Json::as_str);
        let of = of.and_then(|of| self.version(&of));
        let (Some(from), Some(to)) = (of, self.version(version)) else {
            return Err(ConversionError::new("it has no such version"));
        };
        let metadata = get(&members, "metadata").cloned();
        let called = Called(metadata.as_ref());
        let kept = self.take_kept(&mut members);
        let route = self
            .route(from.root, to.root)
            .map_err(ConversionError::new)?;
        let live = Json::Object(members);
        let there = self.pass(&route, live.clone(), kept.clone(), (called, false));
        let is_refused = |(made, _): &(Json, Kept)| {
            route.len() > 1
                && !self
                    .faults(to.root, made, super::is_named(made), true)
                    .is_empty()
        };
        let there = match there {
            Ok(there) if !is_refused(&there) => there,
            _ => self.pass(&route, live, kept, (called, true))?,
        };
        let (json, kept) = there;
        let mut members = json.into_members().unwrap_or_default();
        members.retain(|(name, _)| name != "apiVersion");
        members.insert(0, ("apiVersion".into(), Json::string(&to.api_version)));
        self.put_kept(&mut members, &kept);
        let json = Json::Object(members).into_owned();
        if let Some(report) = report {
            let carried = if kept.is_empty() {
                Carried::Nothing
            } else {
                Carried::Kept
            };
            self.report(report, &json, [from, to], carried);
        }
        Ok(json)
    }

    /// From version to version. `seen`: the schemas of those in between count as that of the last does.
    fn pass<'a>(
        &self,
        route: &[Hop<'a>],
        mut json: Json<'a>,
        mut kept: Kept,
        (called, seen): (Called, bool),
    ) -> Result<(Json<'a>, Kept), ConversionError> {
        for (index, hop) in route.iter().enumerate() {
            let seen = seen || index + 1 == route.len();
            let (source, target) = (self.owner(hop.from), self.owner(hop.to));
            let at = kept.iter().position(|(of, _)| of == target);
            let own = at.map(|at| kept.remove(at).1);
            let (made, lost) = self.lawful_hop(hop, &json, own.as_ref(), (called, seen))?;
            kept.retain(|(of, _)| of != source);
            kept.extend(lost.map(|lost| (source.to_owned(), lost)));
            json = made;
        }
        Ok((json, kept))
    }

    fn take_kept(&self, members: &mut Members) -> Kept {
        let Some((_, metadata)) = members.iter_mut().rfind(|(name, _)| name == "metadata") else {
            return Vec::new();
        };
        let Some(metadata) = metadata.members_mut() else {
            return Vec::new();
        };
        let Some(at) = metadata.iter().rposition(|(name, _)| name == "annotations") else {
            return Vec::new();
        };
        let Some(annotations) = metadata[at].1.members_mut() else {
            return Vec::new();
        };
        let text =
            get(annotations, &self.annotation).and_then(|text| Some(text.as_str()?.into_owned()));
        annotations.retain(|(name, _)| *name != self.annotation);
        if annotations.is_empty() && text.is_some() {
            metadata.remove(at);
        }
        let read = |text: String| {
            let checked = check(&text).ok()?;
            let json = checked.json();
            let kept = json.member("kept")?.into_members().ok()?;
            let kept = kept.into_iter();
            let kept =
                kept.filter_map(|(of, kept)| Some((of.into_owned(), Complement::of_json(&kept)?)));
            Some(kept.collect())
        };
        text.and_then(read).unwrap_or_default()
    }

    fn put_kept(&self, members: &mut Members, kept: &Kept) {
        let object = || Json::Object(Vec::new());
        if !members.iter().any(|(name, _)| name == "metadata") {
            members.push(("metadata".into(), object()));
        }
        if kept.is_empty() {
            return;
        }
        let metadata = members.iter_mut().rfind(|(name, _)| name == "metadata");
        let Some(metadata) = metadata.and_then(|(_, metadata)| metadata.members_mut()) else {
            return;
        };
        if !metadata.iter().any(|(name, _)| name == "annotations") {
            metadata.push(("annotations".into(), object()));
        }
        let annotations = metadata.iter_mut().rfind(|(name, _)| name == "annotations");
        let Some(annotations) = annotations.and_then(|(_, of)| of.members_mut()) else {
            return;
        };
        let kept = kept
            .iter()
            .map(|(of, kept)| (of.clone().into(), kept.json()));
        let text = Json::Object(vec![
            ("format".into(), Json::display(2)),
            ("kept".into(), Json::Object(kept.collect())),
        ]);
        annotations.push((self.annotation.clone().into(), Json::string(&text.text())));
    }

    /// Which lists of a root's objects have keys.
    pub(super) fn layout(&self, root: usize) -> Option<&Layout> {
        let root = self.roots.get(root)?;
        let layout = root.layout.get_or_init(|| Layout::of(&root.schema.read()));
        layout.as_ref()
    }
}
