//! From schemas to types. Each keyword is taken out of the schema by what says it; what is left, a function says.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use wheelwright_rules::Schema;

use crate::keyword::{
    self, Rest, alternatives, counts, documents, int_or_string, lengths, names, take, take_text,
    values,
};
use crate::model::{Fate, Field, Function, Key, Note, Place, Presence, Says, Shape, Ty, Type};
use crate::{k8s, name, number};

/// Enums of more values stay texts.
const MOST_VARIANTS: usize = 128;

/// All types of a kind, over all its versions.
#[derive(Default)]
pub(crate) struct Shapes {
    pub(crate) types: Vec<Type>,
    pub(crate) functions: Vec<Function>,
    pub(crate) notes: Vec<Note>,
    /// The type of each schema, and what it does not say.
    known: BTreeMap<String, (usize, Rest)>,
    /// The version that is read.
    pub(crate) module: usize,
    pub(crate) version: String,
    /// Fields of Kubernetes' types that older releases do not have, by module.
    pub(crate) newer: BTreeSet<(usize, k8s::Newer)>,
    /// Paths of structs that are no types of Kubernetes in another version, and so stay structs.
    pub(crate) own: BTreeSet<String>,
    /// The name of the root struct.
    pub(crate) root: String,
}

/// Where a schema stands.
#[derive(Clone)]
pub(crate) struct At {
    pub(crate) path: String,
    /// What a type found here would be called.
    pub(crate) wanted: String,
    pub(crate) parent: Option<usize>,
}

impl At {
    fn member(&self, name: &str, parent: usize) -> Self {
        Self {
            path: format!("{}.{name}", self.path),
            wanted: name.to_owned(),
            parent: Some(parent),
        }
    }

    /// What a list or map holds.
    fn item(&self) -> Self {
        Self {
            path: format!("{}[*]", self.path),
            wanted: name::singular(&self.wanted),
            parent: self.parent,
        }
    }
}

impl Shapes {
    pub(crate) fn note(&mut self, fate: Fate, path: &str, text: impl Into<String>) {
        let place = format!(
            "{} {}",
            self.version,
            if path.is_empty() { "." } else { path }
        );
        let text = text.into();
        self.notes.push(Note { fate, place, text });
    }

    /// A value and what is said of it.
    pub(crate) fn place(&mut self, schema: Value, at: &At) -> Place {
        let Value::Object(mut rest) = schema else {
            // The API server has refused it.
            return Place::of(Ty::Value);
        };
        let mut place = Place::of(Ty::Value);
        let mut untaken = None;
        place.description = take_text(&mut rest, "description");
        place.nullable = rest.remove("nullable") == Some(true.into());
        let is_held = at.path.ends_with("[*]");
        place.default = match rest.remove("default") {
            Some(default) if is_held && !takes_default(&rest, &default) => {
                untaken = Some(default);
                None
            }
            default => default,
        };
        documents(&mut rest, &mut place.keys);
        let is_enumerated = place.nullable && rest.contains_key("enum");
        if is_enumerated {
            let text = "an `enum` beside `nullable` refuses null all the same";
            self.note(Fate::Doubt, &at.path, text);
        }
        if untaken.is_none()
            && let Some((ty, key)) = self.foreign(&rest, &place, at)
        {
            place.ty = ty;
            place.keys.insert(0, key);
            return place;
        }
        let whole = rest.clone();
        let documents = place.keys.len();
        let mut keys = Vec::new();
        place.ty = self.ty(&mut rest, &mut keys, at);
        // Where anything stands, `Option` does not say of an item that null does.
        let is_unsaid = is_held && place.nullable && place.ty == Ty::Value;
        if !rest.is_empty() || is_enumerated || is_unsaid || untaken.is_some() {
            let of = matches!(place.ty.innermost(), Ty::Named(_)).then(|| place.ty.clone());
            let mut members = if of.is_some() { rest } else { whole };
            if is_enumerated || of.is_none() && place.nullable {
                members.insert("nullable".to_owned(), true.into());
            }
            if let Some(default) = untaken {
                members.insert("default".to_owned(), default);
            }
            if of.is_none() {
                keys.clear();
            }
            keys.insert(0, self.with(of, &members, at));
        }
        let documents = place.keys.split_off(documents.min(place.keys.len()));
        place.keys.splice(0..0, keys);
        place.keys.extend(documents);
        place
    }

