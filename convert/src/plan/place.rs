//! Places that steps read and write.

use std::sync::{Arc, LazyLock, OnceLock};

use serde_json::{Value, json};
use wheelwright_rules::{ErrorKind, FieldError, Schema, Segment};

use super::{
    ListItems, SchemaText,
    member::peel,
    rules::{has_default_within, has_members_by_default},
};
use crate::{
    json::{Json, Kind, same},
    steps::is_required,
    table::{Field, Integer, Run, Scalar, Shape, Type},
};

/// What serde reads where a field is absent.
#[derive(Clone, Debug)]
pub(crate) struct SerdeDefault {
    run: Run,
    /// What leads to the field within what is written, which is all of the struct that it is in, or of one around that; none
    /// where it is the field alone.
    members: Vec<Within>,
}

/// What leads further within a value that serde reads.
#[derive(Clone, Debug)]
enum Within {
    Member(String),
    /// The item of a list that steps see as a map, by what it is called there.
    Item(Arc<ListItems>, String),
}

impl Within {
    /// What stands there.
    fn of(&self, value: Value) -> Option<Value> {
        let (map, name) = match (self, value) {
            (Self::Member(name), map) => (map, name),
            (Self::Item(list, name), Value::Array(items)) => (list.entries(items), name),
            (Self::Item(..), _) => return None,
        };
        match map {
            Value::Object(mut members) => members.remove(name),
            _ => None,
        }
    }
}

impl SerdeDefault {
    /// What this writes.
    pub(crate) const fn by(run: Run) -> Self {
        Self {
            run,
            members: Vec::new(),
        }
    }

    /// Of a field, and of the struct that it is in: the field's own comes first.
    pub(crate) fn of(field: &Field, container: Option<Run>) -> Option<Self> {
        let own = field.default.map(Self::by);
        own.or_else(|| {
            container.map(|run| Self {
                run,
                members: vec![Within::Member(field.wire.to_owned())],
            })
        })
    }

    /// Of a member of the value that is read.
    pub(crate) fn within(mut self, member: &str) -> Self {
        self.members.push(Within::Member(member.to_owned()));
        self
    }

    /// Of an item of the list that is read, by what it is called.
    pub(crate) fn within_item(mut self, list: &Arc<ListItems>, name: &str) -> Self {
        self.members
            .push(Within::Item(Arc::clone(list), name.to_owned()));
        self
    }

    /// The value, if there is one.
    pub(crate) fn json(&self) -> Option<Json<'static>> {
        Some(Json::of_value(&self.value().ok()?))
    }

    /// The value, or how many members before the end there is none: not counted where something stands there, and is nothing.
    fn value(&self) -> Result<Value, Option<usize>> {
        let mut value = self.run.caught().map_err(|_| None)?;
        for (index, within) in self.members.iter().enumerate() {
            let is_there = value.is_object() || value.is_array();
            let left = self.members.len() - index;
            value = within.of(value).ok_or(is_there.then_some(left))?;
        }
        if value.is_null() {
            Err(None)
        } else {
            Ok(value)
        }
    }
}

