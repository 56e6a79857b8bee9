//! The plural resource name that a kind gets when none is written.

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

#[cfg(test)]
mod tests {
    use super::default_plural;

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
