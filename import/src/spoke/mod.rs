//! How the types of a version map to those of the stored one, where that is beyond doubt: the same names with the same types,
//! other names with the same types and descriptions, and fields of one side that need not be there. Where a type has no such
//! mapping, no version gets one.

use std::collections::{BTreeMap, BTreeSet};

use crate::attribute::{Doc, Words, attribute};
use crate::default::{self, expression};
use crate::model::{Fate, Field, Note, Presence, Shape, Ty, Type};
use crate::name;
use crate::shape::Shapes;

/// A spec and a status.
pub(crate) type Roots = (usize, Option<usize>);

/// What becomes of a type.
#[derive(Default)]
struct Mapping {
    hub: usize,
    added: Vec<String>,
    /// By the wire names of fields.
    fields: BTreeMap<String, Doc>,
}

/// What came of the search for mappings.
#[derive(Default)]
pub(crate) struct Outcome {
    /// How many versions have one.
    pub(crate) mapped: usize,
    /// Where one version has a type of Kubernetes, and another a struct.
    pub(crate) mixed: BTreeSet<String>,
}

/// Says of the types of versions that are not stored how they map to those of the one that is.
pub(crate) fn add(
    shapes: &mut Shapes,
    roots: &[Roots],
    modules: &[String],
    notes: &mut Vec<Note>,
) -> Outcome {
    let mut outcome = Outcome::default();
    let Some((hub, spokes)) = roots.split_first() else {
        return outcome;
    };
    let mut all: BTreeMap<usize, Mapping> = BTreeMap::new();
    for (spoke, module) in spokes.iter().zip(modules.iter().skip(1)) {
        let mut found = Solver {
            types: &shapes.types,
            functions: Words {
                types: &shapes.types,
                functions: &shapes.functions,
                newer: &[],
            },
            all: BTreeMap::new(),
            hindrances: Vec::new(),
            renames: Vec::new(),
            doubts: Vec::new(),
            mixed: BTreeSet::new(),
        };
        let is_whole = shapes
            .types
            .get(spoke.0)
            .is_some_and(|ty| ty.name.ends_with("Fields"));
        found.pair(spoke.0, hub.0, if is_whole { "" } else { ".spec" });
        match (spoke.1, hub.1) {
            (Some(spoke), Some(hub)) if spoke != hub => {
                found.pair(spoke, hub, ".status");
            }
            (Some(_), Some(_)) | (None, None) => {}
            _ => {
                found.fail(".status", "only one of the versions has it");
            }
        }
        let clashes = found
            .all
            .iter()
            .any(|(id, new)| all.get(id).is_some_and(|old| old.hub != new.hub));
        outcome.mixed.append(&mut found.mixed);
        let place = module.clone();
        if found.hindrances.is_empty() && !clashes {
            let differing = found
                .all
                .values()
                .map(|mapping| mapping.added.len() + mapping.fields.len())
                .sum::<usize>();
            let text = format!(
                "`Spoke` maps it to `{}`: {} types, {differing} fields that are not there as they are here",
                modules.first().map(String::as_str).unwrap_or_default(),
                found.all.len()
            );
            all.append(&mut found.all);
            outcome.mapped += 1;
            if !found.renames.is_empty() {
                notes.push(Note {
                    fate: Fate::Conversion,
                    place: place.clone(),
                    text: format!(
                        "renamed, by one type and one description: {}",
                        found.renames.join(", ")
                    ),
                });
            }
            notes.extend(found.doubts.iter().map(|doubt| Note {
                fate: Fate::Decide,
                place: place.clone(),
                text: format!(
                    "{doubt}, which have its type and its description; each is kept by itself, unless `rename` says which"
                ),
            }));
            notes.push(Note {
                fate: Fate::Conversion,
                place,
                text,
            });
        } else {
            let text = hindrance_text(&found.hindrances);
            notes.push(Note {
                fate: Fate::Decide,
                place,
                text,
            });
        }
    }
    for (id, mapping) in all {
        let Some(hub) = shapes.types.get(mapping.hub) else {
            continue;
        };
        let module = modules
            .get(hub.module)
            .map(String::as_str)
            .unwrap_or_default();
        let mut keys = vec![Doc::of(format!("hub = super::{module}::{}", hub.name))];
        keys.extend(
            mapping
                .added
                .iter()
                .map(|name| Doc::Call("added".to_owned(), vec![Doc::of(name.as_str())])),
        );
        let Some(ty) = shapes.types.get_mut(id) else {
            continue;
        };
        ty.spoke = Some(attribute("spoke", keys, 0));
        if let Shape::Struct { fields, .. } = &mut ty.shape {
            for field in fields {
                field.spoke.extend(mapping.fields.get(&field.wire).cloned());
            }
        }
    }
    outcome
}

/// What keeps a version from a mapping, in a sentence.
fn hindrance_text(hindrances: &[String]) -> String {
    const SHOWN: usize = 8;
    let first: Vec<&str> = hindrances.iter().take(SHOWN).map(String::as_str).collect();
    let why = match hindrances.len().saturating_sub(SHOWN) {
        _ if first.is_empty() => {
            "types that it shares with a third version map otherwise there".to_owned()
        }
        0 => first.join("; "),
        more => format!("{}; and {more} more", first.join("; ")),
    };
    format!("no `Spoke` is written: {why}; derive it and say how")
}

