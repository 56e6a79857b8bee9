//! Types of a version and of the stored one, held against each other field by field.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::evidence::{self, Found, Keyed, Seen, Way};
use super::mapping::{Loose, Mapping};
use super::renames::{Renames, renames};
use super::splits::Split;
use super::{Roots, enums, named, splits, stand_in, ways};
use crate::Options;
use crate::attribute::{Doc, Words};
use crate::default::{self, expression};
use crate::model::{Field, Shape, Ty, Type};
use crate::name;
use crate::shape::Shapes;
use crate::text;

/// A place of which nothing says what becomes of it.
pub(super) struct Undecided {
    pub(super) at: String,
    pub(super) why: String,
    /// The type or field that a draft says it at; without, nothing can be written.
    pub(super) site: Option<Site>,
}

impl Undecided {
    /// Whether no value maps, as the types differ.
    pub(super) fn is_unlike(&self) -> bool {
        self.why.starts_with(UNLIKE)
    }
}

const UNLIKE: &str = "its types differ";

/// Where a draft says what is undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Site {
    Type,
    Field,
}

/// A place of this version and of the hub, and what stands there in pairs of objects.
#[derive(Clone, Copy)]
pub(super) struct At<'a, 'p> {
    pub(super) own: &'a str,
    pub(super) there: &'a str,
    pub(super) seen: &'a Seen<'p>,
}

/// Why the one is not the other, and what may be written.
pub(super) struct Differs {
    pub(super) at: String,
    pub(super) why: String,
    pub(super) ways: Vec<String>,
}

