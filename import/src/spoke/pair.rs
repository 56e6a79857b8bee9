//! Types of a version and of the stored one, held against each other field by field.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Roots, stand_in, ways};
use crate::attribute::{Doc, Words};
use crate::default::{self, expression};
use crate::model::{Field, Presence, Shape, Ty, Type};
use crate::name;
use crate::shape::Shapes;

/// How a type maps to one of the stored version.
pub(super) struct Mapping {
    /// The type, and the hub's.
    pub(super) types: (usize, usize),
    /// What stands on the type beside `hub`.
    pub(super) keys: Vec<Doc>,
    /// What stands on fields, by their wire names.
    pub(super) fields: BTreeMap<String, Vec<Doc>>,
}

impl Mapping {
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
    pub(super) undecided: Vec<Undecided>,
    /// Fields with another name, by their paths.
    pub(super) renames: Vec<String>,
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
            undecided: Vec::new(),
            renames: Vec::new(),
            doubts: Vec::new(),
            mixed: BTreeSet::new(),
        }
    }

    /// Maps the spec and the status of a version.
    pub(super) fn roots(&mut self, spoke: Roots, hub: Roots) {
        let is_whole = self
            .types
            .get(spoke.0)
            .is_some_and(|ty| ty.name.ends_with("Fields"));
        let spec = if is_whole { "" } else { ".spec" };
        let mut found = vec![self.pair(spoke.0, hub.0, spec)];
        match (spoke.1, hub.1) {
            (Some(spoke), Some(hub)) if spoke != hub => {
                found.push(self.pair(spoke, hub, ".status"));
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
    }

    fn note(&mut self, at: String, why: String, site: Option<Site>) {
        self.undecided.push(Undecided { at, why, site });
    }

    /// Maps a type of this version to one of the hub, if they are of one kind.
    fn pair(&mut self, spoke: usize, hub: usize, at: &str) -> Result<(), Differs> {
        if spoke == hub || self.all.iter().any(|known| known.types == (spoke, hub)) {
            return Ok(());
        }
        if self.all.iter().any(|known| known.types == (hub, spoke)) {
            return Err(differs(
                at,
                "its type becomes one that becomes it elsewhere",
                vec![ways::FUNCTIONS.to_owned()],
            ));
        }
        let (Some(own), Some(their)) = (self.types.get(spoke), self.types.get(hub)) else {
            return Ok(());
        };
        let mut mapping = Mapping {
            types: (spoke, hub),
            keys: Vec::new(),
            fields: BTreeMap::new(),
        };
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
                self.all.push(Mapping {
                    types: (spoke, hub),
                    keys: Vec::new(),
                    fields: BTreeMap::new(),
                });
                let mut open = self.members(&mut mapping, [fields, theirs], at);
                if others != kept {
                    let why = "only one of the versions keeps unknown fields".to_owned();
                    self.note(at.to_owned(), why.clone(), Some(Site::Type));
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
                    self.note(at.to_owned(), why, Some(Site::Type));
                }
                mapping.keys.extend(undecided(&open));
                self.all.push(mapping);
                Ok(())
            }
            _ => Err(differs(
                at,
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
        at: &str,
    ) -> Vec<String> {
        let Renames { sure, unsure } = renames(fields, theirs);
        for (own, others) in unsure {
            let others: Vec<String> = others
                .iter()
                .map(|other| format!("`{at}.{other}`"))
                .collect();
            let doubt = format!("`{at}.{own}` may have become {}", others.join(" or "));
            self.doubts.push(doubt);
        }
        let mut known: BTreeSet<&str> = fields.iter().map(|field| field.wire.as_str()).collect();
        known.extend(sure.values().map(|their| their.wire.as_str()));
        let alone: Vec<&Field> = theirs
            .iter()
            .filter(|their| !known.contains(their.wire.as_str()))
            .collect();
        for field in fields {
            let around = at;
            let at = format!("{around}.{}", field.wire);
            let mut keys = Vec::new();
            let their = match sure.get(field.wire.as_str()) {
                Some(their) => {
                    let there = format!("`{around}.{}`", their.wire);
                    self.renames.push(format!("`{at}` to {there}"));
                    keys.push(Doc::said("rename", &their.name));
                    Some(*their)
                }
                None => theirs.iter().find(|their| their.wire == field.wire),
            };
            match their {
                Some(their) => {
                    if their.name != field.name && keys.is_empty() {
                        keys.push(Doc::said("rename", &their.name));
                    }
                    keys.extend(self.field(field, their, &at));
                }
                None if is_free(field) => keys.push(Doc::of("removed")),
                None => {
                    let why = "only this version has it, and it must be there";
                    let value = stand_in::of(self.schemas[0], &at, &field.place.ty, &self.words);
                    let ways = ways::of_lost(field, &alone, self.types, &value);
                    keys.push(self.open(differs(&at, why, ways)));
                }
            }
            if !keys.is_empty() {
                mapping.fields.insert(field.wire.clone(), keys);
            }
        }
        let mut open = Vec::new();
        for their in alone {
            if is_free(their) {
                let name = Doc::of(name::escape(&their.name));
                mapping.keys.push(Doc::Call("added".to_owned(), vec![name]));
                continue;
            }
            let why = "only the stored version has it, and it must be there";
            let place = format!("{at}.{}", their.wire);
            let value = stand_in::of(self.schemas[1], &place, &their.place.ty, &self.words);
            self.note(place, why.to_owned(), Some(Site::Type));
            open.push(format!(
                "the hub must have `{0}`; `added({0} = {value})`, or `rename = \"{0}\"` on the field that it was",
                their.name
            ));
        }
        open
    }

    /// The keys by which a field maps to the hub's.
    fn field(&mut self, own: &Field, their: &Field, at: &str) -> Vec<Doc> {
        let [own_ty, their_ty] = [&own.place.ty, &their.place.ty];
        if let Err(mut differs) = self.values(own_ty, their_ty, at) {
            let more = ways::between(own_ty, their_ty, [own, their], self.types);
            if !more.is_empty() {
                differs.ways = more;
            }
            return vec![self.open(differs)];
        }
        let [own_schema, their_schema] = self.schemas;
        let (of, schema, key, by) = match (default::is_option(own), default::is_option(their)) {
            (true, false) => (their, their_schema, "or", "the stored version"),
            (false, true) => (own, own_schema, "or_back", "this version"),
            _ => return Vec::new(),
        };
        if let Some(default) = &of.place.default {
            let value = expression(&of.place.ty, default, &self.words);
            return vec![Doc::Atom(format!("{key} = {value}"))];
        }
        let value = stand_in::of(schema, at, &of.place.ty, &self.words);
        let why = format!("only {by} has to have it");
        let ways = vec![format!(
            "`{key} = {value}` stands in for what is absent, or another value"
        )];
        vec![self.open(differs(at, &why, ways))]
    }

    /// Whether values of one type become such of another by themselves.
    fn values(&mut self, own: &Ty, their: &Ty, at: &str) -> Result<(), Differs> {
        match (own, their) {
            _ if own == their => Ok(()),
            (Ty::Option(own), Ty::Option(their)) => self.values(own, their, at),
            (Ty::List(own), Ty::List(their)) | (Ty::Map(own), Ty::Map(their)) => {
                self.values(own, their, &format!("{at}[*]"))
            }
            (Ty::Named(own), Ty::Named(their)) => self.pair(*own, *their, at),
            (Ty::K8s(_), Ty::Named(_) | Ty::K8s(_)) | (Ty::Named(_), Ty::K8s(_)) => {
                self.mixed.insert(at.to_owned());
                Err(self.unlike(own, their, at))
            }
            _ => Err(self.unlike(own, their, at)),
        }
    }

    fn unlike(&self, own: &Ty, their: &Ty, at: &str) -> Differs {
        let [own, their] = [own, their].map(|ty| self.words.ty(ty));
        let why = if own == their {
            "its types differ".to_owned()
        } else {
            format!("its types differ, `{own}` here and `{their}` there")
        };
        differs(at, &why, vec![ways::FUNCTIONS.to_owned()])
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

/// What fields of this version are called at the hub, by their names on the wire.
#[derive(Default)]
struct Renames<'f> {
    sure: BTreeMap<&'f str, &'f Field>,
    /// Several have the type and the description, or several had them.
    unsure: Vec<(&'f str, Vec<&'f str>)>,
}

/// A field that only this version has is one that only the hub has if these two alone have the same type, presence and
/// description.
fn renames<'f>(own: &'f [Field], theirs: &'f [Field]) -> Renames<'f> {
    let lacks = |all: &[Field], field: &&Field| all.iter().all(|other| other.wire != field.wire);
    let alone: Vec<&Field> = own.iter().filter(|field| lacks(theirs, field)).collect();
    let others: Vec<&Field> = theirs.iter().filter(|field| lacks(own, field)).collect();
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
