//! What the schema of a place takes, and what the API server sets there.

use serde_json::{Value, json};
use wheelwright_rules::{ErrorKind, Schema};

use super::{
    Place,
    rules::{is_label_value, without_required},
};
use crate::json::{Json, Kind, get};

impl Place {
    /// Whether the value is one that the schema takes here.
    pub(crate) fn takes(&self, value: &Json) -> bool {
        self.fits(value, self.compiled())
    }

    /// Whether the value is a part of one that the schema takes here, as parts of objects have it: required members may be
    /// missing.
    pub(crate) fn takes_part(&self, value: &Json) -> bool {
        let compiled = self.partly.get_or_init(|| {
            let mut schema = self.schema()?;
            without_required(&mut schema);
            Schema::compile(&schema).ok()
        });
        self.fits(value, compiled.as_ref())
    }

    /// Whether an object has all that it must have here, whatever else the schema refuses of it.
    pub(crate) fn lacks_nothing(&self, value: &Json) -> bool {
        self.compiled().is_none_or(|schema| {
            let errors = schema.validate(&value.to_value());
            errors.iter().all(|error| error.kind != ErrorKind::Required)
        })
    }

    /// Whether a value that is written in a step may stand here. Of objects and lists other steps may make the rest; what a label
    /// cannot hold is kept, and so is what becomes absent.
    pub(crate) fn takes_written(&self, value: &Value) -> bool {
        let is_left_out = value.is_null() || value == "" && self.drops_empty;
        let is_whole = !value.is_array() && !value.is_object();
        is_left_out || !is_whole || self.is_label || self.takes(&Json::of_value(value))
    }

    fn fits(&self, value: &Json, schema: Option<&Schema>) -> bool {
        if self.is_label && !value.as_str().is_some_and(|text| is_label_value(&text)) {
            return false;
        }
        schema.is_none_or(|schema| {
            let mut value = value.to_value();
            // What the schema does not know would be dropped.
            schema.prune(&mut value).is_empty() && schema.validate(&value).is_empty()
        })
    }

    /// Whether the value is as the API server hands one out: it drops nothing and sets nothing.
    pub(crate) fn is_as_stored(&self, value: &Json) -> bool {
        self.compiled().is_none_or(|schema| {
            let value = value.to_value();
            let stored = schema.default(Some(value.clone()));
            stored.is_some_and(|mut stored| schema.prune(&mut stored).is_empty() && stored == value)
        })
    }

    /// What the API server sets here, with all defaults within it.
    pub(crate) fn default(&self) -> Option<Json<'static>> {
        if !self.has_default {
            return None;
        }
        let given = match self.stand_in {
            Some(run) => Some(run.caught().ok()?.get_mut(0)?.take()),
            None => None,
        };
        let value = self.compiled()?.default(given)?;
        Some(Json::of_value(&value))
    }

    /// A value that is there as a whole, with the defaults of all that it may have within.
    pub(crate) fn defaulted<'a>(&self, value: Json<'a>) -> Json<'a> {
        let Some(schema) = self.has_default_within.then(|| self.compiled()).flatten() else {
            return value;
        };
        match schema.default(Some(value.to_value())) {
            Some(whole) => Json::of_value(&whole),
            None => value,
        }
    }

    /// The object, or the list of objects, with the defaults of members that are not there; not of what is further within.
    pub(crate) fn filled<'a>(&self, value: Json<'a>) -> Json<'a> {
        let is_list = self.type_name == "array";
        let Some(schema) = self
            .has_members_by_default
            .then(|| self.compiled())
            .flatten()
        else {
            return value;
        };
        let blank = schema.default(Some(if is_list { json!([{}]) } else { json!({}) }));
        let blank = match blank {
            Some(Value::Array(items)) => items.into_iter().next(),
            blank => blank,
        };
        let Some(Value::Object(members)) = blank else {
            return value;
        };
        let lacks = |value: &Json| {
            value.kind() == Kind::Object && members.keys().any(|name| value.member(name).is_none())
        };
        let fill = |value: Json<'a>| {
            if !lacks(&value) {
                return value;
            }
            let mut own = match value.into_members() {
                Ok(own) => own,
                Err(value) => return value,
            };
            for (name, default) in &members {
                if get(&own, name).is_none() {
                    own.push((name.clone().into(), Json::of_value(default)));
                }
            }
            Json::Object(own)
        };
        if !is_list {
            return fill(value);
        }
        // A list that was made stays as it is where it can: opened, it takes many times its text.
        if !value.each_item().any(|item| lacks(&item)) {
            return value;
        }
        match value.into_items() {
            Ok(items) => Json::Array(items.into_iter().map(fill).collect()),
            Err(value) => value,
        }
    }

    /// The schema, compiled.
    pub(crate) fn compiled(&self) -> Option<&Schema> {
        let compile = || Schema::compile(&self.schema()?).ok();
        self.compiled.get_or_init(compile).as_ref()
    }
}
