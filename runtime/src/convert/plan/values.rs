//! What the schema of a place takes, and what the API server sets there.

use serde_json::{Value, json};
use wheelwright_rules::{ErrorKind, Version};

use super::{
    Place,
    rules::{is_label_value, rules_of, without_required},
};
use crate::convert::json::{Json, Kind, get};

impl Place {
    /// Whether the value is one that the schema takes here.
    pub(crate) fn takes(&self, value: &Json) -> bool {
        self.fits(value, self.version())
    }

    /// Whether the value is a part of one that the schema takes here, as parts of objects have it: required members may be
    /// missing.
    pub(crate) fn takes_part(&self, value: &Json) -> bool {
        let rules = self.partial_rules.get_or_init(|| {
            let mut schema = self.schema()?;
            without_required(&mut schema);
            rules_of(&schema)
        });
        self.fits(value, rules.as_ref().and_then(|rules| rules.version("v1")))
    }

    fn fits(&self, value: &Json, version: Option<Version>) -> bool {
        if self.is_label && !value.as_str().is_some_and(|text| is_label_value(&text)) {
            return false;
        }
        version.is_none_or(|version| {
            let mut object = json!({"value": value.to_value()});
            // What the schema does not know would be dropped.
            version.prune(&mut object).is_empty() && version.validate(&object).is_empty()
        })
    }

    /// Whether the value has not all that one must have here.
    pub(crate) fn lacks(&self, value: &Json) -> bool {
        self.version().is_some_and(|version| {
            let errors = version.validate(&json!({"value": value.to_value()}));
            errors.iter().any(|error| error.kind == ErrorKind::Required)
        })
    }

    /// Whether the value is as the API server hands one out: it drops nothing and sets nothing.
    pub(crate) fn is_as_stored(&self, value: &Json) -> bool {
        self.version().is_none_or(|version| {
            let before = json!({"value": value.to_value()});
            let mut object = before.clone();
            version.default(&mut object);
            version.prune(&mut object).is_empty() && object == before
        })
    }

    /// What the API server sets here, with all defaults within it.
    pub(crate) fn default(&self) -> Option<Json<'static>> {
        if !self.has_default {
            return None;
        }
        let mut object = match self.stand_in {
            Some(run) => json!({"value": run.caught().ok()?.get_mut(0)?.take()}),
            None => json!({}),
        };
        self.version()?.default(&mut object);
        object.get("value").map(Json::of_value)
    }

    /// A value that is there as a whole, with the defaults of all that it may have within.
    pub(crate) fn defaulted<'a>(&self, value: Json<'a>) -> Json<'a> {
        let Some(version) = self.has_default_within.then(|| self.version()).flatten() else {
            return value;
        };
        let mut object = json!({"value": value.to_value()});
        version.default(&mut object);
        match object.get("value") {
            Some(whole) => Json::of_value(whole),
            None => value,
        }
    }

    /// The object, or the list of objects, with the defaults of members that are not there; not of what is further within.
    pub(crate) fn filled<'a>(&self, value: Json<'a>) -> Json<'a> {
        let is_list = self.type_name == "array";
        let Some(version) = self
            .has_members_by_default
            .then(|| self.version())
            .flatten()
        else {
            return value;
        };
        let mut blank = json!({"value": if is_list { json!([{}]) } else { json!({}) }});
        version.default(&mut blank);
        let blank = blank.pointer(if is_list { "/value/0" } else { "/value" });
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
            for (name, default) in members {
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

    pub(super) fn version(&self) -> Option<Version<'_>> {
        let rules = self
            .rules
            .get_or_init(|| self.schema().as_ref().and_then(rules_of));
        rules.as_ref()?.version("v1")
    }
}
