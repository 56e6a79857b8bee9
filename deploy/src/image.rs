//! References to images.
//!
//! Source: the grammar of `github.com/distribution/reference`, by which a node reads them. The API server takes any text, and
//! the pod then never starts: `InvalidImageName`.

use std::net::Ipv6Addr;

/// The longest path of a reference, without tag and digest.
const NAME_MAX: usize = 255;
/// The longest tag.
const TAG_MAX: usize = 128;

/// What keeps this from being `registry.example.com:5000/path/name:tag@sha256:…`.
pub(super) fn check(image: &str) -> Result<(), &'static str> {
    if image.is_empty() {
        return Err("it is empty; write one such as `registry.example.com/webhook:1.0`");
    }
    if image.contains("://") {
        return Err("leave out the scheme: `registry.example.com/webhook:1.0`");
    }
    let (rest, digest) = image
        .split_once('@')
        .map_or((image, None), |(rest, digest)| (rest, Some(digest)));
    if !digest.is_none_or(is_digest) {
        return Err("what follows `@` is no digest; write `@sha256:` and 64 hexadecimal digits");
    }
    let last = rest.rfind('/').map_or(0, |slash| slash + 1);
    let (name, tag) = match rest.get(last..).and_then(|last| last.find(':')) {
        Some(colon) => (rest.get(..last + colon), rest.get(last + colon + 1..)),
        None => (Some(rest), None),
    };
    if !tag.is_none_or(is_tag) {
        return Err(
            "the tag is one to 128 letters, digits, `_`, `.` and `-`, and does not start with `.` or `-`",
        );
    }
    let name = name.unwrap_or_default();
    let path = match name.split_once('/') {
        Some((domain, path)) if is_domain(domain) => path,
        _ => name,
    };
    if name.len() > NAME_MAX || !path.split('/').all(is_component) {
        return Err(
            "the name is lower-case letters and digits, with `.`, `_`, `__` or `-` between them and `/` between its parts",
        );
    }
    Ok(())
}

fn is_digest(digest: &str) -> bool {
    digest.split_once(':').is_some_and(|(algorithm, hex)| {
        algorithm.starts_with(|c: char| c.is_ascii_alphabetic())
            && algorithm
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+._-".contains(c))
            && hex.len() >= 32
            && hex.bytes().all(|byte| byte.is_ascii_hexdigit())
            && (algorithm != "sha256" || hex.len() == 64)
    })
}

fn is_tag(tag: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    tag.starts_with(word)
        && tag.len() <= TAG_MAX
        && tag.chars().all(|c| word(c) || ".-".contains(c))
}

/// The first part is a registry if it cannot be the name of an image alone.
fn is_domain(domain: &str) -> bool {
    let colon = domain.rfind(']').unwrap_or(0);
    let (host, port) = match domain.get(colon..).and_then(|rest| rest.find(':')) {
        Some(at) => (&domain[..colon + at], Some(&domain[colon + at + 1..])),
        None => (domain, None),
    };
    let is_address = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'))
        .is_some_and(|host| host.parse::<Ipv6Addr>().is_ok());
    let label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let names_a_host = domain.contains(['.', ':'])
        || domain == "localhost"
        || domain != domain.to_ascii_lowercase();
    names_a_host
        && (is_address || host.split('.').all(label))
        && port
            .is_none_or(|port| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Runs of lower-case letters and digits, with a separator between any two.
fn is_component(component: &str) -> bool {
    let inner = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let separator =
        |text: &str| matches!(text, "." | "_" | "__") || text.bytes().all(|byte| byte == b'-');
    component.starts_with(inner)
        && component.ends_with(inner)
        && component
            .split(inner)
            .filter(|text| !text.is_empty())
            .all(separator)
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn references_are_read_as_nodes_read_them() {
        let digest = "a".repeat(64);
        for good in [
            "pizza",
            "pizza:1.0",
            "registry.example.com/pizza/webhook:v1.0-rc_1",
            "registry.example.com:5000/pizza",
            "localhost/a__b/c--d.e",
            "[2001:db8::1]:5000/pizza:1.0",
            "[::1]/pizza",
            &format!("a/b:c@sha256:{digest}"),
        ] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        for bad in [
            "",
            " pizza",
            "pizza ",
            "Pizza",
            "pizza:",
            "pizza:-a",
            "pizza:a b",
            "https://registry.example.com/pizza",
            "registry.example.com/Pizza",
            "a//b",
            "/a",
            "a/",
            "a..b",
            "a_-b",
            "registry.example.com:x/pizza",
            "[::1]:x/pizza",
            "[::1/pizza",
            "[::g]/pizza",
            "::1/pizza",
            "[]/pizza",
            "[::1]a/pizza",
            "pizza@sha256:abc",
            "pizza@",
            "größe",
        ] {
            assert!(check(bad).is_err(), "{bad}");
        }
    }
}
