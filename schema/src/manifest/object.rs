//! The schema of the whole object: what the root says, around the schemas of spec and status.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use wheelwright_rules::KubeVersion;

use super::{
    bounds,
    columns::{self, OnField},
    description,
};
use crate::{
    check::{Finding, Problem},
    schema::{self, Described, Source, undocument},
    table::{Defaults, Key, Presence, Root, SpecPlace, StatusForm, Type},
};

/// The schema of an object, and what stands on its fields.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    /// The full schema, with the sources of its nodes.
    pub(crate) described: Described,
    /// The schema with descriptions cut, as the manifest publishes it.
    pub(crate) published: Value,
    /// The printer columns that sit on fields.
    pub(crate) columns: Vec<OnField>,
}

/// The schema of a root's objects and the sources of its nodes, or everything that keeps it from having one.
pub(super) fn described(root: &'static Root) -> Result<Described, Vec<Finding>> {
    let mut build = Build {
        root,
        keywords: Map::new(),
        properties: Map::new(),
        sources: BTreeMap::new(),
        findings: Vec::new(),
    };
    let described = build.run();
    if build.findings.is_empty() {
        Ok(described)
    } else {
        Err(build.findings)
    }
}

/// The schema of a root's objects, if they have one, without documentation.
#[doc(hidden)]
#[must_use]
pub fn schema_of(root: &'static Root) -> Option<Value> {
    let mut schema = described(root).ok()?.schema;
    undocument(&mut schema);
    Some(schema)
}

/// The schema, and what stands on the fields.
pub(super) fn object(
    root: &'static Root,
    max_description: Option<usize>,
    oldest: KubeVersion,
) -> Result<Object, Vec<Finding>> {
    let described = described(root)?;
    let mut published = described.schema.clone();
    if let Some(max) = max_description {
        description::limit(&mut published, max);
    }
    bounds::add(&mut published, oldest);
    Ok(Object {
        described,
        published,
        columns: columns::on_fields(root),
    })
}

struct Build {
    root: &'static Root,
    /// The keywords of the root, apart from `properties`.
    keywords: Map<String, Value>,
    properties: Map<String, Value>,
    sources: BTreeMap<String, Source>,
    findings: Vec<Finding>,
}

impl Build {
    fn run(&mut self) -> Described {
        let spec = self.spec();
        self.sources.insert(String::new(), Source::of(spec));
        if let Some(status) = self.root.status {
            let mut described = self.lower(status);
            if self.root.status_form == StatusForm::Nullable
                && let Value::Object(keywords) = &mut described.schema
            {
                keywords.insert("nullable".into(), true.into());
            }
            self.property("status", described);
        }
        self.type_meta();
        self.names(spec);
        self.require();
        if !self
            .root
            .schema
            .keys
            .iter()
            .any(|key| matches!(key, Key::Description(_)))
        {
            self.describe(spec);
        }
        if !self.properties.is_empty() {
            self.keywords.insert(
                "properties".into(),
                std::mem::take(&mut self.properties).into(),
            );
        }
        let schema = std::mem::take(&mut self.keywords).into();
        let schema = self.with_keys(schema, self.root.schema.keys, spec);
        Described {
            schema,
            sources: std::mem::take(&mut self.sources),
        }
    }

