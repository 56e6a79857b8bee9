//! Types of a version and of the stored one, held against each other field by field.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::evidence::{self, Found, Move, Moves, Seen, Way};
use super::{Roots, stand_in, ways};
use crate::attribute::{Doc, Words};
use crate::default::{self, expression};
use crate::model::{Field, Presence, Shape, Ty, Type};
use crate::name;
use crate::shape::Shapes;
use crate::text;

/// How a type maps to one of the stored version.
pub(super) struct Mapping {
    /// The type, and the hub's.
    pub(super) types: (usize, usize),
    /// What stands on the type beside `hub`.
    pub(super) keys: Vec<Doc>,
    /// What stands on fields, by their wire names.
    pub(super) fields: BTreeMap<String, Vec<Doc>>,
    /// Whether values may have no counterpart, up and down.
    fallible: [bool; 2],
    /// Mappings that this one asks.
    asks: BTreeSet<(usize, usize)>,
}

impl Mapping {
    fn new(types: (usize, usize)) -> Self {
        Self {
            types,
            keys: Vec::new(),
            fields: BTreeMap::new(),
            fallible: [false; 2],
            asks: BTreeSet::new(),
        }
    }

    /// How many fields are not at the hub as they are here.
    pub(super) fn differing(&self) -> usize {
        self.keys.len() + self.fields.len()
    }
}

/// A place of which nothing says what becomes of it.
pub(super) struct Undecided {
    pub(super) at: String,
    pub(super) why: String,
    /// The type or field that a draft says it at; without, nothing can be written.
    pub(super) site: Option<Site>,
}

/// Where a draft says what is undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Site {
    Type,
    Field,
}

/// A place of this version and of the hub, and what stands there in pairs of objects.
#[derive(Clone, Copy)]
struct At<'a, 'p> {
    own: &'a str,
    there: &'a str,
    seen: &'a Seen<'p>,
}

/// Why the one is not the other, and what may be written.
struct Differs {
    at: String,
    why: String,
    ways: Vec<String>,
}

pub(super) struct Solver<'t> {
    types: &'t [Type],
    modules: &'t [String],
    /// Those of the version, and of the hub.
    schemas: [&'t Value; 2],
    words: Words<'t>,
    pub(super) all: Vec<Mapping>,
    /// The mappings that are being made, the innermost last.
    making: Vec<(usize, usize)>,
    pub(super) undecided: Vec<Undecided>,
    /// Fields with another name, by their paths.
    pub(super) renames: Vec<String>,
    /// Fields that are elsewhere or otherwise there, by what stands in samples.
    pub(super) moved: Vec<String>,
    /// The places of those, at both versions.
    pub(super) apart: BTreeSet<String>,
    /// Fields that may have one of several names there.
    pub(super) doubts: Vec<String>,
    /// Where one side has a type of Kubernetes, and the other a struct.
    pub(super) mixed: BTreeSet<String>,
}

impl<'t> Solver<'t> {
    pub(super) fn new(shapes: &'t Shapes, modules: &'t [String], schemas: [&'t Value; 2]) -> Self {
        Self {
            types: &shapes.types,
            modules,
            schemas,
            words: Words {
                types: &shapes.types,
                functions: &shapes.functions,
                newer: &[],
            },
            all: Vec::new(),
            making: Vec::new(),
            undecided: Vec::new(),
            renames: Vec::new(),
            moved: Vec::new(),
            apart: BTreeSet::new(),
            doubts: Vec::new(),
            mixed: BTreeSet::new(),
        }
    }

    /// Maps the spec and the status of a version. `seen`: objects of both versions.
    pub(super) fn roots(&mut self, spoke: Roots, hub: Roots, seen: &Seen<'_>) {
        let is_whole = self
            .types
            .get(spoke.0)
            .is_some_and(|ty| ty.name.ends_with("Fields"));
        let part = |name: &str| -> Seen<'_> {
            let pairs = seen.iter();
            pairs
                .map(|[own, their]| {
                    [
                        own.and_then(|own| own.get(name)),
                        their.and_then(|their| their.get(name)),
                    ]
                })
                .collect()
        };
        let (spec, seen_spec) = if is_whole {
            ("", seen.clone())
        } else {
            (".spec", part("spec"))
        };
        let seen_status = part("status");
        let [spec, status] =
            [(spec, &seen_spec), (".status", &seen_status)].map(|(own, seen)| At {
                own,
                there: own,
                seen,
            });
        let mut found = vec![self.pair(spoke.0, hub.0, spec)];
        match (spoke.1, hub.1) {
            (Some(spoke), Some(hub)) if spoke != hub => {
                found.push(self.pair(spoke, hub, status));
            }
            (Some(_), Some(_)) | (None, None) => {}
            _ => found.push(Err(Differs {
                at: ".status".to_owned(),
                why: "only one of the versions has it".to_owned(),
                ways: Vec::new(),
            })),
        }
        for differs in found.into_iter().filter_map(Result::err) {
            self.note(differs.at, differs.why, None);
        }
        self.spread();
    }