pub(super) struct Solver<'t, 'p> {
    pub(super) types: &'t [Type],
    pub(super) modules: &'t [String],
    /// Those of the version, and of the hub.
    pub(super) schemas: [&'t Value; 2],
    pub(super) words: Words<'t>,
    pub(super) all: Vec<Mapping<'t, 'p>>,
    /// The mappings that are being made, the innermost last.
    making: Vec<(usize, usize)>,
    pub(super) undecided: Vec<Undecided>,
    /// Fields with another name, by their paths.
    pub(super) renames: Vec<String>,
    /// Fields that are elsewhere or otherwise there, by names, types and descriptions.
    pub(super) named: Vec<String>,
    /// Fields that are elsewhere or otherwise there, by what stands in samples.
    pub(super) moved: Vec<String>,
    /// The places of those, at both versions.
    pub(super) apart: BTreeSet<String>,
    /// Fields that may have one of several names there.
    pub(super) doubts: Vec<String>,
    /// Where one side has a type of Kubernetes, and the other a struct.
    pub(super) mixed: BTreeSet<String>,
    /// Whether what is undecided is written, or what is lost in its stead.
    pub(super) is_draft: bool,
    pub(super) is_lossy: bool,
}

impl<'t, 'p> Solver<'t, 'p> {
    pub(super) fn new(
        shapes: &'t Shapes,
        modules: &'t [String],
        schemas: [&'t Value; 2],
        options: Options<'_>,
    ) -> Self {
        Self {
            types: &shapes.types,
            modules,
            schemas,
            words: Words {
                types: &shapes.types,
                functions: &shapes.functions,
                newer: &[],
                modules: None,
            },
            all: Vec::new(),
            making: Vec::new(),
            undecided: Vec::new(),
            renames: Vec::new(),
            named: Vec::new(),
            moved: Vec::new(),
            apart: BTreeSet::new(),
            doubts: Vec::new(),
            mixed: BTreeSet::new(),
            is_draft: options.draft,
            is_lossy: options.is_lossy,
        }
    }

    /// Maps the spec and the status of a version. `seen`: objects of both versions.
    pub(super) fn roots(&mut self, spoke: Roots, hub: Roots, seen: &Seen<'p>) {
        let is_whole = self
            .types
            .get(spoke.0)
            .is_some_and(|ty| ty.name.ends_with("Fields"));
        let part = |name: &str| -> Seen<'p> {
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
        self.tie();
        self.close();
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
    }

    pub(super) fn note(&mut self, at: String, why: String, site: Option<Site>) {
        self.undecided.push(Undecided { at, why, site });
    }

    /// Maps a type of this version to one of the hub, if they are of one kind.
    fn pair(&mut self, spoke: usize, hub: usize, at: At<'_, 'p>) -> Result<(), Differs> {
        if spoke == hub {
            return Ok(());
        }
        let outer = self.making.last().copied();
        let outer = self.all.iter_mut().find(|of| Some(of.types) == outer);
        if let Some(outer) = outer {
            outer.asks.insert((spoke, hub));
        }
        let mut known = self.all.iter_mut();
        if let Some(known) = known.find(|known| known.types == (spoke, hub)) {
            known.uses += 1;
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
        let mut mapping = Mapping::new((spoke, hub), [at.own, at.there], at.seen);
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
                let known = Mapping::new((spoke, hub), [at.own, at.there], at.seen);
                self.all.push(known);
                self.making.push((spoke, hub));
                self.members(&mut mapping, [fields, theirs], at);
                self.making.pop();
                let known = &mut self.all[position];
                mapping.asks = std::mem::take(&mut known.asks);
                mapping.uses = known.uses;
                if others != kept {
                    let why = "only one of the versions keeps unknown fields".to_owned();
                    self.note(at.own.to_owned(), why.clone(), Some(Site::Type));
                    mapping.open.push(format!("{why}; {}", ways::FUNCTIONS));
                }
                self.all[position] = mapping;
                Ok(())
            }
            (Shape::Enum(variants), Shape::Enum(theirs)) => {
                let module = self.modules.get(their.module).map_or("", String::as_str);
                let there = format!("super::{module}::{}", their.name);
                let found = enums::variants([variants, theirs], at.seen);
                for [own, became] in &found.renames {
                    if own.0 == became.0 {
                        continue;
                    }
                    let key = Doc::of(format!("rename = {}", text::literal(&became.0)));
                    mapping.fields.insert(own.1.clone(), vec![key]);
                    self.moved
                        .push(format!("`{}` of `{}` to `{}`", own.1, at.own, became.1));
                }
                for [own, became] in &found.removed {
                    let key = Doc::of(format!("removed = {there}::{}", became.0));
                    mapping.fields.insert(own.1.clone(), vec![key]);
                    self.moved
                        .push(format!("`{}` of `{}` to `{}`", own.1, at.own, became.1));
                }
                for [own, became] in &found.added {
                    let key = Doc::of(format!(
                        "{} = {}::{}",
                        became.0, self.types[spoke].name, own.0
                    ));
                    mapping.keys.push(Doc::Call("added".to_owned(), vec![key]));
                }
                let [own_left, their_left] = found.left;
                let all = [variants.as_slice(), theirs.as_slice()];
                let names = [own.name.as_str(), there.as_str()];
                mapping.open = ways::variants([&own_left, &their_left], all, names);
                if !mapping.open.is_empty() {
                    let why = "the values of its enum differ".to_owned();
                    self.note(at.own.to_owned(), why, Some(Site::Type));
                }
                if self.is_lossy {
                    mapping.open.clear();
                    let (keys, variants) = ways::stand_ins([&own_left, &their_left], all, names);
                    mapping.keys.extend(keys);
                    mapping.fields.extend(variants);
                }
                self.all.push(mapping);
                Ok(())
            }
            _ => Err(differs(at.own, UNLIKE, vec![ways::FUNCTIONS.to_owned()])),
        }
    }

