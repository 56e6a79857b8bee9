//! What is known beyond a schema's own words: whose definition it is, and what its formats mean.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use serde_json::Value;
use wheelwright_grammar::vocabulary::STRING_FORMATS;

use super::super::{Schema, k8s, lower, node::Node, texts};
use crate::table::{Scalar, Shape, Text, Type};

/// The member with the schemas that a schema refers to.
const DEFINITIONS: &str = "$defs";

/// A whole schema, whose title is its definition's name.
pub(super) fn root(mut schema: Value, said: k8s::Known) -> Value {
    // Those that it refers to are known by their own names; they are large.
    let definitions = schema.as_object_mut().and_then(|of| of.remove(DEFINITIONS));
    let name = schema.get("title").and_then(Value::as_str).unwrap_or("");
    let mut root = k8s::definition(name, &schema, said).unwrap_or(schema);
    if let (Some(root), Some(definitions)) = (root.as_object_mut(), definitions) {
        root.insert(DEFINITIONS.to_owned(), definitions);
    }
    root
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