    /// What contains a value that may have no counterpart may have none.
    fn spread(&mut self) {
        loop {
            let known: BTreeMap<(usize, usize), [bool; 2]> =
                self.all.iter().map(|of| (of.types, of.fallible)).collect();
            let mut is_done = true;
            for mapping in &mut self.all {
                let before = mapping.fallible;
                for inner in mapping.asks.iter().filter_map(|asked| known.get(asked)) {
                    mapping.fallible = [0, 1].map(|way| mapping.fallible[way] || inner[way]);
                }
                is_done &= before == mapping.fallible;
            }
            if is_done {
                break;
            }
        }
        for mapping in &mut self.all {
            let ways = ["up", "down"].into_iter().zip(mapping.fallible);
            let ways: Vec<Doc> = ways
                .filter(|(_, is_fallible)| *is_fallible)
                .map(|(way, _)| Doc::of(way))
                .collect();
            if !ways.is_empty() {
                let key = Doc::Call("fallible".to_owned(), ways);
                mapping.keys.insert(0, key);
            }
        }
    }

    fn note(&mut self, at: String, why: String, site: Option<Site>) {
        self.undecided.push(Undecided { at, why, site });
    }

    /// Maps a type of this version to one of the hub, if they are of one kind.
    fn pair(&mut self, spoke: usize, hub: usize, at: At<'_, '_>) -> Result<(), Differs> {
        if spoke == hub {
            return Ok(());
        }
        let outer = self.making.last().copied();
        let outer = self.all.iter_mut().find(|of| Some(of.types) == outer);
        if let Some(outer) = outer {
            outer.asks.insert((spoke, hub));
        }
        if self.all.iter().any(|known| known.types == (spoke, hub)) {
            return Ok(());
        }
        if self.all.iter().any(|known| known.types == (hub, spoke)) {
            return Err(differs(
                at.own,
                "its type becomes one that becomes it elsewhere",
                vec![ways::FUNCTIONS.to_owned()],
            ));
        }
        let (Some(own), Some(their)) = (self.types.get(spoke), self.types.get(hub)) else {
            return Ok(());
        };
        let mut mapping = Mapping::new((spoke, hub));
        match (&own.shape, &their.shape) {
            (
                Shape::Struct { fields, others },
                Shape::Struct {
                    fields: theirs,
                    others: kept,
                },
            ) => {
                // A type may contain itself.
                let position = self.all.len();
                self.all.push(Mapping::new((spoke, hub)));
                self.making.push((spoke, hub));
                let mut open = self.members(&mut mapping, [fields, theirs], at);
                self.making.pop();
                mapping.asks = std::mem::take(&mut self.all[position].asks);
                if others != kept {
                    let why = "only one of the versions keeps unknown fields".to_owned();
                    self.note(at.own.to_owned(), why.clone(), Some(Site::Type));
                    open.push(format!("{why}; {}", ways::FUNCTIONS));
                }
                mapping.keys.extend(undecided(&open));
                self.all[position] = mapping;
                Ok(())
            }
            (Shape::Enum(variants), Shape::Enum(theirs)) => {
                let module = self.modules.get(their.module).map_or("", String::as_str);
                let there = format!("super::{module}::{}", their.name);
                let open = ways::variants([variants, theirs], [&own.name, &there]);
                if !open.is_empty() {
                    let why = "the values of its enum differ".to_owned();
                    self.note(at.own.to_owned(), why, Some(Site::Type));
                }
                mapping.keys.extend(undecided(&open));
                self.all.push(mapping);
                Ok(())
            }
            _ => Err(differs(
                at.own,
                "its types differ",
                vec![ways::FUNCTIONS.to_owned()],
            )),
        }
    }

