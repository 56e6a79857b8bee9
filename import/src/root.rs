//! The root of a version: spec and status, and what `#[crd(…)]` says of them.

use serde_json::{Map, Value, json};
use wheelwright_rules::crd::{PathProblem, path};

use crate::attribute::{self, Doc, Words};
use crate::keyword::{self, alternatives, documents, lengths, names, take_text};
use crate::model::{Fate, Key, Shape};
use crate::read::Version;
use crate::shape::{At, Shapes};
use crate::text;
use crate::tidy::members;

/// What a version's root is written of.
pub(crate) struct Root {
    /// The type that derives the resource.
    pub(crate) spec: usize,
    pub(crate) status: Option<usize>,
    /// Whether the status may be `null`.
    pub(crate) has_nullable_status: bool,
    /// Keys of `#[crd(…)]` about the schema, columns and subresources.
    pub(crate) keys: Vec<Doc>,
    /// The entry of `spec.versions` that the types emit, but for its name and flags.
    pub(crate) emitted: Map<String, Value>,
}

const TYPE_META: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// Whether a spec is all that objects of a version have, apart from their status, and a type says it whole.
pub(crate) fn is_spec_alone(version: &Version) -> bool {
    let root = members(Some(&version.schema));
    let mut properties = members(root.get("properties"));
    let required = root.get("required").and_then(names).unwrap_or_default();
    let is_apart = is_status_apart(version, &required);
    let is_field = |name: &str| !TYPE_META.contains(&name) && (!is_apart || name != "status");
    properties.retain(|name, _| is_field(name));
    properties.len() == 1 && properties.get("spec").is_some_and(stands_alone)
}

/// Whether the status is no field like others: one that must be there is.
fn is_status_apart(version: &Version, required: &[String]) -> bool {
    version.subresources.contains_key("status") && !required.iter().any(|name| name == "status")
}