    /// The type of Kubernetes that it is. The CRD has its own words and its own release of it, which a function gives.
    fn foreign(&mut self, schema: &Rest, place: &Place, at: &At) -> Option<(Ty, Key)> {
        let context = place.description.as_deref().unwrap_or_default();
        let is_held = at.path.ends_with("[*]");
        let found = k8s::find(schema, &at.wanted, context, is_held)?;
        if k8s::ident(found.path) == self.root || self.own.contains(&at.path) {
            return None;
        }
        let mut members = schema.clone();
        if place.nullable {
            members.insert("nullable".to_owned(), true.into());
        }
        let function = self.function(None, members, at);
        let ident = k8s::ident(found.path);
        let mut text = format!("it is `{ident}` of k8s-openapi, with the schema of the CRD");
        let k8s::Differing {
            missing,
            written,
            newer,
        } = found.differing;
        if !missing.is_empty() {
            text += &format!(
                ", which has not all of it, so that a server drops: {}",
                missing.join(", ")
            );
        }
        if !written.is_empty() {
            text += &format!(
                "; written as \"\" where it is absent: {}",
                written.join(", ")
            );
        }
        self.newer
            .extend(newer.into_iter().map(|field| (self.module, field)));
        self.note(Fate::Function, &at.path, text);
        let key = Key {
            name: "with",
            says: Says::Function(function),
        };
        Some((Ty::K8s(found.path), key))
    }

    /// The key for what no other key says, and a note of it.
    pub(crate) fn with(&mut self, of: Option<Ty>, members: &Rest, at: &At) -> Key {
        let names: Vec<&str> = members.keys().map(String::as_str).collect();
        let said = names.join("`, `");
        let function = self.function(of, members.clone(), at);
        let name = self
            .functions
            .get(function)
            .map(|it| it.name.clone())
            .unwrap_or_default();
        let text = format!("what no key says of `{said}` comes from the function `{name}`");
        self.note(Fate::Function, &at.path, text);
        Key {
            name: "with",
            says: Says::Function(function),
        }
    }

    fn ty(&mut self, rest: &mut Rest, keys: &mut Vec<Key>, at: &At) -> Ty {
        if rest.get("x-kubernetes-int-or-string") == Some(&true.into()) {
            let idle = rest.remove("type");
            let ty = int_or_string(rest, keys);
            if let Some(idle) = idle {
                let text =
                    "a `type` beside `x-kubernetes-int-or-string` refuses nothing but a default";
                self.note(Fate::Doubt, &at.path, text);
                rest.insert("type".to_owned(), idle);
            }
            return ty;
        }
        match rest.get("type").and_then(Value::as_str) {
            Some("boolean") => {
                rest.remove("type");
                values(rest, keys, Value::is_boolean);
                Ty::Bool
            }
            Some("integer") => {
                rest.remove("type");
                let ty = number::integer(rest, keys);
                values(rest, keys, |value| number::holds(&ty, value));
                ty
            }
            Some("number") => {
                rest.remove("type");
                let ty = number::number(rest, keys);
                values(rest, keys, Value::is_number);
                ty
            }
            Some("string") => self.text(rest, keys, at),
            Some("array") => self.list(rest, keys, at),
            Some("object") => self.object(rest, keys, at),
            _ => {
                if rest.len() == 1
                    && rest.get("x-kubernetes-preserve-unknown-fields") == Some(&true.into())
                {
                    rest.clear();
                    keys.push(Key::flag("opaque"));
                }
                Ty::Value
            }
        }
    }

    fn text(&mut self, rest: &mut Rest, keys: &mut Vec<Key>, at: &At) -> Ty {
        rest.remove("type");
        if rest.len() == 1
            && let Some(variants) = rest.get("enum").and_then(variants)
        {
            let identity = format!("enum {}", Value::Object(rest.clone()));
            rest.clear();
            let new = |this: &mut Self| this.add(Shape::Enum(variants), at);
            let id = self.reuse(identity, new).0;
            self.remember_name(id, at);
            return Ty::Named(id);
        }
        keyword::text(rest, keys);
        Ty::Text
    }

    fn list(&mut self, rest: &mut Rest, keys: &mut Vec<Key>, at: &At) -> Ty {
        rest.remove("type");
        lengths(
            rest,
            keys,
            [("minItems", "min_items"), ("maxItems", "max_items")],
        );
        let list_type = rest.get("x-kubernetes-list-type").and_then(Value::as_str);
        let names = rest.get("x-kubernetes-list-map-keys").and_then(names);
        match (list_type, names) {
            (Some("map"), Some(names)) => {
                rest.remove("x-kubernetes-list-type");
                rest.remove("x-kubernetes-list-map-keys");
                keys.push(Key {
                    name: "list_map_keys",
                    says: Says::Names(names),
                });
            }
            (Some("atomic" | "set"), None) => {
                keys.extend(take(rest, "x-kubernetes-list-type", "list_type"));
            }
            _ => {}
        }
        let Some(items) = rest.remove("items") else {
            alternatives(rest, keys);
            return Ty::List(Box::new(Ty::Value));
        };
        let items = self.place(items, &at.item());
        alternatives(rest, keys);
        Ty::List(Box::new(item_type(items, "items", keys)))
    }

