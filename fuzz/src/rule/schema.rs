//! Schemas by chance, what rules see of them, and objects of them.

use serde_json::{Map, Value, json};

use super::signature::{BOOL, INT, TEXT, Ty};
use super::text;
use crate::Random;

/// A schema, and what a rule on it may write.
#[derive(Clone, Debug)]
pub struct Place {
    /// As it stands in a CRD.
    pub schema: Value,
    /// The type of `self`.
    pub ty: Ty,
    /// The fields below, with what selects them: `.spec.a__dash__b`.
    pub(super) paths: Vec<(String, Ty)>,
}

/// Names of properties, as a schema and as an expression has them; nothing where an expression cannot.
const NAMES: &[(&str, Option<&str>)] = &[
    ("a", Some("a")),
    ("b", Some("b")),
    ("c", Some("c")),
    ("value", Some("value")),
    ("min-size", Some("min__dash__size")),
    ("x.y/z", Some("x__dot__y__slash__z")),
    ("a__b", Some("a__underscores__b")),
    ("namespace", Some("__namespace__")),
    ("in", Some("__in__")),
    ("size", Some("size")),
    ("1st", None),
    ("é", None),
];

/// The formats of texts that are of another type.
const TYPED: &[(&str, &str)] = &[
    ("byte", "bytes"),
    ("date", "timestamp"),
    ("date-time", "timestamp"),
    ("duration", "duration"),
];

struct Builder<'r> {
    random: &'r mut Random,
    /// Whether everything has bounds.
    bounded: bool,
    objects: usize,
    paths: Vec<(String, Ty)>,
}

impl Place {
    /// A schema with a few levels. Where it is bounded, every list, map and text is.
    pub fn of(random: &mut Random, bounded: bool) -> Self {
        let mut builder = Builder {
            random,
            bounded,
            objects: 0,
            paths: Vec::new(),
        };
        let (schema, ty) = match builder.random.below(8) {
            0 => builder.any(2, None),
            _ => builder.object(3, Some(String::new())),
        };
        let paths = builder.paths;
        Self { schema, ty, paths }
    }
}

impl Builder<'_> {
    fn chance(&mut self, one_in: usize) -> bool {
        self.random.below(one_in) == 0
    }

    fn limit(&mut self, schema: &mut Value, name: &str, most: usize) {
        if self.bounded || self.chance(2) {
            let limit = 1 + self.random.below(most);
            schema[name] = json!(limit);
        }
    }

    /// A schema that rules see, at what selects it from `self` if that is plain selection.
    fn any(&mut self, depth: usize, path: Option<String>) -> (Value, Ty) {
        let kind = self.random.below(if depth == 0 { 7 } else { 12 });
        let (mut schema, ty) = match kind {
            0 => (json!({"type": "integer"}), INT),
            1 => (json!({"type": "number"}), Ty::Plain("double")),
            2 => (json!({"type": "boolean"}), BOOL),
            3 if self.chance(2) => (json!({"x-kubernetes-int-or-string": true}), Ty::Dyn),
            3..=5 => {
                let mut schema = json!({"type": "string"});
                self.limit(&mut schema, "maxLength", 40);
                (schema, TEXT)
            }
            6 => {
                let (format, ty) = TYPED[self.random.below(TYPED.len())];
                let mut schema = json!({"type": "string", "format": format});
                if format == "byte" {
                    self.limit(&mut schema, "maxLength", 40);
                }
                (schema, Ty::Plain(ty))
            }
            7 | 8 => self.list(depth - 1),
            9 => {
                let (item, ty) = self.any(depth - 1, None);
                let mut schema = json!({"type": "object", "additionalProperties": item});
                self.limit(&mut schema, "maxProperties", 5);
                (schema, Ty::map(TEXT, ty))
            }
            _ => return self.object(depth - 1, path),
        };
        if self.chance(8) && ty != Ty::Dyn {
            schema["nullable"] = json!(true);
        }
        if let Some(path) = path {
            self.paths.push((path, ty.clone()));
        }
        (schema, ty)
    }

    fn list(&mut self, depth: usize) -> (Value, Ty) {
        let (item, ty, kind) = match self.random.below(4) {
            0 => {
                let kind = ["string", "integer"][self.random.below(2)];
                let mut item = json!({"type": kind});
                let ty = if item["type"] == "string" { TEXT } else { INT };
                if ty == TEXT {
                    self.limit(&mut item, "maxLength", 10);
                }
                (item, ty, json!({"x-kubernetes-list-type": "set"}))
            }
            1 => {
                let (mut item, ty) = self.object(depth, None);
                item["properties"]["k"] = json!({"type": "string", "maxLength": 5});
                item["required"] = json!(["k"]);
                let kind =
                    json!({"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"]});
                (item, ty, kind)
            }
            _ => {
                let (item, ty) = self.any(depth, None);
                (item, ty, json!({}))
            }
        };
        let mut schema = json!({"type": "array", "items": item});
        if let (Some(schema), Value::Object(kind)) = (schema.as_object_mut(), kind) {
            schema.extend(kind);
        }
        self.limit(&mut schema, "maxItems", 5);
        (schema, Ty::list(ty))
    }

    fn object(&mut self, depth: usize, path: Option<String>) -> (Value, Ty) {
        self.objects += 1;
        let ty = Ty::Object(format!("{}", self.objects).into());
        let mut properties = Map::new();
        let mut required = Vec::new();
        let count = 1 + self
            .random
            .below(if path.as_deref() == Some("") { 10 } else { 4 });
        for _ in 0..count {
            let (name, written) = NAMES[self.random.below(NAMES.len())];
            if properties.contains_key(name) {
                continue;
            }
            let below = path.as_ref().zip(written);
            let below = below.map(|(path, written)| format!("{path}.{written}"));
            let (schema, _) = self.any(depth.min(2), below);
            properties.insert(name.to_owned(), schema);
            if self.chance(3) {
                required.push(name);
            }
        }
        let mut schema = json!({"type": "object", "properties": properties});
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        if self.chance(12) {
            schema["x-kubernetes-preserve-unknown-fields"] = json!(true);
        }
        if let Some(path) = path.filter(|path| !path.is_empty()) {
            self.paths.push((path, ty.clone()));
        }
        (schema, ty)
    }
}

