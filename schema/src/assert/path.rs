//! Paths from the root of an object: printer columns, scale, selectable fields.

use super::message::{Message, same};
use super::walk::{Form, Json, Position, Presence, Step};
use crate::table::{self, Key, Root, Scale, SpecPlace};

/// A step of a printer column's path into the items of a list, whichever of them it picks.
pub const ITEMS: &str = "[]";

const fn is_items(name: &str) -> bool {
    matches!(name.as_bytes(), b"[]")
}

/// Where a path leads.
enum End {
    /// To a value; the flag tells whether every object has it.
    At(Position, bool),
    /// The name at this index does not exist in that parent; without one, in the root object.
    Lost(usize, Option<Position>),
    /// Only the finished schema can tell.
    Unknown,
}

/// A printer column shows a field that exists. `path` are the names up to where the tables can follow.
#[track_caller]
pub const fn column_path(root: &Root, path: &[&str]) {
    if let End::Lost(at, parent) = follow(root, path) {
        lost("printcolumn", root, path, at, parent)
            .text("; the API server would leave the column empty")
            .fail();
    }
}

/// A printer column's type fits the field at the path.
#[track_caller]
pub const fn column_type(root: &Root, path: &[&str], ty: &str) {
    let End::At(position, _) = follow(root, path) else {
        return;
    };
    let json = position.json();
    if !fits(json, ty) {
        let mut message = Message::new("printcolumn: type ");
        spell(message.quote(ty).text(" does not fit "), path)
            .text(", which is ")
            .text(json.name())
            .text(": the API server would leave the column empty; write `type = \"")
            .text(column_type_of(json))
            .text("\"`")
            .fail();
    }
}

/// `scale(spec = …)`: an integer that every object has, unless `optional` says that some may be without.
#[track_caller]
pub const fn scale_spec(root: &Root, path: &[&str]) {
    let end = follow(root, path);
    let without = "; the API server would refuse to read or write the scale";
    scale_end(root, path, &end, (Json::Integer, "an integer"), without);
    let optional = matches!(root.scale, Some(Scale { optional: true, .. }));
    if let (End::At(_, false), false) = (end, optional) {
        spell(&mut Message::new("scale: "), path)
            .text(" may be absent, and then the API server refuses to read or write the scale: the spec replicas ")
            .text("field does not exist; give it a default, `#[schema(default = 1)]`, or make it and what holds it ")
            .text("required; or say `scale(…, optional)`")
            .fail();
    }
}

/// `scale(status = …)`: an integer.
#[track_caller]
pub const fn scale_status(root: &Root, path: &[&str]) {
    let without = "; the API server would always tell 0 replicas";
    let wanted = (Json::Integer, "an integer");
    scale_end(root, path, &follow(root, path), wanted, without);
}

/// `scale(selector = …)`: a label selector as a string.
#[track_caller]
pub const fn scale_selector(root: &Root, path: &[&str]) {
    let without = "; the API server would always tell an empty selector";
    let wanted = (
        Json::Text,
        "a string, the selector as `kubectl get -l` takes it",
    );
    scale_end(root, path, &follow(root, path), wanted, without);
}

/// `without`: what happens where the path does not exist.
#[track_caller]
const fn scale_end(
    root: &Root,
    path: &[&str],
    end: &End,
    (wanted, wanted_name): (Json, &str),
    without: &str,
) {
    match end {
        End::Lost(at, parent) => lost("scale", root, path, *at, *parent).text(without).fail(),
        End::At(position, _) => {
            let json = position.json();
            if !matches!(json, Json::Unknown) && json as u8 != wanted as u8 {
                spell(&mut Message::new("scale: "), path)
                    .text(" is ")
                    .text(json.name())
                    .text("; name a field that is ")
                    .text(wanted_name)
                    .text(": the API server would refuse to read or write the scale")
                    .fail();
            }
        }
        End::Unknown => {}
    }
}

/// A selectable field: a string, boolean or integer.
#[track_caller]
pub const fn selectable(root: &Root, path: &[&str]) {
    match follow(root, path) {
        End::Lost(at, parent) => lost("selectable", root, path, at, parent)
            .text(" (the API server: `is an invalid path: does not refer to a valid field`)")
            .fail(),
        End::At(position, _) => {
            let json = position.json();
            if !matches!(
                json,
                Json::Text | Json::Bool | Json::Integer | Json::Unknown
            ) {
                spell(&mut Message::new("selectable: "), path)
                    .text(" is ")
                    .text(json.name())
                    .text("; name a string, boolean or integer (the API server: `must point to a field of type ")
                    .text("string, boolean or integer`)")
                    .fail();
            }
        }
        End::Unknown => {}
    }
}

/// With `no_spec` the struct's fields stand beside the object's own members.
#[track_caller]
pub const fn no_spec(root: &Root) {
    let SpecPlace::Root(ty) = root.spec else {
        return;
    };
    root_form(Position::of(ty), ty.name, root.has_status_subresource());
    let own = ["apiVersion", "kind", "metadata", "status"];
    let own = if root.status.is_some() {
        own.as_slice()
    } else {
        own.split_at(3).0
    };
    let mut i = 0;
    while i < own.len() {
        if matches!(Position::of(ty).declared(own[i]), Step::To(..)) {
            Message::new("no_spec: the field ")
                .quote(own[i])
                .text(" of ")
                .quote(ty.name)
                .text(" would take the place of the object's own; rename or remove it")
                .fail();
        }
        i += 1;
    }
}