    fn object(&mut self, rest: &mut Rest, keys: &mut Vec<Key>, at: &At) -> Ty {
        let is = |rest: &Rest, keyword: &str| rest.get(keyword) == Some(&true.into());
        let has_members = rest
            .get("properties")
            .and_then(Value::as_object)
            .is_some_and(|properties| !properties.is_empty());
        let is_map = rest
            .get("additionalProperties")
            .is_some_and(Value::is_object);
        let keeps = is(rest, "x-kubernetes-preserve-unknown-fields");
        if has_members || !(is_map || keeps || rest.contains_key("additionalProperties")) {
            let identity = Value::Object(rest.clone()).to_string();
            let taken = std::mem::take(rest);
            let (id, left) = self.shared_struct(identity, taken, at);
            *rest = left;
            self.remember_name(id, at);
            return Ty::Named(id);
        }
        if rest.get("properties").is_some() {
            // It is empty.
            rest.remove("properties");
        }
        if is_map {
            rest.remove("type");
            let values = rest.remove("additionalProperties").unwrap_or_default();
            let values = self.place(values, &at.item());
            if is(rest, "x-kubernetes-preserve-unknown-fields") {
                rest.remove("x-kubernetes-preserve-unknown-fields");
                keys.push(Key::flag("preserve_unknown_fields"));
            }
            counts(rest, keys, "map_type");
            alternatives(rest, keys);
            return Ty::Map(Box::new(item_type(values, "values", keys)));
        }
        // Whatever is in it: the function gives the type, keys the rest.
        keys.clear();
        Ty::Object
    }

    /// The struct of this schema, and what it does not say of it.
    fn shared_struct(&mut self, identity: String, rest: Rest, at: &At) -> (usize, Rest) {
        if let Some((id, left)) = self.known.get(&identity) {
            return (*id, left.clone());
        }
        let (id, left) = self.structure(rest, at);
        self.known.insert(identity, (id, left.clone()));
        (id, left)
    }

    /// Remembers what a type is called in another place.
    fn remember_name(&mut self, id: usize, at: &At) {
        if let Some(ty) = self.types.get_mut(id) {
            ty.wanted.push(at.wanted.clone());
        }
    }

    pub(crate) fn reuse(
        &mut self,
        identity: String,
        new: impl FnOnce(&mut Self) -> usize,
    ) -> (usize, Rest) {
        if let Some((id, _)) = self.known.get(&identity) {
            return (*id, Rest::new());
        }
        let id = new(self);
        self.known.insert(identity, (id, Rest::new()));
        (id, Rest::new())
    }

    pub(crate) fn add(&mut self, shape: Shape, at: &At) -> usize {
        self.types.push(Type {
            name: String::new(),
            wanted: vec![at.wanted.clone()],
            parent: at.parent,
            module: self.module,
            shape,
            keys: Vec::new(),
            doc: None,
            is_documented: false,
            crd: None,
            default: Map::new(),
            has_default: false,
            spoke: None,
            variants: BTreeMap::new(),
        });
        self.types.len() - 1
    }

    /// A struct of this schema, and what it does not say of it.
    fn structure(&mut self, mut rest: Rest, at: &At) -> (usize, Rest) {
        let id = self.add(
            Shape::Struct {
                fields: Vec::new(),
                others: None,
            },
            at,
        );
        let mut keys = Vec::new();
        rest.remove("type");
        if rest.get("x-kubernetes-embedded-resource") == Some(&true.into()) {
            rest.remove("x-kubernetes-embedded-resource");
            keys.push(Key::flag("embedded_resource"));
        }
        let keeps = rest.get("x-kubernetes-preserve-unknown-fields") == Some(&true.into());
        counts(&mut rest, &mut keys, "struct_type");
        let properties = match rest.remove("properties") {
            Some(Value::Object(properties)) => properties,
            _ => Rest::new(),
        };
        let required = rest.get("required").and_then(names).unwrap_or_default();
        let mut members: Vec<(String, Value)> = properties.into_iter().collect();
        members.sort_by(|left, right| left.0.cmp(&right.0));
        let mut fields = Vec::new();
        let mut taken = BTreeSet::new();
        let mut is_said = required
            .iter()
            .all(|name| members.iter().any(|(known, _)| known == name));
        for (wire, schema) in members {
            let place = self.place(schema, &at.member(&wire, id));
            let is_required = required.contains(&wire);
            // A default fills the field in, and the derive does not ask for it beside one.
            is_said &= !(is_required && place.default.is_some());
            let presence = if is_required {
                Presence::Required
            } else {
                Presence::Optional
            };
            let name = name::field(&wire, &mut taken);
            fields.push(Field {
                wire,
                name,
                place,
                presence,
                spoke: Vec::new(),
            });
        }
        if is_said {
            rest.remove("required");
        }
        let others = keeps.then(|| {
            rest.remove("x-kubernetes-preserve-unknown-fields");
            name::unique("others", "_", &mut taken)
        });
        alternatives(&mut rest, &mut keys);
        if let Some(ty) = self.types.get_mut(id) {
            ty.shape = Shape::Struct { fields, others };
            ty.keys = keys;
        }
        (id, rest)
    }

