//! Names: from those of the wire to Rust's, and which of serde's rules leads back.

use std::collections::BTreeSet;

/// Names of types that the written modules use, or that every module knows.
const TAKEN: &[&str] = &[
    "AsMut",
    "AsRef",
    "BTreeMap",
    "Box",
    "Clone",
    "Copy",
    "CustomResource",
    "Debug",
    "Default",
    "Deserialize",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Hash",
    "IntOrString",
    "Into",
    "IntoIterator",
    "Iterator",
    "Map",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Schema",
    "Self",
    "Send",
    "Serialize",
    "Sized",
    "Some",
    "Spoke",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
    "Value",
    "Vec",
];

/// Words that cannot be the name of a field, and can with `r#`.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// Words that cannot be a name at all.
const PATHS: &[&str] = &["crate", "self", "super"];

/// Whether a type cannot have this name, because another is meant by it.
pub(crate) fn is_taken(name: &str) -> bool {
    TAKEN.contains(&name)
}

/// The words of a name, in ASCII: `proxyURL` is `proxy` and `URL`, `HTTPServer` is `HTTP` and `Server`.
pub(crate) fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words = Vec::new();
    let mut word = String::new();
    for (at, &c) in chars.iter().enumerate() {
        if !c.is_ascii_alphanumeric() {
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| chars.get(at));
        let after = chars.get(at + 1);
        let begins = c.is_ascii_uppercase()
            && match before {
                Some(before) if before.is_ascii_lowercase() || before.is_ascii_digit() => true,
                // `HTTPServer`, but not `clusterIPs`.
                Some(before) if before.is_ascii_uppercase() => {
                    after.is_some_and(char::is_ascii_lowercase) && !is_plural(&chars, at + 1)
                }
                _ => false,
            };
        if begins && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        word.push(c);
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// Whether there is an `s` at this place that belongs to the capitals before it.
fn is_plural(chars: &[char], at: usize) -> bool {
    chars.get(at) == Some(&'s') && !chars.get(at + 1).is_some_and(char::is_ascii_lowercase)
}

/// `snake_case`, never empty, never beginning with a digit; not yet a legal name.
fn snake(name: &str) -> String {
    let joined = words(name).join("_").to_ascii_lowercase();
    match joined.chars().next() {
        None => "field".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("_{joined}"),
        Some(_) => joined,
    }
}

/// The name of a field, and what serde takes for it: the two differ by `r#`.
pub(crate) fn field(wire: &str, taken: &mut BTreeSet<String>) -> String {
    let mut name = snake(wire);
    if PATHS.contains(&name.as_str()) {
        name.push('_');
    }
    unique(&name, "_", taken)
}

/// Whether a word cannot be a name as it stands.
pub(crate) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word) || PATHS.contains(&word) || word == "Self"
}

/// The name as it is written.
pub(crate) fn escape(name: &str) -> String {
    if KEYWORDS.contains(&name) {
        format!("r#{name}")
    } else {
        name.to_owned()
    }
}

/// The name of a module, which is that of its file.
pub(crate) fn module(name: &str) -> String {
    let name = snake(name);
    if is_keyword(&name) {
        format!("{name}_")
    } else {
        name
    }
}

/// A name that is not taken yet, by a number behind it if need be.
pub(crate) fn unique(name: &str, between: &str, taken: &mut BTreeSet<String>) -> String {
    let mut found = name.to_owned();
    let mut number = 2;
    while !taken.insert(found.clone()) {
        found = format!("{name}{between}{number}");
        number += 1;
    }
    found
}

/// `PascalCase`; empty where there is no letter or digit, and perhaps with a digit in front.
pub(crate) fn pascal(name: &str) -> String {
    let word = |word: String| {
        let (first, rest) = word.split_at(1);
        let is_loud = word.len() > 1 && !word.contains(|c: char| c.is_ascii_lowercase());
        let rest = if is_loud {
            rest.to_ascii_lowercase()
        } else {
            rest.to_owned()
        };
        first.to_ascii_uppercase() + &rest
    };
    words(name).into_iter().map(word).collect()
}

/// The name of a type.
pub(crate) fn type_name(name: &str) -> String {
    let name = pascal(name);
    match name.chars().next() {
        None => "Type".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("Type{name}"),
        Some(_) => name,
    }
}