struct Solver<'t> {
    types: &'t [Type],
    functions: Words<'t>,
    all: BTreeMap<usize, Mapping>,
    hindrances: Vec<String>,
    /// Fields with another name, by their paths.
    renames: Vec<String>,
    /// Fields that may have one of several names there.
    doubts: Vec<String>,
    /// Where one side has a type of Kubernetes, and the other a struct.
    mixed: BTreeSet<String>,
}

impl Solver<'_> {
    fn fail(&mut self, at: &str, why: &str) -> bool {
        let hindrance = format!("`{at}`: {why}");
        if !self.hindrances.contains(&hindrance) {
            self.hindrances.push(hindrance);
        }
        false
    }

    /// Maps a type of this version to one of the hub.
    fn pair(&mut self, spoke: usize, hub: usize, at: &str) -> bool {
        if let Some(known) = self.all.get(&spoke) {
            return known.hub == hub || self.fail(at, "its type becomes two types of the hub");
        }
        let (Some(own), Some(other)) = (self.types.get(spoke), self.types.get(hub)) else {
            return false;
        };
        match (&own.shape, &other.shape) {
            (
                Shape::Struct { fields, others },
                Shape::Struct {
                    fields: theirs,
                    others: kept,
                },
            ) => {
                if others != kept {
                    return self.fail(at, "only one of the versions keeps unknown fields");
                }
                let mut mapping = Mapping {
                    hub,
                    ..Mapping::default()
                };
                self.all.insert(
                    spoke,
                    Mapping {
                        hub,
                        ..Mapping::default()
                    },
                );
                let Renames { sure, unsure } = renames(fields, theirs);
                for (own, others) in unsure {
                    let others: Vec<String> = others
                        .iter()
                        .map(|other| format!("`{at}.{other}`"))
                        .collect();
                    let doubt = format!("`{at}.{own}` may have become {}", others.join(" or "));
                    self.doubts.push(doubt);
                }
                for field in fields {
                    if let Some(their) = sure.get(field.wire.as_str()) {
                        let (own, new) = (&field.wire, &their.wire);
                        self.renames.push(format!("`{at}.{own}` to `{at}.{new}`"));
                        let key = Doc::said("rename", &their.name);
                        mapping.fields.insert(own.clone(), key);
                        continue;
                    }
                    let at = format!("{at}.{}", field.wire);
                    let Some(their) = theirs.iter().find(|their| their.wire == field.wire) else {
                        if !is_free(field) {
                            self.fail(&at, "only this version has it, and it must be there");
                        }
                        mapping
                            .fields
                            .insert(field.wire.clone(), Doc::of("removed"));
                        continue;
                    };
                    if their.name != field.name {
                        self.fail(&at, "its names in Rust differ");
                        continue;
                    }
                    if let Some(key) = self.field(field, their, &at) {
                        mapping.fields.insert(field.wire.clone(), key);
                    }
                }
                let mut known: BTreeSet<&str> =
                    fields.iter().map(|field| field.wire.as_str()).collect();
                known.extend(sure.values().map(|their| their.wire.as_str()));
                for their in theirs
                    .iter()
                    .filter(|their| !known.contains(their.wire.as_str()))
                {
                    if !is_free(their) {
                        self.fail(
                            &format!("{at}.{}", their.wire),
                            "only the stored version has it, and it must be there",
                        );
                    }
                    mapping.added.push(name::escape(&their.name));
                }
                self.all.insert(spoke, mapping);
                true
            }
            (Shape::Enum(_), Shape::Enum(_)) => self.fail(at, "the values of its enum differ"),
            _ => self.fail(at, "its types differ"),
        }
    }

    /// The key by which a field maps to the hub's of its name, if it needs one.
    fn field(&mut self, own: &Field, their: &Field, at: &str) -> Option<Doc> {
        if !self.values(&own.place.ty, &their.place.ty, at) {
            return None;
        }
        let (of, key, by) = match (default::is_option(own), default::is_option(their)) {
            (true, false) => (their, "or", "the stored version"),
            (false, true) => (own, "or_back", "this version"),
            _ => return None,
        };
        if let Some(default) = &of.place.default {
            let value = expression(&of.place.ty, default, &self.functions);
            return Some(Doc::Atom(format!("{key} = {value}")));
        }
        self.fail(at, &format!("only {by} has to have it"));
        None
    }

    /// Whether values of one type become such of another by themselves.
    fn values(&mut self, own: &Ty, their: &Ty, at: &str) -> bool {
        match (own, their) {
            _ if own == their => true,
            (Ty::Option(own), Ty::Option(their)) => self.values(own, their, at),
            (Ty::List(own), Ty::List(their)) | (Ty::Map(own), Ty::Map(their)) => {
                self.values(own, their, &format!("{at}[*]"))
            }
            (Ty::Named(own), Ty::Named(their)) => self.pair(*own, *their, at),
            (Ty::K8s(_), Ty::Named(_) | Ty::K8s(_)) | (Ty::Named(_), Ty::K8s(_)) => {
                self.mixed.insert(at.to_owned());
                self.fail(at, "its types differ")
            }
            _ => self.fail(at, "its types differ"),
        }
    }
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
