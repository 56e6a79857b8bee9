//! `batch object`: what is stored, pruned and refused when an object is written?

use serde_json::{Map, Value};
use wheelwright_rules::{
    Admission, FieldValidation, KubeVersion, Outcome, Refusal, Rules, Subresource,
};

use super::{Answer, Request, errors};
use crate::resource_version;

/// Answers questions about objects, and keeps the rules of the last CRD.
pub(super) struct Judge {
    server: KubeVersion,
    last: Option<(Value, Rules)>,
}

impl Judge {
    pub(super) const fn new(server: KubeVersion) -> Self {
        Self { server, last: None }
    }

    pub(super) fn answer(&mut self, request: &Request) -> Result<Answer, String> {
        let (crd, object) = (request.part("crd")?, request.part("object")?);
        let Some(version) = request.part("version")?.as_str() else {
            return Err("`version` is a string".to_owned());
        };
        let rules = self.rules(crd)?;
        let version = rules
            .version(version)
            .ok_or_else(|| format!("the CRD has no version `{version}`"))?;
        let mut object = object.clone();
        let mut old = request
            .members
            .get("old")
            .filter(|old| !old.is_null())
            .cloned();
        if let Some(old) = &mut old {
            resource_version::give(&mut object);
            resource_version::give(old);
        }
        let subresource = match request.members.get("subresource").and_then(Value::as_str) {
            Some("status") => Subresource::Status,
            Some("scale") => Subresource::Scale,
            _ => Subresource::None,
        };
        let admission = Admission {
            object,
            old,
            subresource,
            field_validation: FieldValidation::Ignore,
            ..Admission::default()
        };
        let mut answer = answer(version.admit(admission));
        let duplicates = request.duplicates_in("object");
        if !duplicates.is_empty() {
            let errors = duplicates
                .iter()
                .map(|path| Value::from(format!("duplicate field {path:?}")));
            answer.insert("strict_errors".to_owned(), errors.collect());
        }
        Ok(answer)
    }

    fn rules(&mut self, crd: &Value) -> Result<&Rules, String> {
        if self.last.as_ref().is_none_or(|(last, _)| last != crd) {
            let rules =
                Rules::from_stored_crd_on(crd, self.server).map_err(|error| error.to_string())?;
            self.last = Some((crd.clone(), rules));
        }
        self.last
            .as_ref()
            .map(|(_, rules)| rules)
            .ok_or_else(|| "there are no rules".to_owned())
    }
}

fn answer(outcome: Outcome) -> Answer {
    let mut answer = Map::new();
    let mut put = |key: &str, value: Value| {
        answer.insert(key.to_owned(), value);
    };
    put("accepted", outcome.refusal.is_none().into());
    put("pruned", outcome.unknown_fields.clone().into());
    put("errors", errors(outcome.errors()));
    if !outcome.warnings.is_empty() {
        put("warnings", outcome.warnings.into());
    }
    if let Some(Refusal::BadRequest(text)) = &outcome.refusal {
        put("decode_error", text.as_str().into());
    }
    if let Some(mut object) = outcome.object {
        drop_what_a_server_gives(&mut object);
        put("object", object);
    }
    answer
}

fn drop_what_a_server_gives(object: &mut Value) {
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        for key in ["uid", "creationTimestamp", "managedFields"] {
            metadata.remove(key);
        }
    }
}
