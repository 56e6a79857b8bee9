//! The plural resource name that a kind gets when none is written, and the other way.

/// The English plural of the lower-cased kind, as kube-derive and controller-gen would name the resource.
///
/// The server has no default for `spec.names.plural`; this is the tools' convention, and irregular words are
/// better written out.
#[must_use]
pub fn default_plural(kind: &str) -> String {
    let word = crate::go_text::to_lower(kind);
    for suffix in ["s", "x", "z", "ch", "sh"] {
        if word.ends_with(suffix) {
            return word + "es";
        }
    }
    if let Some(stem) = word.strip_suffix('y')
        && stem
            .chars()
            .next_back()
            .is_some_and(|c| !matches!(c, 'a' | 'e' | 'i' | 'o' | 'u'))
    {
        return format!("{stem}ies");
    }
    word + "s"
}

/// Words that end in `s` and are one thing all the same, beside those that their ending shows.
const SINGULARS: &[&str] = &[
    "alias",
    "atlas",
    "canvas",
    "chaos",
    "devops",
    "jenkins",
    "kubernetes",
    "news",
    "postgres",
    "series",
    "species",
    "thanos",
    "windows",
];

/// The English singular of a lower-case word: `pizza` of `pizzas`, and a word that is no plural as it is.
///
/// Of two singulars that a plural may have, the more usual one: `cache` of `caches`, but `batch` of `batches`.
#[must_use]
pub fn singular(word: &str) -> String {
    let is_vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u');
    let is_word = |stem: &str| stem.contains(is_vowel) || stem.contains('y');
    // `redis`, `status`, `address`; and what has no vowel, such as `dns`, is an abbreviation.
    let is_one = SINGULARS.contains(&word)
        || ["ss", "us", "is"].iter().any(|end| word.ends_with(end))
        || word.len() < 4
        || !is_word(word);
    if is_one {
        return word.to_owned();
    }
    let without = |end: &str| word.strip_suffix(end).filter(|stem| stem.len() > 1);
    if let Some(stem) = without("ies").filter(|stem| stem.len() > 2) {
        return format!("{stem}y");
    }
    // What takes `es`; a word that ends in `se` or `ze` does not, but looks the same.
    if let Some(stem) = without("es") {
        let takes_es = ["ss", "x", "sh", "zz"]
            .iter()
            .any(|end| stem.ends_with(end))
            || (stem.ends_with("ch") && !stem.ends_with("ach"))
            || (stem.ends_with("us") && !stem.ends_with("ous") && !stem.ends_with("aus"));
        // `reaches` and `headaches` look alike.
        if takes_es || stem.ends_with("each") {
            return stem.to_owned();
        }
    }
    match word.strip_suffix('s') {
        Some(stem) if is_word(stem) => stem.to_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{default_plural, singular};

    #[test]
    fn plurals_have_a_singular_and_singulars_stay() {
        for (word, expected) in [
            ("pizzas", "pizza"),
            ("crontabs", "crontab"),
            ("policies", "policy"),
            ("gateways", "gateway"),
            ("ingresses", "ingress"),
            ("meshes", "mesh"),
            ("boxes", "box"),
            ("batches", "batch"),
            ("caches", "cache"),
            ("databases", "database"),
            ("releases", "release"),
            ("services", "service"),
            ("sizes", "size"),
            ("statuses", "status"),
            ("houses", "house"),
            ("pies", "pie"),
            ("nodes", "node"),
        ] {
            assert_eq!(singular(word), expected);
        }
        for word in [
            "pizza",
            "status",
            "redis",
            "address",
            "dns",
            "k8s",
            "postgres",
            "kubernetes",
            "gas",
            "s",
            "",
        ] {
            assert_eq!(singular(word), word);
        }
    }

    #[test]
    fn kinds_of_known_resources_get_their_plural() {
        // Kinds and plurals of Kubernetes itself and of published CRDs.
        for (kind, plural) in [
            ("Pizza", "pizzas"),
            ("CronTab", "crontabs"),
            ("NetworkPolicy", "networkpolicies"),
            ("Gateway", "gateways"),
            ("Ingress", "ingresses"),
            ("StorageClass", "storageclasses"),
            ("Proxy", "proxies"),
            ("Mesh", "meshes"),
            ("Switch", "switches"),
            ("Box", "boxes"),
            ("Kafka", "kafkas"),
            ("Database", "databases"),
            ("At", "ats"),
        ] {
            assert_eq!(default_plural(kind), plural);
        }
    }
}