/// Reads the root of a version. Its types are added to the shapes. `is_alone`: the spec is a type by itself, and not a field of one.
pub(crate) fn read(shapes: &mut Shapes, version: &Version, kind: &str, is_alone: bool) -> Root {
    let mut root = members(Some(&version.schema));
    let mut keys = Vec::new();
    let mut properties = members(root.remove("properties").as_ref());
    let required = root.get("required").and_then(names).unwrap_or_default();
    root.remove("required");
    root.remove("type");
    let at = At {
        path: String::new(),
        wanted: kind.to_owned(),
        parent: None,
    };
    let mut meta = type_meta(shapes, &mut properties, &required, &mut keys);
    let has_subresource = version.subresources.contains_key("status");
    let is_apart = is_status_apart(version, &required);
    let status_schema = is_apart.then(|| properties.remove("status")).flatten();
    let has_status = status_schema.is_some();
    if has_subresource && !has_status {
        keys.push(Doc::of("status"));
        if is_apart {
            let text = "there is a subresource `status` and no such property, so that a server drops what is written there";
            shapes.note(Fate::Doubt, ".status", text);
        }
    }
    let is_required = |name: &str| required.iter().any(|required| required == name);

    let mut emitted_required: Vec<Value> = Vec::new();
    let mut emitted_root = root.clone();
    let mut emitted_properties = Map::new();
    let description = take_text(&mut root, "description");
    let spec = if is_alone && let Some(schema) = properties.get("spec") {
        let id = spec(shapes, schema, kind, description.as_deref());
        emitted_properties.insert("spec".to_owned(), schema.clone());
        let is_defaulted = schema.get("default").is_some();
        if let Some(default) = schema.get("default") {
            keys.push(Doc::of(format!(
                "spec(default = {})",
                attribute::tree(default)
            )));
        } else if !is_required("spec") {
            keys.push(Doc::of("spec(optional)"));
        }
        if is_required("spec") && is_defaulted {
            shapes.note(
                Fate::Differs,
                "",
                "`spec` is required beside its default; the types leave `required` out",
            );
        }
        if !is_required("spec") || is_defaulted {
            shapes.types[id].has_default = true;
            shapes.types[id].default = members(schema.get("default"));
        }
        let mut said = Vec::new();
        if let Some(description) = description.filter(|text| !text::is_doc(text)) {
            said.push(Key::tree("description", description.into()));
        }
        root_keys(shapes, &mut root, &mut emitted_root, said, &mut keys);
        id
    } else {
        let mut fields = root.clone();
        fields.remove("x-kubernetes-validations");
        let mut rules = Map::new();
        if let Some(validations) = root.remove("x-kubernetes-validations") {
            rules.insert("x-kubernetes-validations".to_owned(), validations);
        }
        emitted_properties.clone_from(&properties);
        let of_fields: Vec<Value> = required
            .iter()
            .filter(|name| {
                let is_status = has_status && *name == "status";
                !is_status && !TYPE_META.contains(&name.as_str())
            })
            .map(|name| name.as_str().into())
            .collect();
        emitted_required.clone_from(&of_fields);
        if !of_fields.is_empty() {
            fields.insert("required".to_owned(), of_fields.into());
        }
        if !properties.is_empty() {
            fields.insert("properties".to_owned(), properties.into());
        }
        keys.push(Doc::of("no_spec"));
        let id = fields_of(shapes, fields, kind, description, &at);
        root_keys(shapes, &mut rules, &mut emitted_root, Vec::new(), &mut keys);
        id
    };

    let status = status_schema.map(|schema| {
        let id = status(shapes, &schema, kind);
        let is_nullable = schema.get("nullable") == Some(&true.into());
        emitted_properties.insert("status".to_owned(), schema);
        (id, is_nullable)
    });

    if is_required("spec") && !emitted_required.iter().any(|name| name == "spec") {
        let is_defaulted = emitted_properties
            .get("spec")
            .is_some_and(|spec| spec.get("default").is_some());
        if !is_defaulted {
            meta.required.push("spec".into());
        }
    }
    emitted_required.extend(meta.required);
    emitted_properties.extend(meta.properties);
    emitted_root.insert("type".to_owned(), "object".into());
    emitted_root.remove("required");
    if !emitted_required.is_empty() {
        emitted_root.insert("required".to_owned(), emitted_required.into());
    }
    if !emitted_properties.is_empty() {
        emitted_root.insert("properties".to_owned(), emitted_properties.into());
    }
    let schema = Value::Object(emitted_root);
    let mut emitted = Map::new();
    subresources(
        shapes,
        version,
        &schema,
        has_subresource,
        &mut keys,
        &mut emitted,
    );
    columns(shapes, version, &schema, &mut keys, &mut emitted);
    if !version.selectable.is_empty() {
        let paths = version.selectable.iter();
        keys.extend(paths.clone().map(|path| Doc::said("selectable", path)));
        let fields = paths.map(|path| json!({"jsonPath": path}));
        emitted.insert("selectableFields".to_owned(), fields.collect());
    }
    emitted.insert("schema".to_owned(), json!({"openAPIV3Schema": schema}));
    Root {
        spec,
        status: status.map(|(id, _)| id),
        has_nullable_status: status.is_some_and(|(_, is_nullable)| is_nullable),
        keys,
        emitted,
    }
}

struct Meta {
    properties: Map<String, Value>,
    required: Vec<Value>,
}

