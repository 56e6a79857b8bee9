//! What a schema says is deprecated, and where objects have it.

use serde_json::Value;
use wheelwright_cel::schema::escape;
use wheelwright_grammar::deprecated::notes;

/// Schemas nest no deeper than this; what is below is not looked at.
const DEPTH: usize = 60;
/// Fields of one schema at most.
const MOST: usize = 500;
/// Places of one field in one object at most.
const PLACES: usize = 16;

/// A field, or a value of one, that a schema says is deprecated: by a line of the description that begins with `Deprecated:`.
#[derive(Clone, Debug, PartialEq)]
pub struct Deprecated {
    steps: Vec<Step>,
    value: Option<String>,
    note: String,
    default: Option<Value>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Member(String),
    Items,
    Values,
}

/// What is deprecated in the schema of a version, in the order of the names. Descriptions deeper than 60 levels, and more than 500
/// fields, are not looked at.
///
/// ```
/// use serde_json::json;
/// use wheelwright_rules::deprecated;
///
/// let schema = json!({"type": "object", "properties": {
///     "spec": {"type": "object", "properties": {
///         "dough": {"type": "string", "description": "What is under it.\n\nDeprecated: use crust"},
///         "toppings": {"type": "array", "items": {"type": "string", "description": "- `pineapple`: Deprecated: use ham"}},
///     }},
/// }});
/// let all = deprecated(&schema);
/// assert_eq!((all[0].field().as_str(), all[0].note()), ("spec.dough", "use crust"));
/// assert_eq!((all[1].field().as_str(), all[1].value()), ("spec.toppings[]", Some("pineapple")));
///
/// let pizza = json!({"spec": {"toppings": ["ham", "pineapple"]}});
/// assert!(all[0].places(&pizza).is_empty());
/// assert_eq!(all[1].places(&pizza), ["spec.toppings[1]"]);
/// ```
#[must_use]
pub fn deprecated(schema: &Value) -> Vec<Deprecated> {
    let mut all = Vec::new();
    collect(schema, &mut Vec::new(), &mut all);
    all
}

