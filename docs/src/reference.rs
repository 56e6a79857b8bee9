//! What is said of a kind, its versions and their fields: the model of every form.

use serde_json::{Map, Value};
use wheelwright_grammar::version;
use wheelwright_rules::Rules;

use crate::known;
use crate::words::{self, DEPTH, Fact, Inner, Rule, inner, is, text};

/// A kind with all its versions.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    /// `pizzas.example.com`.
    pub(crate) name: String,
    pub(crate) group: String,
    pub(crate) kind: String,
    pub(crate) plural: String,
    pub(crate) singular: String,
    pub(crate) short_names: Vec<String>,
    pub(crate) categories: Vec<String>,
    pub(crate) is_namespaced: bool,
    pub(crate) converts_by_webhook: bool,
    /// By Kubernetes' priority, the highest first.
    pub(crate) versions: Vec<Version>,
}

/// A version.
#[derive(Clone, Debug)]
pub(crate) struct Version {
    pub(crate) name: String,
    pub(crate) is_served: bool,
    pub(crate) is_storage: bool,
    /// What a server warns of, if it is deprecated.
    pub(crate) deprecation: Option<String>,
    pub(crate) columns: Vec<Column>,
    pub(crate) has_status: bool,
    pub(crate) scale: Option<Scale>,
    pub(crate) selectable: Vec<String>,
    pub(crate) description: String,
    pub(crate) rules: Vec<Rule>,
    pub(crate) fields: Vec<Field>,
    pub(crate) schema: Value,
    pub(crate) example: Option<Value>,
}

/// A column of `kubectl get`.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) path: String,
    pub(crate) is_wide: bool,
    pub(crate) description: String,
}

/// The paths of the scale subresource.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    pub(crate) spec: String,
    pub(crate) status: String,
    pub(crate) selector: String,
}

/// A field.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    /// From the object on, as people write it: `.spec.toppings[].name`.
    pub(crate) path: String,
    /// The fragment of its link: `v1.spec.toppings[].name`.
    pub(crate) id: String,
    pub(crate) type_name: String,
    pub(crate) is_required: bool,
    pub(crate) default: Option<String>,
    pub(crate) deprecation: Option<String>,
    /// What cannot be done to it.
    pub(crate) changes: Option<&'static str>,
    /// What is said of the value, then of each item, of each value, and so on.
    pub(crate) levels: Vec<Level>,
    pub(crate) fields: Vec<Field>,
}

/// What is said of a value, or of those in it.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    pub(crate) of: Option<Inner>,
    pub(crate) description: String,
    pub(crate) values: Vec<String>,
    pub(crate) facts: Vec<Fact>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) apply: Option<String>,
}

impl Field {
    /// Whether a default is set where it is missing, so that it need not be written.
    pub(crate) fn must_be_written(&self) -> bool {
        self.is_required && self.default.is_none()
    }

    /// The words of its presence: `required`, `optional`.
    pub(crate) fn presence(&self) -> &'static str {
        if self.must_be_written() {
            "required"
        } else {
            "optional"
        }
    }
}

/// The name in a path, such that paths are fragments of links, and stay what they are: letters, digits, `_`, `-` and `$`, all else in
/// percents.
pub(crate) fn step(name: &str) -> String {
    let mut step = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'$') {
            step.push(char::from(byte));
        } else {
            step.push_str(&format!("%{byte:02X}"));
        }
    }
    step
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    let list = value.get(name).and_then(Value::as_array);
    list.map(Vec::as_slice).unwrap_or_default()
}

fn texts(value: &Value, name: &str) -> Vec<String> {
    let texts = list(value, name).iter().filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}