    /// Maps the fields of two structs. Returns what the type has to decide: which fields of the hub are whose.
    fn members(
        &mut self,
        mapping: &mut Mapping,
        [fields, theirs]: [&'t [Field]; 2],
        at: At<'_, '_>,
    ) -> Vec<String> {
        let moves = evidence::moves(self.types, [fields, theirs], at.seen);
        let is_left = |own: &&&Field| moves.of(own).is_none();
        let left: Vec<&Field> = fields.iter().filter(|own| is_left(&own)).collect();
        let free: Vec<&Field> = theirs.iter().filter(|their| !moves.takes(their)).collect();
        let Renames { sure, unsure } = renames(&left, &free);
        let unsure = unsure.into_iter().map(|(own, others)| {
            let others = others.into_iter().map(str::to_owned).collect();
            (own, others)
        });
        for (own, others) in unsure.chain(moves.unsure.iter().cloned()) {
            let others: Vec<String> = others
                .iter()
                .map(|other| format!("`{}.{other}`", at.there))
                .collect();
            let doubt = format!("`{}.{own}` may have become {}", at.own, others.join(" or "));
            self.doubts.push(doubt);
        }
        let mut known: BTreeSet<&str> = left.iter().map(|field| field.wire.as_str()).collect();
        known.extend(sure.values().map(|their| their.wire.as_str()));
        let alone: Vec<&Field> = free
            .iter()
            .copied()
            .filter(|their| !known.contains(their.wire.as_str()))
            .collect();
        for field in fields {
            let mut keys = Vec::new();
            let moved = moves.of(field);
            let renamed = sure.get(field.wire.as_str()).copied();
            let named = || free.iter().copied().find(|their| their.wire == field.wire);
            let path = match (moved, renamed.or_else(named)) {
                (Some(moved), _) => moved.path.clone(),
                (None, Some(their)) => vec![their],
                (None, None) => Vec::new(),
            };
            let own = format!("{}.{}", at.own, field.wire);
            let there = format!("{}.{}", at.there, evidence::joined(&path));
            let seen = evidence::of_fields(at.seen, field, &path);
            let at = At {
                own: &own,
                there: &there,
                seen: &seen,
            };
            if moved.is_none() && renamed.is_some() {
                self.renames.push(format!("`{own}` to `{there}`"));
            }
            match path.as_slice() {
                [] if is_free(field) => keys.push(Doc::of("removed")),
                [] => {
                    let why = "only this version has it, and it must be there";
                    let value = stand_in::of(self.schemas[0], &own, &field.place.ty, &self.words);
                    let ways = ways::of_lost(field, &alone, self.types, &value);
                    keys.push(self.open(differs(&own, why, ways)));
                }
                [their] => {
                    if their.name != field.name {
                        keys.push(Doc::said("rename", &their.name));
                    }
                }
                path => keys.push(Doc::said("to", &rust_path(path))),
            }
            if let Some(their) = path.last() {
                let found = match moved {
                    Some(moved) => Some(moved.found.clone()),
                    None => evidence::agreement(self.types, field, &path, &seen),
                };
                let found = found.filter(|found| moved.is_some() || found.way != Way::Alike);
                self.moved
                    .extend(found.iter().map(|found| said(&at, found)));
                let mut is_key = false;
                if let Some(Way::Key(key, refuses)) = found.map(|found| found.way) {
                    is_key = true;
                    keys.push(Doc::of(key));
                    mapping.fallible = [0, 1].map(|way| mapping.fallible[way] || refuses[way]);
                }
                let may_lack = evidence::may_lack(&path);
                keys.extend(self.field([field, their], may_lack, is_key, at));
            }
            if !keys.is_empty() {
                mapping.fields.insert(field.wire.clone(), keys);
            }
        }
        let mut open = self.parts(mapping, &moves, at);
        for their in alone {
            open.extend(self.added(mapping, &[their], at));
        }
        open
    }

    /// A field that only the hub has. Returns what is to be decided of it.
    fn added(&mut self, mapping: &mut Mapping, path: &[&Field], at: At<'_, '_>) -> Option<String> {
        let their = path.last()?;
        let name = match path {
            [their] => name::escape(&their.name),
            path => text::literal(&rust_path(path)),
        };
        if is_free(their) {
            let key = Doc::Call("added".to_owned(), vec![Doc::of(name)]);
            mapping.keys.push(key);
            return None;
        }
        let why = "only the stored version has it, and it must be there";
        let place = format!("{}.{}", at.there, evidence::joined(path));
        let value = stand_in::of(self.schemas[1], &place, &their.place.ty, &self.words);
        self.note(place, why.to_owned(), Some(Site::Type));
        let quoted = their.name.as_str();
        Some(format!(
            "the hub must have `{quoted}`; `added({name} = {value})`, or `rename = \"{quoted}\"` on the field that it was"
        ))
    }

    /// The structs of the hub that places of this version's fields lie in, and what else is in those. Returns what is to be
    /// decided of that.
    fn parts(&mut self, mapping: &mut Mapping, moves: &Moves<'t>, at: At<'_, '_>) -> Vec<String> {
        let mut structs: BTreeMap<String, Vec<&Field>> = BTreeMap::new();
        for Move { path, .. } in &moves.found {
            for length in 1..path.len() {
                let around = path[..length].to_vec();
                structs.insert(evidence::joined(&around), around);
            }
        }
        let is_taken = |path: &[&Field]| {
            let place = evidence::joined(path);
            let mut found = moves.found.iter();
            structs.contains_key(&place)
                || found.any(|found| evidence::joined(&found.path) == place)
        };
        let (mut parts, mut rest) = (Vec::new(), Vec::new());
        for path in structs.values() {
            let Some(field) = path.last() else { continue };
            let Ty::Named(id) = ways::peeled(&field.place.ty) else {
                continue;
            };
            let Some(ty) = self.types.get(*id) else {
                continue;
            };
            let module = self.modules.get(ty.module).map_or("", String::as_str);
            let name = format!("super::{module}::{}", ty.name);
            let name = if default::is_option(field) {
                format!("Option<{name}>")
            } else {
                name
            };
            let place = text::literal(&rust_path(path));
            parts.push(Doc::of(format!("{place} = {name}")));
            let inner = ways::members(&field.place.ty, self.types).unwrap_or_default();
            let inner = inner
                .iter()
                .map(|field| [path.as_slice(), &[field]].concat());
            rest.extend(inner.filter(|path| !is_taken(path)));
        }
        if !parts.is_empty() {
            mapping.keys.push(Doc::Call("part".to_owned(), parts));
        }
        rest.iter()
            .filter_map(|path| self.added(mapping, path, at))
            .collect()
    }

    /// The keys by which a field maps to the hub's. `may_lack`: whether nothing may stand there; `is_key`: whether a key says how
    /// values become each other's.
    fn field(
        &mut self,
        [own, their]: [&Field; 2],
        may_lack: bool,
        is_key: bool,
        at: At<'_, '_>,
    ) -> Vec<Doc> {
        let [own_ty, their_ty] = [&own.place.ty, &their.place.ty];
        let mapped = if is_key {
            Ok(())
        } else {
            self.values(own_ty, their_ty, at)
        };
        if let Err(mut differs) = mapped {
            let more = ways::between(own_ty, their_ty, [own, their], self.types);
            if !more.is_empty() {
                differs.ways = more;
            }
            return vec![self.open(differs)];
        }
        let [own_schema, their_schema] = self.schemas;
        let (of, schema, place, key, by) = match (default::is_option(own), may_lack) {
            (true, false) => (their, their_schema, at.there, "or", "the stored version"),
            (false, true) => (own, own_schema, at.own, "or_back", "this version"),
            _ => return Vec::new(),
        };
        if let Some(default) = &of.place.default {
            let value = expression(&of.place.ty, default, &self.words);
            return vec![Doc::Atom(format!("{key} = {value}"))];
        }
        let value = stand_in::of(schema, place, &of.place.ty, &self.words);
        let why = format!("only {by} has to have it");
        let ways = vec![format!(
            "`{key} = {value}` stands in for what is absent, or another value"
        )];
        vec![self.open(differs(at.own, &why, ways))]
    }

    /// Whether values of one type become such of another by themselves.
    fn values(&mut self, own: &Ty, their: &Ty, at: At<'_, '_>) -> Result<(), Differs> {
        match (own, their) {
            _ if own == their => Ok(()),
            (Ty::Option(own), Ty::Option(their)) => self.values(own, their, at),
            (Ty::List(own), Ty::List(their)) | (Ty::Map(own), Ty::Map(their)) => {
                let [inner, there] = [at.own, at.there].map(|at| format!("{at}[*]"));
                let at = At {
                    own: &inner,
                    there: &there,
                    seen: &evidence::of_items(at.seen),
                };
                self.values(own, their, at)
            }
            (Ty::Named(own), Ty::Named(their)) => self.pair(*own, *their, at),
            (Ty::K8s(_), Ty::Named(_) | Ty::K8s(_)) | (Ty::Named(_), Ty::K8s(_)) => {
                self.mixed.extend([at.own, at.there].map(str::to_owned));
                Err(self.unlike(own, their, at))
            }
            _ => Err(self.unlike(own, their, at)),
        }
    }

    fn unlike(&self, own: &Ty, their: &Ty, at: At<'_, '_>) -> Differs {
        let [own, their] = [own, their].map(|ty| self.words.ty(ty));
        let why = if own == their {
            "its types differ".to_owned()
        } else {
            format!("its types differ, `{own}` here and `{their}` there")
        };
        differs(at.own, &why, vec![ways::FUNCTIONS.to_owned()])
    }

    /// Notes what a field has to decide, and says it.
    fn open(&mut self, differs: Differs) -> Doc {
        let text = format!("{}; {}", differs.why, differs.ways.join("; "));
        self.note(differs.at, differs.why, Some(Site::Field));
        Doc::said("undecided", &text)
    }
}

fn differs(at: &str, why: &str, ways: Vec<String>) -> Differs {
    Differs {
        at: at.to_owned(),
        why: why.to_owned(),
        ways,
    }
}

/// One key for all that a type has to decide.
fn undecided(open: &[String]) -> Option<Doc> {
    (!open.is_empty()).then(|| Doc::said("undecided", &open.join("; ")))
}

/// The names of fields in Rust, as keys have them.
fn rust_path(path: &[&Field]) -> String {
    let names: Vec<&str> = path.iter().map(|field| field.name.as_str()).collect();
    names.join(".")
}

/// Where a field went, and how.
fn said(at: &At<'_, '_>, found: &Found) -> String {
    let mut text = format!("`{}`", at.own);
    if at.own != at.there {
        text += &format!(" to `{}`", at.there);
    }
    if let Way::Key(key, _) = &found.way {
        text += &format!(" by `{key}`");
    }
    if found.exceptions > 0 {
        text += &format!(" (not in {})", found.exceptions);
    }
    text
}

/// What fields of this version are called at the hub, by their names on the wire.
#[derive(Default)]
struct Renames<'f> {
    sure: BTreeMap<&'f str, &'f Field>,
    /// Several have the type and the description, or several had them.
    unsure: Vec<(&'f str, Vec<&'f str>)>,
}

/// A field that only this version has is one that only the hub has if these two alone have the same type, presence and
/// description.
fn renames<'f>(own: &[&'f Field], theirs: &[&'f Field]) -> Renames<'f> {
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
fn description(field: &Field) -> Option<Vec<String>> {
    const FEW: usize = 3;
    let text = field.place.description.as_deref()?;
    let words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !word.eq_ignore_ascii_case(&field.wire));
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    (words.len() > FEW).then_some(words)
}

/// Whether a field need not be there, or a server fills it in.
fn is_free(field: &Field) -> bool {
    field.place.default.is_some() || field.presence == Presence::Optional
}