/// What most call it, or what most of their names end with: `secretRef` and `configMapRef` are a `Ref`.
pub(crate) fn common(names: &[String]) -> String {
    let mut counts: Vec<(&String, usize)> = Vec::new();
    for name in names {
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let most = counts.iter().rev().max_by_key(|(_, count)| *count);
    let Some((name, count)) = most else {
        return String::new();
    };
    if count * 2 > names.len() {
        return (*name).clone();
    }
    let ends: Vec<Vec<String>> = counts
        .iter()
        .map(|(name, _)| {
            words(name)
                .into_iter()
                .rev()
                .map(|word| word.to_ascii_lowercase())
                .collect()
        })
        .collect();
    let group = |end: &Vec<String>| -> Vec<Vec<String>> {
        let same = ends.iter().filter(|other| other.first() == end.first());
        same.cloned().collect()
    };
    let largest = ends
        .iter()
        .map(group)
        .rev()
        .max_by_key(Vec::len)
        .unwrap_or_default();
    let mut shared = largest.first().cloned().unwrap_or_default();
    for end in &largest {
        let same = shared
            .iter()
            .zip(end)
            .take_while(|(one, other)| one == other);
        let length = same.count();
        shared.truncate(length);
    }
    shared.reverse();
    if largest.len() < 2 || shared.is_empty() {
        (*name).clone()
    } else {
        shared.join("_")
    }
}

/// The name of a variant.
pub(crate) fn variant(wire: &str, taken: &mut BTreeSet<String>) -> String {
    let spelt = match wire {
        "" => "Empty",
        "=" | "==" => "Equal",
        "!=" => "NotEqual",
        "=~" => "Match",
        "!~" => "NotMatch",
        "<" => "Less",
        "<=" => "LessOrEqual",
        ">" => "Greater",
        ">=" => "GreaterOrEqual",
        "*" => "Any",
        "+" => "Plus",
        "-" => "Minus",
        "/" => "Slash",
        _ => "",
    };
    let mut name = if spelt.is_empty() {
        pascal(wire)
    } else {
        spelt.to_owned()
    };
    if name.is_empty() {
        "Other".clone_into(&mut name);
    } else if name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, 'V');
    } else if name == "Self" {
        name.push('_');
    }
    unique(&name, "Nr", taken)
}

/// One of many: `containers` are made of `container`.
pub(crate) fn singular(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let cut = |by: usize, with: &str| format!("{}{with}", &name[..name.len() - by]);
    if !name.is_ascii() || name.len() < 4 {
        name.to_owned()
    } else if lower.ends_with("ies") {
        cut(3, "y")
    } else if ["sses", "xes", "ches", "shes", "zzes"]
        .iter()
        .any(|end| lower.ends_with(end))
    {
        cut(2, "")
    } else if ["ss", "us", "is"].iter().any(|end| lower.ends_with(end)) || !lower.ends_with('s') {
        name.to_owned()
    } else {
        cut(1, "")
    }
}

/// serde's `rename_all = "camelCase"` of a field.
pub(crate) fn camel(field: &str) -> String {
    let mut camel = String::new();
    let mut raise = false;
    for c in field.chars() {
        if c == '_' {
            raise = true;
        } else if raise {
            camel.push(c.to_ascii_uppercase());
            raise = false;
        } else {
            camel.push(c);
        }
    }
    // `_1st` begins with a capital that is none.
    let mut chars = camel.chars();
    chars
        .next()
        .map(|first| first.to_ascii_lowercase().to_string() + chars.as_str())
        .unwrap_or_default()
}

