//! References inside a schema.

use serde_json::Value;

/// What `$ref` refers to, and the last name on the way there.
pub(super) fn resolve<'a>(root: &'a Value, reference: &str) -> Option<(&'a Value, String)> {
    let pointer = percent_decode(reference.strip_prefix('#')?)?;
    let target = root.pointer(&pointer)?;
    let name = pointer
        .rsplit('/')
        .next()
        .unwrap_or("")
        .replace("~1", "/")
        .replace("~0", "~");
    Some((target, name))
}

/// Fragments are percent-encoded.
fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let mut digit = || char::from(bytes.next()?).to_digit(16);
        let (high, low) = (digit()?, digit()?);
        decoded.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::resolve;

    #[test]
    fn references_are_json_pointers_percent_encoded() {
        let root = json!({"$defs": {"Gen<a/b>": {"type": "string"}, "é": true}});
        let resolved = |reference: &str| {
            resolve(&root, reference).map(|(target, name)| (target.clone(), name))
        };
        assert_eq!(
            resolved("#/$defs/Gen%3Ca~1b%3E"),
            Some((json!({"type": "string"}), "Gen<a/b>".to_owned()))
        );
        assert_eq!(
            resolved("#/$defs/%C3%A9"),
            Some((json!(true), "é".to_owned()))
        );
        assert_eq!(resolved("#"), Some((root.clone(), String::new())));
        for broken in [
            "",
            "/$defs/é",
            "#/$defs/none",
            "#/%",
            "#/%4",
            "#/%zz",
            "#/%FF",
            "other.json#/$defs/é",
        ] {
            assert_eq!(resolved(broken), None, "{broken}");
        }
    }
}