impl Reference {
    /// Of a CRD that a server takes. None if it has more fields than this.
    pub(crate) fn of(crd: &Value, rules: &Rules, most: usize) -> Option<Self> {
        let spec = crd.get("spec").unwrap_or(&Value::Null);
        let names = spec.get("names").unwrap_or(&Value::Null);
        let kind = text(names, "kind");
        let mut left = most;
        let mut versions = Vec::new();
        for version in list(spec, "versions") {
            let group = text(spec, "group");
            versions.push(Version::of(version, (group, kind), rules, &mut left)?);
        }
        versions.sort_by(|a, b| version::compare(&b.name, &a.name));
        let singular = match text(names, "singular") {
            "" => kind.to_lowercase(),
            singular => singular.to_owned(),
        };
        let metadata = crd.get("metadata").unwrap_or(&Value::Null);
        let strategy = spec.get("conversion").map(|all| text(all, "strategy"));
        Some(Self {
            name: text(metadata, "name").to_owned(),
            group: text(spec, "group").to_owned(),
            kind: kind.to_owned(),
            plural: text(names, "plural").to_owned(),
            singular,
            short_names: texts(names, "shortNames"),
            categories: texts(names, "categories"),
            is_namespaced: rules.is_namespaced(),
            converts_by_webhook: strategy == Some("Webhook"),
            versions,
        })
    }

    /// With an object of each version to show.
    pub(crate) fn show(&mut self, examples: Vec<(String, Option<Value>)>) {
        for (name, object) in examples {
            let mut versions = self.versions.iter_mut();
            if let Some(version) = versions.find(|version| version.name == name) {
                version.example = object;
            }
        }
    }

    pub(crate) fn api_version(&self, version: &Version) -> String {
        format!("{}/{}", self.group, version.name)
    }
}

impl Version {
    fn of(
        version: &Value,
        (group, kind): (&str, &str),
        rules: &Rules,
        left: &mut usize,
    ) -> Option<Self> {
        let name = text(version, "name");
        let compiled = rules.version(name);
        let schema = version
            .get("schema")
            .and_then(|of| of.get("openAPIV3Schema"));
        let schema = schema.unwrap_or(&Value::Null);
        let subresources = version.get("subresources").unwrap_or(&Value::Null);
        let scale = subresources.get("scale").filter(|scale| scale.is_object());
        let walk = Walk {
            left,
            version: name,
        };
        let fields = walk.resource(schema, &format!("{group}/{name}"), kind)?;
        let columns = list(version, "additionalPrinterColumns").iter();
        Some(Self {
            name: name.to_owned(),
            is_served: is(version, "served"),
            is_storage: is(version, "storage"),
            deprecation: compiled.and_then(|of| of.deprecation_warning().map(str::to_owned)),
            columns: columns
                .map(|column| Column {
                    name: text(column, "name").to_owned(),
                    path: text(column, "jsonPath").to_owned(),
                    is_wide: column
                        .get("priority")
                        .and_then(Value::as_i64)
                        .is_some_and(|priority| priority > 0),
                    description: text(column, "description").to_owned(),
                })
                .collect(),
            has_status: subresources.get("status").is_some_and(Value::is_object),
            scale: scale.map(|scale| Scale {
                spec: text(scale, "specReplicasPath").to_owned(),
                status: text(scale, "statusReplicasPath").to_owned(),
                selector: text(scale, "labelSelectorPath").to_owned(),
            }),
            selectable: list(version, "selectableFields")
                .iter()
                .map(|field| text(field, "jsonPath").to_owned())
                .collect(),
            description: text(schema, "description").to_owned(),
            rules: words::rules(schema),
            fields,
            schema: schema.clone(),
            example: None,
        })
    }

    /// What the version is, a word each: `storage`, `served`, `deprecated`.
    pub(crate) fn remarks(&self) -> Vec<&'static str> {
        let mut remarks = Vec::new();
        if self.is_storage {
            remarks.push("storage");
        }
        remarks.push(if self.is_served {
            "served"
        } else {
            "not served"
        });
        if self.deprecation.is_some() {
            remarks.push("deprecated");
        }
        remarks
    }
}

struct Walk<'w> {
    /// How many fields there may still be.
    left: &'w mut usize,
    version: &'w str,
}