/// A place on one side of a step.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own about the place"
)]
pub(crate) struct Place {
    /// Members from the object inwards that the mapping is of; never empty.
    pub(crate) path: Vec<String>,
    /// Whether something stands here in a complete object where nothing was said.
    pub(crate) has_default: bool,
    /// Whether something must stand here.
    pub(crate) is_required: bool,
    /// Whether each object around it must stand, from the one on that the mapping is of, and none does by itself.
    pub(crate) is_within_required: bool,
    /// Whether an object around it stands by default.
    pub(crate) is_within_default: bool,
    /// Whether something must stand here where the optional struct is there that this is of, whose members stand among others.
    pub(crate) is_required_among: bool,
    /// Whether `null` may stand here.
    pub(crate) nullable: bool,
    /// A label or annotation, which the other side has too.
    pub(crate) is_metadata: bool,
    /// Whether an empty text, list or object is refused here, where nothing need stand: it becomes absent.
    pub(crate) drops_empty: bool,
    /// A label's value, which has a grammar of its own.
    pub(crate) is_label: bool,
    /// The `type` of the schema, empty where there is none.
    pub(crate) type_name: String,
    /// A member of a flattened field: of a value of that field it has its part.
    pub(crate) is_among_others: bool,
    /// The status of an object, which nothing kept brings back.
    pub(crate) is_status: bool,
    /// What integers the Rust type holds, where it is one.
    pub(crate) integer: Option<Integer>,
    /// What writes the values that serde reads where nothing stands: for each member of the path, where that is the first that is
    /// absent; none for those that nothing is known of, which come first.
    serde_defaults: Vec<Option<SerdeDefault>>,
    /// Those values, for each member of the path: all objects that lack one ask for it.
    readings: OnceLock<Vec<Option<Value>>>,
    /// Whether serde reads no object without it.
    pub(super) is_read: bool,
    /// Whether serde leaves some value out when it writes.
    skips: bool,
    /// What stands here where nothing was said, in place of a default: the one item of an array.
    pub(super) stand_in: Option<Run>,
    /// Whether the schema asks for more than an empty text, list or object.
    asks: bool,
    /// Whether the object, or each item of the list, has members with defaults.
    pub(super) has_members_by_default: bool,
    /// Whether anything within the value has a default.
    pub(super) has_default_within: bool,
    schema: Option<SchemaText>,
    pub(super) compiled: OnceLock<Option<Schema>>,
    /// The schema of parts of objects, compiled.
    pub(super) partly: OnceLock<Option<Schema>>,
}

impl Place {
    pub(crate) fn new(path: Vec<String>, schema: Option<&Value>) -> Self {
        let keyword = |name: &str| schema.and_then(|schema| schema.get(name));
        let is = |name: &str| keyword(name).and_then(Value::as_bool) == Some(true);
        let type_name = keyword("type").and_then(Value::as_str).unwrap_or_default();
        let least = match type_name {
            "string" => "minLength",
            "array" => "minItems",
            "object" => "minProperties",
            _ => "",
        };
        Self {
            is_within_required: path.len() <= 1,
            is_within_default: false,
            path,
            has_default: keyword("default").is_some(),
            is_required: false,
            is_required_among: false,
            // What has no schema takes anything. A schema that takes anything else does not take null: it is pruned.
            nullable: schema.is_none() || is("nullable"),
            is_metadata: false,
            drops_empty: false,
            is_label: false,
            type_name: type_name.to_owned(),
            is_among_others: false,
            is_status: false,
            integer: None,
            serde_defaults: Vec::new(),
            readings: OnceLock::new(),
            is_read: false,
            skips: false,
            stand_in: None,
            has_members_by_default: has_members_by_default(keyword("items").or(schema)),
            has_default_within: schema.is_some_and(has_default_within),
            asks: keyword(least).and_then(Value::as_u64).unwrap_or(0) > 0,
            schema: schema.map(SchemaText::new),
            compiled: OnceLock::new(),
            partly: OnceLock::new(),
        }
    }

    /// A label or annotation: a string.
    pub(crate) fn metadata(member: &str, key: &str) -> Self {
        Self {
            nullable: false,
            is_metadata: true,
            is_label: member == "labels",
            ..Self::new(
                vec!["metadata".to_owned(), member.to_owned(), key.to_owned()],
                Some(Self::tag()),
            )
        }
    }

