//! What an API server would refuse is refused here, all at once and in words.

use std::time::Duration;

use serde_json::json;
use wheelwright::webhook::{
    admission::{Registration, Stage},
    deploy::{Certificates, Installation},
    tls::Memory,
};

use super::kite::{Cloth, Cloths, HOST, Kites, given, installation, made, registrations, v1};

#[track_caller]
fn refused(installation: &Installation) -> String {
    let refused = installation.check().unwrap_err();
    assert!(!refused.problems().is_empty());
    assert!(installation.objects().is_err());
    assert!(installation.yaml().is_err());
    refused.to_string()
}

#[track_caller]
fn says(installation: &Installation, words: &str) {
    let text = refused(installation);
    assert!(text.contains(words), "{text}");
    assert!(text.contains(": 1 error\n"), "{text}");
}

#[test]
fn all_at_once() {
    let text = refused(
        &Installation::new("Kite", "Sky", "Kite:")
            .crd(Kites::manifest())
            .replicas(0)
            .timeout_seconds(31)
            .drain(Duration::from_hours(2))
            .memory(512, 64)
            .service("1st")
            .label("a b", "c d")
            .watches("sky", "Cloths"),
    );
    for part in [
        "Kite: 11 errors",
        "the name `Kite`",
        "the namespace `Sky`",
        "the service `1st`",
        "the label `a b`",
        "the label value `c d`",
        "the plural `Cloths`",
        "the image `Kite:`",
        "no replica",
        "512 MiB",
        "7200 s",
        "from 1 to 30 seconds",
    ] {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
}

#[test]
fn what_is_allowed() {
    let of = |group: &str, resource: &str, verbs: &[&str]| {
        Installation::new("kite", "sky", "kite")
            .crd(Kites::manifest())
            .allows(group, resource, verbs.iter().copied())
    };
    assert!(of("", "configmaps", &["get"]).check().is_ok());
    let status = of("sky.example.com", "kites/status", &["patch"]);
    assert!(status.check().is_ok());
    says(&of("Sky", "kites", &["get"]), "the group `Sky`");
    says(&of("", "ConfigMap", &["get"]), "the resource `ConfigMap`");
    says(&of("", "pods/", &["get"]), "the subresource ``");
    says(
        &of("", "configmaps", &[]),
        "`allows` names no verb for `configmaps`",
    );
    says(&of("", "configmaps", &["get", ""]), "or an empty one");
}

#[test]
fn names() {
    let of = |name: &str| Installation::new(name, "sky", "kite").crd(Kites::manifest());
    assert!(of(&"a".repeat(63)).check().is_ok());
    assert!(refused(&of(&"a".repeat(64))).contains("longer than 63 bytes"));
    let at = |namespace: &str| Installation::new("kite", namespace, "kite").crd(Kites::manifest());
    says(&at("sky.blue"), "write a name without dots");
    assert!(at("1").check().is_ok());
    says(
        &at("kube-system"),
        "every cluster has the namespace `kube-system`",
    );
    assert!(at("kube-system").existing_namespace().check().is_ok());
    says(
        &Installation::new("kite", "sky", "").crd(Kites::manifest()),
        "it is empty",
    );
}

#[test]
fn nothing_at_all() {
    says(
        &Installation::new("kite", "sky", "kite"),
        "neither a CRD nor a handler",
    );
}

#[test]
fn crds() {
    says(
        &installation(given()).crd(Kites::manifest()),
        "the CRD `kites.sky.example.com` is given twice",
    );
    // The attribute says a webhook converts; said not to, data is lost.
    let lossy = Installation::new("kite", "sky", "kite").crd(Kites::manifest().conversion_none());
    says(&lossy, "data is lost");
}

#[test]
fn webhook_names() {
    says(
        &installation(given()).webhook_name("Kite", "example.com"),
        "`example.com` has fewer than three parts",
    );
    says(
        &installation(given())
            .webhook_name("Kite", "a.example.com")
            .webhook_name("Cloth", "a.example.com"),
        "the webhook for `Kite` and that for `Cloth` are both named `a.example.com`",
    );
    says(
        &installation(given()).webhook_name("Kit", "a.example.com"),
        "no handler is for that kind",
    );
    let text = refused(&installation(given()).webhook_name("Kite", "A.example.com"));
    assert!(text.contains("the webhook name `A.example.com`"), "{text}");
}

#[test]
fn rules() {
    let of = |change: fn(&mut Registration)| {
        let mut registration = Registration::of::<v1::Kite>(Stage::Mutating);
        change(&mut registration);
        Installation::new("kite", "sky", "kite").registrations([registration])
    };
    assert!(of(|_| {}).check().is_ok());
    says(&of(|one| one.rule.operations.clear()), "for no operation");
    says(&of(|one| one.rule.subresources.clear()), "for no resource");
    says(&of(|one| one.versions.clear()), "for no version");
    says(
        &of(|one| one.rule.subresources.push("Status".into())),
        "the subresource `Status`",
    );
}

#[test]
fn match_conditions() {
    let with = |conditions: &[(&str, &str)]| {
        installation(given()).match_conditions(conditions.iter().copied())
    };
    says(&with(&[("a b", "true")]), "the match condition `a b`");
    says(&with(&[("a", " ")]), "it has no expression");
    says(&with(&[("a", "true"), ("a", "false")]), "two of this name");
    let names: Vec<String> = (0..65).map(|number| format!("a{number}")).collect();
    let many: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "true")).collect();
    says(&with(&many), "65 match conditions");
}

