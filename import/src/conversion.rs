//! `spec.conversion`: what the CRD says, or what has to be said where the versions differ.

use serde_json::{Map, Value, json};

use crate::attribute::Doc;
use crate::manifest::undocument;
use crate::model::{Fate, Note};
use crate::read::Crd;
use crate::root::Root;
use crate::tidy::members;

/// The key and the stanza.
pub(crate) fn conversion(
    crd: &Crd,
    roots: &[&Root],
    notes: &mut Vec<Note>,
) -> (Option<Doc>, Option<Value>) {
    let is_alone = crd.versions.len() < 2;
    if let Some(said) = &crd.conversion
        && said
            .get("strategy")
            .is_some_and(|strategy| strategy == "Webhook")
    {
        let (key, stanza) = webhook(&members(said.get("webhook")), notes);
        return (Some(key), Some(stanza));
    }
    if !differ(roots) {
        return (None, (!is_alone).then(|| json!({"strategy": "None"})));
    }
    let said = if crd.conversion.is_some() {
        "says `strategy: None`"
    } else {
        "says nothing of conversion"
    };
    notes.push(Note {
        fate: Fate::Decide,
        place: "spec.conversion".to_owned(),
        text: format!(
            "the CRD {said}, and its versions differ: a server drops what one of them does not have; the types say so by \
             `unchecked`, until you map the versions and write `conversion(webhook(service = \"namespace/name\", path = \
             \"/convert\"))`"
        ),
    });
    let keys = ["none", "unchecked"].map(|key| Doc::of(key.to_owned()));
    let key = Doc::Call("conversion".to_owned(), keys.to_vec());
    (Some(key), Some(json!({"strategy": "None"})))
}

/// Whether schemas differ in more than documentation.
pub(crate) fn differ(roots: &[&Root]) -> bool {
    let mut schemas = roots.iter().map(|root| {
        let mut schema = root
            .emitted
            .get("schema")
            .and_then(|schema| schema.get("openAPIV3Schema"))
            .cloned();
        schema.iter_mut().for_each(undocument);
        schema
    });
    let first = schemas.next();
    schemas.any(|schema| Some(schema) != first)
}

fn webhook(said: &Map<String, Value>, notes: &mut Vec<Note>) -> (Doc, Value) {
    let client = members(said.get("clientConfig"));
    let text_of = |from: &Map<String, Value>, name: &str| {
        let text = from.get(name).and_then(Value::as_str);
        text.filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let mut keys = Vec::new();
    let mut config = Map::new();
    if let Some(url) = text_of(&client, "url") {
        keys.push(Doc::said("url", &url));
        config.insert("url".to_owned(), url.into());
    } else {
        let service = members(client.get("service"));
        let namespace = text_of(&service, "namespace").unwrap_or_default();
        let name = text_of(&service, "name").unwrap_or_default();
        keys.push(Doc::said("service", &format!("{namespace}/{name}")));
        let mut emitted = Map::new();
        emitted.insert("namespace".to_owned(), namespace.into());
        emitted.insert("name".to_owned(), name.into());
        if let Some(path) = text_of(&service, "path") {
            keys.push(Doc::said("path", &path));
            emitted.insert("path".to_owned(), path.into());
        }
        if let Some(port) = service
            .get("port")
            .and_then(Value::as_u64)
            .filter(|port| *port != 443)
        {
            keys.push(Doc::of(format!("port = {port}")));
            emitted.insert("port".to_owned(), port.into());
        }
        config.insert("service".to_owned(), emitted.into());
    }
    if text_of(&client, "caBundle").is_some() {
        notes.push(Note {
            fate: Fate::Differs,
            place: "spec.conversion.webhook.clientConfig.caBundle".to_owned(),
            text:
                "certificates are of the place of installation; `manifest().ca_bundle(…)` says them"
                    .to_owned(),
        });
    }
    let answered = ["v1", "v1beta1"].map(str::to_owned).to_vec();
    let reviews = said
        .get("conversionReviewVersions")
        .and_then(crate::keyword::names)
        .unwrap_or_else(|| answered.clone());
    if reviews != answered {
        let names = reviews
            .iter()
            .map(|name| Doc::of(crate::text::literal(name)));
        keys.push(Doc::Call("review_versions".to_owned(), names.collect()));
    }
    let stanza = json!({
        "strategy": "Webhook",
        "webhook": {"clientConfig": config, "conversionReviewVersions": reviews},
    });
    (
        Doc::Call(
            "conversion".to_owned(),
            vec![Doc::Call("webhook".to_owned(), keys)],
        ),
        stanza,
    )
}