fn collect(schema: &Value, steps: &mut Vec<Step>, all: &mut Vec<Deprecated>) {
    if steps.len() > DEPTH {
        return;
    }
    let description = schema.get("description").and_then(Value::as_str);
    // The description of the root is that of the kind, whose versions are deprecated otherwise.
    for note in notes(
        description
            .filter(|_| !steps.is_empty())
            .unwrap_or_default(),
    ) {
        if all.len() < MOST {
            all.push(Deprecated {
                steps: steps.clone(),
                value: note.value,
                note: note.text,
                default: schema.get("default").cloned(),
            });
        }
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    let members = properties
        .into_iter()
        .flatten()
        .map(|(name, schema)| (Step::Member(name.clone()), schema));
    let items = schema.get("items").map(|schema| (Step::Items, schema));
    let values = schema
        .get("additionalProperties")
        .map(|schema| (Step::Values, schema));
    for (step, schema) in members.chain(items).chain(values) {
        steps.push(step);
        collect(schema, steps, all);
        steps.pop();
    }
}

impl Deprecated {
    /// The field: `spec.toppings[].name`, and `*` for any key of a map.
    #[must_use]
    pub fn field(&self) -> String {
        let mut text = String::new();
        for step in &self.steps {
            let name = match step {
                Step::Items => {
                    text.push_str("[]");
                    continue;
                }
                Step::Member(name) => name,
                Step::Values => "*",
            };
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(name);
        }
        text
    }

    /// The value that is deprecated; none for the field, whatever its value.
    #[must_use]
    pub fn value(&self) -> Option<&str> {
        self.value.as_deref()
    }

    /// What to do instead, as the description says; may be empty.
    #[must_use]
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Whether it is about the status, which controllers write.
    #[must_use]
    pub fn is_of_status(&self) -> bool {
        matches!(self.steps.first(), Some(Step::Member(name)) if name == "status")
    }

    /// What is said to who sets it at a place: `spec.dough: deprecated: use crust`.
    #[must_use]
    pub fn warning(&self, place: &str) -> String {
        let what = match &self.value {
            Some(value) => format!("{place}: {value:?} is deprecated"),
            None => format!("{place}: deprecated"),
        };
        if self.note.is_empty() {
            what
        } else {
            format!("{what}: {}", self.note)
        }
    }

    /// Where an object has it: `spec.toppings[1]`, at most 16 places. A null sets nothing, nor does the default of the schema, which
    /// the server sets for everybody.
    #[must_use]
    pub fn places(&self, object: &Value) -> Vec<String> {
        let mut places = Vec::new();
        self.find(object, &self.steps, String::new(), &mut places);
        places
    }

    fn find(&self, at: &Value, steps: &[Step], place: String, places: &mut Vec<String>) {
        if places.len() >= PLACES {
            return;
        }
        let Some((step, rest)) = steps.split_first() else {
            let is_value = match &self.value {
                Some(value) => at.as_str() == Some(value),
                None => true,
            };
            if is_value && !at.is_null() && self.default.as_ref() != Some(at) {
                places.push(place);
            }
            return;
        };
        let member = |name: &str| {
            if place.is_empty() {
                name.to_owned()
            } else {
                format!("{place}.{name}")
            }
        };
        match (step, at) {
            (Step::Member(name), Value::Object(members)) => {
                if let Some(value) = members.get(name) {
                    self.find(value, rest, member(name), places);
                }
            }
            (Step::Values, Value::Object(members)) => {
                for (name, value) in members {
                    self.find(value, rest, format!("{place}[{name}]"), places);
                }
            }
            (Step::Items, Value::Array(items)) => {
                for (index, value) in items.iter().enumerate() {
                    self.find(value, rest, format!("{place}[{index}]"), places);
                }
            }
            _ => {}
        }
    }

    /// An expression in CEL that is true of an object, the variable `object`, which has it. None where the default is no scalar, so
    /// that it cannot be told apart.
    ///
    /// ```
    /// use serde_json::json;
    /// use wheelwright_rules::deprecated;
    ///
    /// let schema = json!({"properties": {"spec": {"properties": {"dough": {"description": "Deprecated: use crust"}}}}});
    /// let cel = deprecated(&schema)[0].cel().unwrap();
    /// assert_eq!(cel, "has(object.spec) && has(object.spec.dough)");
    /// ```
    #[must_use]
    pub fn cel(&self) -> Option<String> {
        let mut ends = Vec::new();
        if let Some(value) = &self.value {
            ends.push(format!(" == {}", literal(&Value::from(value.as_str()))?));
        }
        if let Some(default) = &self.default {
            ends.push(format!(" != {}", literal(default)?));
        }
        Some(has("object", &self.steps, 0, &ends))
    }
}

/// Whether the value of an expression has the rest of a path, with what is compared at its end.
fn has(value: &str, steps: &[Step], depth: usize, ends: &[String]) -> String {
    let Some((step, rest)) = steps.split_first() else {
        let ends: Vec<String> = ends.iter().map(|end| format!("{value}{end}")).collect();
        return ends.join(" && ");
    };
    let and = |first: String, second: String| {
        if second.is_empty() {
            first
        } else {
            format!("{first} && {second}")
        }
    };
    let variable = format!("i{depth}");
    let any = |inner: String| {
        let inner = if inner.is_empty() {
            "true".to_owned()
        } else {
            inner
        };
        format!("{value}.exists({variable}, {inner})")
    };
    match step {
        Step::Member(name) => {
            let (is_there, member) = cel_member(value, name);
            and(is_there, has(&member, rest, depth, ends))
        }
        Step::Items => any(has(&variable, rest, depth + 1, ends)),
        Step::Values => any(has(&format!("{value}[{variable}]"), rest, depth + 1, ends)),
    }
}

/// Whether the value of an expression has a member, and the member, in CEL.
#[doc(hidden)]
#[must_use]
pub fn cel_member(value: &str, name: &str) -> (String, String) {
    if is_plain(name) {
        let member = format!("{value}.{name}");
        (format!("has({member})"), member)
    } else {
        let key = quoted(name);
        (format!("{key} in {value}"), format!("{value}[{key}]"))
    }
}

/// Whether a name stands behind a dot as it is.
fn is_plain(name: &str) -> bool {
    escape(name).is_some_and(|escaped| escaped == name)
}

fn literal(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(quoted(text)),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        _ => None,
    }
}

/// A string of CEL, which escapes as JSON does.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::deprecated;

    #[test]
    fn what_the_server_sets_is_set_by_nobody() {
        let schema = json!({"properties": {"spec": {"properties": {
            "size": {"type": "integer", "default": 30, "description": "Deprecated: use area"},
            "more": {"type": "object", "default": {}, "description": "Deprecated: none"},
        }}}});
        let all = deprecated(&schema);
        assert_eq!(all[0].field(), "spec.more");
        assert_eq!(all[0].cel(), None);
        assert_eq!(
            all[1].cel().unwrap(),
            "has(object.spec) && has(object.spec.size) && object.spec.size != 30"
        );
        assert!(all[1].places(&json!({"spec": {"size": 30}})).is_empty());
        assert!(all[1].places(&json!({"spec": {"size": null}})).is_empty());
        assert_eq!(all[1].places(&json!({"spec": {"size": 31}})), ["spec.size"]);
        assert_eq!(
            all[1].warning("spec.size"),
            "spec.size: deprecated: use area"
        );
    }

    #[test]
    fn paths_go_through_lists_and_maps() {
        let schema = json!({"properties": {"a-b": {"items": {"additionalProperties": {"properties": {
            "in": {"description": "- `x`: Deprecated:"},
        }}}}}});
        let all = deprecated(&schema);
        assert_eq!(all[0].field(), "a-b[].*.in");
        assert_eq!(
            all[0].cel().unwrap(),
            r#""a-b" in object && object["a-b"].exists(i0, i0.exists(i1, "in" in i0[i1] && i0[i1]["in"] == "x"))"#
        );
        let object = json!({"a-b": [{"k": {"in": "x"}, "l": {"in": "y"}}, 7]});
        assert_eq!(all[0].places(&object), ["a-b[0][k].in"]);
        assert_eq!(all[0].warning("a"), "a: \"x\" is deprecated");
    }
}