    /// The struct of a spec, of a status or of all beside the metadata, and the key for the function that gives its whole
    /// schema where keys do not say all of it. What the function gives, no key of the struct says again.
    pub(crate) fn own_structure(
        &mut self,
        rest: Rest,
        whole: &Rest,
        at: &At,
    ) -> (usize, Option<Key>) {
        let (id, left) = self.structure(rest, at);
        if left.is_empty() {
            return (id, None);
        }
        let with = self.with(None, whole, at);
        if let Some(ty) = self.types.get_mut(id) {
            ty.keys.clear();
            if let Shape::Struct { fields, .. } = &mut ty.shape {
                for field in fields {
                    without_functions(&mut field.place);
                }
            }
        }
        (id, Some(with))
    }

    /// The function that gives a schema, or completes that of a type.
    pub(crate) fn function(&mut self, of: Option<Ty>, members: Rest, at: &At) -> usize {
        let known = self.functions.iter().position(|function| {
            function.module == self.module && function.of == of && function.members == members
        });
        if let Some(known) = known {
            return known;
        }
        let mut taken: BTreeSet<String> = self
            .functions
            .iter()
            .filter(|function| function.module == self.module)
            .map(|function| function.name.clone())
            .collect();
        let free = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
        let wanted = if of.is_none() && free == Value::Object(members.clone()) {
            "any_object".to_owned()
        } else {
            let plain = name::field(&at.wanted, &mut BTreeSet::new());
            format!("{}_schema", plain.trim_matches('_'))
        };
        let name = name::unique(&wanted, "_", &mut taken);
        let module = self.module;
        self.functions.push(Function {
            name,
            module,
            of,
            members,
        });
        self.functions.len() - 1
    }
}

impl Place {
    pub(crate) const fn of(ty: Ty) -> Self {
        Self {
            ty,
            keys: Vec::new(),
            description: None,
            nullable: false,
            default: None,
        }
    }
}

/// What a list or map holds: its type, and its keys among those of the whole.
fn item_type(place: Place, name: &'static str, keys: &mut Vec<Key>) -> Ty {
    let ty = if place.nullable {
        Ty::Option(Box::new(place.ty.clone()))
    } else {
        place.ty.clone()
    };
    keys.push(Key {
        name,
        says: Says::Inner(Box::new(place)),
    });
    ty
}

/// Takes out what functions say of a place, but of Kubernetes' types, whose schema the CRD has of its own.
fn without_functions(place: &mut Place) {
    let is_described = !matches!(place.ty.innermost(), Ty::K8s(_));
    place
        .keys
        .retain(|key| !is_described || !matches!(key.says, Says::Function(_)));
    for key in &mut place.keys {
        if let Says::Inner(inner) = &mut key.says {
            without_functions(inner);
        }
    }
}

/// Whether a schema takes its default, which a server does not ask of the values of maps.
fn takes_default(schema: &Rest, default: &Value) -> bool {
    let Ok(schema) = Schema::compile(&Value::Object(schema.clone())) else {
        return false;
    };
    let whole = schema.default(Some(default.clone()));
    whole.is_some_and(|whole| schema.validate(&whole).is_empty())
}

fn variants(values: &Value) -> Option<Vec<(String, String)>> {
    let values = names(values)?;
    let distinct: BTreeSet<&String> = values.iter().collect();
    if values.is_empty() || values.len() > MOST_VARIANTS || distinct.len() < values.len() {
        return None;
    }
    let mut taken = BTreeSet::new();
    let variant = |wire: String| (name::variant(&wire, &mut taken), wire);
    Some(values.into_iter().map(variant).collect())
}