/// `apiVersion`, `kind` and `metadata`.
fn type_meta(
    shapes: &mut Shapes,
    properties: &mut Map<String, Value>,
    required: &[String],
    keys: &mut Vec<Doc>,
) -> Meta {
    let mut meta = Meta {
        properties: Map::new(),
        required: Vec::new(),
    };
    let found: Vec<(&str, Value)> = TYPE_META
        .into_iter()
        .filter_map(|name| Some((name, properties.remove(name)?)))
        .collect();
    let is_required = |name: &str| required.iter().any(|required| required == name);
    // Restrictions of the name list it, too.
    let is_restricted =
        |(name, schema): &(&str, Value)| *name == "metadata" && schema.get("properties").is_some();
    let listed: Vec<&str> = found
        .iter()
        .filter(|found| !is_restricted(found))
        .map(|(name, _)| *name)
        .collect();
    let both = is_required("apiVersion") && is_required("kind") && !listed.is_empty();
    let mut said: Vec<Doc> = Vec::new();
    if both {
        said.push(Doc::of("required"));
    }
    if found.len() < TYPE_META.len() {
        said.extend(listed.iter().map(|name| {
            Doc::of(match *name {
                "apiVersion" => "api_version",
                other => other,
            })
        }));
    }
    if !listed.is_empty() {
        keys.push(if said.is_empty() {
            Doc::of("type_meta")
        } else {
            Doc::Call("type_meta".to_owned(), said)
        });
        let all = found.len() == TYPE_META.len();
        for name in TYPE_META
            .into_iter()
            .filter(|name| all || listed.contains(name))
        {
            let ty = if name == "metadata" {
                "object"
            } else {
                "string"
            };
            meta.properties.insert(name.to_owned(), json!({"type": ty}));
        }
    }
    for name in ["apiVersion", "kind"] {
        if both {
            meta.required.push(name.into());
        } else if is_required(name) {
            shapes.note(
                Fate::Differs,
                &format!(".{name}"),
                "it is required, as a server does anyway; the types say so of `apiVersion` and `kind` together or not at all",
            );
        }
    }
    if is_required("metadata") {
        keys.push(Doc::of("metadata(required)"));
        meta.required.push("metadata".into());
    }
    for (name, mut schema) in found {
        if let Value::Object(keywords) = &mut schema
            && keywords.remove("description").is_some()
        {
            let text = "its description is left out: a server publishes its own in any case";
            shapes.note(Fate::Differs, &format!(".{name}"), text);
        }
        if name == "metadata" {
            let restricted = name_restrictions(shapes, &schema, keys);
            if !restricted.is_empty() {
                let restricted = json!({"type": "object", "properties": restricted});
                meta.properties.insert(name.to_owned(), restricted);
            }
        }
        if meta.properties.get(name) != Some(&schema) {
            let text = format!(
                "`{schema}` says nothing of what a server keeps there; the types leave it out"
            );
            shapes.note(Fate::Differs, &format!(".{name}"), text);
        }
    }
    meta
}

/// The restrictions of `metadata.name` and `metadata.generateName`.
fn name_restrictions(
    shapes: &mut Shapes,
    metadata: &Value,
    keys: &mut Vec<Doc>,
) -> Map<String, Value> {
    let mut all = Map::new();
    for (wire, key) in [("name", "name"), ("generateName", "generate_name")] {
        let Some(schema) = metadata
            .get("properties")
            .and_then(|members| members.get(wire))
        else {
            continue;
        };
        let Some(mut rest) = schema.as_object().cloned() else {
            continue;
        };
        let mut said = Vec::new();
        if let Some(description) = take_text(&mut rest, "description") {
            said.push(Key::tree("description", description.into()));
        }
        documents(&mut rest, &mut said);
        if rest.get("type").is_some_and(|of| of == "string") {
            rest.remove("type");
        }
        keyword::text(&mut rest, &mut said);
        if rest.is_empty() && !said.is_empty() {
            let said = said
                .iter()
                .filter_map(|key| attribute::key(key, &Words::default()));
            keys.push(Doc::Call(key.to_owned(), said.collect()));
            all.insert(wire.to_owned(), schema.clone());
        } else {
            let text =
                format!("`{schema}` cannot be said of `metadata.{wire}`; the types leave it out");
            shapes.note(Fate::Differs, &format!(".metadata.{wire}"), text);
        }
    }
    all
}

/// Whether a schema can be that of a type by itself, and no key of the field `spec` is needed.
fn stands_alone(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("object")
        && schema.get("nullable").is_none()
        && is_struct(schema)
        && !has_unsaid_members(schema)
}

fn is_struct(schema: &Value) -> bool {
    schema.get("type").is_some_and(|ty| ty == "object")
        && schema.get("additionalProperties").is_none()
}

/// Whether a member is required that has a default or is not declared, which no key says.
fn has_unsaid_members(schema: &Value) -> bool {
    let required = schema.get("required").and_then(names).unwrap_or_default();
    required.iter().any(|name| {
        let member = schema
            .get("properties")
            .and_then(|members| members.get(name));
        member.is_none_or(|member| member.get("default").is_some())
    })
}