/// A value of a schema, fields missing as they may.
pub fn value(schema: &Value, random: &mut Random) -> Value {
    if schema["nullable"] == true && random.below(6) == 0 {
        return Value::Null;
    }
    let count = |name: &str, random: &mut Random| {
        let most = schema[name].as_u64().unwrap_or(4).min(4);
        random.below(usize::try_from(most).unwrap_or(0) + 1)
    };
    match schema["type"].as_str() {
        Some("integer") => json!(text::integer(random)),
        Some("number") => text::number(random),
        Some("boolean") => json!(random.below(2) == 0),
        Some("string") => {
            let value = match schema["format"].as_str() {
                Some(format) => text::of_format(format, random),
                None => text::any(random),
            };
            let most = schema["maxLength"].as_u64().unwrap_or(u64::MAX);
            let most = usize::try_from(most).unwrap_or(usize::MAX);
            if schema["format"] == "byte" && value.len() > most {
                return json!("YQ==".get(..most & 4).unwrap_or_default());
            }
            value.chars().take(most).collect::<String>().into()
        }
        Some("array") => {
            let mut items: Vec<Value> = Vec::new();
            for _ in 0..count("maxItems", random) {
                let mut item = value(&schema["items"], random);
                if schema["x-kubernetes-list-type"] == "map" {
                    item["k"] = json!(items.len().to_string());
                }
                let is_set = schema["x-kubernetes-list-type"] == "set";
                if !(is_set && items.contains(&item)) {
                    items.push(item);
                }
            }
            Value::Array(items)
        }
        Some("object") if schema["additionalProperties"].is_object() => {
            let keys = ["a", "b", "k", "x-y", "1"];
            let count = count("maxProperties", random);
            let entries = (0..count).map(|_| {
                let key = keys[random.below(keys.len())].to_owned();
                (key, value(&schema["additionalProperties"], random))
            });
            Value::Object(entries.collect())
        }
        Some("object") => {
            let required = schema["required"].as_array();
            let mut object = Map::new();
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                let needed = required.is_some_and(|names| names.iter().any(|of| of == name));
                if needed || random.below(5) != 0 {
                    object.insert(name.clone(), value(property, random));
                }
            }
            Value::Object(object)
        }
        _ if random.below(2) == 0 => json!(text::integer(random)),
        _ => json!(text::any(random)),
    }
}
