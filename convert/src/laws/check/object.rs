//! The objects that the laws are tried on.

use serde_json::{Map, Value, json};

use super::Subject;
use crate::generate::Generator;

impl Subject<'_> {
    pub(in crate::laws) fn object(
        &self,
        version: &str,
        schema: &Value,
        generator: &mut Generator,
        is_sparse: bool,
    ) -> Value {
        let mut object = Map::new();
        object.insert(
            "apiVersion".into(),
            format!("{}/{version}", self.converter.group()).into(),
        );
        object.insert("kind".into(), self.converter.kind().into());
        if !is_sparse {
            object.insert(
                "metadata".into(),
                json!({
                    "name": "generated", "namespace": "default", "generation": 3,
                    "labels": {"app": "x"}, "annotations": {"example.com/other": "stays"}, "finalizers": ["example.com/f"],
                }),
            );
        }
        if let Value::Object(members) = generator.value(schema) {
            for (name, value) in members {
                object.entry(name).or_insert(value);
            }
        }
        let mut object = Value::Object(object);
        self.tag(&mut object, generator);
        if let Some(rules) = self.rules_of(version) {
            rules.prune(&mut object);
            if !is_sparse {
                rules.default(&mut object);
            }
        }
        object
    }

    /// Gives the object labels and annotations that steps look at, or takes them.
    pub(super) fn tag(&self, object: &mut Value, generator: &mut Generator) {
        // What a label may say; few words, so that a field and a label say the same now and then.
        let words = json!({"type": "string", "enum": ["", "1", "a", "one.two", "true"]});
        for (member, key) in self.converter.tags() {
            if generator.value(&json!({"type": "boolean"})) == true {
                object["metadata"][member][key] = generator.value(&words);
            } else if let Some(tags) = object
                .pointer_mut(&format!("/metadata/{member}"))
                .and_then(Value::as_object_mut)
            {
                tags.remove(key);
            }
        }
    }
}
