//! What is known beyond a schema's own words: whose definition it is, and what its formats mean.

use std::{
    borrow::Cow,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use serde_json::Value;
use wheelwright_grammar::vocabulary::STRING_FORMATS;

use super::super::{Schema, k8s, lower, node::Node, texts};
use crate::table::{Scalar, Shape, Text, Type};

/// A whole schema, whose title is its definition's name.
pub(super) fn root(schema: &Value) -> Cow<'_, Value> {
    let name = schema.get("title").and_then(Value::as_str).unwrap_or("");
    k8s::definition(name, schema).map_or(Cow::Borrowed(schema), Cow::Owned)
}

/// What a format of strings means where the API server is laxer, or does not know it.
pub(super) fn format(format: &str, node: &mut Node) {
    let known = match format {
        "byte" => Some(texts::BASE64),
        "date" => Some(texts::DATE),
        "date-time" => Some(texts::INSTANT),
        "partial-date-time" => Some(texts::LOCAL),
        "partial-time" => Some(texts::CLOCK),
        "duration" => Some(texts::SPAN),
        "uuid" => Some(texts::UUID),
        "uri" => Some(texts::URL),
        "ipv4" => text(Ipv4Addr::TYPE),
        "ipv6" => text(Ipv6Addr::TYPE),
        "ip" => text(IpAddr::TYPE),
        _ => None,
    };
    match known {
        Some(text) if !node.keywords.contains_key("pattern") => {
            for (keyword, value) in lower::text(text, node.source).keywords {
                node.keywords.entry(keyword).or_insert(value);
            }
        }
        _ => {
            // Others mean nothing to the API server but a warning.
            if let Some(format) = STRING_FORMATS.iter().find(|known| **known == format) {
                let text = Text {
                    format: Some(format),
                    ..Text::ANY
                };
                node.keywords
                    .extend(lower::text(text, node.source).keywords);
            }
        }
    }
}

fn text(ty: &'static Type) -> Option<Text> {
    match ty.shape {
        Shape::Scalar(Scalar::Text(text)) => Some(text),
        _ => None,
    }
}