impl Walk<'_> {
    /// The fields of an object; `metadata` has no more than the schema says of names.
    fn resource(mut self, schema: &Value, api_version: &str, kind: &str) -> Option<Vec<Field>> {
        let mut whole = known::resource(schema);
        for (name, constant) in [("apiVersion", api_version), ("kind", kind)] {
            let field = whole
                .get_mut("properties")
                .and_then(|all| all.get_mut(name));
            if let Some(Value::Object(field)) = field {
                field.insert("enum".to_owned(), Value::from([constant].as_slice()));
            }
        }
        let own = schema
            .get("properties")
            .and_then(|all| all.get("metadata"))
            .and_then(|metadata| metadata.get("properties"))
            .and_then(Value::as_object);
        let fields = whole.pointer_mut("/properties/metadata/properties");
        if let Some(Value::Object(fields)) = fields {
            fields.retain(|name, _| own.is_some_and(|own| own.contains_key(name)));
        }
        let mut required = whole.get("required").cloned().unwrap_or_default();
        if !required.is_array() {
            required = Value::Array(Vec::new());
        }
        if let (Some(required), Some(whole)) = (required.as_array_mut(), whole.as_object_mut()) {
            required.extend(["apiVersion", "kind", "metadata"].map(Value::from));
            whole.insert("required".to_owned(), Value::Array(required.clone()));
        }
        let mut fields = self.fields(&whole, "", 0)?;
        // As manifests have them.
        let order = ["apiVersion", "kind", "metadata", "spec"];
        fields.sort_by_key(|field| {
            let place = order.iter().position(|name| *name == field.name);
            (place.unwrap_or(order.len()), field.name == "status")
        });
        Some(fields)
    }

    fn fields(&mut self, object: &Value, path: &str, depth: usize) -> Option<Vec<Field>> {
        let empty = Map::new();
        let properties = object.get("properties").and_then(Value::as_object);
        let required = list(object, "required");
        let mut fields = Vec::new();
        for (name, schema) in properties.unwrap_or(&empty) {
            *self.left = self.left.checked_sub(1)?;
            let path = format!("{path}.{}", step(name));
            let is_required = required.iter().any(|known| known == name);
            let changes = words::changes(schema).or_else(|| words::changes_of(object, name));
            fields.push(self.field(name, schema, path, (is_required, changes), depth)?);
        }
        Some(fields)
    }

    fn field(
        &mut self,
        name: &str,
        schema: &Value,
        path: String,
        (is_required, changes): (bool, Option<&'static str>),
        depth: usize,
    ) -> Option<Field> {
        let mut levels = vec![level(None, schema)];
        let mut below = path.clone();
        let mut innermost = schema;
        while let Some((of, next)) = inner(innermost) {
            levels.push(level(Some(of), next));
            below.push_str(of.suffix());
            innermost = next;
            if levels.len() > DEPTH {
                break;
            }
        }
        // Values of a map may stand beside fields.
        let object = if schema.get("properties").is_some_and(Value::is_object) {
            below.clone_from(&path);
            schema
        } else {
            innermost
        };
        let fields = if depth < DEPTH {
            self.fields(object, &below, depth + 1)?
        } else {
            Vec::new()
        };
        Some(Field {
            name: name.to_owned(),
            id: format!("{}{path}", self.version),
            path,
            type_name: words::type_of(schema),
            is_required,
            default: words::default(schema),
            deprecation: words::deprecation(text(schema, "description")),
            changes,
            levels,
            fields,
        })
    }
}

fn level(of: Option<Inner>, schema: &Value) -> Level {
    Level {
        of,
        description: text(schema, "description").trim().to_owned(),
        values: words::values(schema),
        facts: words::constraints(schema)
            .into_iter()
            // The type says so.
            .filter(|fact| fact.words != "an integer or a string")
            .collect(),
        rules: words::rules(schema),
        apply: words::apply(schema),
    }
}
