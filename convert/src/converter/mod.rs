//! All versions of a kind, and the way from each to each.

mod admit;
mod carry;
mod compared;
mod faults;
mod holes;
mod hop;
mod object;
mod places;
mod report;
mod route;
mod unordered;

#[cfg(test)]
pub(crate) use hop::came_back;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::OnceLock,
};

use super::{
    ConversionError, PlanError, Report,
    complement::{Layout, annotation_name},
    json::Json,
    memoryless,
    plan::{self, Both, FieldsPlan, Place, SchemaText},
    unfit::Unfit,
};
use crate::{
    manifest::{Manifest, schema_of},
    table::{Root, RootMapping},
};

/// The conversions between the versions of a kind, ready to run.
///
/// `Pizzas::converter()` makes one of a `Wheel`.
#[derive(Debug)]
pub struct Converter {
    group: String,
    kind: String,
    annotation: String,
    versions: Vec<VersionOf>,
    roots: Vec<RootOf>,
    /// For each root and each that it is converted to: what a valid object may not satisfy there.
    unfit: Vec<OnceLock<Option<Unfit>>>,
    /// Steps read or write labels or annotations.
    has_tags: bool,
    /// What does not fit into the annotation fails or is marked; typed conversions have no such limit.
    limited: bool,
}

/// A version as it is served.
#[derive(Debug)]
struct VersionOf {
    name: &'static str,
    api_version: String,
    storage: bool,
    /// The root that describes it.
    root: usize,
}

/// A root struct, and how it maps to the one it is a spoke of.
#[derive(Debug)]
struct RootOf {
    /// Its first version, under which what it loses is kept.
    owner: &'static str,
    parent: Option<(usize, Box<FieldsPlan>)>,
    /// Steps of the mapping reach into objects that others map.
    reaches: bool,
    schema: SchemaText,
    /// All of its objects but their metadata, as the one place.
    objects: OnceLock<Place>,
    /// Which lists of its objects have keys.
    layout: OnceLock<Option<Layout>>,
}

impl Converter {
    /// The conversions between these roots, the hub first. Each other root has one mapping.
    pub(crate) fn new(
        roots: &[&'static Root],
        mappings: &[&'static RootMapping],
        limited: bool,
    ) -> Result<Self, PlanError> {
        let Some(hub) = roots.first() else {
            let what = "a wheel has a hub".to_owned();
            return Err(PlanError::new(String::new(), what));
        };
        let manifest = Manifest::new(roots.to_vec());
        let error = |root: &Root, what: String| {
            let place = format!("{}:{}: {}", root.place.file, root.place.line, root.version);
            PlanError::new(place, what)
        };
        let position = |root: &Root| roots.iter().position(|of| of.version == root.version);
        // One after the other, and at rest: all at once, they are what the start of a server takes most memory for.
        let mut schemas = Vec::new();
        for root in roots {
            let Some(schema) = schema_of(root) else {
                let findings = manifest.check();
                let what = format!("the version has no schema to convert by:\n{findings}");
                return Err(error(root, what));
            };
            schemas.push(SchemaText::new(&schema));
        }
        let schema = |root: &Root| Some(schemas.get(position(root)?)?.read());
        let mut parents = Vec::new();
        for root in roots {
            let mut mappings = mappings.iter();
            let mapping = mappings.find(|map| map.spoke.version == root.version);
            let parent = match mapping {
                None => None,
                Some(map) => {
                    let Some(position) = position(map.hub) else {
                        let hub = map.hub.version;
                        let what =
                            format!("its hub {hub} is no version of the wheel: add it to `wheel!`");
                        return Err(error(root, what));
                    };
                    let (spoke, hub) = (schema(map.spoke), schema(map.hub));
                    let schemas = Both {
                        spoke: spoke.as_ref(),
                        hub: hub.as_ref(),
                    };
                    Some((position, Box::new(plan::root(map, schemas)?)))
                }
            };
            parents.push(parent);
        }
        let own = roots.iter().zip(parents).zip(schemas);
        let own: Vec<RootOf> = own
            .map(|((root, parent), schema)| RootOf {
                owner: root.version,
                reaches: parent.as_ref().is_some_and(|(_, plan)| plan.reaches()),
                parent,
                schema,
                objects: OnceLock::new(),
                layout: OnceLock::new(),
            })
            .collect();
        let versions: Vec<VersionOf> = manifest
            .versions()
            .iter()
            .filter_map(|version| {
                let root = roots
                    .iter()
                    .position(|root| std::ptr::eq(*root, version.root))?;
                Some(VersionOf {
                    name: version.name,
                    api_version: format!("{}/{}", hub.group, version.name),
                    storage: version.storage,
                    root,
                })
            })
            .collect();
        let mut converter = Self {
            group: hub.group.to_owned(),
            kind: hub.kind.to_owned(),
            annotation: annotation_name(hub.group),
            versions,
            unfit: (0..own.len() * own.len())
                .map(|_| OnceLock::new())
                .collect(),
            roots: own,
            has_tags: false,
            limited,
        };
        converter.has_tags = !converter.tags().is_empty();
        // Every spoke leads to the hub, or conversion would have no way.
        for index in 0..converter.roots.len() {
            converter.ancestors(index).map_err(|what| {
                let place = roots
                    .get(index)
                    .map(|root| format!("{}:{}", root.place.file, root.place.line))
                    .unwrap_or_default();
                PlanError::new(place, what)
            })?;
        }
        Ok(converter)
    }

    /// The group of the API.
    #[must_use]
    pub fn group(&self) -> &str {
        &self.group
    }

    /// The kind of the objects.
    #[must_use]
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The versions by Kubernetes' version priority.
    pub fn versions(&self) -> impl Iterator<Item = &'static str> {
        self.versions.iter().map(|version| version.name)
    }

    /// The versions under whose names what is lost is kept, the hub's first.
    pub(super) fn owners(&self) -> impl Iterator<Item = &'static str> {
        self.roots.iter().map(|root| root.owner)
    }

