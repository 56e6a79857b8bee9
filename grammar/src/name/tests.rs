use super::*;

const LABEL: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

#[test]
fn labels_start_with_a_letter() {
    for good in ["a", "foo1", "v1", "my-name", "a--b", &"a".repeat(63)] {
        assert_eq!(dns1035_label(good), [], "{good}");
    }
    for bad in ["", "1a", "-a", "a-", "A", "a.b", "a_b", "é", "a\n"] {
        assert_eq!(dns1035_label(bad), [NameError::NotDns1035Label], "{bad:?}");
    }
    assert_eq!(server(&dns1035_label("Foo_bar")), LABEL);
}

#[test]
fn a_name_can_be_too_long_and_malformed() {
    let long = "A".repeat(64);
    assert_eq!(
        dns1035_label(&long),
        [NameError::TooLong { max: 63 }, NameError::NotDns1035Label]
    );
    assert_eq!(
        server(&dns1035_label(&long)),
        format!("must be no more than 63 characters,{LABEL}")
    );
    // Bytes count, not characters.
    assert_eq!(
        dns1035_label(&"é".repeat(32))[0],
        NameError::TooLong { max: 63 }
    );
}

#[test]
fn namespaces_are_labels_without_dots() {
    for good in ["1", "0-0", "default"] {
        assert_eq!(dns1123_label(good), [], "{good}");
    }
    assert_eq!(dns1123_label("a.b"), [NameError::Dots]);
    assert_eq!(dns1123_label("a_b"), [NameError::NotDns1123Label]);
}

#[test]
fn groups_are_domains_with_a_dot() {
    for good in ["a.b", "stable.example.com", "1.2", "cert-manager.io"] {
        assert_eq!(group(good), [], "{good}");
    }
    assert_eq!(group("example"), [NameError::NoDot]);
    assert_eq!(
        group("example").first().map(|e| e.server()).as_deref(),
        Some("should be a domain with at least one dot")
    );
    for bad in [
        "Example.com",
        ".com",
        "a..b",
        "a.b.",
        "a.-b",
        "Not A Group!",
    ] {
        assert_eq!(group(bad), [NameError::NotDns1123Subdomain], "{bad}");
    }
    let long = format!("{}.io", "a".repeat(260));
    assert_eq!(group(&long), [NameError::TooLong { max: 253 }]);
}

#[test]
fn protected_groups_end_in_a_kubernetes_domain() {
    for group in [
        "k8s.io",
        "kubernetes.io",
        "x-k8s.k8s.io",
        "a.b.kubernetes.io",
    ] {
        assert!(is_protected_group(group), "{group}");
    }
    for group in [
        "x-k8s.io",
        "sigs.x-k8s.io",
        "mykubernetes.io",
        "k8s.io.example.com",
        "K8s.io",
    ] {
        assert!(!is_protected_group(group), "{group}");
    }
}

#[test]
fn kinds_may_have_mixed_case_only() {
    for good in ["CronTab", "At", "V2Thing", "a-B", "\u{212a}ind"] {
        assert_eq!(kind(good), [], "{good}");
    }
    assert_eq!(
        server(&kind("foo_bar")),
        format!("may have mixed case, but should otherwise match: {LABEL}")
    );
    assert_eq!(
        server(&kind(&"_".repeat(64))),
        format!(
            "may have mixed case, but should otherwise match: must be no more than 63 characters,{LABEL}"
        )
    );
    for bad in ["1Kind", "Kind-", "Küche", "My Kind", "Pod.v1"] {
        assert_eq!(kind(bad), [NameError::Kind(KindError::NotALabel)], "{bad}");
    }
    assert_eq!(list_kind("Pizza", "Pizza"), [NameError::SameAsKind]);
    assert_eq!(list_kind("PizzaList", "Pizza"), []);
}

#[test]
fn qualified_names_have_one_optional_prefix() {
    for good in [
        "app",
        "A",
        "1.2_3-4",
        "example.com/name",
        "a/B_c",
        "kubernetes.io/x",
    ] {
        assert_eq!(qualified_name(good), [], "{good}");
    }
    for (bad, errors) in [
        ("a/b/c", vec![NameError::Slashes]),
        ("/name", vec![NameError::PrefixEmpty]),
        ("Example.com/name", vec![NameError::PrefixNotSubdomain]),
        ("example.com/", vec![NameError::PartEmpty, NameError::Part]),
        ("", vec![NameError::PartEmpty, NameError::Part]),
        ("-a", vec![NameError::Part]),
        ("a b", vec![NameError::Part]),
    ] {
        assert_eq!(finalizer(bad), errors, "{bad}");
    }
    assert_eq!(label_key(&"a".repeat(64)), [NameError::PartTooLong]);
    assert_eq!(
        label_key(&format!("{}/a", "a".repeat(254))),
        [NameError::PrefixTooLong]
    );
    assert_eq!(
        label_key("-")[0].server(),
        "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
    );
    assert_eq!(annotation_key("Example.COM/Name"), []);
}

#[test]
fn label_values_may_be_empty() {
    for good in ["", "a", "A.b_c-1"] {
        assert_eq!(label_value(good), [], "{good}");
    }
    for bad in ["-", "a ", "a/b", "ü"] {
        assert_eq!(label_value(bad), [NameError::Value], "{bad}");
    }
    assert_eq!(label_value(&"a".repeat(64)), [NameError::ValueTooLong]);
}

#[test]
fn the_nearest_label_is_a_label() {
    for (typed, label) in [
        ("Foo_Bar", "foo-bar"),
        ("1st place", "st-place"),
        ("v1.beta", "v1-beta"),
        ("--x--", "x"),
        ("Größe", "gre"),
    ] {
        assert_eq!(nearest_label(typed).as_deref(), Some(label));
        assert_eq!(dns1035_label(label), []);
    }
    assert_eq!(nearest_label("42"), None);
}