    fn spec(&mut self) -> &'static Type {
        match self.root.spec {
            SpecPlace::Root(spec) => {
                let described = self.lower(spec);
                self.sources = described.sources;
                if let Value::Object(mut keywords) = described.schema {
                    if let Some(Value::Object(properties)) = keywords.remove("properties") {
                        self.properties = properties;
                    }
                    self.keywords = keywords;
                }
                for taken in ["apiVersion", "kind", "metadata"] {
                    if self.properties.contains_key(taken) {
                        self.find(Problem::TakenMember(taken), Source::of(spec));
                    }
                }
                if self.root.status.is_some() && self.properties.contains_key("status") {
                    self.find(Problem::TakenMember("status"), Source::of(spec));
                }
                spec
            }
            SpecPlace::Spec(spec) => {
                self.keywords.insert("type".into(), "object".into());
                let mut described = self.lower(spec);
                if let Presence::Default(tree) = &self.root.schema.spec
                    && let Value::Object(keywords) = &mut described.schema
                {
                    match schema::tree(tree) {
                        Ok(default) => drop(keywords.insert("default".into(), default)),
                        Err(error) => self.find(Problem::Function(error), Source::of(spec)),
                    }
                }
                self.property("spec", described);
                spec
            }
        }
    }

    fn find(&mut self, problem: Problem, source: Source) {
        self.findings.push(Finding::new(problem).at(source));
    }

    fn lower(&mut self, ty: &'static Type) -> Described {
        let described = if self.root.defaults == Defaults::Serde {
            schema::with_serde_defaults(ty)
        } else {
            schema::of(ty)
        };
        described.unwrap_or_else(|problems| {
            self.findings
                .extend(problems.into_iter().map(Finding::of_schema));
            Described {
                schema: json!({}),
                sources: BTreeMap::new(),
            }
        })
    }

    fn property(&mut self, name: &str, described: Described) {
        self.properties.insert(name.into(), described.schema);
        let at = format!("properties[{name}]");
        for (path, source) in described.sources {
            let path = if path.is_empty() {
                at.clone()
            } else {
                format!("{at}.{path}")
            };
            self.sources.insert(path, source);
        }
    }

    /// Lists those of `apiVersion`, `kind` and `metadata` that are asked for; of them the API server knows all there is to know.
    fn type_meta(&mut self) {
        for name in self.root.schema.type_meta {
            let ty = if *name == "metadata" {
                "object"
            } else {
                "string"
            };
            self.properties.insert((*name).into(), json!({"type": ty}));
        }
    }

    /// Restricts `metadata.name` and `metadata.generateName`, of all metadata the only members a CRD may restrict.
    fn names(&mut self, spec: &'static Type) {
        let mut names = Map::new();
        for (name, keys) in [
            ("name", self.root.schema.name),
            ("generateName", self.root.schema.generate_name),
        ] {
            if !keys.is_empty() {
                names.insert(
                    name.into(),
                    self.with_keys(json!({"type": "string"}), keys, spec),
                );
            }
        }
        if !names.is_empty() {
            self.properties.insert(
                "metadata".into(),
                json!({"type": "object", "properties": names}),
            );
        }
    }

    fn with_keys(&mut self, schema: Value, keys: &'static [Key], spec: &'static Type) -> Value {
        if keys.is_empty() {
            return schema;
        }
        schema::with_keys(schema, keys, Source::of(spec)).unwrap_or_else(|problems| {
            self.findings
                .extend(problems.into_iter().map(Finding::of_schema));
            json!({})
        })
    }

    fn require(&mut self) {
        let says = &self.root.schema;
        let spec = matches!(
            (self.root.spec, says.spec),
            (SpecPlace::Spec(_), Presence::Required)
        );
        let asked = [
            ("apiVersion", says.type_meta_required),
            ("kind", says.type_meta_required),
            ("metadata", says.metadata_required),
            ("spec", spec),
        ];
        let asked = asked
            .into_iter()
            .filter(|(_, asked)| *asked)
            .map(|(name, _)| Value::from(name));
        let mut required = match self.keywords.remove("required") {
            Some(Value::Array(required)) => required,
            _ => Vec::new(),
        };
        required.extend(asked);
        if !required.is_empty() {
            self.keywords.insert("required".into(), required.into());
        }
    }

    /// The doc comment describes the object; `spec` keeps what a `description` key says.
    fn describe(&mut self, spec: &'static Type) {
        let SpecPlace::Spec(_) = self.root.spec else {
            return;
        };
        let own = spec
            .keys
            .iter()
            .any(|key| matches!(key, Key::Description(_)));
        let text = match self.properties.get_mut("spec") {
            Some(Value::Object(schema)) if !own => schema.remove("description"),
            _ => (!spec.doc.is_empty()).then(|| spec.doc.into()),
        };
        self.keywords
            .extend(text.map(|text| ("description".to_owned(), text)));
    }
}
