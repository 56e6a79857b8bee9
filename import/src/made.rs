//! Objects made of a CRD's schemas, to ask what converts them: their values tell places apart.

use serde_json::{Map, Value, json};
use wheelwright_schema::generate::Generator;

/// Of texts whose name speaks of time, and which nothing else says anything of.
const TIMES: [&str; 6] = ["90s", "5m0s", "1h0m0s", "30s", "2h30m0s", "10m0s"];

/// Objects of a CRD's kind, `count` of each version.
///
/// They are there to be converted by what converts them today, for [`Options::samples`](crate::Options::samples). Two places rarely
/// have one value, and a text that is called a timeout is one, so that what was converted says what became of it. Not all are valid.
///
/// ```
/// # use serde_json::json;
/// let crd = json!({"spec": {
///     "group": "example.com",
///     "names": {"kind": "Pizza"},
///     "versions": [{"name": "v1", "storage": true, "schema": {"openAPIV3Schema": {"type": "object", "properties": {
///         "spec": {"type": "object", "properties": {"size": {"type": "integer"}}},
///     }}}}],
/// }});
/// let made = wheelwright_import::made(&crd, 3);
/// assert_eq!((made.len(), &made[0]["apiVersion"]), (3, &json!("example.com/v1")));
/// ```
#[must_use]
pub fn made(crd: &Value, count: usize) -> Vec<Value> {
    let spec = &crd["spec"];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (group, kind) = (text(&spec["group"]), text(&spec["names"]["kind"]));
    let is_namespaced = spec["scope"] != "Cluster";
    let mut objects = Vec::new();
    for version in spec["versions"].as_array().into_iter().flatten() {
        let name = text(&version["name"]);
        let schema = &version["schema"]["openAPIV3Schema"];
        let mut generator = Generator::new(1).size(3);
        let mut told = Told::default();
        for number in 0..count {
            let mut metadata = Map::new();
            metadata.insert("name".to_owned(), format!("made-{name}-{number}").into());
            if is_namespaced {
                metadata.insert("namespace".to_owned(), "default".into());
            }
            let mut object = json!({
                "apiVersion": format!("{group}/{name}"),
                "kind": kind,
                "metadata": metadata,
            });
            for (member, schema) in schema["properties"].as_object().into_iter().flatten() {
                if ["apiVersion", "kind", "metadata"].contains(&member.as_str()) {
                    continue;
                }
                let mut value = generator.value(schema);
                told.tell(&mut value, schema, member);
                object[member] = value;
            }
            objects.push(object);
        }
    }
    objects
}

/// Gives each value what tells it from the others.
#[derive(Default)]
struct Told {
    count: u64,
}

impl Told {
    fn tell(&mut self, value: &mut Value, schema: &Value, name: &str) {
        let is_open = [
            "enum",
            "pattern",
            "format",
            "multipleOf",
            "allOf",
            "anyOf",
            "oneOf",
            "not",
        ]
        .iter()
        .all(|keyword| {
            let said = schema.get(keyword);
            said.is_none() || *keyword == "format" && schema["type"] == "integer"
        });
        match value {
            Value::Object(members) => {
                for (name, inner) in members {
                    let schema = schema["properties"]
                        .get(name)
                        .unwrap_or(&schema["additionalProperties"]);
                    self.tell(inner, schema, name);
                }
            }
            Value::Array(items) => {
                for item in items {
                    self.tell(item, &schema["items"], name);
                }
            }
            Value::String(text) if is_open => {
                self.count += 1;
                let word = if is_time(name) {
                    let at = usize::try_from(self.count).unwrap_or_default() % TIMES.len();
                    TIMES[at].to_owned()
                } else {
                    format!("word-{}", self.count)
                };
                let bound = |keyword: &str| schema[keyword].as_u64();
                let length = word.len() as u64;
                if bound("minLength").is_none_or(|least| least <= length)
                    && bound("maxLength").is_none_or(|most| most >= length)
                {
                    *text = word;
                }
            }
            Value::Number(_) if is_open && schema["type"] == "integer" => {
                self.count += 1;
                let least = schema["minimum"].as_i64().unwrap_or(0).max(1);
                let most = schema["maximum"]
                    .as_i64()
                    .unwrap_or(1000)
                    .min(least.saturating_add(1000));
                let span = most.saturating_sub(least).max(0).unsigned_abs() + 1;
                let more = i64::try_from(self.count % span).unwrap_or_default();
                *value = least.saturating_add(more).into();
            }
            _ => {}
        }
    }
}

/// Whether a name speaks of how long something takes.
fn is_time(name: &str) -> bool {
    let name = name.to_lowercase();
    [
        "timeout", "duration", "interval", "period", "delay", "ttl", "backoff", "grace",
    ]
    .iter()
    .any(|word| name.contains(word))
}
