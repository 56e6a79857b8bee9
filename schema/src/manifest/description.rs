//! Descriptions cut to a length, for CRDs that would else be too large.

use serde_json::{Map, Value};

/// Cuts every description in a schema to `max` characters; 0 drops them.
pub(super) fn limit(schema: &mut Value, max: usize) {
    let Some(members) = schema.as_object_mut() else {
        return;
    };
    cut_in(members, max);
    for keyword in ["items", "additionalProperties"] {
        if let Some(inner) = members.get_mut(keyword) {
            limit(inner, max);
        }
    }
    if let Some(Value::Object(properties)) = members.get_mut("properties") {
        properties
            .values_mut()
            .for_each(|property| limit(property, max));
    }
}

fn cut_in(members: &mut Map<String, Value>, max: usize) {
    if max == 0 {
        members.remove("description");
    } else if let Some(Value::String(text)) = members.get_mut("description") {
        cut(text, max);
    }
}

/// Cuts after the last sentence that fits; failing that after the last word, failing that anywhere, with dots.
fn cut(text: &mut String, max: usize) {
    let Some((end, _)) = text.char_indices().nth(max) else {
        return;
    };
    let (fits, rest) = text.split_at(end);
    if let Some(end) = last_sentence(fits, rest) {
        text.truncate(end);
        return;
    }
    let words = if rest.starts_with(char::is_whitespace) {
        Some(end)
    } else {
        fits.rfind(char::is_whitespace)
    };
    let end = words.map_or(end, |end| fits.get(..end).unwrap_or(fits).trim_end().len());
    text.truncate(if end == 0 { fits.len() } else { end });
    text.push_str("...");
}

/// Where the last sentence of `fits` ends, `rest` being what follows.
fn last_sentence(fits: &str, rest: &str) -> Option<usize> {
    let mut ends = fits.char_indices().filter(|(at, c)| {
        let after = fits.get(at + c.len_utf8()..).unwrap_or_default();
        is_sentence_end(*c, after.chars().next().or(rest.chars().next()))
    });
    ends.next_back().map(|(at, c)| at + c.len_utf8())
}

fn is_sentence_end(c: char, next: Option<char>) -> bool {
    match c {
        '。' | '！' | '？' => true,
        '.' | '!' | '?' => next.is_none_or(char::is_whitespace),
        _ => false,
    }
}

/// The first sentence, on one line, without its full stop: what fits a column's description.
pub(super) fn first_sentence(text: &str) -> String {
    let paragraph = text.split("\n\n").next().unwrap_or(text);
    let end = paragraph.char_indices().find_map(|(at, c)| {
        let after = paragraph.get(at + c.len_utf8()..)?;
        is_sentence_end(c, after.chars().next()).then_some(at)
    });
    let sentence = end
        .and_then(|end| paragraph.get(..end))
        .unwrap_or(paragraph);
    sentence.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{cut, first_sentence, limit};

    #[test]
    fn a_long_text_ends_at_a_sentence_or_a_word() {
        for (text, max, expected) in [
            ("One. Two.", 9, "One. Two."),
            ("One. Two.", 8, "One."),
            ("One v1.2 three", 8, "One v1.2..."),
            ("One two three", 9, "One two..."),
            ("One two three", 7, "One two..."),
            ("One two", 2, "On..."),
            ("Onetwo", 3, "One..."),
            ("Größe über alles", 6, "Größe..."),
            ("焼く。焼かない。", 5, "焼く。"),
            ("Is it? Yes it is", 12, "Is it?"),
        ] {
            let mut text = text.to_owned();
            cut(&mut text, max);
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn only_descriptions_are_cut_and_only_those_of_schemas() {
        let schema = json!({
            "description": "One two", "type": "object",
            "properties": {
                "description": {"type": "string", "description": "One two", "default": "One two"},
                "a": {"type": "array", "items": {"type": "string", "description": "One two"}},
                "b": {"type": "object", "additionalProperties": {"type": "string", "description": "One two"}},
            },
            "externalDocs": {"description": "One two"},
            "example": {"description": "One two"},
        });
        let mut dropped = schema.clone();
        limit(&mut dropped, 0);
        assert_eq!(
            dropped,
            json!({
                "type": "object",
                "properties": {
                    "description": {"type": "string", "default": "One two"},
                    "a": {"type": "array", "items": {"type": "string"}},
                    "b": {"type": "object", "additionalProperties": {"type": "string"}},
                },
                "externalDocs": {"description": "One two"},
                "example": {"description": "One two"},
            })
        );
        let mut cut = schema;
        limit(&mut cut, 4);
        assert_eq!(cut["description"], "One...");
        assert_eq!(cut["properties"]["a"]["items"]["description"], "One...");
        assert_eq!(cut["example"]["description"], "One two");
    }

    #[test]
    fn a_column_says_the_first_sentence() {
        assert_eq!(
            first_sentence("What it costs,\nin euros. Not tax."),
            "What it costs, in euros"
        );
        assert_eq!(
            first_sentence("What v1.2 costs\n\nMore."),
            "What v1.2 costs"
        );
        assert_eq!(first_sentence(""), "");
    }
}