/// The struct of the spec, with the root's description as its doc comment.
fn spec(shapes: &mut Shapes, schema: &Value, kind: &str, description: Option<&str>) -> usize {
    let mut rest = members(Some(schema));
    let own = take_text(&mut rest, "description");
    rest.remove("default");
    let mut said = Vec::new();
    documents(&mut rest, &mut said);
    let whole = rest.clone();
    let at = At {
        path: ".spec".to_owned(),
        wanted: "spec".to_owned(),
        parent: None,
    };
    let (id, with) = shapes.own_structure(rest, &whole, &at);
    said.extend(with);
    let doc = description
        .filter(|text| text::is_doc(text))
        .map(str::to_owned);
    if let Some(own) = own {
        said.push(Key::tree("description", own.into()));
    }
    let ty = &mut shapes.types[id];
    ty.name = format!("{kind}Spec");
    ty.keys.extend(said);
    ty.doc = doc;
    ty.is_documented = true;
    id
}

/// The struct of all that stands beside the metadata.
fn fields_of(
    shapes: &mut Shapes,
    mut rest: Map<String, Value>,
    kind: &str,
    description: Option<String>,
    at: &At,
) -> usize {
    rest.remove("description");
    let mut said = Vec::new();
    documents(&mut rest, &mut said);
    let mut whole = rest.clone();
    whole.insert("type".to_owned(), "object".into());
    let (id, with) = shapes.own_structure(rest, &whole, at);
    said.extend(with);
    let ty = &mut shapes.types[id];
    ty.name = format!("{kind}Fields");
    ty.keys.extend(said);
    ty.doc = description;
    ty.is_documented = true;
    id
}

/// The type of the status.
fn status(shapes: &mut Shapes, schema: &Value, kind: &str) -> usize {
    let identity = format!("status {schema}");
    let at = At {
        path: ".status".to_owned(),
        wanted: "status".to_owned(),
        parent: None,
    };
    let new = |shapes: &mut Shapes| {
        let mut rest = members(Some(schema));
        rest.remove("nullable");
        let description = take_text(&mut rest, "description");
        let mut said = Vec::new();
        if let Some(default) = rest.remove("default") {
            said.push(Key::tree("default", default));
        }
        documents(&mut rest, &mut said);
        let id = if is_struct(schema) {
            let whole = rest.clone();
            let (id, with) = shapes.own_structure(rest, &whole, &at);
            said.splice(0..0, with);
            id
        } else {
            let place = shapes.place(rest.into(), &at);
            shapes.add(Shape::Newtype(place), &at)
        };
        let ty = &mut shapes.types[id];
        ty.name = format!("{kind}Status");
        ty.keys.extend(said);
        ty.doc = description;
        ty.is_documented = true;
        id
    };
    shapes.reuse(identity, new).0
}

/// What is said of the whole object.
fn root_keys(
    shapes: &mut Shapes,
    root: &mut Map<String, Value>,
    emitted: &mut Map<String, Value>,
    mut said: Vec<Key>,
    keys: &mut Vec<Doc>,
) {
    documents(root, &mut said);
    let ends = [
        ("minProperties", "min_properties"),
        ("maxProperties", "max_properties"),
    ];
    lengths(root, &mut said, ends);
    if root.get("x-kubernetes-preserve-unknown-fields") == Some(&true.into()) {
        root.remove("x-kubernetes-preserve-unknown-fields");
        said.push(Key::flag("preserve_unknown_fields"));
        let text = "a server keeps members beside the spec and status that no schema names, and the type of the object holds \
                    none: what is written back of one that was read lacks them";
        shapes.note(Fate::Doubt, "", text);
    }
    alternatives(root, &mut said);
    for (keyword, value) in root.iter() {
        let text = format!(
            "`{keyword}: {value}` cannot be said of the whole object; the types leave it out"
        );
        shapes.note(Fate::Differs, "", text);
        emitted.remove(keyword);
    }
    if !said.is_empty() {
        let said = said
            .iter()
            .filter_map(|key| attribute::key(key, &Words::default()));
        keys.push(Doc::Call("root".to_owned(), said.collect()));
    }
}