/// What serde calls a rule, and what it makes of the name of a variant.
type Rule = (&'static str, fn(&str) -> String);

/// serde's rules for the names of variants.
const RULES: &[Rule] = &[
    ("", |name| name.to_owned()),
    ("lowercase", |name| name.to_ascii_lowercase()),
    ("UPPERCASE", |name| name.to_ascii_uppercase()),
    ("camelCase", |name| {
        let mut chars = name.chars();
        chars
            .next()
            .map(|first| first.to_ascii_lowercase().to_string() + chars.as_str())
            .unwrap_or_default()
    }),
    ("snake_case", |name| split(name, '_')),
    ("SCREAMING_SNAKE_CASE", |name| {
        split(name, '_').to_ascii_uppercase()
    }),
    ("kebab-case", |name| split(name, '-')),
    ("SCREAMING-KEBAB-CASE", |name| {
        split(name, '-').to_ascii_uppercase()
    }),
];

fn split(name: &str, between: char) -> String {
    let mut text = String::new();
    for (at, c) in name.char_indices() {
        if at > 0 && c.is_uppercase() {
            text.push(between);
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}

/// The rule after which the fewest variants need a name of their own, and what it makes of each.
pub(crate) fn variant_rule(variants: &[(String, String)]) -> (&'static str, Vec<String>) {
    let misses = |rule: &fn(&str) -> String| {
        let wrong = |(name, wire): &&(String, String)| rule(name) != *wire;
        variants.iter().filter(wrong).count()
    };
    let mut best = RULES.first();
    for rule in RULES {
        if best.is_none_or(|(_, best)| misses(&rule.1) < misses(best)) {
            best = Some(rule);
        }
    }
    best.map_or(("", Vec::new()), |(name, rule)| {
        (*name, variants.iter().map(|(name, _)| rule(name)).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field_of(wire: &str) -> String {
        field(wire, &mut BTreeSet::new())
    }

    #[test]
    fn fields_read_as_words() {
        for (wire, name) in [
            ("replicas", "replicas"),
            ("minReplicas", "min_replicas"),
            ("clusterIPs", "cluster_ips"),
            ("clusterIP", "cluster_ip"),
            ("HTTPServer", "http_server"),
            ("proxyURL", "proxy_url"),
            ("a.b/c-d", "a_b_c_d"),
            ("$ref", "ref"),
            ("1st", "_1st"),
            ("self", "self_"),
            ("größe", "gr_e"),
            ("日本", "field"),
            ("", "field"),
        ] {
            assert_eq!(field_of(wire), name, "{wire}");
        }
        assert_eq!(escape("type"), "r#type");
        assert_eq!(escape("kind"), "kind");
        assert_eq!(module("type"), "type_");
        assert_eq!(module("v1-beta"), "v1_beta");
    }

    #[test]
    fn no_name_is_given_twice() {
        let mut taken = BTreeSet::new();
        let names = ["proxyURL", "proxyUrl", "proxy_url"].map(|wire| field(wire, &mut taken));
        assert_eq!(names, ["proxy_url", "proxy_url_2", "proxy_url_3"]);
    }

    #[test]
    fn types_and_variants_are_in_pascal_case() {
        assert_eq!(type_name("envFrom"), "EnvFrom");
        assert_eq!(type_name("1st"), "Type1st");
        assert_eq!(type_name("ü"), "Type");
        let variant = |wire| variant(wire, &mut BTreeSet::new());
        assert_eq!(
            [
                "TCP",
                "READ_WRITE",
                "ClusterIP",
                "2h",
                "",
                "=~",
                "Self",
                "ß"
            ]
            .map(variant),
            [
                "Tcp",
                "ReadWrite",
                "ClusterIp",
                "V2h",
                "Empty",
                "Match",
                "Self_",
                "Other"
            ]
        );
    }

    #[test]
    fn what_most_call_it() {
        let of = |names: &[&str]| {
            common(
                &names
                    .iter()
                    .map(|name| (*name).to_owned())
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(of(&["port", "port", "listener"]), "port");
        assert_eq!(of(&["secretRef", "configMapRef"]), "ref");
        assert_eq!(of(&["undescribed", "secretRef", "configMapRef"]), "ref");
        assert_eq!(of(&["first", "second"]), "first");
        assert_eq!(
            of(&["accessKey", "secretKey", "secretKey", "accessKey"]),
            "key"
        );
    }

    #[test]
    fn one_of_many() {
        let names = [
            "containers",
            "policies",
            "addresses",
            "status",
            "class",
            "ips",
            "boxes",
            "sizes",
        ];
        let one = [
            "container",
            "policy",
            "address",
            "status",
            "class",
            "ips",
            "box",
            "size",
        ];
        assert_eq!(names.map(singular), one);
    }

    #[test]
    fn the_rule_with_the_fewest_exceptions() {
        let of = |pairs: &[(&str, &str)]| {
            let pairs: Vec<_> = pairs
                .iter()
                .map(|(name, wire)| ((*name).to_owned(), (*wire).to_owned()))
                .collect();
            variant_rule(&pairs).0
        };
        assert_eq!(of(&[("Tcp", "TCP"), ("Udp", "UDP")]), "UPPERCASE");
        assert_eq!(of(&[("Always", "Always"), ("Never", "Never")]), "");
        assert_eq!(
            of(&[("ReadWrite", "READ_WRITE"), ("Read", "READ")]),
            "SCREAMING_SNAKE_CASE"
        );
        assert_eq!(camel("min_replicas"), "minReplicas");
        assert_eq!(camel("_1st"), "1st");
    }
}
