//! All versions of a kind, and the way from each to each.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::OnceLock,
};

use serde_json::Value;

use super::{
    ConversionError, PlanError, Report,
    engine::{self, Called, Mode},
    json::{Json, Members, get},
    kept::{Annotation, annotation_name},
    plan::{self, Both, Direction, FieldsPlan},
    unfit::Unfit,
};
use crate::{
    manifest::Manifest,
    table::{Root, RootMapping},
};

/// The annotations of an object may have this many bytes in all, names and values
/// (`TotalAnnotationSizeLimitB` of the API server).
const ANNOTATIONS_LIMIT: usize = 256 * 1024;

/// The conversions between the versions of a kind, ready to run.
///
/// `Pizzas::converter()` makes one of a [`Wheel`](crate::Wheel).
#[derive(Debug)]
pub struct Converter {
    group: String,
    kind: String,
    annotation: String,
    versions: Vec<VersionOf>,
    roots: Vec<RootOf>,
    /// For each root and each that it is converted to: what a valid object may not satisfy there.
    unfit: Vec<OnceLock<Option<Unfit>>>,
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
    schema: Value,
}

impl Converter {
    /// The conversions between these roots, the hub first. Each other root has one mapping.
    pub(crate) fn new(
        roots: &[&'static Root],
        mappings: &[&'static RootMapping],
        limited: bool,
    ) -> Result<Self, PlanError> {
        let Some(hub) = roots.first() else {
            return Err(PlanError {
                place: String::new(),
                what: "a wheel has a hub".to_owned(),
            });
        };
        let manifest = Manifest::new(roots.to_vec());
        let schemas = manifest.schemas();
        let schema = |root: &Root| {
            schemas
                .iter()
                .find(|(of, _)| of.version == root.version)
                .map(|(_, schema)| schema)
        };
        let mut own = Vec::new();
        for root in roots {
            let place = format!("{}:{}: {}", root.place.file, root.place.line, root.version);
            let error = |what: String| PlanError {
                place: place.clone(),
                what,
            };
            let Some(own_schema) = schema(root) else {
                return Err(error(format!(
                    "the version has no schema to convert by:\n{}",
                    manifest.check()
                )));
            };
            let mapping = mappings
                .iter()
                .find(|map| map.spoke.version == root.version);
            let parent = match mapping {
                None => None,
                Some(map) => {
                    let position = roots
                        .iter()
                        .position(|root| root.version == map.hub.version);
                    let Some(position) = position else {
                        return Err(error(format!(
                            "its hub {} is no version of the wheel: add it to `wheel!`",
                            map.hub.version
                        )));
                    };
                    let schemas = Both {
                        spoke: schema(map.spoke),
                        hub: schema(map.hub),
                    };
                    Some((position, Box::new(plan::root(map, schemas)?)))
                }
            };
            own.push(RootOf {
                owner: root.version,
                parent,
                schema: own_schema.clone(),
            });
        }
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
        let converter = Self {
            group: hub.group.to_owned(),
            kind: hub.kind.to_owned(),
            annotation: annotation_name(hub.group),
            versions,
            unfit: (0..own.len() * own.len())
                .map(|_| OnceLock::new())
                .collect(),
            roots: own,
            limited,
        };
        // Every spoke leads to the hub, or conversion would have no way.
        for index in 0..converter.roots.len() {
            converter.ancestors(index).map_err(|what| PlanError {
                place: roots
                    .get(index)
                    .map(|root| format!("{}:{}", root.place.file, root.place.line))
                    .unwrap_or_default(),
                what,
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

    /// From a root to the hub.
    fn ancestors(&self, root: usize) -> Result<Vec<usize>, String> {
        let mut path = vec![root];
        while let Some((parent, _)) = path
            .last()
            .and_then(|last| self.roots.get(*last))
            .and_then(|root| root.parent.as_ref())
        {
            if path.contains(parent) {
                return Err("the versions are spokes of each other in a circle".to_owned());
            }
            path.push(*parent);
        }
        if path.last() == Some(&0) {
            Ok(path)
        } else {
            Err(format!(
                "version {} does not lead to the hub: derive `Spoke` with `#[spoke(hub = …)]` on its spec",
                path.last()
                    .and_then(|last| self.roots.get(*last))
                    .map_or("", |root| root.owner)
            ))
        }
    }

    /// The way from one root to another: each hop's plan, direction, source and target.
    fn route(&self, from: usize, to: usize) -> Result<Vec<Hop<'_>>, String> {
        let (up, down) = (self.ancestors(from)?, self.ancestors(to)?);
        let meeting = up.iter().find(|root| down.contains(root)).copied();
        let hops = |path: Vec<usize>| {
            path.into_iter()
                .take_while(|root| Some(*root) != meeting)
                .filter_map(|root| {
                    let (parent, plan) = self.roots.get(root)?.parent.as_ref()?;
                    Some((root, *parent, &**plan))
                })
                .collect::<Vec<_>>()
        };
        let mut route: Vec<Hop> = hops(up)
            .into_iter()
            .map(|(from, to, plan)| Hop {
                from,
                to,
                plan,
                direction: Direction::Up,
            })
            .collect();
        let downwards = hops(down).into_iter().rev().map(|(to, from, plan)| Hop {
            from,
            to,
            plan,
            direction: Direction::Down,
        });
        route.extend(downwards);
        Ok(route)
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
    pub(crate) fn is_for(&self, group: &str, kind: &str) -> bool {
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

    /// The same, and says in the report what it did.
    pub(super) fn convert_reporting<'a>(
        &'a self,
        object: Json<'a>,
        version: &str,
        report: Option<&mut Report>,
    ) -> Result<Json<'a>, ConversionError> {
        let run = AssertUnwindSafe(|| self.convert_object(object, version, report));
        catch_unwind(run).unwrap_or_else(|_| {
            let reason = format!("{}; it is given up", engine::PANICKED);
            Err(ConversionError::new(reason))
        })
    }

    fn convert_object<'a>(
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

    /// Says what became of an object.
    fn report(
        &self,
        report: &mut Report,
        object: &Json,
        [from, to]: [&VersionOf; 2],
        carried: Carried,
    ) {
        let conversions = report.of([&self.group, &self.kind], from.name, to.name);
        conversions.objects += 1;
        match carried {
            Carried::Nothing => {}
            Carried::Kept => conversions.keeping += 1,
            Carried::Mark => conversions.marked += 1,
        }
        let Some(unfit) = self.unfit(from.root, to.root) else {
            return;
        };
        // Parts of objects are not delivered to anyone.
        let metadata = object.member("metadata");
        let is_named = ["name", "generateName"].into_iter().any(|name| {
            metadata
                .as_ref()
                .is_some_and(|metadata| metadata.member(name).is_some())
        });
        if is_named {
            let mut is_unfit = false;
            unfit.find(object, &mut |path| {
                is_unfit = true;
                conversions.refuse(path, 1);
            });
            conversions.unfit += u64::from(is_unfit);
        }
    }

    /// What a valid object of the one root may not satisfy as one of the other.
    fn unfit(&self, from: usize, to: usize) -> Option<&Unfit> {
        let make = || {
            let route = self.route(from, to).ok()?;
            let hops = route.iter().map(|hop| (hop.plan, hop.direction));
            Unfit::of_route(
                hops,
                &self.roots.get(from)?.schema,
                &self.roots.get(to)?.schema,
            )
        };
        self.unfit
            .get(from * self.roots.len() + to)?
            .get_or_init(make)
            .as_ref()
    }

    /// What is kept of versions that took no part goes with the items that it was kept of.
    fn drop_lost_items(
        &self,
        annotation: &mut Annotation,
        json: &Json,
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
            let there = route.iter().try_fold(json.borrowed(), |json, hop| {
                let mode = Mode::whole(hop.direction, false).called(called);
                engine::fields(hop.plan, json, None, mode).map(|(json, _)| json)
            });
            if let Ok(there) = there {
                annotation.drop_lost_items(&owner, &there);
            }
        }
    }

    /// Takes our annotation out of the object.
    fn take_annotation(&self, members: &mut Members) -> Option<Annotation> {
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
    fn put_metadata<'a>(
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

/// What travels with an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Carried {
    Nothing,
    /// What another version cannot hold.
    Kept,
    /// That this was too much.
    Mark,
}

/// One step of the way between two versions.
struct Hop<'c> {
    from: usize,
    to: usize,
    plan: &'c FieldsPlan,
    direction: Direction,
}