    /// The schema of a label and of an annotation.
    pub(crate) fn tag() -> &'static Value {
        static TAG: LazyLock<Value> = LazyLock::new(|| json!({"type": "string"}));
        &TAG
    }

    /// Whether it is further within than a path.
    pub(crate) fn is_below(&self, path: &[String]) -> bool {
        self.path.len() > path.len() && self.path.starts_with(path)
    }

    /// In an object of this schema.
    pub(crate) fn within(self, parent: Option<&Value>) -> Self {
        let required = is_required(parent, self.name());
        Self {
            is_required: required,
            drops_empty: self.asks && !required,
            ..self
        }
    }

    /// As a member of a flattened field.
    pub(crate) fn among_others(self) -> Self {
        Self {
            is_among_others: true,
            ..self
        }
    }

    /// As one at which a value always stands: an item.
    pub(crate) fn always_there(self) -> Self {
        Self {
            is_required: true,
            ..self
        }
    }

    /// Whether the value becomes absent here: what is nothing by itself, where the schema does not take it.
    pub(crate) fn drops(&self, value: &Json) -> bool {
        value.is_null() && !self.nullable || self.drops_empty && value.is_empty()
    }

    /// Where this stands in for what is absent.
    pub(crate) fn or(self, stand_in: Option<Run>) -> Self {
        Self {
            has_default: self.has_default || stand_in.is_some(),
            drops_empty: self.drops_empty || self.asks && stand_in.is_some(),
            stand_in,
            ..self
        }
    }

    /// What serde reads of nothing where the object around it is that has a path of so many members.
    pub(crate) fn serde_default_around(&self, members: usize) -> Option<SerdeDefault> {
        let unknown = self.path.len().checked_sub(self.serde_defaults.len())?;
        let around = members.checked_sub(unknown + 1)?;
        let mut default = self.serde_defaults.get(around)?.clone()?;
        let within = self.path.len().checked_sub(members)?;
        let own = default.members.len().checked_sub(within)?;
        default.members.truncate(own);
        Some(default)
    }

    /// With serde's default of its field, and of those that it is within, as far as they are known: its own last.
    pub(crate) fn read_by_serde_as(self, serde_defaults: Vec<Option<SerdeDefault>>) -> Self {
        Self {
            serde_defaults,
            ..self
        }
    }

    /// As that of a field of this type.
    pub(crate) fn of_type(self, ty: Option<&'static Type>) -> Self {
        let integer = ty.and_then(|ty| match peel(ty).shape {
            Shape::Scalar(Scalar::Integer(integer)) => Some(integer),
            _ => None,
        });
        Self { integer, ..self }
    }

    /// As that of a field without which serde reads no object, or one with.
    pub(crate) fn read(self, is_read: bool) -> Self {
        Self { is_read, ..self }
    }

    /// As that of a field that serde may leave out when it writes, or one that it never does.
    pub(crate) fn skipped(self, skips: bool) -> Self {
        Self { skips, ..self }
    }

    /// Whether serde leaves an empty list or map out when it writes.
    pub(crate) fn leaves_empty_out(&self) -> bool {
        let mut read = self.readings().iter().flatten();
        self.skips && read.any(|value| *value == json!([]) || *value == json!({}))
    }

    /// Whether serde leaves the value out when it writes: that which it reads where nothing stands.
    pub(crate) fn leaves_out(&self, value: &Json) -> bool {
        self.skips && self.says_by_absence(value)
    }

    /// Whether the value is a list or map without anything, which serde leaves out. Others may be all that shows the struct that
    /// they are in.
    pub(crate) fn leaves_out_empty(&self, value: &Json) -> bool {
        value.is_empty() && value.kind() != Kind::String && self.leaves_out(value)
    }

    /// Whether absence says the value: serde reads it where nothing stands, and no schema asks for one or sets another.
    pub(crate) fn says_by_absence(&self, value: &Json) -> bool {
        let around = self
            .readings()
            .split_last()
            .map_or(&[][..], |(_, around)| around);
        let mut around = around.iter().flatten();
        self.leaves_to_serde(value)
            && !self.is_within_default
            && (self.is_within_required || around.all(|read| same(&Json::of_value(read), value)))
    }

    /// Whether absence says the value in an object that is there.
    pub(crate) fn leaves_to_serde(&self, value: &Json) -> bool {
        self.may_lack_by_schema() && self.reads(value)
    }

    /// What serde reads where nothing stands: in the object that it would be in, or where that is nothing, in place of it.
    pub(crate) fn serde_default(&self) -> Option<Json<'static>> {
        let value = self.readings().iter().rev().find_map(Option::as_ref)?;
        Some(Json::of_value(value))
    }

    /// What serde reads where this member of the path is the first that is absent.
    pub(crate) fn read_without(&self, member: usize) -> Option<Json<'static>> {
        self.readings().get(member)?.as_ref().map(Json::of_value)
    }

    fn readings(&self) -> &[Option<Value>] {
        self.readings.get_or_init(|| {
            let mut read: Vec<Option<Value>> = vec![None; self.path.len()];
            let defaults = self.serde_defaults.iter().rev();
            for (member, default) in (0..self.path.len()).rev().zip(defaults) {
                // What serde leaves out when it writes one, it reads of that without.
                read[member] = default.as_ref().and_then(|default| {
                    let value = default.value();
                    value
                        .or_else(|left| {
                            let within = left.and_then(|left| self.path.len().checked_sub(left));
                            within
                                .and_then(|within| read.get(within).cloned().flatten())
                                .ok_or(())
                        })
                        .ok()
                });
            }
            read
        })
    }

    /// Whether serde reads the value in an object without.
    fn reads(&self, value: &Json) -> bool {
        let own = self.readings().last().and_then(Option::as_ref);
        own.is_some_and(|read| same(&Json::of_value(read), value))
    }

    /// What stands for a value that is absent here, where absence at the other place is refused, or may say another value:
    /// serde's default. `absent`: the first member of the path that is, where it is known.
    pub(crate) fn implied(
        &self,
        to: &Self,
        absent: impl FnOnce() -> Option<usize>,
    ) -> Option<Json<'static>> {
        if self.readings().iter().all(Option::is_none) {
            return None;
        }
        let read = absent().and_then(|member| self.read_without(member));
        let value = read.or_else(|| self.serde_default().filter(|_| to.wants()));
        Some(self.defaulted(value?))
    }

    /// What may stand for a value that is absent here, whatever is absent around it.
    pub(crate) fn may_be_implied(&self, to: &Self) -> impl Iterator<Item = Json<'static>> {
        let members = 0..self.path.len();
        members.filter_map(|member| self.implied(to, || Some(member)))
    }

    /// Whether a value that nobody wrote stays unwritten: the schema refuses it, and nothing need stand.
    pub(crate) fn does_without(&self, value: &Json) -> bool {
        self.may_lack() && !self.is_required_among && !self.takes(value)
    }

    /// Whether nothing may stand here, and that means nothing either.
    pub(crate) fn may_lack(&self) -> bool {
        self.may_lack_by_schema() && self.readings().iter().all(Option::is_none)
    }

    /// Whether a value must stand here, and none does by itself.
    pub(crate) const fn wants(&self) -> bool {
        self.is_required && !self.has_default
    }

    /// The schema, where it is known.
    pub(crate) fn schema(&self) -> Option<Value> {
        self.schema.as_ref().map(SchemaText::read)
    }

    /// The last member of the path.
    pub(crate) fn name(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }

    /// Whether the value is of the place's type, whatever else the schema asks of it.
    pub(crate) fn is_of_type(&self, value: &Json) -> bool {
        match (self.type_name.as_str(), value.kind()) {
            (_, Kind::Null) | ("", _) | ("number", Kind::Number) => true,
            ("integer", Kind::Number) => {
                let held = value.as_i64().map(i128::from);
                held.is_some_and(|held| self.holds(held)) || self.integer.is_none()
            }
            ("string", kind) => kind == Kind::String,
            ("boolean", kind) => kind == Kind::Bool,
            ("array", kind) => kind == Kind::Array,
            ("object", kind) => kind == Kind::Object,
            _ => false,
        }
    }

    /// Whether the integer is one of the place's type.
    pub(crate) fn holds(&self, integer: i128) -> bool {
        self.integer
            .is_none_or(|of| (of.min..=of.max).contains(&integer))
    }

    /// An object that nothing was said of, with all defaults within it and with what of this it must have, if the schema takes
    /// that here: places within it, outer ones first, and values there. `is_left`: whether others write it yet.
    pub(crate) fn empty<'o>(
        &self,
        wanted: impl IntoIterator<Item = (&'o [String], Value)>,
        is_left: impl Fn(&[&str]) -> bool,
    ) -> Option<Json<'static>> {
        let mut value = json!({});
        for (path, member) in wanted {
            let Some((name, around)) = path.split_last() else {
                continue;
            };
            let around = around
                .iter()
                .try_fold(&mut value, |value, name| value.get_mut(name));
            if let Some(Value::Object(around)) = around {
                around.insert(name.clone(), member);
            }
        }
        let schema = self.compiled()?;
        let value = schema.default(Some(value))?;
        let is_lacked_yet = |error: &FieldError| {
            let names = error.path.segments().iter().map(|segment| match segment {
                Segment::Field(name) => Some(&**name),
                _ => None,
            });
            let names: Option<Vec<_>> = names.collect();
            error.kind == ErrorKind::Required && names.is_some_and(|names| is_left(&names))
        };
        let is_valid = schema.validate(&value).iter().all(is_lacked_yet);
        is_valid.then(|| Json::of_value(&value))
    }
}