    /// Maps the fields of two structs.
    fn members(
        &mut self,
        mapping: &mut Mapping<'t, 'p>,
        [fields, theirs]: [&'t [Field]; 2],
        at: At<'_, 'p>,
    ) {
        let mut moves = evidence::moves(self.types, [fields, theirs], at.seen);
        let splits = splits::splits(self.types, [fields, theirs], at.seen, &moves);
        let (whole, halves): (Vec<_>, Vec<_>) = splits.into_iter().partition(Split::is_whole);
        moves.splits = whole;
        for split in &halves {
            let [own, there] = split.said(at);
            let doubt = format!(
                "{own} may have become {there}, of which only some must be there (`format = {:?}` with a value for what is absent)",
                split.format()
            );
            if let [[field]] = split.places()[0].as_slice() {
                mapping.ambiguous.insert(field.wire.clone(), doubt.clone());
            }
            self.doubts.push(doubt);
        }
        let is_left = |own: &&&Field| !moves.leaves(own);
        let left: Vec<&Field> = fields.iter().filter(|own| is_left(&own)).collect();
        let free: Vec<&Field> = theirs.iter().filter(|their| !moves.takes(their)).collect();
        let Renames { sure, unsure } = renames(&left, &free);
        let by_name = named::moves(self.types, [&left, &free], &sure, at.seen);
        let is_left = |own: &&&Field| {
            let mut by_name = by_name.iter();
            !by_name.any(|found| {
                found
                    .own
                    .first()
                    .is_some_and(|first| first.wire == own.wire)
            })
        };
        let left: Vec<&Field> = left.iter().filter(is_left).copied().collect();
        self.named.extend(by_name.iter().map(|found| {
            let [own, there] = [(at.own, &found.own), (at.there, &found.path)]
                .map(|(at, path)| format!("`{at}.{}`", evidence::joined(path)));
            format!("{own} to {there}")
        }));
        moves.found.extend(by_name);
        let free: Vec<&Field> = free
            .iter()
            .filter(|their| !moves.takes(their))
            .copied()
            .collect();
        let path_of = |path: &[&Field]| evidence::joined(path);
        let unsure = unsure.into_iter().map(|(own, others)| {
            let others = others.into_iter().map(str::to_owned).collect();
            (own.to_owned(), others)
        });
        let unsure_moves = moves.unsure.iter().map(|(own, others)| {
            let others: Vec<String> = others.iter().map(|other| path_of(other)).collect();
            (path_of(own), others)
        });
        for (own, others) in unsure.chain(unsure_moves) {
            let said: Vec<String> = others
                .iter()
                .map(|other| format!("`{}.{other}`", at.there))
                .collect();
            let doubt = format!("`{}.{own}` may have become {}", at.own, said.join(" or "));
            mapping.ambiguous.insert(own, doubt.clone());
            self.doubts.push(doubt);
        }
        let mut known: BTreeSet<&str> = left.iter().map(|field| field.wire.as_str()).collect();
        known.extend(sure.values().map(|their| their.wire.as_str()));
        let alone = free
            .iter()
            .copied()
            .filter(|their| !known.contains(their.wire.as_str()));
        for field in fields {
            let moved = moves.of(field);
            if moved.is_none() && moves.leaves(field) {
                // Its members go to several places.
                continue;
            }
            let renamed = sure.get(field.wire.as_str()).copied();
            let named = || free.iter().copied().find(|their| their.wire == field.wire);
            let path = match (moved, renamed.or_else(named)) {
                (Some(moved), _) => moved.path.clone(),
                (None, Some(their)) => vec![their],
                (None, None) => {
                    let place = format!("{}.{}", at.own, field.wire);
                    let path = vec![field];
                    mapping.lost.push(Loose { path, place });
                    continue;
                }
            };
            if moved.is_none() && renamed.is_some() {
                let [own, there] = [(at.own, &field.wire), (at.there, &path[0].wire)]
                    .map(|(at, name)| format!("`{at}.{name}`"));
                self.renames.push(format!("{own} to {there}"));
            }
            self.maps(
                mapping,
                [&[field], &path],
                moved.map(|moved| &moved.found),
                at,
            );
        }
        for found in moves.found.iter().filter(|found| found.own.len() > 1) {
            self.steps(mapping, found, at);
        }
        for split in &moves.splits {
            self.split(mapping, split, at);
        }
        let sides = [0, 1].map(|side| moves.places(side).collect());
        self.parts(mapping, sides, [0; 2], at);
        for their in alone {
            let place = format!("{}.{}", at.there, their.wire);
            let path = vec![their];
            mapping.new.push(Loose { path, place });
        }
    }

    /// Says of a field at which place of the hub it is, and how its values map.
    pub(super) fn maps(
        &mut self,
        mapping: &mut Mapping<'t, 'p>,
        [own_path, path]: [&[&'t Field]; 2],
        moved: Option<&Found>,
        at: At<'_, 'p>,
    ) {
        let (Some(field), Some(their)) = (own_path.last(), path.last()) else {
            return;
        };
        let mut keys = Vec::new();
        let own = format!("{}.{}", at.own, evidence::joined(own_path));
        let there = format!("{}.{}", at.there, evidence::joined(path));
        let seen = evidence::of_paths(at.seen, own_path, path);
        let at = At {
            own: &own,
            there: &there,
            seen: &seen,
        };
        match path {
            [their] if their.name == field.name => {}
            [their] => keys.push(Doc::said("rename", &their.name)),
            path => keys.push(Doc::said("to", &rust_path(path))),
        }
        let found = match moved {
            Some(moved) => Some(moved.clone()),
            None => evidence::agreement(self.types, field, path, &seen),
        };
        let found = found.filter(|found| moved.is_some() || found.way != Way::Alike);
        self.moved
            .extend(found.iter().map(|found| said(&at, found)));
        let way = found.map_or(Way::Alike, |found| found.way);
        let open = self.undecided.len();
        keys.extend(self.way(mapping, &way, [field, their], &at));
        let may_lack = evidence::may_lack(path);
        keys.extend(self.field([field, their], may_lack, way != Way::Alike, at));
        let is_mapped = way != Way::Alike || self.is_mapped(field, their);
        if self.is_lossy && self.undecided.len() > open && !is_mapped {
            keys = vec![self.lost(field, &own)];
            let place = self.place(path, at.there);
            mapping.keys.push(place);
        } else if let [Ty::Named(_), Ty::Named(_)] =
            [field, their].map(|field| ways::peeled(&field.place.ty))
            // With a stand-in it is kept as a whole, which nothing may be moved into.
            && evidence::may_lack(path) == default::is_option(field)
        {
            mapping.structs.push([own_path.to_vec(), path.to_vec()]);
        }
        if keys.is_empty() {
            mapping.fields.remove(&field.wire);
        } else {
            mapping.fields.insert(field.wire.clone(), keys);
        }
    }

    /// The key by which values become each other's.
    fn way(
        &mut self,
        mapping: &mut Mapping<'t, 'p>,
        way: &Way,
        fields: [&'t Field; 2],
        at: &At<'_, 'p>,
    ) -> Vec<Doc> {
        match way {
            Way::Alike => Vec::new(),
            Way::Key(key) => {
                mapping.refuses(key.refuses);
                vec![Doc::of(key.on_field())]
            }
            Way::Keyed(keyed) => {
                mapping.refuses(keyed.refuses);
                let inner = fields.map(|field| match ways::peeled(&field.place.ty) {
                    Ty::List(inner) | Ty::Map(inner) => ways::peeled(inner),
                    ty => ty,
                });
                let [own, there] = [at.own, at.there].map(|at| format!("{at}[*]"));
                let at = At {
                    own: &own,
                    there: &there,
                    seen: &evidence::of_entries(at.seen, keyed),
                };
                if let [Ty::Named(own), Ty::Named(their)] = inner
                    && self.pair(*own, *their, at).is_ok()
                {
                    self.called(mapping, (*own, *their), keyed);
                }
                vec![Doc::of(format!("keyed = {:?}", keyed.name))]
            }
        }
    }

    /// What an entry of a map is called is no member of it: the mapping of the struct leaves that to the map.
    fn called(&mut self, outer: &mut Mapping<'t, 'p>, types: (usize, usize), keyed: &Keyed) {
        let outer_types = outer.types;
        let mut all = self.all.iter_mut();
        let Some(inner) = all.find(|of| of.types == types && of.types != outer_types) else {
            return;
        };
        let is_key = |loose: &Loose<'_>| matches!(*loose.path, [field] if field.wire == keyed.wire);
        let value = "String::new()";
        if keyed.is_list {
            inner.lost.retain(|loose| !is_key(loose));
            let key = Doc::of(format!("elsewhere = {value}"));
            inner.fields.insert(keyed.wire.clone(), vec![key]);
        } else {
            let Some(field) = inner.new.iter().find(|loose| is_key(loose)) else {
                return;
            };
            let is_option = default::is_option(field.path[0]);
            inner.new.retain(|loose| !is_key(loose));
            let name = name::escape(&keyed.name);
            let said = if is_option {
                name
            } else {
                format!("{name} = {value}")
            };
            let key = Doc::Call("elsewhere".to_owned(), vec![Doc::Atom(said)]);
            inner.keys.push(key);
        }
    }

    /// The keys by which a field maps to the hub's. `may_lack`: whether nothing may stand there; `is_key`: whether a key says how
    /// values become each other's.
    fn field(
        &mut self,
        [own, their]: [&'t Field; 2],
        may_lack: bool,
        is_key: bool,
        at: At<'_, 'p>,
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
        let lacks = [default::is_option(own), may_lack];
        match self.stand_in([own, their], lacks, at) {
            Ok(key) => key.into_iter().collect(),
            Err(differs) => {
                let open = self.open(differs);
                if self.is_lossy {
                    return vec![self.lossy_stand_in(lacks, at)];
                }
                vec![open]
            }
        }
    }

    /// What stands in where only one of two places must be there. `lacks`: which of them need not.
    pub(super) fn stand_in(
        &mut self,
        [own, their]: [&Field; 2],
        lacks: [bool; 2],
        at: At<'_, 'p>,
    ) -> Result<Option<Doc>, Differs> {
        let [own_schema, their_schema] = self.schemas;
        let words = self.words_of(usize::from(lacks[0]));
        let (of, schema, place, key, by) = match lacks {
            [true, false] => (their, their_schema, at.there, "or", "the stored version"),
            [false, true] => (own, own_schema, at.own, "or_back", "this version"),
            _ => return Ok(None),
        };
        if let Some(default) = &of.place.default {
            let value = expression(&of.place.ty, default, &words);
            return Ok(Some(Doc::Atom(format!("{key} = {value}"))));
        }
        // Of a struct there is no expression.
        let seen = evidence::stand_in(at.seen, key == "or")
            .filter(|value| !value.is_object() && !value.is_array())
            .filter(|value| stand_in::is_taken(schema, place, value));
        if let Some(value) = seen {
            let key = format!("{key} = {}", expression(&of.place.ty, value, &words));
            let what = format!("`{key}` for `{}` that is absent", at.own);
            self.moved.push(what);
            return Ok(Some(Doc::Atom(key)));
        }
        let value = stand_in::of(schema, place, &of.place.ty, &words);
        let why = format!("only {by} has to have it");
        let ways = vec![format!(
            "`{key} = {value}` stands in for what is absent, or another value"
        )];
        Err(differs(at.own, &why, ways))
    }

    /// Whether values of two fields become each other's by a mapping that was found.
    fn is_mapped(&self, own: &Field, their: &Field) -> bool {
        self.is_value_mapped(&own.place.ty, &their.place.ty)
    }

    fn is_value_mapped(&self, own: &Ty, their: &Ty) -> bool {
        match (own, their) {
            _ if own == their => true,
            (Ty::Option(own), their) => self.is_value_mapped(own, their),
            (own, Ty::Option(their)) => self.is_value_mapped(own, their),
            (Ty::List(own), Ty::List(their)) | (Ty::Map(own), Ty::Map(their)) => {
                self.is_value_mapped(own, their)
            }
            (Ty::Named(own), Ty::Named(their)) => {
                self.all.iter().any(|known| known.types == (*own, *their))
            }
            _ => false,
        }
    }

    /// Whether values of one type become such of another by themselves.
    fn values(&mut self, own: &Ty, their: &Ty, at: At<'_, 'p>) -> Result<(), Differs> {
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

    fn unlike(&self, own: &Ty, their: &Ty, at: At<'_, 'p>) -> Differs {
        let [own, their] = [own, their].map(|ty| self.words.ty(ty));
        let why = if own == their {
            UNLIKE.to_owned()
        } else {
            format!("{UNLIKE}, `{own}` here and `{their}` there")
        };
        differs(at.own, &why, vec![ways::FUNCTIONS.to_owned()])
    }

    /// Notes what a field has to decide, and says it.
    pub(super) fn open(&mut self, differs: Differs) -> Doc {
        let text = format!("{}; {}", differs.why, differs.ways.join("; "));
        self.note(differs.at, differs.why, Some(Site::Field));
        Doc::said("undecided", &text)
    }
}

pub(super) fn differs(at: &str, why: &str, ways: Vec<String>) -> Differs {
    Differs {
        at: at.to_owned(),
        why: why.to_owned(),
        ways,
    }
}

/// The names of fields in Rust, as keys have them.
pub(super) fn rust_path(path: &[&Field]) -> String {
    let names: Vec<&str> = path.iter().map(|field| field.name.as_str()).collect();
    names.join(".")
}

/// Where a field went, and how.
pub(super) fn said(at: &At<'_, '_>, found: &Found) -> String {
    let mut text = format!("`{}`", at.own);
    if at.own != at.there {
        text += &format!(" to `{}`", at.there);
    }
    match &found.way {
        Way::Alike => {}
        Way::Key(key) => text += &format!(" by `{}`", key.on_field()),
        Way::Keyed(keyed) => text += &format!(" by `keyed = {:?}`", keyed.name),
    }
    if found.exceptions > 0 {
        text += &format!(" (not in {})", found.exceptions);
    }
    text
}