    /// Versions that share the struct of another, and that other.
    pub(super) fn shared(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.versions
            .iter()
            .map(|version| (version.name, self.owner(version.root)))
            .filter(|(version, owner)| version != owner)
    }

    /// Each version that is a spoke, the version that it is a spoke of, and how it maps.
    pub(super) fn mapped(&self) -> impl Iterator<Item = (&'static str, &'static str, &FieldsPlan)> {
        self.roots.iter().filter_map(|root| {
            let (parent, plan) = root.parent.as_ref()?;
            Some((root.owner, self.owner(*parent), &**plan))
        })
    }

    /// The name of the annotation in which travels what a version cannot hold.
    #[must_use]
    pub fn annotation(&self) -> &str {
        &self.annotation
    }

    /// Whether any step may refuse a value.
    pub(crate) fn may_fail(&self) -> bool {
        let parents = self.roots.iter().filter_map(|root| root.parent.as_ref());
        parents.map(|(_, plan)| plan).any(|plan| plan.may_fail())
    }

    /// The labels and annotations that steps read and write: `labels` or `annotations`, and the key.
    pub(super) fn tags(&self) -> Vec<(&str, &str)> {
        let mut tags: Vec<(&str, &str)> = self
            .mapped()
            .flat_map(|(.., plan)| &plan.steps)
            .flat_map(|step| step.places.spoke.iter().chain(&step.places.hub))
            .filter_map(|place| match place.path.as_slice() {
                [_, member, key] if place.is_metadata => Some((member.as_str(), key.as_str())),
                _ => None,
            })
            .collect();
        tags.sort_unstable();
        tags.dedup();
        tags
    }

    fn owner(&self, root: usize) -> &'static str {
        self.roots.get(root).map_or("", |root| root.owner)
    }

    /// The version of an `apiVersion`, or its bare name.
    fn version(&self, name: &str) -> Option<&VersionOf> {
        self.versions
            .iter()
            .find(|version| version.api_version == name || version.name == name)
    }

    /// Whether the converter is for objects of this group and kind.
    #[doc(hidden)]
    #[must_use]
    pub fn is_for(&self, group: &str, kind: &str) -> bool {
        self.group == group && self.kind == kind
    }

    /// Converts the text of an object to a version, which may also be given as `apiVersion`.
    pub fn convert_text(&self, object: &str, version: &str) -> Result<String, ConversionError> {
        let json = super::json::check(object)
            .map_err(|malformed| ConversionError::new(malformed.to_string()))?;
        let mut text = String::with_capacity(object.len() + object.len() / 8);
        self.convert(json.json(), version)?.write(&mut text);
        Ok(text)
    }

    /// Converts an object; one that is in the version already is not changed. No panic of an author's function gets out.
    pub(crate) fn convert<'a>(
        &'a self,
        object: Json<'a>,
        version: &str,
    ) -> Result<Json<'a>, ConversionError> {
        self.convert_reporting(object, version, None)
    }

    /// Converts an object, and says in the report what it did.
    pub(super) fn convert_reporting<'a>(
        &'a self,
        object: Json<'a>,
        version: &str,
        report: Option<&mut Report>,
    ) -> Result<Json<'a>, ConversionError> {
        let run = AssertUnwindSafe(|| self.convert_object(object, version, report));
        catch_unwind(run).unwrap_or_else(|_| {
            let reason = format!("{}; it is given up", memoryless::PANICKED);
            Err(ConversionError::panicked(reason))
        })
    }
}