/// The root is an object with known members, and one that has a status cannot be a union.
#[track_caller]
const fn root_form(position: Position, name: &str, has_status: bool) {
    let (is, server) = match position.form() {
        Form::Map => ("a map", "must not be used at the root"),
        Form::Union if has_status => (
            "an enum, and a resource with a status cannot be one",
            "only […] fields are allowed at the root of the schema if the status subresource is enabled",
        ),
        Form::Union | Form::Other => match position.json() {
            Json::Object | Json::Unknown => return,
            json => (json.name(), "must be object at the root"),
        },
    };
    Message::new("no_spec: ")
        .quote(name)
        .text(" is ")
        .text(is)
        .text("; write a struct with named fields, or leave `no_spec` out (the API server: ")
        .quote(server)
        .text(")")
        .fail();
}

const fn follow(root: &Root, path: &[&str]) -> End {
    let Some((first, rest)) = path.split_first() else {
        return End::Unknown;
    };
    let (mut position, mut always) = match begin(root, first) {
        Step::To(position, presence) => (position, matches!(presence, Presence::Always)),
        Step::Missing => return End::Lost(0, None),
        Step::Unknown => return End::Unknown,
    };
    let mut i = 0;
    while i < rest.len() {
        let step = if is_items(rest[i]) {
            position.item()
        } else {
            position.member(rest[i])
        };
        match step {
            Step::To(next, presence) => {
                position = next;
                always = always && matches!(presence, Presence::Always);
            }
            Step::Missing => return End::Lost(i + 1, Some(position)),
            Step::Unknown => return End::Unknown,
        }
        i += 1;
    }
    End::At(position, always)
}

/// A member of the root object. What Kubernetes itself declares is left alone.
const fn begin(root: &Root, name: &str) -> Step {
    let step = match (name.as_bytes(), root.status, root.spec) {
        (b"metadata" | b"apiVersion" | b"kind", ..) => Step::Unknown,
        (b"status", Some(status), _) => Step::To(Position::of(status), Presence::Sometimes),
        (b"spec", _, SpecPlace::Spec(ty)) => {
            let presence = match root.schema.spec {
                table::Presence::Required | table::Presence::Default(_) => Presence::Always,
                table::Presence::Optional => Presence::Sometimes,
            };
            Step::To(Position::of(ty), presence)
        }
        (_, _, SpecPlace::Spec(_)) => Step::Missing,
        (_, _, SpecPlace::Root(ty)) => Position::of(ty).member(name),
    };
    match step {
        Step::Missing if keeps_unknown(root.schema.keys) => Step::Unknown,
        step => step,
    }
}

const fn keeps_unknown(keys: &[Key]) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if matches!(keys[i], Key::PreserveUnknownFields) {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether the API server shows a value of this kind in a column of this type.
pub(super) const fn fits(json: Json, ty: &str) -> bool {
    match (json, ty.as_bytes()) {
        (Json::Unknown, _) | (_, b"string") => true,
        (Json::Bool, ty) => matches!(ty, b"boolean"),
        (Json::Integer | Json::Number, ty) => matches!(ty, b"integer" | b"number"),
        (Json::Text, ty) => matches!(ty, b"date"),
        (Json::IntOrString, ty) => !matches!(ty, b"boolean"),
        (Json::List | Json::Object, _) => false,
    }
}

/// The column type that shows such values best.
pub(super) const fn column_type_of(json: Json) -> &'static str {
    match json {
        Json::Bool => "boolean",
        Json::Integer => "integer",
        Json::Number => "number",
        Json::Text | Json::IntOrString | Json::List | Json::Object | Json::Unknown => "string",
    }
}

const fn lost(
    key: &str,
    root: &Root,
    path: &[&str],
    at: usize,
    parent: Option<Position>,
) -> Message {
    let mut message = Message::new(key);
    spell(message.text(": "), path).text(" does not exist: ");
    match parent {
        None => name_root(&mut message, root, path[at]),
        Some(parent) if matches!(parent.json(), Json::Object) && !is_items(path[at]) => {
            if parent.type_name().is_empty() {
                spell(&mut message, path.split_at(at).0);
            } else {
                message.quote(parent.type_name());
            }
            parent.name_members(message.text(" has "));
        }
        Some(parent) => {
            spell(&mut message, path.split_at(at).0)
                .text(" is ")
                .text(parent.json().name())
                .text(if is_items(path[at]) {
                    ", not a list"
                } else {
                    ", not an object"
                });
        }
    }
    message
}

/// Appends what the root object has.
const fn name_root(message: &mut Message, root: &Root, lost: &str) {
    if same(lost, "status") {
        message.text(if root.has_status_subresource() {
            "the schema has no `status`, which the API server drops; write `status = Type`"
        } else {
            "the resource has no status; write `status = Type`"
        });
        return;
    }
    match root.spec {
        SpecPlace::Spec(_) => {
            let status = if root.status.is_some() {
                ", `spec` and `status`"
            } else {
                " and `spec`"
            };
            message.text("an object has `metadata`").text(status);
        }
        SpecPlace::Root(ty) => {
            Position::of(ty).name_members(message.text("an object has `metadata`, "));
        }
    }
}

/// Appends a path as the user wrote it.
const fn spell<'m>(message: &'m mut Message, path: &[&str]) -> &'m mut Message {
    message.text("`");
    let mut i = 0;
    while i < path.len() {
        if is_items(path[i]) {
            message.text("[*]");
        } else {
            message.text(".").text(path[i]);
        }
        i += 1;
    }
    message.text("`")
}