#[test]
fn certificates_that_are_none() {
    let one = made(HOST);
    let with = |chain: &str, key: &str, bundle: &str| {
        installation(Certificates::given(chain, key, bundle))
    };
    assert!(with(&one.chain, &one.key, &one.authority).check().is_ok());
    refused(&with("", &one.key, &one.authority));
    refused(&with("x", &one.key, &one.authority));
    says(&with(&one.chain, "", &one.authority), "key");
    says(
        &with(&one.chain, &one.key, ""),
        "the CA bundle has no certificate",
    );
    let both = format!("{}{}", one.authority, one.key);
    says(
        &with(&one.chain, &one.key, &both),
        "the CA bundle has a private key",
    );
    let other = made(HOST);
    says(&with(&one.chain, &other.key, &one.authority), "key");
    let cut = one.authority.replace("-----END CERTIFICATE-----", "");
    refused(&with(&one.chain, &one.key, &cut));
    says(
        &with(&one.chain, &one.key, &other.authority),
        "is not signed by a certificate of the CA bundle",
    );
    says(
        &installation(Certificates::issued_by("Company", "company")),
        "`Company` is no kind of issuer",
    );
}

#[test]
fn a_certificate_made_for_the_names_fits() {
    let unmade = installation(Certificates::Managed);
    let made = Memory::for_hosts(unmade.names().hosts).unwrap();
    installation(Certificates::from(&made)).check().unwrap();
}

#[test]
fn certificates_for_another_host() {
    for (host, fits) in [
        (HOST, true),
        ("KITE-webhook.sky.svc", true),
        ("*.sky.svc", true),
        ("kite-webhook.sky", false),
        ("kite-webhook.other.svc", false),
        ("*.svc", false),
    ] {
        let made = made(host);
        let installation = installation(Certificates::given(made.chain, made.key, made.authority));
        if fits {
            installation.check().unwrap();
        } else {
            says(
                &installation,
                &format!("the API server calls `{HOST}`, and the certificate is for `{host}` only"),
            );
        }
    }
    for (url, host, fits) in [
        ("https://127.0.0.1:8443", "127.0.0.1", true),
        ("https://[::1]:8443", "::1", true),
        ("https://localhost", "localhost", true),
        ("https://localhost", "127.0.0.1", false),
    ] {
        let made = made(host);
        let installation = Installation::at_url("kite", url)
            .crd(Kites::manifest())
            .certificates(Certificates::given(made.chain, made.key, made.authority));
        assert_eq!(installation.check().is_ok(), fits, "{url}");
    }
}

#[test]
fn urls() {
    let at = |url: &str| Installation::at_url("kite", url).crd(Cloths::manifest());
    says(&at("http://localhost"), "the scheme is `http`");
    says(&at("https://localhost?a"), "leave out the query");
    says(
        &at("https://localhost").certificates(Certificates::cert_manager()),
        "cert-manager makes certificates for servers in the cluster",
    );
}

#[test]
fn samples() {
    let with = |sample| {
        Installation::new("kite", "sky", "kite")
            .crd(Kites::manifest())
            .registrations([Registration::of::<Cloth>(Stage::Mutating)])
            .sample(sample)
    };
    let kite = |version: &str, spec| json!({"apiVersion": format!("sky.example.com/{version}"), "kind": "Kite", "metadata": {"name": "a"}, "spec": spec});
    assert!(with(kite("v0", json!({"width": 1}))).check().is_ok());
    says(
        &with(kite("v1", json!({"span": 10}))),
        "less than or equal to 9",
    );
    says(
        &with(kite("v2", json!({"span": 1}))),
        "`Kite` has no version `v2`",
    );
    says(
        &with(json!({"apiVersion": "v1", "kind": "ConfigMap"})),
        "no `metadata.name`",
    );
    refused(&with(json!(null)));
    // What a handler may mend is not judged before.
    let mended = with(kite("v1", json!({"span": 10}))).registrations(registrations());
    assert!(mended.check().is_ok());
}