fn subresources(
    shapes: &mut Shapes,
    version: &Version,
    schema: &Value,
    has_subresource: bool,
    keys: &mut Vec<Doc>,
    emitted: &mut Map<String, Value>,
) {
    let mut subresources = Map::new();
    if has_subresource {
        subresources.insert("status".to_owned(), json!({}));
    }
    if let Some(scale) = version.subresources.get("scale") {
        let text_of = |member: &str| {
            scale
                .get(member)
                .and_then(Value::as_str)
                .filter(|text| !text.is_empty())
        };
        let (spec, status) = (text_of("specReplicasPath"), text_of("statusReplicasPath"));
        if let (Some(spec), Some(status)) = (spec, status) {
            let selector = text_of("labelSelectorPath");
            let leads = |path, wants| path::scale(schema, path, wants, false).is_ok();
            let always = path::scale(schema, spec, "integer", true).is_ok();
            let is_checked = leads(spec, "integer")
                && leads(status, "integer")
                && selector.is_none_or(|path| leads(path, "string"));
            let mut said = vec![Doc::said("spec", spec), Doc::said("status", status)];
            let mut paths = Map::new();
            paths.insert("specReplicasPath".to_owned(), spec.into());
            paths.insert("statusReplicasPath".to_owned(), status.into());
            if let Some(selector) = selector {
                said.push(Doc::said("selector", selector));
                paths.insert("labelSelectorPath".to_owned(), selector.into());
            }
            if !is_checked {
                said.push(Doc::of("unchecked"));
                let text = "a path of the subresource `scale` leads to no integer, or the selector to no string; a server reads \
                            nothing there";
                shapes.note(Fate::Doubt, "", text);
            } else if !always {
                said.push(Doc::of("optional"));
            }
            keys.push(Doc::Call("scale".to_owned(), said));
            subresources.insert("scale".to_owned(), paths.into());
        }
    }
    if !subresources.is_empty() {
        emitted.insert("subresources".to_owned(), subresources.into());
    }
}

fn columns(
    shapes: &mut Shapes,
    version: &Version,
    schema: &Value,
    keys: &mut Vec<Doc>,
    emitted: &mut Map<String, Value>,
) {
    let mut kept = Vec::new();
    for column in &version.columns {
        let text_of = |member: &str| {
            column
                .get(member)
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        let (name, ty, json_path) = (text_of("name"), text_of("type"), text_of("jsonPath"));
        let problem = path::column(schema, json_path, ty).err();
        if let Some(problem) = &problem {
            let of = path_use(name);
            let what = problem.sentence(&of, json_path);
            if matches!(problem, PathProblem::Syntax(_)) {
                let text = format!("{what}; the types leave the column out");
                shapes.note(Fate::Differs, "", text);
                continue;
            }
            shapes.note(Fate::Doubt, "", what);
        }
        let mut said = vec![
            Doc::said("name", name),
            Doc::said("type", ty),
            Doc::said("path", json_path),
        ];
        let mut written = Map::new();
        for (member, value) in [("name", name), ("type", ty), ("jsonPath", json_path)] {
            written.insert(member.to_owned(), value.into());
        }
        for member in ["description", "format"] {
            let value = text_of(member);
            if !value.is_empty() {
                said.push(Doc::said(member, value));
                written.insert(member.to_owned(), value.into());
            }
        }
        if let Some(priority) = column
            .get("priority")
            .and_then(Value::as_i64)
            .filter(|priority| *priority != 0)
        {
            said.push(Doc::of(format!("priority = {priority}")));
            written.insert("priority".to_owned(), priority.into());
        }
        if problem.is_some() {
            said.push(Doc::of("unchecked"));
        }
        keys.push(Doc::Call("printcolumn".to_owned(), said));
        kept.push(Value::Object(written));
    }
    if !kept.is_empty() {
        emitted.insert("additionalPrinterColumns".to_owned(), kept.into());
    }
}

fn path_use(name: &str) -> wheelwright_rules::crd::PathUse {
    wheelwright_rules::crd::PathUse::Column(name.into())
}
